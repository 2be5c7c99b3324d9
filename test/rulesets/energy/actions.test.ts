import { describe, expect, it } from 'vitest';
import { CONDITIONS } from '../../../src/rulesets/energy/conditions';
import { conditionOf, encounter, fighter, play, reasons } from './vocabulary';

const by = 'mira';
const mira = (rest = {}) => fighter('mira', {}, rest);

describe('[E-60, E-61] Defend', () => {
  it('costs one Energy, replaces an earlier Defend, and lasts over the Round', () => {
    const fighterThere = mira({ conditions: [conditionOf('exposed'), conditionOf('unguarded')] });
    const on = encounter([fighterThere]);
    play(on, { do: 'defend', by });
    expect(fighterThere.conditions).toMatchObject([{ id: 'defending', until: null }]);
    expect(on).toHavePool('mira', 'energy', 4);
    play(on, { do: 'end-round', by: 'gm' });
    expect(on).toHaveCondition('mira', 'defending', CONDITIONS);
  });
});

describe('[E-67] Catch Your Breath', () => {
  it.each`
    energy | left
    ${5}   | ${2}
    ${2}   | ${0}
    ${1}   | ${0}
  `('costs three of $energy Energy, or all', ({ energy, left }) => {
    const on = encounter([mira({ pools: { energy, stamina: 4 } })]);
    play(on, { do: 'catch-breath', by });
    expect(on).toHavePool('mira', 'energy', left);
    expect(on).toHavePool('mira', 'stamina', 5);
  });
  it('needs at least one Energy, and something to restore', () => {
    expect(reasons(encounter([mira({ pools: { energy: 0, stamina: 4 } })]), { do: 'catch-breath', by })).toEqual([
      'energy',
    ]);
    expect(reasons(encounter([mira()]), { do: 'catch-breath', by })).toEqual(['stamina-full']);
  });
});

describe('[E-58, E-59] standing up', () => {
  it('goes to kneeling, which is unguarded, then to standing', () => {
    const on = encounter([mira({ conditions: [conditionOf('prone')] })]);
    expect(reasons(on, { do: 'stand-up', by })).toEqual(['not-kneeling']);
    play(on, { do: 'kneel-from-prone', by });
    expect(on.fighters.mira.state.posture).toBe('kneeling');
    expect(on.fighters.mira.conditions).toMatchObject([{ id: 'unguarded', until: { n: 1 } }]);
    expect(reasons(on, { do: 'kneel-from-prone', by })).toEqual(['not-prone']);
    play(on, { do: 'stand-up', by });
    expect(on.fighters.mira.state.posture).toBeUndefined();
    expect(on).toHavePool('mira', 'energy', 3);
  });
  it('[E-190] is refused while restrained', () => {
    const on = encounter([mira({ conditions: [conditionOf('prone'), conditionOf('restrained')] })]);
    expect(reasons(on, { do: 'kneel-from-prone', by })).toEqual(['restrained']);
    expect(reasons(on, { do: 'defend', by })).toEqual([]);
  });
});

describe('[E-18, E-22, E-228, E-230] Stamina in place of Energy', () => {
  const swap = { do: 'defend', by, options: { swap: true } };
  it('pays one point, once a Round', () => {
    const on = encounter([mira()]);
    play(on, swap);
    expect(on).toHavePool('mira', 'energy', 5);
    expect(on).toHavePool('mira', 'stamina', 9);
    expect(reasons(on, swap)).toEqual(['swap-spent']);
    play(on, { do: 'end-round', by: 'gm' });
    expect(reasons(on, swap)).toEqual([]);
  });
  it.each(['shaken', 'exhausted'])('is refused while %s', (id) => {
    expect(reasons(encounter([mira({ conditions: [conditionOf(id)] })]), swap)).toEqual(['stamina-barred']);
  });
  it('is refused without enough Stamina', () => {
    expect(reasons(encounter([mira({ pools: { stamina: 0, energy: 1 } })]), swap)).toEqual(['stamina']);
  });
  it('[E-17] finishes an action that costs the last point before the fighter falls unconscious', () => {
    const on = encounter([mira({ pools: { stamina: 1 } })]);
    const { table } = play(on, swap);
    const gained = table.effects.flatMap((effect) => (effect.kind === 'condition-added' ? [effect.condition.id] : []));
    expect(gained).toEqual(['defending', 'unconscious']);
  });
});

it('[E-01] commands with a missing or unknown fighter or action are impossible', () => {
  const on = encounter([mira()]);
  expect(reasons(on, { do: 'dance', by })).toEqual(['unknown-action']);
  expect(reasons(on, { do: 'constructor', by })).toEqual(['unknown-action']);
  expect(reasons(on, { do: 'defend', by: 'absent' })).toEqual(['no-fighter']);
});
