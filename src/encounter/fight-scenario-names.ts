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

/**
 * Returns the record with names in place of ids: `mira` for a fighter, `spear` for an item. What the fight created gets
 * the ids that it gets when a scenario is played.
 */
export function namedRecord(record: FightRecord): FightRecord {
  const fighters = Object.values(record.start.fighters);
  // Some rules break ties by name, then by id.
  const ordered = fighters.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const items = fighters.flatMap((fighter) => fighter.items);
  const taken = new Set(RESERVED);
  const names = new Map<string, string>();
  const name = (id: string, shown: string, kind: string): void => {
    if (names.has(id)) return;
    const slug = slugOf(shown);
    const base = READABLE_ID.test(slug) ? slug : `${kind}${slug && `-${slug}`}`;
    let unique = base;
    for (let count = 2; taken.has(unique); count++) unique = `${base}-${String(count).padStart(2, '0')}`;
    taken.add(unique);
    names.set(id, unique);
  };
  const isUnreadable = (id: string): boolean => DOCUMENT_ID.test(id) || !READABLE_ID.test(id) || RESERVED.includes(id);
  for (const { id } of [...fighters, ...items]) if (!isUnreadable(id)) taken.add(id);
  for (const { id, name: shown } of ordered) if (isUnreadable(id)) name(id, shown, 'fighter');
  for (const { id, name: shown } of items) if (DOCUMENT_ID.test(id)) name(id, shown, 'item');
  let created = 0;
  for (const effect of record.exchanges.flatMap(({ entries }) => effectsOf(entries))) {
    if (effect.kind === 'condition-added') names.set(effect.condition.key, `new-${++created}`);
    if (effect.kind === 'item-transferred') names.set(effect.newItem, `new-${++created}`);
  }
  return renameIn(record, names) as FightRecord;
}

/** Returns a name as an id of a scenario file; empty if it has no Latin letters or digits. */
export const slugOf = (name: string): string =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/\p{Mark}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');

function renameIn(value: unknown, names: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return names.get(value) ?? value;
  if (Array.isArray(value)) return value.map((part) => renameIn(part, names));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [renamedKey(key, names), renameIn(part, names)]),
  );
}

/** Keys of state fields end with the id that they belong to. */
function renamedKey(key: string, names: ReadonlyMap<string, string>): string {
  const whole = names.get(key);
  if (whole !== undefined) return whole;
  const at = key.lastIndexOf('-');
  const end = at < 0 ? undefined : names.get(key.slice(at + 1));
  return end === undefined ? key : `${key.slice(0, at + 1)}${end}`;
}
