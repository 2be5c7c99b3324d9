import { labelOf } from '../platform/field-label';
import { notify } from '../platform/notice';
import { text } from '../platform/text';
import { numbersOutOfRange } from './models';

/** A document as it is stored, before Foundry has looked at it. */
interface Source {
  readonly _id?: string;
  readonly name?: string;
  readonly type?: string;
  readonly system?: unknown;
  readonly items?: unknown;
}

type Beyond = ReturnType<typeof numbersOutOfRange>[number] & { readonly name: string };

/** Put into words only when they are told: while the world loads there may be none yet. */
const noted = new Map<string, Beyond>();
let isLoading = true;

/**
 * Notes which numbers of a stored document lie beyond what the rules take, while the world is loading: its model takes the nearest, and
 * after that nobody knows. For `migrateData` of documents, which Foundry calls first, on what is stored. API: DataModel.migrateData.
 * @param owner whose item it is
 */
export function noteOutOfRange(source: Source, owner?: string): void {
  const { _id, name, type, system, items } = source;
  if (!isLoading || !_id || !name || !type) return;
  const called = owner ? `${owner}: ${name}` : name;
  for (const found of numbersOutOfRange(type, system)) {
    const key = `${_id} ${found.path} ${found.was}`;
    if (!noted.has(key)) noted.set(key, { ...found, name: called });
  }
  // Foundry may make items of their own base class first. API: EmbeddedCollectionField#migrateSource
  if (Array.isArray(items)) for (const item of items) if (item && typeof item === 'object') noteOutOfRange(item, name);
}

/** So many numbers are named at once. */
const MOST = 8;

/** Tells the game master what was noted, when the world has loaded; from then on nothing is. */
export function notifyOutOfRange(): void {
  isLoading = false;
  const found = [...noted.values()].map(({ name, field, was, now }) =>
    text('CADENCE.App.Unreadable.number', { name, field: labelOf(field), was, now }),
  );
  noted.clear();
  if (!game.user.isGM || found.length === 0) return;
  const more = found.length - MOST;
  const key = more > 0 ? 'CADENCE.App.Unreadable.manyBeyond' : 'CADENCE.App.Unreadable.beyond';
  notify('warn', text(key, { names: found.slice(0, MOST).join('; '), more }), { permanent: true });
}

export const OUT_OF_RANGE_NUMBERS = { ready: notifyOutOfRange };
