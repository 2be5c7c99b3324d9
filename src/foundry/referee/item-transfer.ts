import type { Effect } from '../../encounter/effect';
import { type Encounter, fighterOf } from '../../encounter/state';
import type { Adapter } from '../adapters/adapter';
import { documentsOf, type ExchangeDocument } from '../host/exchange-document';
import type { BatchOperation } from '../platform/v14';
import type { UndoData } from '../stored/systems';

interface Held {
  readonly of: string;
  readonly item: string;
}

/** The effects of items, by the id the item has at the actor it is taken from. */
type Lent = NonNullable<UndoData['lent']>;

/**
 * Things that have changed hands, as documents: gone from one actor, made anew at the other with what steps have made of them.
 * What has come back in the same step has never gone.
 * @param lent what items that come back lent before they were handed over
 */
export function transferOperations(
  host: ExchangeDocument,
  adapter: Adapter,
  encounter: Encounter,
  effects: readonly Effect[],
  lent: Lent = {},
): BatchOperation[] {
  return [...journeys(effects)].flatMap(([, { from, to }]) => {
    const giver = documentsOf(host, from.of).actor;
    const taker = documentsOf(host, to.of).actor;
    const stored = giver?.items.get(from.item);
    const item = fighterOf(encounter, to.of).items.find(({ id }) => id === to.item);
    if (!giver || !taker || !stored || !item) return [];
    const known = item as unknown as Record<string, unknown>;
    const isForeign = isWrittenByOthers(giver, taker);
    const borne = lent[to.item] ?? stored.effects.map((effect) => lentBy(effect, isForeign));
    const source = { ...stored.toObject(), _id: to.item, effects: borne };
    // Only what steps write: of everything else the rules know what active effects have made of it.
    for (const key of adapter.marks) if (key in known) foundry.utils.setProperty(source, `system.${key}`, known[key]);
    return [
      { action: 'delete' as const, documentName: 'Item', parent: giver, ids: [from.item] },
      { action: 'create' as const, documentName: 'Item', parent: taker, data: [source], keepId: true },
    ];
  });
}

/**
 * Whether a player who owns the giver does not own the taker. Such a player may have written any effect into the item, and a game master's
 * window would now apply it to somebody else's actor.
 */
const isWrittenByOthers = (giver: Actor.Implementation, taker: Actor.Implementation): boolean =>
  (game.users?.contents ?? []).some(
    (user) => !user.isGM && giver.testUserPermission(user, 'OWNER') && !taker.testUserPermission(user, 'OWNER'),
  );

/** An effect as it goes along with its item: switched off where it would act on an actor that its writer does not own. */
function lentBy(effect: ActiveEffect.Implementation, isForeign: boolean): object {
  const source = effect.toObject();
  return isForeign && source.transfer ? { ...source, disabled: true } : source;
}

/** The effects of items that a step hands over, as they are before it: an undo writes them back, whatever was made of them meanwhile. */
export function itemEffectsBefore(host: ExchangeDocument, effects: readonly Effect[]): Lent {
  const found: Record<string, readonly object[]> = {};
  for (const [, { from, to }] of journeys(effects)) {
    const giver = documentsOf(host, from.of).actor;
    const taker = documentsOf(host, to.of).actor;
    const stored = giver?.items.get(from.item);
    if (!giver || !taker || !stored) continue;
    if (isWrittenByOthers(giver, taker) || isWrittenByOthers(taker, giver)) {
      const sources = stored.effects.map((effect) => effect.toObject());
      // A step is kept short; of what is longer the effects stay switched off after an undo.
      if (JSON.stringify(sources).length <= MOST_KEPT) found[from.item] = sources;
    }
  }
  return found;
}

/** Characters of effects that are kept with a step. */
const MOST_KEPT = 4000;

/** Where each thing began and ended; the two differ. */
function journeys(effects: readonly Effect[]): ReadonlyMap<string, { readonly from: Held; readonly to: Held }> {
  const found = new Map<string, { from: Held; to: Held }>();
  const key = ({ of, item }: Held): string => `${of} ${item}`;
  for (const effect of effects) {
    if (effect.kind !== 'item-transferred') continue;
    const at = { of: effect.of, item: effect.item };
    const from = found.get(key(at))?.from ?? at;
    const to = { of: effect.to, item: effect.newItem };
    found.delete(key(at));
    if (key(from) !== key(to)) found.set(key(to), { from, to });
  }
  return found;
}
