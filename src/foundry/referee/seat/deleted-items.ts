import { adapterOf } from '../../adapters/registry';
import { noteChange } from '../../host/changes';
import { keepDeletedItem } from '../../host/deleted-items';
import {
  combatantsOf,
  documentsOf,
  type ExchangeDocument,
  openHosts,
  tokenFightersOf,
} from '../../host/exchange-document';
import { idOf } from '../../platform/documents';
import { combatSystem } from '../../stored/systems';

/**
 * An open exchange ends with an item that is deleted meanwhile as it was, and is checked again: else the next answer would fail. A changed
 * item is not kept, because a GM may correct it.
 */
export function watchItems(recheck: (host: ExchangeDocument) => void): void {
  Hooks.on('deleteItem', (item: Item.Implementation, options: object, userId: string) => {
    for (const host of hostsTouchedBy(item, options, userId)) {
      for (const fighter of bearersOf(host, item)) keep(host, fighter, item);
      noteChange();
      recheck(host);
    }
  });
  Hooks.on('updateItem', (item: Item.Implementation, _changed: object, options: object, userId: string) => {
    for (const host of hostsTouchedBy(item, options, userId)) recheck(host);
  });
}

function hostsTouchedBy(item: Item.Implementation, options: object, userId: string): ExchangeDocument[] {
  // Steps use up and hand over items. Only a GM's mark counts: a player's client could claim one.
  if ('cadence' in options && game.users?.get(userId)?.isGM) return [];
  return openHosts().filter((host) => combatSystem(host).open !== null && bearersOf(host, item).length > 0);
}

/** Returns the fighters with an item; those of an unlinked token may have it from their base actor. */
function bearersOf(host: ExchangeDocument, { parent }: Item.Implementation): readonly string[] {
  if (!(parent instanceof Actor)) return [];
  const ids = [...combatantsOf(host).map(idOf), ...tokenFightersOf(host)];
  return ids.filter((id) => {
    const { actor } = documentsOf(host, id);
    return actor?.uuid === parent.uuid || (actor?.isToken === true && !parent.isToken && actor.id === parent.id);
  });
}

function keep(host: ExchangeDocument, fighter: string, item: Item.Implementation): void {
  const known = adapterOf(host.type)?.itemOf(item);
  if (known) keepDeletedItem(host, fighter, foundry.utils.deepClone(known));
}
