import { activeConditions, type Condition } from '../../../src/encounter/condition';
import type { Effect } from '../../../src/encounter/effect';
import type { Ruleset } from '../../../src/encounter/ruleset';
import type { Encounter, Fighter } from '../../../src/encounter/state';
import type { Viewer } from '../../../src/encounter/view';
import { defined } from '../../../src/kernel/defined';
import type { Json } from '../../../src/kernel/json';
import { logLineOf } from '../../../src/toolkit/views/card';
import { isKeyed } from '../record';
import type { Asked } from './asked';
import { directionOf, writtenPlace } from './ground';
import { itemValue, stateValue } from './shorthand';
import type { Source } from './source';

/** What was expected and what is instead. */
export interface Difference {
  readonly key: string;
  readonly expected: unknown;
  readonly found: unknown;
}

/** What is to be seen once a step is over. */
export interface Seen {
  readonly encounter: Encounter;
  readonly ruleset: Ruleset;
  /** What the step did, and what it asked. */
  readonly effects: readonly Effect[];
  readonly asked: readonly Asked[];
  /** Every mark that was in a book so far, as `<fighter>.<mark>`. */
  readonly marks: ReadonlySet<string>;
}

/** What the encounter holds at an expectation's key, and whether lists are sets there. */
interface Reading {
  readonly found: unknown;
  readonly unordered?: boolean;
  /** What is expected, where a file may write it more shortly than it is kept. */
  readonly expected?: unknown;
}

/** What is expected of a mark that is in the book no more. */
const GONE = 'gone';
const MASTER: Viewer = { gm: true, owns: [], targets: [] };

/** Compares one expectation with what is to be seen; null where it holds. Throws ScenarioError for a key nothing answers to. */
export function differenceOf(key: string, wanted: Source, seen: Seen): Difference | null {
  if (key === 'said') return toldDifference(key, wanted, linesOf(seen.effects));
  if (key === 'asked') return toldDifference(key, wanted, questionsOf(seen.asked));
  const [, of, condition] = /^([^.]+)\.conditions\.(.+)$/.exec(key) ?? [];
  if (of && condition) return conditionDifference(key, wanted, of, condition, seen);
  const { found, unordered, expected = wanted.value() } = read(key, wanted, seen);
  const [a, b] = unordered ? [sorted(expected), sorted(found)] : [expected, found];
  return JSON.stringify(a) === JSON.stringify(b) ? null : { key, expected, found };
}

/** A line of the card, or a question: its id, whose it is, and the facts of its sentence. */
type Told = Readonly<Record<string, unknown>> & { readonly id: string };

const linesOf = (effects: readonly Effect[]): Told[] =>
  effects.flatMap((effect) => {
    const line = logLineOf(effect);
    return line ? [{ ...line.facts, of: 'of' in effect ? effect.of : undefined, id: line.id }] : [];
  });
const questionsOf = (asked: readonly Asked[]): Told[] =>
  asked.map(({ id, by, facts, dice }) => ({ ...facts, ...(dice && { dice }), by, id }));

/** They must have been told in that order, with these facts where any are named; others may stand between. */
function toldDifference(key: string, wanted: Source, told: readonly Told[]): Difference | null {
  let at = -1;
  for (const each of wanted.oneOrMore()) {
    const facts = each.isMapping() ? Object.fromEntries(each.entries()) : { id: each };
    if (!facts.id) each.fail('a line or a question is named by its id');
    const like = told.filter(({ id }) => id === facts.id.text());
    for (const [fact, source] of Object.entries(facts))
      if (like.length > 0 && !like.some((one) => fact in one))
        source.fail(`${facts.id.text()} has no ${fact}; it has ${Object.keys(like[0]).join(', ')}`);
    at = told.findIndex(
      (one, index) => index > at && Object.entries(facts).every(([fact, source]) => one[fact] === source.value()),
    );
    if (at < 0)
      return {
        key,
        expected: wanted.value(),
        found: told.map(({ id, ...rest }) => (wantsFacts(wanted) ? { id, ...rest } : id)),
      };
  }
  return null;
}

const wantsFacts = (wanted: Source): boolean => wanted.oneOrMore().some((each) => each.isMapping());

/**
 * Whether a fighter has a condition: true, false, or what its instance says of itself; a list where there are to be exactly so many.
 * `from` are the conditions that imply it.
 */
function conditionDifference(
  key: string,
  wanted: Source,
  of: string,
  id: string,
  { encounter, ruleset }: Seen,
): Difference | null {
  const fighter = encounter.fighters[of] ?? wanted.fail(`nothing answers to ${key}`);
  if (!ruleset.conditions[id]) wanted.fail(`${ruleset.id} knows no condition ${id}`);
  const active = activeConditions(ruleset.conditions, fighter.conditions).find((each) => each.id === id);
  const expected = wanted.value();
  if (typeof expected === 'boolean') return expected === Boolean(active) ? null : { key, expected, found: !expected };
  const found = (active?.roots ?? []).map(({ key: _, id: __, ...rest }) => rest);
  const instances = wanted.oneOrMore().map((each) => each.members([], ['until', 'by', 'towards', 'data', 'from']));
  const isMet = instances.every(({ from, ...rest }) => {
    const implied = !from || same(sorted(from.oneOrMore().map((each) => each.text())), sorted(active?.parents ?? []));
    const told = Object.entries(rest).map(([member, source]) => [member, source.value()] as const);
    const hasOne = told.length === 0 || (active?.roots ?? []).some((root) => told.every((each) => says(root, ...each)));
    return Boolean(active) && implied && hasOne;
  });
  if (isMet && (!wanted.isList() || instances.length === found.length)) return null;
  return { key, expected, found: active ? [...found, ...active.parents.map((from) => ({ from }))] : GONE };
}

const says = (root: Condition, member: string, wanted: unknown): boolean =>
  same(ordered(root[member as keyof Condition] ?? null), ordered(wanted));

/** Members of a mapping in the same order, whoever wrote them. */
const ordered = (value: unknown): unknown =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => a.localeCompare(b)))
    : value;

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

function read(key: string, wanted: Source, seen: Seen): Reading {
  const { encounter } = seen;
  const [first, ...rest] = key.split('.');
  if (first === 'clock' && rest.length === 1) {
    if (!(rest[0] in encounter.clock)) wanted.fail(`the clock has no ${rest[0]}`);
    return { found: encounter.clock[rest[0]] };
  }
  const fighter = encounter.fighters[first];
  if (!fighter || rest.length === 0) wanted.fail(`nothing answers to ${key}`);
  return readFighter(fighter, rest, key, wanted, seen);
}

function readFighter(
  fighter: Fighter,
  path: readonly string[],
  key: string,
  wanted: Source,
  { encounter, ruleset, marks }: Seen,
): Reading {
  const name = path.join('.');
  if (name === 'conditions')
    return { found: activeConditions(ruleset.conditions, fighter.conditions).map(({ id }) => id), unordered: true };
  if (name === 'place') return { found: writtenPlace(fighter.place, encounter.ground) };
  if (name === 'facing') return { found: fighter.place && directionOf(fighter.place.facing) };
  if (path[0] === 'sheet') {
    const { figures } = ruleset.views.sheet(encounter, fighter, MASTER);
    const figure = figures.find(({ id }) => id === path.slice(1).join('.'));
    return figure
      ? { found: figure.value }
      : wanted.fail(
          `the sheet of ${fighter.id} has no ${name.slice(6)}; it has ${figures.map(({ id }) => id).join(', ')}`,
        );
  }
  if (wanted.value() === GONE) {
    if (!marks.has(key)) wanted.fail(`${fighter.id} never had a mark ${name}`);
    return { found: fighter.state[name] ?? GONE };
  }
  const pool = fighter.pools[path[0]];
  if (pool && (path.length === 1 || name === `${path[0]}.max`)) return { found: path[1] ? pool.max : pool.value };
  if (name in fighter.state)
    return { found: fighter.state[name], expected: stateValue(ruleset.id, name, wanted.value() as Json) };
  // Totals shown on the sheet stand apart from what rules reckon with.
  const stat = valueAt(fighter.stats, path) ?? valueAt(fighter.stats, ['figures', ...path]);
  if (stat !== undefined) return { found: stat };
  if (path[0] === 'items') {
    const found = valueAt(
      fighter.items.find(({ id }) => id === path[1]),
      path.slice(2),
    );
    if (found !== undefined)
      return { found, expected: itemValue(defined(path.at(-1), 'a key'), wanted.value() as Json) };
  }
  // A mark that was never made is not in the book; only its absence can be expected.
  const isAbsence = [0, false, null].includes(wanted.value() as never);
  if (isAbsence && ruleset.stateSchema.has(name)) return { found: wanted.value() };
  return wanted.fail(`${fighter.id} has no ${name}: no pool, mark or stat of that name (${key})`);
}

/** A statistic may be kept as a breakdown; its total is then what is meant. */
function valueAt(value: unknown, path: readonly string[]): unknown {
  let at = value;
  for (const key of path) at = isKeyed(at) ? at[key] : undefined;
  return isKeyed(at) && 'terms' in at ? at['value'] : at;
}

const sorted = (value: unknown): unknown => (Array.isArray(value) ? [...value].sort() : value);
