import { expect, it } from 'vitest';
import type { Command } from '../../../src/encounter/command';
import { beginExchange, runUntilBlocked } from '../../../src/encounter/play';
import type { Ruleset } from '../../../src/encounter/ruleset';
import { makeCountingIds } from '../../../src/encounter/table';
import { deepEqual } from '../../../src/kernel/deep-equal';
import type { Die } from '../../../src/kernel/dice';
import { seededDie } from '../../../src/kernel/rng';
import { energy } from '../../../src/rulesets/energy/index';
import type { EnergyEncounter } from '../../../src/rulesets/energy/state';
import { anyAnswer } from '../../support/answer';
import {
  type ModelFighter,
  type ModelMissile,
  type ModelResult,
  type ModelShot,
  type ModelWeapon,
  rangeOf,
  shoot,
  strike,
} from './model';
import { armor, conditionOf, encounter, fighter, item, weapon } from './vocabulary';

const EXCHANGES = 2000;

const pick = <T>(die: Die, all: readonly T[]): T => all[die(all.length) - 1] as T;
const between = (die: Die, low: number, high: number): number => low + die(high - low + 1) - 1;
const maybe = (die: Die): boolean => die(4) === 1;

const TYPES = ['', 'fire', 'slashing'];
const SUFFERS = ['dazed', 'blinded', 'prone', 'surprised', 'unguarded', 'exposed', 'defending'];

const anyWeapon = (die: Die): ModelWeapon => ({
  dice: [die(2), pick(die, [4, 6, 8, 10])],
  attackBonus: between(die, -1, 3),
  damageBonus: between(die, -1, 3),
  evasionBonus: between(die, 0, 2),
  exposedDamage: between(die, 0, 3),
  precision: between(die, 0, 2),
  damageType: pick(die, TYPES),
  mpr: between(die, 0, 3),
  blunt: maybe(die),
});

const anyFighter = (die: Die, asleep: boolean): ModelFighter => ({
  str: between(die, -4, 9),
  dex: between(die, -4, 9),
  level: between(die, 0, 9),
  mpl: between(die, 0, 5),
  armStrength: between(die, -2, 27),
  size: pick(die, ['small', 'medium', 'large', 'huge'] as const),
  weapon: anyWeapon(die),
  shield: between(die, 0, 3),
  armor: { coverage: between(die, 0, 21), rating: between(die, 0, 6), penalty: between(die, 0, 2) },
  conditions: [...SUFFERS.filter(() => die(6) === 1), ...(asleep && die(8) === 1 ? ['unconscious'] : [])],
  weaknesses: TYPES.filter((type) => type !== '' && maybe(die)),
  resistances: TYPES.filter((type) => type !== '' && maybe(die)),
  aura: maybe(die) ? 0 : between(die, 1, 15),
  stamina: between(die, 1, 9),
});

const anyMissile = (die: Die): ModelMissile => ({
  ...anyWeapon(die),
  accuracy: between(die, -1, 4),
  range: pick(die, [
    [5, 30, 120],
    [10, 40, 150],
    [2, 4, 80],
  ] as const),
  how: pick(die, ['bow', 'sling', 'thrown', 'improvised'] as const),
});

const itemOf = (id: string, { dice, ...fields }: ModelWeapon, rest: object = {}) =>
  weapon(id, { ...fields, damage: `${dice?.[0]}d${dice?.[1]}`, reach: 0, ...rest });

function missileOf({ accuracy, range, how, ...fields }: ModelMissile) {
  const shoots = how === 'bow' || how === 'sling';
  const launcher = how === 'bow' ? 'bow' : 'none';
  return itemOf(
    'missile',
    { ...fields, evasionBonus: 0 },
    { accuracy, range, launcher, ranged: shoots, thrown: how === 'thrown' },
  );
}

function fighterOf(id: string, given: ModelFighter, items: readonly ReturnType<typeof weapon>[] = []) {
  const { str, dex, level, mpl, armStrength, size, aura, stamina, weaknesses, resistances, shield } = given;
  const { coverage, rating, penalty } = given.armor;
  const base = { str: str + 10, dex: dex + 10, level, mpl, armStrength, size, weaknesses, resistances };
  return fighter(
    id,
    { ...base, inherentEvasion: null, missChance: null },
    {
      items: [
        ...items,
        itemOf('weapon', given.weapon),
        armor(coverage, rating, { penalty }),
        item('shield', 'shield', { bonus: shield }),
      ],
      pools: { aura, stamina },
      conditions: given.conditions.map((condition) =>
        conditionOf(condition, condition === 'unconscious' ? { data: { cause: 'sleep' } } : {}),
      ),
    },
  );
}

/** Plays a command with these dice. Returns what the model calculates too. */
function played(on: EnergyEncounter, command: Command, die: Die): ModelResult {
  const rootsOf = (id: string) => on.fighters[id].conditions.map((condition) => condition.id);
  const before = rootsOf('gnoll');
  const exposures = rootsOf('mira').filter((id) => id === 'exposed').length;
  const run = beginExchange(energy as unknown as Ruleset, on, command, makeCountingIds('new-'));
  const open = runUntilBlocked(run, (ask) =>
    ask.kind === 'dice' ? { answer: anyAnswer(ask, die) } : { answer: [''] },
  );
  if (open) throw new Error(`${open.id} waits`);
  const outcomes = run.table.effects.flatMap((effect) => (effect.kind === 'outcome' ? [effect.outcome] : []));
  if (outcomes.length !== 1) throw new Error(`${outcomes.length} outcomes`);
  const [{ result, damage = 0 }] = outcomes;
  const { pools } = on.fighters.gnoll;
  return {
    result: result as ModelResult['result'],
    damage,
    aura: pools.aura.value,
    stamina: pools.stamina.value,
    suffers: rootsOf('gnoll').slice(before.length).sort(),
    isAttackerExposed: rootsOf('mira').filter((id) => id === 'exposed').length > exposures,
  };
}

/** Writes the case down only if it is needed. */
function compare(found: ModelResult, calculated: ModelResult, given: object): void {
  if (!deepEqual(found, calculated)) expect(found, JSON.stringify(given)).toEqual(calculated);
}

/** The same faces for both. */
function facesOf(seed: number): readonly [Die, Die] {
  return [seededDie(seed), seededDie(seed)];
}

it('a blow comes out as the second calculation says', () => {
  const die = seededDie(4711);
  for (let exchange = 0; exchange < EXCHANGES; exchange++) {
    const [attacker, defender] = [anyFighter(die, false), anyFighter(die, true)];
    const how = { behind: maybe(die), nonLethal: maybe(die) ? between(die, 0, 3) : null, other: between(die, -2, 8) };
    const isUnarmed = maybe(die);
    const on = encounter([fighterOf('mira', attacker), fighterOf('gnoll', defender)]);
    const { behind, nonLethal, other } = how;
    const command: Command = {
      do: isUnarmed ? 'unarmed-attack' : 'melee-attack',
      by: 'mira',
      at: 'gnoll',
      options: { other, ...(behind && { behind }), ...(nonLethal !== null && { nonLethal }) },
    };
    const [ours, theirs] = facesOf(exchange);
    const calculated = strike(theirs, attacker, defender, how, isUnarmed);
    compare(played(on, command, ours), calculated, { command, attacker, defender });
  }
}, 60_000);

it('a shot and a throw come out as the second calculation says', () => {
  const die = seededDie(4712);
  for (let exchange = 0; exchange < EXCHANGES; exchange++) {
    const [attacker, defender] = [anyFighter(die, false), anyFighter(die, true)];
    const missile = anyMissile(die);
    const how: ModelShot = {
      behind: maybe(die),
      nonLethal: maybe(die) ? between(die, 0, 3) : null,
      other: between(die, -6, 2),
      metres: die(Math.max(1, Math.min(60, rangeOf(attacker, missile).most))),
      aware: die(3) > 1,
      movement: pick(die, ['still', 'ordinary', 'zigzag'] as const),
    };
    const on = encounter([fighterOf('mira', attacker, [missileOf(missile)]), fighterOf('gnoll', defender)]);
    const { behind, nonLethal, ...options } = how;
    const command: Command = {
      do: 'ranged-attack',
      by: 'mira',
      at: 'gnoll',
      with: 'missile',
      options: { ...options, ...(behind && { behind }), ...(nonLethal !== null && { nonLethal }) },
    };
    const [ours, theirs] = facesOf(exchange);
    const calculated = shoot(theirs, attacker, missile, defender, how);
    compare(played(on, command, ours), calculated, { command, attacker, missile, defender });
  }
}, 60_000);
