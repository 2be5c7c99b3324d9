import { describe, expect, it } from 'vitest';
import type { Effect } from '../../../src/encounter/effect';
import { CONDITIONS } from '../../../src/rulesets/energy/conditions';
import { energy } from '../../../src/rulesets/energy/index';
import { lentOptions } from '../../support/encounter';
import { encounter, fighter, play, reasons, weapon } from './vocabulary';

const mira = () => fighter('mira', { meleeAV: 20, unarmedAV: 20 }, { items: [weapon('sword', { damage: '1d6' })] });
const gnoll = (pools = {}) => fighter('gnoll', { evasion: 5 }, { pools: { aura: 0, ...pools } });
const NO_INJURY = [['']];
const strike = { do: 'melee-attack', by: 'mira', at: 'gnoll' };

describe('[E-165] bare hands', () => {
  it.each([0, 3])('spare with %d steps, without a Chance roll or a penalty', (nonLethal) => {
    const on = encounter([mira(), gnoll()]);
    play(on, { ...strike, do: 'unarmed-attack', options: { nonLethal } }, [10, 9], NO_INJURY);
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
    play(on, { ...strike, options: { nonLethal } }, faces, NO_INJURY);
    expect(on).toHavePool('gnoll', 'stamina', 5);
  });
});

describe('[E-162, E-163] optional rules of a world', () => {
  it.each`
    nonLethalAtZero | stamina | conditions
    ${'both'}       | ${5}    | ${['shaken', 'exhausted']}
    ${'exhausted'}  | ${10}   | ${['exhausted']}
    ${'shaken'}     | ${5}    | ${['shaken']}
  `('$nonLethalAtZero', ({ nonLethalAtZero, stamina, conditions }) => {
    const on = encounter([mira(), gnoll()], { settings: { nonLethalAtZero } });
    play(on, { ...strike, options: { nonLethal: 0 } }, [10, 9, 10, 3], NO_INJURY);
    expect(on).toHavePool('gnoll', 'stamina', stamina);
    expect(on.fighters.gnoll.conditions.map(({ id }) => id)).toEqual(conditions);
  });
  it('[E-17] a fighter that loses the last Stamina to a non-lethal attack is unconscious', () => {
    const on = encounter([mira(), gnoll({ stamina: 4 })]);
    play(on, { ...strike, options: { nonLethal: 0 } }, [10, 9, 10, 3], NO_INJURY);
    expect(on.fighters.gnoll.conditions).toContainEqual(
      expect.objectContaining({ id: 'unconscious', data: { cause: 'stamina' } }),
    );
  });
});

describe('[E-164] a non-lethal injury', () => {
  const attack = (options: object) => ({ ...strike, options: { nonLethal: 0, ...options } });
  const said = (effects: readonly Effect[]) =>
    effects.flatMap((effect) => (effect.kind === 'log' && effect.id === 'injured' ? [effect] : []));
  it('is described in the attacker’s words', () => {
    const { table } = play(encounter([mira(), gnoll()]), attack({}), [10, 9, 10, 3], [[' A split lip ']]);
    expect(said(table.effects)).toMatchObject([{ of: 'gnoll', facts: { injury: 'A split lip' } }]);
  });
  it('is left out without a description, and not asked for while the target has Aura', () => {
    const { table } = play(encounter([mira(), gnoll()]), attack({}), [10, 9, 10, 3], [['  ']]);
    expect(said(table.effects)).toEqual([]);
    play(encounter([mira(), gnoll({ aura: 9 })]), attack({}), [10, 9, 10, 3]);
  });
  it('takes the damage that the game master asks for', () => {
    play(encounter([mira(), gnoll()]), attack({ injuryFrom: 5 }), [10, 9, 10, 4]);
    play(encounter([mira(), gnoll()]), attack({ injuryFrom: 5 }), [10, 9, 10, 5], NO_INJURY);
    expect(lentOptions(energy)).toEqual(expect.arrayContaining(['injuryFrom', 'deathRoll']));
  });
});

describe('[E-20, E-21, E-22] Stamina that enhances an attack', () => {
  const against = (options: object) => reasons(encounter([mira(), gnoll()]), { ...strike, options: { ...options } });
  it('is at most four points, except for a single ability', () => {
    expect(against({ enhance: 4 })).toEqual([]);
    expect(against({ enhance: 5 })).toEqual(['too-enhanced']);
    expect(against({ enhance: 5, single: true })).toEqual([]);
    expect(against({ enhance: -1 })).toEqual(['bad-option']);
  });
  it('is paid in addition to the swapped point', () => {
    const on = encounter([mira(), gnoll()]);
    play(on, { ...strike, options: { enhance: 4, swap: true } }, [1]);
    expect(on).toHavePool('mira', 'stamina', 5);
    expect(on).toHavePool('mira', 'energy', 3);
  });
});
