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

export interface Difference {
  readonly key: string;
  readonly expected: unknown;
  readonly found: unknown;
}

export interface Seen {
  readonly encounter: Encounter;
  readonly ruleset: Ruleset;
  readonly effects: readonly Effect[];
  readonly asked: readonly Asked[];
  /** All state fields set so far, as `<fighter>.<field>`. */
  readonly writtenStates: ReadonlySet<string>;
}

/** The value at the key of an expectation, and whether its lists are sets. */
interface Reading {
  readonly found: unknown;
  readonly unordered?: boolean;
  /** The expected value, if a file may write it in short form. */
  readonly expected?: unknown;
}

/** The expected value of a state field that was cleared. */
const GONE = 'gone';
const MASTER: Viewer = { gm: true, owns: [], targets: [] };

/** Compares one expectation with the state; returns null if it holds. Throws ScenarioError for an unknown key. */
export function differenceOf(key: string, expectation: Source, seen: Seen): Difference | null {
  if (key === 'log') return sequenceDifference(key, expectation, linesOf(seen.effects));
  if (key === 'asked') return sequenceDifference(key, expectation, questionsOf(seen.asked));
  const [, of, condition] = /^([^.]+)\.conditions\.(.+)$/.exec(key) ?? [];
  if (of && condition) return conditionDifference(key, expectation, of, condition, seen);
  const { found, unordered, expected = expectation.value() } = read(key, expectation, seen);
  const [a, b] = unordered ? [sorted(expected), sorted(found)] : [expected, found];
  return JSON.stringify(a) === JSON.stringify(b) ? null : { key, expected, found };
}

/** A log line or a question: its id, its fighter, and its facts. */
type Line = Readonly<Record<string, unknown>> & { readonly id: string };

const linesOf = (effects: readonly Effect[]): Line[] =>
  effects.flatMap((effect) => {
    const line = logLineOf(effect);
    return line ? [{ ...line.facts, of: 'of' in effect ? effect.of : undefined, id: line.id }] : [];
  });
const questionsOf = (asked: readonly Asked[]): Line[] =>
  asked.map(({ id, by, facts, dice }) => ({ ...facts, ...(dice && { dice }), by, id }));

/** The entries must occur in this order with the given facts; others may lie between. */
function sequenceDifference(key: string, expectation: Source, lines: readonly Line[]): Difference | null {
  let at = -1;
  for (const each of expectation.oneOrMore()) {
    const facts = each.isMapping() ? Object.fromEntries(each.entries()) : { id: each };
    if (!facts.id) each.fail('a line or a question is named by its id');
    const like = lines.filter(({ id }) => id === facts.id.text());
    for (const [fact, source] of Object.entries(facts))
      if (like.length > 0 && !like.some((one) => fact in one))
        source.fail(`${facts.id.text()} has no ${fact}; it has ${Object.keys(like[0]).join(', ')}`);
    at = lines.findIndex(
      (one, index) => index > at && Object.entries(facts).every(([fact, source]) => same(one[fact], source.value())),
    );
    if (at < 0)
      return {
        key,
        expected: expectation.value(),
        found: lines.map(({ id, ...rest }) => (hasFacts(expectation) ? { id, ...rest } : id)),
      };
  }
  return null;
}

const hasFacts = (expectation: Source): boolean => expectation.oneOrMore().some((each) => each.isMapping());

/**
 * Compares a condition: true, false, or the members of its instance; a list requires that many instances.
 * `from` lists the conditions that imply it.
 */
function conditionDifference(
  key: string,
  expectation: Source,
  of: string,
  id: string,
  { encounter, ruleset }: Seen,
): Difference | null {
  const fighter = encounter.fighters[of] ?? expectation.fail(`nothing answers to ${key}`);
  if (!ruleset.conditions[id]) expectation.fail(`${ruleset.id} knows no condition ${id}`);
  const active = activeConditions(ruleset.conditions, fighter.conditions).find((each) => each.id === id);
  const expected = expectation.value();
  if (typeof expected === 'boolean') return expected === Boolean(active) ? null : { key, expected, found: !expected };
  const found = (active?.roots ?? []).map(({ key: _, id: __, ...rest }) => rest);
  const instances = expectation.oneOrMore().map((each) => each.members([], ['until', 'by', 'towards', 'data', 'from']));
  const isMet = instances.every(({ from, ...rest }) => {
    const implied = !from || same(sorted(from.oneOrMore().map((each) => each.text())), sorted(active?.parents ?? []));
    const members = Object.entries(rest).map(([member, source]) => [member, source.value()] as const);
    const hasOne =
      members.length === 0 || (active?.roots ?? []).some((root) => members.every((each) => hasMember(root, ...each)));
    return Boolean(active) && implied && hasOne;
  });
  if (isMet && (!expectation.isList() || instances.length === found.length)) return null;
  return { key, expected, found: active ? [...found, ...active.parents.map((from) => ({ from }))] : GONE };
}

const hasMember = (root: Condition, member: string, expected: unknown): boolean =>
  same(ordered(root[member as keyof Condition] ?? null), ordered(expected));

/** Sorts the members of a mapping, so that their order does not matter. */
const ordered = (value: unknown): unknown =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => a.localeCompare(b)))
    : value;

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

function read(key: string, expectation: Source, seen: Seen): Reading {
  const { encounter } = seen;
  const [first, ...rest] = key.split('.');
  if (first === 'clock' && rest.length === 1) {
    if (!(rest[0] in encounter.clock)) expectation.fail(`the clock has no ${rest[0]}`);
    return { found: encounter.clock[rest[0]] };
  }
  const fighter = encounter.fighters[first];
  if (!fighter || rest.length === 0) expectation.fail(`nothing answers to ${key}`);
  return readFighter(fighter, rest, key, expectation, seen);
}

function readFighter(
  fighter: Fighter,
  path: readonly string[],
  key: string,
  expectation: Source,
  { encounter, ruleset, writtenStates }: Seen,
): Reading {
  const name = path.join('.');
  if (name === 'conditions')
    return { found: activeConditions(ruleset.conditions, fighter.conditions).map(({ id }) => id), unordered: true };
  if (name === 'place' && expectation.isMapping())
    return {
      found: membersOf(
        fighter.place,
        expectation.entries().map(([member]) => member),
      ),
    };
  if (name === 'place') return { found: writtenPlace(fighter.place, encounter.ground) };
  if (name === 'facing') return { found: fighter.place && directionOf(fighter.place.facing) };
  if (path[0] === 'sheet') {
    const { figures } = ruleset.views.sheet(encounter, fighter, MASTER);
    const figure = figures.find(({ id }) => id === path.slice(1).join('.'));
    return figure
      ? { found: figure.value }
      : expectation.fail(
          `the sheet of ${fighter.id} has no ${name.slice(6)}; it has ${figures.map(({ id }) => id).join(', ')}`,
        );
  }
  if (expectation.value() === GONE) {
    if (!writtenStates.has(key)) expectation.fail(`${fighter.id} never had the state ${name}`);
    return { found: fighter.state[name] ?? GONE };
  }
  const pool = fighter.pools[path[0]];
  if (pool && (path.length === 1 || name === `${path[0]}.max`)) return { found: path[1] ? pool.max : pool.value };
  if (name in fighter.state)
    return {
      found: withoutScenes(fighter.state[name]),
      expected: withoutScenes(stateValue(ruleset.id, name, expectation.value() as Json)),
    };
  // Totals of the sheet are separate from the stats that rules use.
  const stat = valueAt(fighter.stats, path) ?? valueAt(fighter.stats, ['figures', ...path]);
  if (stat !== undefined) return { found: stat };
  if (path[0] === 'items') {
    const found = valueAt(
      fighter.items.find(({ id }) => id === path[1]),
      path.slice(2),
    );
    if (found !== undefined)
      return { found, expected: itemValue(defined(path.at(-1), 'a key'), expectation.value() as Json) };
  }
  // A state field never set is missing; a file can only expect its absence.
  const isAbsence = [0, false, null].includes(expectation.value() as never);
  if (isAbsence && ruleset.stateSchema.has(name)) return { found: expectation.value() };
  return expectation.fail(`${fighter.id} has no ${name}: no pool, mark or stat of that name (${key})`);
}

const membersOf = (place: Fighter['place'], members: readonly string[]): unknown =>
  place && Object.fromEntries(members.map((member) => [member, place[member as keyof typeof place]]));

/** A scenario is played on one scene, which it does not name. */
function withoutScenes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutScenes);
  if (!isKeyed(value)) return value;
  const members = Object.entries(value).filter(([key]) => key !== 'scene');
  return Object.fromEntries(members.map(([key, member]) => [key, withoutScenes(member)]));
}

/** A stat may be a breakdown; its total is compared then. */
function valueAt(value: unknown, path: readonly string[]): unknown {
  let at = value;
  for (const key of path) at = isKeyed(at) ? at[key] : undefined;
  return isKeyed(at) && 'terms' in at ? at['value'] : at;
}

const sorted = (value: unknown): unknown => (Array.isArray(value) ? [...value].sort() : value);
