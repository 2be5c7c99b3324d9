import { activeConditions } from '../../../src/encounter/condition';
import type { Effect } from '../../../src/encounter/effect';
import type { Ruleset } from '../../../src/encounter/ruleset';
import type { Encounter, Fighter } from '../../../src/encounter/state';
import { directionOf, writtenPlace } from './ground';
import type { Source } from './source';

/** What was expected and what is instead. */
export interface Difference {
  readonly key: string;
  readonly expected: unknown;
  readonly found: unknown;
}

/** What the encounter holds at an expectation's key, and whether lists are sets there. */
interface Reading {
  readonly found: unknown;
  readonly unordered?: boolean;
}

/** Compares one expectation with the encounter; null where it holds. Throws ScenarioError for a key nothing answers to. */
export function differenceOf(
  key: string,
  wanted: Source,
  encounter: Encounter,
  ruleset: Ruleset,
  effects: readonly Effect[],
): Difference | null {
  const expected = wanted.value();
  if (key === 'said') return saidDifference(wanted, effects);
  const { found, unordered } = read(key, wanted, encounter, ruleset);
  const [a, b] = unordered ? [sorted(expected), sorted(found)] : [expected, found];
  return JSON.stringify(a) === JSON.stringify(b) ? null : { key, expected, found };
}

/** The words must have been said in that order; others may stand between. */
function saidDifference(wanted: Source, effects: readonly Effect[]): Difference | null {
  const expected = wanted.oneOrMore().map((word) => word.text());
  const said = effects.flatMap((effect) => (effect.kind === 'say' ? [effect.word] : []));
  let at = -1;
  for (const word of expected) {
    at = said.indexOf(word, at + 1);
    if (at < 0) return { key: 'said', expected, found: said };
  }
  return null;
}

function read(key: string, wanted: Source, encounter: Encounter, ruleset: Ruleset): Reading {
  const [first, ...rest] = key.split('.');
  if (first === 'clock' && rest.length === 1) {
    if (!(rest[0]! in encounter.clock)) wanted.fail(`the clock has no ${rest[0]}`);
    return { found: encounter.clock[rest[0]!] };
  }
  const fighter = encounter.fighters[first!];
  if (!fighter || rest.length === 0) wanted.fail(`nothing answers to ${key}`);
  return readFighter(fighter, rest, key, wanted, encounter, ruleset);
}

function readFighter(
  fighter: Fighter,
  path: readonly string[],
  key: string,
  wanted: Source,
  encounter: Encounter,
  ruleset: Ruleset,
): Reading {
  const name = path.join('.');
  if (name === 'conditions')
    return { found: activeConditions(ruleset.conditions, fighter.conditions).map(({ id }) => id), unordered: true };
  if (name === 'place') return { found: writtenPlace(fighter.place, encounter.ground) };
  if (name === 'facing') return { found: fighter.place && directionOf(fighter.place.facing) };
  const pool = fighter.pools[path[0]!];
  if (pool && (path.length === 1 || name === `${path[0]}.max`)) return { found: path[1] ? pool.max : pool.value };
  if (name in fighter.book) return { found: fighter.book[name] };
  // Totals shown on the sheet stand apart from what rules reckon with.
  const stat = valueAt(fighter.stats, path) ?? valueAt(fighter.stats, ['figures', ...path]);
  if (stat !== undefined) return { found: stat };
  if (path[0] === 'items') {
    const found = valueAt(
      fighter.items.find(({ id }) => id === path[1]),
      path.slice(2),
    );
    if (found !== undefined) return { found };
  }
  // A mark that was never made is not in the book; only its absence can be expected.
  if ([0, false, null].includes(wanted.value() as never)) return { found: wanted.value() };
  return wanted.fail(`${fighter.id} has no ${name}: no pool, mark or stat of that name (${key})`);
}

/** A statistic may be kept as a breakdown; its total is then what is meant. */
function valueAt(value: unknown, path: readonly string[]): unknown {
  let at: any = value;
  for (const key of path) at = at?.[key];
  return at !== null && typeof at === 'object' && 'terms' in at ? at.value : at;
}

const sorted = (value: unknown): unknown => (Array.isArray(value) ? [...value].sort() : value);
