import { describe, expect, it } from 'vitest';
import { CONDITIONS } from '../../../src/rulesets/energy/rules/conditions';
import { encounter, fighter, play, reasons, weapon } from './duel';

const mira = () => fighter('mira', { meleeAV: 20, unarmedAV: 20 }, { items: [weapon('sword', { damage: '1d6' })] });
const gnoll = (pools = {}) => fighter('gnoll', { evasion: 5 }, { pools: { aura: 0, ...pools } });
const strike = { do: 'melee-attack', by: 'mira', at: 'gnoll' };

describe('[E-165] bare hands', () => {
  it.each([0, 3])('spare with %d steps, without a Chance roll and without a penalty', (nonLethal) => {
    const on = encounter([mira(), gnoll()]);
    play(on, { ...strike, do: 'unarmed-attack', options: { nonLethal } }, [10, 9]);
    expect(on).toHavePool('gnoll', 'stamina', 5);
    expect(on).toHaveCondition('gnoll', 'shaken', CONDITIONS);
  });
});

describe('[E-166, E-167] the Chance roll', () => {
  it.each`
    nonLethal | faces
    ${0}      | ${[10, 9, 10, 3]}
    ${1}      | ${[10, 9, 5, 3]}
    ${2}      | ${[10, 9, 3]}
  `('of a blade with $nonLethal steps', ({ nonLethal, faces }) => {
    const on = encounter([mira(), gnoll()]);
    play(on, { ...strike, options: { nonLethal } }, faces);
    expect(on).toHavePool('gnoll', 'stamina', 5);
  });
});

describe('[E-162, E-163] what a world may leave out', () => {
  it.each`
    nonLethalAtZero | stamina | conditions
    ${'both'}       | ${5}    | ${['shaken', 'exhausted']}
    ${'exhausted'}  | ${10}   | ${['exhausted']}
    ${'shaken'}     | ${5}    | ${['shaken']}
  `('$nonLethalAtZero', ({ nonLethalAtZero, stamina, conditions }) => {
    const on = encounter([mira(), gnoll()], { settings: { nonLethalAtZero } });
    play(on, { ...strike, options: { nonLethal: 0 } }, [10, 9, 10, 3]);
    expect(on).toHavePool('gnoll', 'stamina', stamina);
    expect(on.fighters.gnoll!.conditions.map(({ id }) => id)).toEqual(conditions);
  });
  it('[E-17] who loses the last Stamina so is out cold', () => {
    const on = encounter([mira(), gnoll({ stamina: 4 })]);
    play(on, { ...strike, options: { nonLethal: 0 } }, [10, 9, 10, 3]);
    expect(on.fighters.gnoll!.conditions).toContainEqual(
      expect.objectContaining({ id: 'unconscious', data: { cause: 'stamina' } }),
    );
  });
});

describe('[E-20, E-21, E-22] Stamina that enhances an attack', () => {
  const against = (options: object) => reasons(encounter([mira(), gnoll()]), { ...strike, options: { ...options } });
  it('is four points at most, unless one single ability takes them', () => {
    expect(against({ enhance: 4 })).toEqual([]);
    expect(against({ enhance: 5 })).toEqual(['too-enhanced']);
    expect(against({ enhance: 5, single: true })).toEqual([]);
    expect(against({ enhance: -1 })).toEqual(['no-enhancement']);
  });
  it('is paid beside the swapped point', () => {
    const on = encounter([mira(), gnoll()]);
    play(on, { ...strike, options: { enhance: 4, swap: true } }, [1]);
    expect(on).toHavePool('mira', 'stamina', 5);
    expect(on).toHavePool('mira', 'energy', 3);
  });
});
