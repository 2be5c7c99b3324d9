import { labelOf } from '../platform/field-label';
import { notify } from '../platform/notice';
import { shortName, text } from '../platform/text';
import { valuesBeyondLimits } from './models';

interface Source {
  readonly _id?: string;
  readonly name?: string;
  readonly type?: string;
  readonly system?: unknown;
  readonly items?: unknown;
}

interface Beyond extends Pick<ReturnType<typeof valuesBeyondLimits>[number], 'field'> {
  readonly name: string;
  /** Of a number; missing for what is too long. */
  readonly was?: number;
  readonly now?: number;
}

/** Localized only when reported: no translations are available while the world loads. Null afterwards. */
let noted: Map<string, Beyond> | null = new Map();

/**
 * Notes the stored values beyond their limits while the world loads; afterwards the model has limited them.
 * Called from `migrateData`, which Foundry calls first, on the source. API: DataModel.migrateData.
 * @param owner the name of an item's actor
 */
export function noteOutOfRange(source: Source, owner?: string): void {
  const { _id, name, type, system, items } = source;
  if (!noted || !_id || !name || !type) return;
  const label = owner ? `${owner}: ${name}` : name;
  for (const found of valuesBeyondLimits(type, system)) {
    const { path, field, was, now } = found;
    const key = `${_id} ${path} ${typeof was === 'number' ? was : ''}`;
    // Without the text itself: it can be megabytes.
    const beyond = typeof was === 'number' ? { was, now: Number(now) } : {};
    if (!noted.has(key)) noted.set(key, { name: shortName(label), field, ...beyond });
  }
  // Foundry may construct items with their base class first. API: EmbeddedCollectionField#migrateSource
  if (Array.isArray(items)) for (const item of items) if (item && typeof item === 'object') noteOutOfRange(item, name);
}

const MAX_NAMED = 8;

export function notifyOutOfRange(): void {
  const found = [...(noted?.values() ?? [])].map(({ name, field, was, now }) =>
    was === undefined || now === undefined
      ? text('CADENCE.App.Unreadable.long', { name, field: labelOf(field) })
      : text('CADENCE.App.Unreadable.number', { name, field: labelOf(field), was, now }),
  );
  noted = null;
  if (!game.user.isGM || found.length === 0) return;
  const more = found.length - MAX_NAMED;
  const key = more > 0 ? 'CADENCE.App.Unreadable.manyBeyond' : 'CADENCE.App.Unreadable.beyond';
  notify('warn', text(key, { names: found.slice(0, MAX_NAMED).join('; '), more }), { permanent: true });
}

export const OUT_OF_RANGE_NUMBERS = { ready: notifyOutOfRange };
