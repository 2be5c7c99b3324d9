import { describe, expect, it } from 'vitest';
import { energy } from '../../../src/rulesets/energy/index';
import { SETTINGS } from '../../../src/rulesets/energy/schema';
import { encounter, fighter, play, reasons, weapon } from './vocabulary';

const bow = weapon('bow', { ranged: true, launcher: 'bow', range: [10, 40, 150] });
const mira = (rest = {}) => fighter('mira', { unarmedAV: 20, meleeAV: 20 }, { items: [bow, weapon('axe')], ...rest });
const gnoll = (rest = {}) => fighter('gnoll', { evasion: 8, fortitude: 8 }, rest);
const by = 'mira';
const at = 'gnoll';

it('are those of the rules that a world may change, with the ledger’s choice as default', () => {
  expect(energy.settings).toEqual(SETTINGS);
  for (const setting of Object.values(SETTINGS))
    if ('choices' in setting) expect(setting.choices[0]).toBe(setting.initial);
  expect(Object.keys(SETTINGS)).toEqual(
    expect.arrayContaining(['rangedEnergyCost', 'exposedDefault', 'nonLethalAtZero', 'sprintPushExtraEnergy']),
  );
});

describe('[E-43] rangedEnergyCost, E-A1', () => {
  it.each`
    rangedEnergyCost | left
    ${'1'}           | ${4}
    ${'2'}           | ${3}
  `('$rangedEnergyCost', ({ rangedEnergyCost, left }) => {
    const on = encounter([mira(), gnoll()], { settings: { rangedEnergyCost } });
    play(on, { do: 'ranged-attack', by, at, options: { aware: false } }, [1]);
    expect(on).toHavePool('mira', 'energy', left);
  });
});

describe('[E-148] exposedDefault, E-A3: the Exposed of a critical hit', () => {
  it.each`
    exposedDefault | until
    ${'current'}   | ${1}
    ${'next'}      | ${2}
  `('$exposedDefault', ({ exposedDefault, until }) => {
    const on = encounter([mira(), gnoll()], { settings: { exposedDefault } });
    play(on, { do: 'melee-attack', by, at, with: 'axe' }, [20, 3]);
    expect(on.fighters.gnoll.conditions).toMatchObject([{ id: 'exposed', until: { at: 'round-end', n: until } }]);
  });
});

describe('[E-196] sprintPushExtraEnergy, E-A55', () => {
  const push = { do: 'sprint-push', by, at };
  it.each`
    sprintPushExtraEnergy | left
    ${'0'}                | ${2}
    ${'2'}                | ${0}
  `('$sprintPushExtraEnergy', ({ sprintPushExtraEnergy, left }) => {
    const on = encounter([mira({ state: { sprintFrom: true }, pools: { energy: 2 } }), gnoll()], {
      settings: { sprintPushExtraEnergy },
    });
    play(on, push, [1]);
    expect(on).toHavePool('mira', 'energy', left);
  });
  it('is refused to a fighter that cannot pay it', () => {
    const sprinted = mira({ state: { sprintFrom: true }, pools: { energy: 1, stamina: 0 } });
    expect(reasons(encounter([sprinted, gnoll()], { settings: { sprintPushExtraEnergy: '2' } }), push)).toEqual([
      'energy',
    ]);
  });
});
