import type { FighterInput } from '../../encounter/ruleset';
import { deepEqual } from '../../kernel/deep-equal';
import { lookup } from '../../kernel/lookup';
import { combatSystem, type OpenExchange } from '../stored/systems';
import { type ExchangeDocument, keyOfFighter } from './exchange-document';

/** By key of the fighter, as an open exchange stores them. */
type DeletedItems = NonNullable<OpenExchange['items']>;

interface Deletions {
  readonly exchange: number;
  readonly items: DeletedItems;
}

/** What this client saw being deleted during the open exchange of a host, until a step has stored it. */
const seen = new WeakMap<ExchangeDocument, Deletions>();

/** Keeps a deleted item for the rest of the open exchange, which ends with it as it was. */
export function keepDeletedItem(host: ExchangeDocument, fighter: string, item: FighterInput['items'][number]): void {
  const { open } = combatSystem(host);
  if (!open) return;
  const items = deletedItemsIn(host, open);
  const own = lookup(items, keyOfFighter(fighter)) ?? [];
  if (own.some(({ id }) => id === item.id)) return;
  seen.set(host, { exchange: open.exchange, items: { ...items, [keyOfFighter(fighter)]: [...own, item] } });
}

/** Returns the items that were deleted during an exchange. */
function deletedItemsIn(host: ExchangeDocument, open: OpenExchange): DeletedItems {
  const noted = seen.get(host);
  return { ...open.items, ...(noted?.exchange === open.exchange && noted.items) };
}

/** Returns a fighter's items that were deleted during the open exchange. */
export function deletedItemsOf(host: ExchangeDocument | null, fighter: string): FighterInput['items'] {
  const open = host && combatSystem(host).open;
  return open ? (lookup(deletedItemsIn(host, open), keyOfFighter(fighter)) ?? []) : [];
}

/** Returns the open exchange with all items that were deleted during it, as it is stored. */
export function withDeletedItems(host: ExchangeDocument, open: OpenExchange): OpenExchange {
  const items = deletedItemsIn(host, open);
  return Object.keys(items).length > 0 ? { ...open, items } : open;
}

/** Returns true if a window that opens now would not know of an item that was deleted. */
export const hasUnstoredItems = (host: ExchangeDocument, open: OpenExchange): boolean =>
  !deepEqual(open.items ?? {}, deletedItemsIn(host, open));
