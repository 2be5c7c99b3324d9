import { expect, it } from 'vitest';
import type { Die } from '../../../src/kernel/dice';
import { seededDie } from '../../../src/kernel/rng';
import type { SlotsFighter } from '../../../src/rulesets/slots/state';
import {
  type ModelAttacker,
  type ModelDefender,
  type ModelSlot,
  type ModelWeapon,
  modelAttack,
  modelDice,
} from './model';
import { conditionOf, encounter, fighter, item, play, weapon } from './vocabulary';

const PAIRS = 500;
/** Attacks of each pair, so that fewer fighters are built. */
const ATTACKS = 6;
const SLOTS = ['standard', 'move', 'quick'] as const;
const ACTIONS: Readonly<Record<ModelSlot, string>> = {
  standard: 'primary-attack',
  move: 'secondary-attack',
  quick: 'tertiary-attack',
};
const STATES = [
  ['corpse', 'dead'],
  ['broken', 'broken'],
  ['dying', 'dying'],
  ['unconscious', 'out'],
] as const;

const within = (die: Die, least: number, most: number): number => least - 1 + die(most - least + 1);
const chance = (die: Die, ofSix: number): boolean => die(6) <= ofSix;

function anyWeapon(die: Die): ModelWeapon {
  const kind = chance(die, 3) ? 'melee' : 'ranged';
  return {
    kind,
    thrown: kind === 'ranged' && chance(die, 3),
    faces: within(die, 2, 12),
    range: [within(die, 15, 20), within(die, 2, 4)],
    proficient: chance(die, 4),
    toHit: within(die, -2, 3),
    toHurt: within(die, -3, 4),
    isCold: chance(die, 2),
  };
}

const anyAttacker = (die: Die): ModelAttacker => ({
  bab: within(die, 0, 12),
  str: within(die, -4, 6),
  dex: within(die, -4, 6),
  size: within(die, -2, 2),
  prone: chance(die, 1),
  exhausted: chance(die, 1),
  assisted: chance(die, 1),
  focused: chance(die, 1),
  charging: chance(die, 1),
});

const CONDITIONS = ['frightened', 'restrained', 'stunned', 'surprised', 'prone', 'observing', 'assisted', 'charging'];

function anyDefender(die: Die): ModelDefender {
  const isThing = chance(die, 1);
  const conditions = isThing ? [] : [...CONDITIONS, 'soaked', 'soaked'].filter(() => chance(die, 1));
  // The stunned do not defend.
  if (!isThing && !conditions.includes('stunned') && chance(die, 1)) conditions.push('defending');
  return {
    dex: within(die, -3, 6),
    armor: within(die, 0, 8),
    natural: within(die, -2, 5),
    hp: within(die, 1, 25),
    track: within(die, 1, 12),
    dr: chance(die, 3) ? within(die, 0, 8) : 0,
    cold: chance(die, 2) ? within(die, 0, 8) : 0,
    isThing,
    fragile: isThing && chance(die, 3),
    conditions: [...new Set(conditions)],
  };
}

function attackerOf(by: ModelAttacker, arm: ModelWeapon): SlotsFighter {
  const { str, dex, bab, size } = by;
  const conditions = (['prone', 'exhausted', 'assisted', 'charging'] as const).filter((id) => by[id]);
  const [critMin, critMult] = arm.range;
  const { kind, thrown, proficient, toHit: attackBonus, toHurt: damageBonus } = arm;
  const damageType = arm.isCold ? 'cold' : 'physical';
  const values = { kind, thrown, proficient, attackBonus, damageBonus, damageType, critMin, critMult };
  return fighter(
    'ann',
    { str, dex, bab, sizeMod: size },
    {
      side: 'heroes',
      items: [weapon('arm', { ...values, dice: `1d${arm.faces}`, range: 60 })],
      conditions: [
        ...conditions.map((id) => conditionOf(id)),
        ...(by.focused ? [conditionOf('focused', { data: { group: 'attack' } })] : []),
      ],
    },
  );
}

function defenderOf(at: ModelDefender): SlotsFighter {
  const { dex, natural: acBonus, hp: hpMax, track: negMax, dr, cold, isThing: object, fragile } = at;
  return fighter(
    'foe',
    { dex, acBonus, hpMax, negMax, dr, er: { cold }, object, fragile },
    {
      side: 'foes',
      items: [item('armor', 'mail', { bonus: at.armor })],
      conditions: at.conditions.map((id) => conditionOf(id)),
    },
  );
}

function anyPair(die: Die) {
  const [by, at, arm] = [anyAttacker(die), anyDefender(die), anyWeapon(die)];
  return { by, at, arm, on: encounter([attackerOf(by, arm), defenderOf(at)]) };
}

it(`[L-85 to L-102, L-137, L-139, L-165] agrees with a second calculation in ${PAIRS * ATTACKS} attacks`, () => {
  const die = seededDie(2026);
  const seen = new Map<string, number>();
  let pair = anyPair(die);
  for (let count = 0; count < PAIRS * ATTACKS; count++) {
    if (count % ATTACKS === 0) pair = anyPair(die);
    const { by, at, arm } = pair;
    const slot = SLOTS[die(3) - 1];
    const rolled = die(20);
    const dice = Array.from({ length: modelDice(arm, rolled) }, () => die(arm.faces));
    const sum = dice.reduce((total, face) => total + face, 0);
    const expected = modelAttack(by, at, arm, slot, rolled, sum);
    const on = structuredClone(pair.on);
    const command = { do: ACTIONS[slot], by: 'ann', at: 'foe', with: 'arm' };
    const { table } = play(on, command, [rolled, ...(expected.result === 'miss' ? [] : dice)]);
    const outcome = table.effects.flatMap((effect) => (effect.kind === 'outcome' ? [effect.outcome] : []))[0];
    const { hp, negative } = on.fighters.foe.pools;
    const had = on.fighters.foe.conditions.map(({ id }) => id);
    const state = STATES.find(([id]) => had.includes(id))?.[1] ?? 'up';
    const found = {
      result: outcome?.result,
      dealt: outcome?.damage ?? 0,
      hp: hp.value,
      negative: negative.value,
      state,
    };
    expect(found, JSON.stringify({ by, at, arm, slot, rolled, dice })).toEqual(expected);
    for (const each of [expected.result, expected.state]) seen.set(each, (seen.get(each) ?? 0) + 1);
  }
  // Each kind of result was among them.
  for (const each of ['miss', 'hit', 'critical', 'up', 'out', 'dying', 'dead', 'broken'])
    expect(seen.get(each) ?? 0, each).toBeGreaterThan(20);
}, 30_000);
