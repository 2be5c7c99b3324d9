import { updateInside } from '../platform/documents';
import { SYSTEM_ID } from '../platform/settings';

/** An item as stored; Item Piles passes an empty object to see whether it gets one back. */
interface ItemSource {
  system?: Record<string, unknown>;
}

/** Returns an item as it arrives at its new owner: in no hand, and not on the ground. */
export function putAwaySource<T extends ItemSource>(data: T): T {
  const { system } = data;
  if (!system) return data;
  for (const inHand of ['equipped', 'held']) if (inHand in system) system[inHand] = false;
  if ('dropped' in system) Object.assign(system, { dropped: false, lies: [], sceneLevel: '', scene: '' });
  return data;
}

/** An effect as stored. */
interface EffectSource {
  disabled?: boolean;
  transfer?: boolean;
  flags?: Record<string, unknown>;
  _stats?: { readonly lastModifiedBy?: string | null };
}

/** Marks an effect that was disabled when its item changed hands. */
const FLAG = 'handedOver';

/**
 * Disables the effects that would act on an actor although a player wrote them who does not own it: a GM's window would apply them.
 * @param from the item itself; without one, the last writer of each effect counts
 * @returns the number of disabled effects
 */
export function disableForeignEffects(
  source: object,
  receiver: Actor.Implementation | null,
  from: Item.Implementation | null,
): number {
  const { effects = [], _stats } = source as { effects?: EffectSource[] } & Pick<EffectSource, '_stats'>;
  const isOwned = from !== null && isWrittenByOthers(from, receiver);
  const foreign = effects.filter((effect) => {
    const writers = [from?._stats, _stats, effect._stats].map((stats) => stats?.lastModifiedBy);
    const isForeign = isOwned || writers.some((id) => isOther(game.users?.get(id ?? ''), receiver));
    return isForeign && effect.transfer !== false && !effect.disabled;
  });
  for (const effect of foreign) {
    effect.disabled = true;
    effect.flags = { ...effect.flags, [SYSTEM_ID]: { ...(effect.flags?.[SYSTEM_ID] as object), [FLAG]: true } };
  }
  return foreign.length;
}

/** Returns whether a copy of the item would bring such effects to the actor. */
export const hasForeignEffects = (item: Item.Implementation, receiver: Actor.Implementation): boolean =>
  disableForeignEffects(item.toObject(), receiver, item) > 0;

const isOther = (user: User.Implementation | undefined, receiver: Actor.Implementation | null): boolean =>
  user !== undefined && !user.isGM && receiver?.testUserPermission(user, 'OWNER') !== true;

/** Returns true if a player who may write the item does not own the receiver. */
export const isWrittenByOthers = (
  written: Item.Implementation | Actor.Implementation,
  receiver: Actor.Implementation | null,
): boolean =>
  (game.users?.contents ?? []).some((user) => isOther(user, receiver) && written.testUserPermission(user, 'OWNER'));

/** Returns the effects of an item that are disabled since it changed hands. */
export const handedOverEffects = (item: Item.Implementation): ActiveEffect.Implementation[] =>
  item.effects.filter(
    ({ disabled, flags }) => disabled && foundry.utils.getProperty(flags, `${SYSTEM_ID}.${FLAG}`) === true,
  );

/** Enables them. */
export const enableHandedOver = (item: Item.Implementation): Promise<unknown> =>
  updateInside(
    item,
    'ActiveEffect',
    handedOverEffects(item).map(({ id }) => ({ _id: id, disabled: false, [`flags.${SYSTEM_ID}.${FLAG}`]: false })),
  );
