import { describe, expect, it } from 'vitest';
import { energy } from '../../../src/rulesets/energy/rules';
import { encounter, fighter, having, play, reasons, weapon } from './vocabulary';

const mira = () => fighter('mira', { str: 13 }, { items: [weapon('axe', { damage: '1d8' })] });
const gnoll = (aura: number, rest = {}) => fighter('gnoll', { evasion: 0 }, { pools: { aura }, ...rest });
const out = { conditions: [having('unconscious', { data: { cause: 'stamina' } })] };
const strike = { do: 'melee-attack', by: 'mira', at: 'gnoll' };
const ids = (on: ReturnType<typeof encounter>) => on.fighters.gnoll!.conditions.map(({ id }) => id);

describe('[E-221] the game master’s word on a Death roll', () => {
  it('denies it: the target dies', () => {
    const on = encounter([mira(), gnoll(0)]);
    play(on, { ...strike, options: { deathRoll: 'none' } }, [12, 1, 8]);
    expect(ids(on)).toEqual(['dead']);
  });
  it.each([
    [14, ['dead']],
    [15, ['exhausted']],
    [20, []],
  ])('demands fifteen: %d', (rolled, wanted) => {
    const on = encounter([mira(), gnoll(0)]);
    play(on, { ...strike, options: { deathRoll: 15 } }, [12, 1, 8, rolled]);
    expect(ids(on)).toEqual(wanted);
  });
  it('changes nothing while there is Aura, and is nobody else’s to say', () => {
    const on = encounter([mira(), gnoll(3)]);
    play(on, { ...strike, options: { deathRoll: 'none' } }, [12, 1, 8]);
    expect(ids(on)).toEqual([]);
    expect(energy.gmOptions).toContain('deathRoll');
  });
  it('counts for shots as well', () => {
    const archer = fighter('mira', { missChanceModifier: 0 }, { items: [weapon('bow', { ranged: true })] });
    const on = encounter([archer, gnoll(0)]);
    play(on, { ...strike, do: 'ranged-attack', options: { deathRoll: 'none', metres: 9, aware: false } }, [12, 5, 4]);
    expect(ids(on)).toEqual(['dead']);
  });
});

describe('[E-222] finishing somebody off', () => {
  const finish = { do: 'finish-off', by: 'mira', at: 'gnoll' };
  it('is for the unconscious without Aura alone', () => {
    expect(reasons(encounter([mira(), gnoll(0)]), finish)).toEqual(['not-at-mercy']);
    expect(reasons(encounter([mira(), gnoll(1, out)]), finish)).toEqual(['not-at-mercy']);
    expect(reasons(encounter([mira(), gnoll(0, out)]), finish)).toEqual([]);
    expect(reasons(encounter([mira(), gnoll(0, out)]), { ...finish, at: 'nobody' })).toEqual(['target-gone']);
  });
  it('costs one Energy, and no die where the game master says so', () => {
    const on = encounter([mira(), gnoll(0, out)]);
    play(on, finish, [], [['dies']]);
    expect(on).toHavePool('mira', 'energy', 4);
    expect(ids(on)).toEqual(['unconscious', 'dead']);
  });
  it('is a Death roll where the game master grants one', () => {
    const on = encounter([mira(), gnoll(0, out)]);
    play(on, finish, [12], [['death-roll']]);
    expect(ids(on)).toEqual(['unconscious', 'exhausted']);
  });
  it('is not asked about where the command has the word already', () => {
    const on = encounter([mira(), gnoll(0, out)]);
    play(on, { ...finish, options: { deathRoll: 10 } }, [9]);
    expect(ids(on)).toEqual(['unconscious', 'dead']);
  });
});
