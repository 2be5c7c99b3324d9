import type { Adapter } from '../../../foundry/adapter';
import { BASE_DEFAULTS } from '../rules/base';
import { ITEM_TYPES } from '../rules/words';

/** What the rules read of an actor: the ledger's stat keys, as stored. Sets come as lists. */
export function baseOf(actor: Actor.Implementation): ReturnType<Adapter['baseOf']> {
  const stored = storedOf(actor);
  return Object.fromEntries(Object.keys(BASE_DEFAULTS).flatMap((key) => (key in stored ? [[key, stored[key]]] : [])));
}

/** An item as the rules see it; null for what is no gear of this ruleset. */
export function itemOf(item: Item.Implementation): ReturnType<Adapter['itemOf']> {
  if (!(ITEM_TYPES as readonly string[]).includes(item.type)) return null;
  const { description: _, ...system } = storedOf(item);
  return { ...system, id: item.id!, name: item.name, type: item.type };
}

// The installed types know one model per subtype of a configured system; every model of ours can tell what it stores.
const storedOf = ({ system }: { readonly system: unknown }): Record<string, unknown> =>
  (system as { toObject(): Record<string, unknown> }).toObject();
