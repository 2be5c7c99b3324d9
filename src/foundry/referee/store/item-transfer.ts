import type { Effect } from '../../../encounter/effect';
import { type Encounter, fighterOf } from '../../../encounter/state';
import { lookup } from '../../../kernel/lookup';
import type { Adapter } from '../../adapters/adapter';
import { documentsOf, type ExchangeDocument } from '../../host/exchange-document';
import { disableForeignEffects, isWrittenByOthers } from '../../host/put-away';
import type { BatchOperation } from '../../platform/v14';
import type { UndoData } from '../../stored/systems';

interface Held {
  readonly of: string;
  readonly item: string;
}

/** The effects of items, by the id of the item at the giver. */
type ItemEffects = NonNullable<UndoData['itemEffects']>;

/**
 * Returns operations that move items with all changes made by steps. A return within the step cancels out.
 * @param restored effects of returning items before their transfer
 */
export function transferOperations(
  host: ExchangeDocument,
  adapter: Adapter,
  encounter: Encounter,
  effects: readonly Effect[],
  restored: ItemEffects = {},
): BatchOperation[] {
  const { transfers, joined } = netTransfers(effects);
  const created = transfers.flatMap(({ from, to, isSplit }) => {
    const giver = documentsOf(host, from.of).actor;
    const receiver = documentsOf(host, to.of).actor;
    const stored = giver?.items.get(from.item);
    const item = fighterOf(encounter, to.of).items.find(({ id }) => id === to.item);
    if (!giver || !receiver || !stored || !item) return [];
    const values = item as unknown as Record<string, unknown>;
    const source = { ...stored.toObject(), _id: to.item };
    const itemEffects = lookup(restored, to.item);
    if (itemEffects) Object.assign(source, { effects: itemEffects });
    else disableForeignEffects(source, receiver, stored);
    // Only the fields that steps write: active effects have changed all others.
    for (const key of adapter.writtenItemFields)
      if (key in values) foundry.utils.setProperty(source, `system.${key}`, lookup(values, key));
    const create = { action: 'create' as const, documentName: 'Item', parent: receiver, data: [source], keepId: true };
    return isSplit
      ? [create]
      : [{ action: 'delete' as const, documentName: 'Item', parent: giver, ids: [from.item] }, create];
  });
  const deleted = joined.flatMap(({ of, item }) => {
    const { actor } = documentsOf(host, of);
    return actor?.items.has(item)
      ? [{ action: 'delete' as const, documentName: 'Item', parent: actor, ids: [item] }]
      : [];
  });
  return [...created, ...deleted];
}

/** Returns the effects of items before the step, so that an undo can restore them. */
export function itemEffectsBefore(host: ExchangeDocument, effects: readonly Effect[]): ItemEffects {
  const found: Record<string, readonly object[]> = {};
  for (const { from, to } of netTransfers(effects).transfers) {
    const giver = documentsOf(host, from.of).actor;
    const receiver = documentsOf(host, to.of).actor;
    const stored = giver?.items.get(from.item);
    if (!giver || !receiver || !stored) continue;
    if (disableForeignEffects(stored.toObject(), receiver, stored) > 0 || isWrittenByOthers(receiver, giver)) {
      const sources = stored.effects.map((effect) => effect.toObject());
      // Keeps the step short: longer effects stay disabled after an undo.
      if (JSON.stringify(sources).length <= MOST_KEPT) found[from.item] = sources;
    }
  }
  return found;
}

/** Characters of effects that are kept with a step. */
const MOST_KEPT = 4000;

interface Transfer {
  readonly from: Held;
  readonly to: Held;
  /** Some of a stack, whose rest stays. */
  readonly isSplit: boolean;
}

/** Returns where each item began and ended, without those that returned, and the items that have joined a stack. */
function netTransfers(effects: readonly Effect[]): {
  readonly transfers: readonly Transfer[];
  readonly joined: readonly Held[];
} {
  const found = new Map<string, Transfer>();
  const joined: Held[] = [];
  const key = ({ of, item }: Held): string => `${of} ${item}`;
  for (const effect of effects) {
    if (effect.kind !== 'item-transferred') continue;
    const at = { of: effect.of, item: effect.item };
    const to = { of: effect.to, item: effect.newItem };
    const known = found.get(key(at));
    const from = known?.from ?? at;
    const isSplit = effect.count !== undefined && !effect.joins;
    if (!isSplit) found.delete(key(at));
    if (effect.joins) {
      // What was split off in the same step was never written.
      if (!known) joined.push(at);
    } else if (isSplit || key(from) !== key(to))
      found.set(key(to), { from, to, isSplit: isSplit || known?.isSplit === true });
  }
  return { transfers: [...found.values()], joined };
}
