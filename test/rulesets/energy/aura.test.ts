import { describe, expect, it } from 'vitest';
import { TRANSCRIPT_VERSION } from '../../../src/kernel/transcript';
import { CONDITIONS } from '../../../src/rulesets/energy/conditions';
import { energy } from '../../../src/rulesets/energy/index';
import { conditionOf, encounter, fighter, play, reasons, weapon } from './vocabulary';

const strike = { do: 'melee-attack', by: 'mira', at: 'gnoll' };
const mira = () => fighter('mira', { str: 13 }, { items: [weapon('axe', { damage: '1d8' })] });
const gnoll = (aura: number, rest = {}) => fighter('gnoll', { evasion: 0, con: 16 }, { pools: { aura }, ...rest });
const ids = (of: { conditions: readonly { id: string }[] }) => of.conditions.map(({ id }) => id);

describe('[E-108, E-109, E-206] damage to Aura', () => {
  it('takes what is left, and loses the rest without a Death roll', () => {
    const on = encounter([mira(), gnoll(4)]);
    play(on, strike, [12, 1, 8]);
    expect(on).toHavePool('gnoll', 'aura', 0);
    expect(on.fighters.gnoll.conditions).toEqual([]);
  });
  it('of zero asks for nothing', () => {
    const on = encounter([fighter('mira', { str: 4 }, { items: [weapon('twig', { damage: '1d2' })] }), gnoll(0)]);
    play(on, strike, [12, 1, 1]);
  });
});

describe('[E-207, E-208, E-209, E-210, E-211, E-212, E-213] a Death roll', () => {
  it.each([
    [20, []],
    [19, ['exhausted']],
    [15, ['exhausted']],
    [14, ['exhausted']],
    [10, ['exhausted']],
    [9, ['exhausted', 'bleeding-out']],
    [5, ['exhausted', 'bleeding-out']],
    [4, ['exhausted', 'bleeding-out', 'unconscious']],
    [2, ['exhausted', 'bleeding-out', 'unconscious']],
    [1, ['dead']],
  ])('of %d: %j', (roll, wanted) => {
    const on = encounter([mira(), gnoll(0)], { clock: { round: 3, phase: 'open' } });
    play(on, strike, [12, 1, 8, roll]);
    expect(ids(on.fighters.gnoll)).toEqual(wanted);
    const [first] = on.fighters.gnoll.conditions;
    if (first?.id === 'exhausted')
      expect(first.until).toEqual(roll >= 15 ? { at: 'round-end', n: 4 } : { at: 'short-rest' });
  });

  it('[E-214, E-219, E-230] the same effect twice is one wound, one save and one penalty', () => {
    const kor = fighter('kor', { str: 13 }, { items: [weapon('axe', { damage: '1d8' })] });
    const on = encounter([mira(), kor, gnoll(0)], { clock: { round: 3, phase: 'open' } });
    play(on, strike, [12, 1, 8, 12]);
    play(on, { ...strike, by: 'kor' }, [12, 1, 8, 7]);
    expect(ids(on.fighters.gnoll)).toEqual(['exhausted', 'bleeding-out']);
    play(on, { do: 'end-round', by: 'gm' }, [11]);
    expect(on).toHavePool('gnoll', 'energy', 3);
  });
});

describe('[E-215, E-216, E-217, E-218] a Death Save', () => {
  it.each([
    [20, []],
    [19, ['bleeding-out']],
    [5, ['bleeding-out']],
    [4, ['bleeding-out', 'unconscious']],
    [2, ['bleeding-out', 'unconscious']],
    [1, ['bleeding-out', 'dead']],
  ])('of %d: %j', (save, wanted) => {
    const on = encounter([gnoll(0, { conditions: [conditionOf('bleeding-out')] })]);
    play(on, { do: 'end-round', by: 'gm' }, [save]);
    expect(ids(on.fighters.gnoll)).toEqual(wanted);
  });

  it('[E-226] a stable fighter stays unconscious and rolls no more saves', () => {
    const on = encounter([gnoll(0, { conditions: [conditionOf('bleeding-out')] })]);
    for (const save of [11, 3, 20]) play(on, { do: 'end-round', by: 'gm' }, [save]);
    expect(on.fighters.gnoll.conditions).toMatchObject([{ id: 'unconscious', data: { cause: 'dying' } }]);
    play(on, { do: 'end-round', by: 'gm' });
  });
});

describe('pools set by the game master', () => {
  const adjust = (pool: string, to: unknown) => ({
    do: 'adjust',
    by: 'gm',
    at: 'gnoll',
    options: { pool, to } as never,
  });
  it('[E-08, E-220] stay within their limits, and any Aura gained stabilizes the fighter', () => {
    const on = encounter([gnoll(0, { conditions: [conditionOf('bleeding-out')] })]);
    play(on, adjust('aura', 99));
    expect(on).toHavePool('gnoll', 'aura', on.fighters.gnoll.pools.aura.max);
    expect(on.fighters.gnoll.conditions).toEqual([]);
  });
  it('[E-16, E-17] make a fighter unconscious at zero Stamina', () => {
    const on = encounter([gnoll(0)]);
    play(on, adjust('stamina', -5));
    expect(on).toHavePool('gnoll', 'stamina', 0);
    expect(on.fighters.gnoll.conditions).toMatchObject([{ id: 'unconscious', data: { cause: 'stamina' } }]);
  });
  it('are refused without a pool or a number', () => {
    const on = encounter([gnoll(0)]);
    expect(reasons(on, adjust('mana', 1))).toEqual(['no-pool']);
    expect(reasons(on, adjust('aura', 'much'))).toEqual(['no-number']);
    expect(reasons(on, { ...adjust('aura', 1), at: 'absent' })).toEqual(['no-fighter']);
  });
});

describe('[E-235, E-236] conditions set by the game master', () => {
  const set = (condition: unknown, on: unknown) => ({
    do: 'condition',
    by: 'gm',
    at: 'gnoll',
    options: { condition, on } as never,
  });
  it('are added and removed with the conditions they imply', () => {
    const on = encounter([gnoll(0)]);
    play(on, set('dazed', true));
    play(on, set('exposed', false));
    expect(on).toHaveCondition('gnoll', 'exposed', CONDITIONS);
    play(on, set('dazed', false));
    expect(on).not.toHaveCondition('gnoll', 'exposed', CONDITIONS);
  });
  it('are refused if unknown', () => {
    const on = encounter([gnoll(0)]);
    expect(reasons(on, set('sad', true))).toEqual(['no-condition']);
    expect(reasons(on, set('dazed', 'yes'))).toEqual(['no-mark']);
  });
  it('[E-125] the game master makes a fighter helpless and undoes it', () => {
    const on = encounter([gnoll(0)]);
    play(on, { do: 'helpless', by: 'gm', at: 'gnoll' });
    expect(on.fighters.gnoll.state.helpless).toBe(true);
    play(on, { do: 'helpless', by: 'gm', at: 'gnoll', options: { on: false } });
    expect(on.fighters.gnoll.state).toEqual({});
  });
});

it.each([
  ['Log.death-dead', {}, [12, 1, 8, 1]],
  ['Log.death-certain', { deathRoll: 'none' }, [12, 1, 8]],
])('%s is the only line on the card about a death', (said, options, dice) => {
  const command = { ...strike, options };
  const { run } = play(encounter([mira(), gnoll(0)]), command, dice);
  const exchange = { version: TRANSCRIPT_VERSION, command, entries: run.entries };
  const viewer = { gm: true, owns: [], targets: [] };
  const { lines } = energy.views.card({ exchange, open: [], names: { mira: 'Mira', gnoll: 'Gnoll' }, viewer });
  const told = lines.flatMap((line) =>
    JSON.stringify(line).match(/death-|dead/) && 'message' in line ? line.message.key : [],
  );
  expect(told).toEqual([said]);
});
