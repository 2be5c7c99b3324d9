import type { Outcome } from '../encounter/effect';
import type { Json, JsonObject } from '../kernel/json';

/**
 * How earlier versions wrote the state of a ruleset: each member makes of a value what is written today, and leaves what is written so
 * already as it is. They stay for good: a world may come back after years.
 */
export interface Former {
  mark?(key: string, value: Json): Json;
  option?(key: string, value: Json): Json;
  /** What a step wrote of an item. */
  item?(key: string, value: Json): Json;
  /** A fact of a question or a line. */
  fact?(key: string, value: Json): Json;
  /** All facts of a question or a line, where several have become one. */
  facts?(facts: JsonObject): JsonObject;
  clock?(clock: JsonObject): JsonObject;
  /** A question with options. */
  choice?(ask: JsonObject): JsonObject;
  /** Lines of the card that are outcomes since 0.4.0, by their id: what their facts did not say. */
  readonly outcomes?: Readonly<Record<string, Omit<Outcome, 'result'>>>;
}

/** Lines that were outcomes of a success, or of a failure. */
export const resulting = (success: boolean, ...ids: string[]): NonNullable<Former['outcomes']> =>
  Object.fromEntries(ids.map((id) => [id, { success }]));

/** A list that was words parted by blanks. */
export const listed = (value: Json): Json => (typeof value === 'string' ? value.split(' ').filter(Boolean) : value);

/** A book as it is written today. */
export const bookNow = ({ mark }: Former, book: JsonObject): JsonObject =>
  mark ? mapped(book, (value, key) => mark(key, value)) : book;

/**
 * Whatever is kept of exchanges, as it is written today: commands, questions, wishes and effects, wherever they stand in it. The very
 * value where nothing is otherwise.
 */
export function writtenNow(former: Former, value: Json): Json {
  if (Array.isArray(value)) {
    const list = value.map((each) => writtenNow(former, each));
    return list.every((each, at) => each === value[at]) ? value : list;
  }
  return isObject(value) ? objectNow(former, value) : value;
}

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What was called otherwise before 0.5.0: lines of the card, things handed over, questions for a text, and what a step retained. */
function renamed(written: JsonObject): JsonObject {
  if (written.kind === 'say' && written.word !== undefined) {
    const { word: id, ...line } = written;
    return { id, ...line };
  }
  if (written.kind === 'hand' && written.as !== undefined) {
    const { at: index, as: newItem, in: newIndex, ...hand } = written;
    return { ...hand, index, newItem, newIndex } as JsonObject;
  }
  if (written.kind === 'words') return { ...written, kind: 'text' };
  if (written.entries !== undefined && written.held !== undefined) {
    const { held: retained, ...step } = written;
    return { ...step, retained };
  }
  return written;
}

function objectNow(former: Former, stored: JsonObject): JsonObject {
  const written = renamed(stored);
  const value = written.kind === 'choice' && former.choice ? former.choice(written) : written;
  const { mark, option, item, fact, facts, clock, outcomes } = former;
  const { kind, key, do: verb } = value;
  const known = kind === 'say' ? outcomes?.[String(value.id)] : undefined;
  if (known) return asOutcome(value, known);
  return mapped(value, (member, name) => {
    if (kind === 'book' && (name === 'from' || name === 'to')) return mark?.(String(key), member) ?? member;
    if (kind === 'item' && (name === 'from' || name === 'to')) return item?.(String(key), member) ?? member;
    if (kind === 'clock' && (name === 'from' || name === 'to'))
      return isObject(member) ? (clock?.(member) ?? member) : member;
    if (name === 'options' && verb !== undefined && isObject(member))
      return option ? mapped(member, (said, each) => option(each, said)) : member;
    if (name === 'facts' && isObject(member)) {
      const now = facts?.(member) ?? member;
      return fact ? mapped(now, (said, each) => fact(each, said)) : now;
    }
    return writtenNow(former, member);
  });
}

function mapped(value: JsonObject, now: (member: Json, key: string) => Json): JsonObject {
  let changed: Record<string, Json | undefined> | null = null;
  for (const [key, member] of Object.entries(value)) {
    if (member === undefined) continue;
    const next = now(member, key);
    if (next === member) continue;
    changed ??= { ...value };
    changed[key] = next;
  }
  return changed ?? value;
}

/** Facts that name something; of an outcome they stand apart. */
const NAMES: readonly string[] = ['item', 'spell', 'ability', 'weapon'];

function asOutcome(line: JsonObject, known: Omit<Outcome, 'result'>): JsonObject {
  const { id, of, facts } = line;
  const told = isObject(facts ?? null) ? Object.entries(facts as JsonObject) : [];
  const named = told.filter(([key]) => NAMES.includes(key));
  const own = told.filter(([key]) => !NAMES.includes(key));
  const outcome = {
    ...{ result: id, ...known },
    ...Object.fromEntries(own),
    ...(named.length > 0 && { facts: Object.fromEntries(named) }),
  };
  return { kind: 'outcome', outcome, ...(of !== undefined && { of }) };
}
