import type { Command } from './command';
import { effectsOf } from './exchange';
import type { FightRecord } from './fight-record';

/** Ids of documents. */
const DOCUMENT_ID = /^[A-Za-z0-9]{16}$/;
const READABLE_ID = /^[a-z][a-z0-9-]*$/;
/** Words that mean something else in a scenario file. */
const RESERVED: readonly string[] = [
  'gm',
  'with',
  'pass',
  'place',
  'cuts-in',
  'after',
  'clock',
  'log',
  'asked',
  'unarmed',
];

/** Of an id. The key of a line of YAML has at most 1024 characters, and keys such as `mira.conditions` contain ids. */
const LONGEST_ID = 60;

interface Naming {
  /** Whether names of fighters, items and the fight, and typed texts, are replaced: `Fighter 1`. */
  readonly isAnonymous?: boolean;
}

/**
 * Returns the record with names in place of ids: `mira` for a fighter, `spear` for an item. What the fight created gets
 * the ids that it gets when a scenario is played.
 */
export function namedRecord(record: FightRecord, { isAnonymous = false }: Naming = {}): FightRecord {
  const named = isAnonymous ? anonymousRecord(record) : record;
  const fighters = Object.values(named.start.fighters);
  // Some rules break ties by name, then by id.
  const ordered = fighters.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const items = fighters.flatMap((fighter) => fighter.items);
  const isUnreadable = (id: string): boolean =>
    isAnonymous || DOCUMENT_ID.test(id) || !READABLE_ID.test(id) || id.length > LONGEST_ID || isReserved(id);
  const names = new Map<string, string>();
  const taken = new Set([...fighters, ...items].map(({ id }) => id).filter((id) => !isUnreadable(id)));
  const counts = new Map<string, number>();
  const name = (id: string, shown: string, kind: string): void => {
    if (names.has(id)) return;
    const slug = slugOf(shown.slice(0, 4 * LONGEST_ID)).slice(0, LONGEST_ID);
    const base = READABLE_ID.test(slug) ? slug : `${kind}${slug && `-${slug}`}`;
    let unique = base;
    let count = counts.get(base) ?? 1;
    while (taken.has(unique) || isReserved(unique)) unique = `${base}-${String(++count).padStart(2, '0')}`;
    counts.set(base, count);
    taken.add(unique);
    names.set(id, unique);
  };
  for (const { id, name: shown } of ordered) if (isUnreadable(id)) name(id, shown, 'fighter');
  for (const { id, name: shown } of items) if (isAnonymous || DOCUMENT_ID.test(id)) name(id, shown, 'item');
  const { scene, scenes = {} } = record.start.ground;
  for (const [at, id] of [...(scene === undefined ? [] : [scene]), ...Object.keys(scenes)].entries())
    names.set(id, `scene-${at + 1}`);
  let created = 0;
  for (const effect of record.exchanges.flatMap(({ entries }) => effectsOf(entries))) {
    if (effect.kind === 'condition-added') names.set(effect.condition.key, `new-${++created}`);
    if (effect.kind === 'item-transferred') names.set(effect.newItem, `new-${++created}`);
  }
  return renameIn(named, { ids: names }) as FightRecord;
}

/** A lookup by a name of `Object.prototype` would find something everywhere. */
const isReserved = (id: string): boolean => RESERVED.includes(id) || id in Object.prototype;

/** Returns the record without the names in it, in their order, because some rules break ties by name. */
function anonymousRecord(record: FightRecord): FightRecord {
  const fighters = Object.values(record.start.fighters);
  const texts = new Map(typedTexts(record).map((typed, at) => [typed, `text-${at + 1}`]));
  const name = (all: readonly { readonly name: string }[], kind: string): void => {
    const names = [...new Set(all.map((each) => each.name))].filter((each) => each !== '' && !pseudonyms.has(each));
    const { length: digits } = String(names.length);
    for (const [at, each] of names.toSorted((a, b) => a.localeCompare(b)).entries())
      pseudonyms.set(each, `${kind} ${String(at + 1).padStart(digits, '0')}`);
  };
  const pseudonyms = new Map<string, string>();
  name(fighters, 'Fighter');
  name(
    fighters.flatMap(({ items }) => items),
    'Item',
  );
  const renamed = <T extends { readonly name: string }>(each: T): T => ({
    ...each,
    name: pseudonyms.get(each.name) ?? each.name,
  });
  const { start, exchanges } = renameIn(record, { texts: new Map([...texts, ...pseudonyms]) }) as FightRecord;
  const anonymous = Object.entries(start.fighters).map(
    ([id, fighter]) => [id, { ...renamed(fighter), items: fighter.items.map(renamed) }] as const,
  );
  return { ...record, name: 'A fight', exchanges, start: { ...start, fighters: Object.fromEntries(anonymous) } };
}

/** Returns what users typed: answers in words, and options that are no word of the rules. */
function typedTexts({ exchanges }: FightRecord): readonly string[] {
  const found = new Set<string>();
  const add = (typed: unknown): void => {
    if (typeof typed !== 'string' || typed.trim() === '') return;
    found.add(typed);
    // Some rules trim it.
    found.add(typed.trim());
  };
  const ofCommand = (command: unknown): void => {
    const { options = {} } = (command ?? {}) as Partial<Command>;
    for (const value of Object.values(options)) if (typeof value === 'string' && !RULE_WORD.test(value)) add(value);
  };
  for (const { command, entries } of exchanges) {
    ofCommand(command);
    for (const { ask, answer } of entries) {
      if (ask.kind === 'section' || ask.kind === 'interrupt') ofCommand(ask.command);
      else if (ask.kind === 'text') add((answer as readonly unknown[])[0]);
      else if (ask.kind === 'all')
        for (const [at, part] of ask.asks.entries())
          if (part.kind === 'text') add((answer as readonly (readonly unknown[])[])[at]?.[0]);
    }
  }
  return [...found];
}

/** Ids of the rules and of documents. */
const RULE_WORD = /^[\w.-]+$/;

/** Returns a name as an id of a scenario file; empty if it has no Latin letters or digits. */
export const slugOf = (name: string): string =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/\p{Mark}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');

interface Renames {
  readonly ids?: ReadonlyMap<string, string>;
  readonly texts?: ReadonlyMap<string, string>;
}

/** Members in which texts stand. Elsewhere a word of the rules may look like a name. */
const WITH_TEXTS: readonly string[] = ['facts', 'stats', 'state', 'data', 'outcome', 'options', 'answer', 'to', 'from'];

/** @param isText whether this value may contain texts */
function renameIn(value: unknown, renames: Renames, isText = false): unknown {
  const { ids, texts } = renames;
  if (typeof value === 'string')
    return ids?.get(value) ?? (isText && !isWord(value) ? texts?.get(value) : null) ?? value;
  if (Array.isArray(value)) return value.map((part) => renameIn(part, renames, isText));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => {
      if (key === 'facts') return [key, renameFacts(part, renames)];
      return [renamedKey(key, ids), renameIn(part, renames, isText || WITH_TEXTS.includes(key))];
    }),
  );
}

/** Facts are for sentences, so that even a name that is a word of the rules is replaced. */
function renameFacts(value: unknown, renames: Renames): unknown {
  if (typeof value === 'string') return renames.ids?.get(value) ?? renames.texts?.get(value) ?? value;
  if (Array.isArray(value)) return value.map((part) => renameFacts(part, renames));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [renamedKey(key, renames.ids), renameFacts(part, renames)]),
  );
}

const isWord = (value: string): boolean => READABLE_ID.test(value);

/** Keys of state fields end with the id that they belong to. */
function renamedKey(key: string, names: ReadonlyMap<string, string> | undefined): string {
  const whole = names?.get(key);
  if (whole !== undefined) return whole;
  const at = key.lastIndexOf('-');
  const end = at < 0 ? undefined : names?.get(key.slice(at + 1));
  return end === undefined ? key : `${key.slice(0, at + 1)}${end}`;
}
