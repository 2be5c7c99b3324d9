import type { Effect } from '../../encounter/effect';
import { type Encounter, fighterOf } from '../../encounter/state';
import type { Adapter } from '../adapter';
import { documentsOf, type Host } from '../host/host';
import type { BatchOperation } from '../platform/v14';

interface Held {
  readonly of: string;
  readonly item: string;
}

/**
 * Things that have changed hands, as documents: gone from one actor, made anew at the other with what steps have made of them.
 * What has come back in the same step has never gone.
 */
export function handOperations(
  host: Host,
  adapter: Adapter,
  encounter: Encounter,
  effects: readonly Effect[],
): BatchOperation[] {
  return [...journeys(effects)].flatMap(([, { from, to }]) => {
    const giver = documentsOf(host, from.of).actor;
    const taker = documentsOf(host, to.of).actor;
    const stored = giver?.items.get(from.item);
    const item = fighterOf(encounter, to.of).items.find(({ id }) => id === to.item);
    if (!giver || !taker || !stored || !item) return [];
    const known = item as unknown as Record<string, unknown>;
    const source = { ...stored.toObject(), _id: to.item };
    // Only what steps write: of everything else the rules know what active effects have made of it.
    for (const key of adapter.marks) if (key in known) foundry.utils.setProperty(source, `system.${key}`, known[key]);
    return [
      { action: 'delete' as const, documentName: 'Item', parent: giver, ids: [from.item] },
      { action: 'create' as const, documentName: 'Item', parent: taker, data: [source], keepId: true },
    ];
  });
}

/** Where each thing began and ended; the two differ. */
function journeys(effects: readonly Effect[]): ReadonlyMap<string, { readonly from: Held; readonly to: Held }> {
  const found = new Map<string, { from: Held; to: Held }>();
  const key = ({ of, item }: Held): string => `${of} ${item}`;
  for (const effect of effects) {
    if (effect.kind !== 'hand') continue;
    const at = { of: effect.of, item: effect.item };
    const from = found.get(key(at))?.from ?? at;
    const to = { of: effect.to, item: effect.newItem };
    found.delete(key(at));
    if (key(from) !== key(to)) found.set(key(to), { from, to });
  }
  return found;
}
