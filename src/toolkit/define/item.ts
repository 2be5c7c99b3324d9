import { applyChange } from '../../encounter/change';
import { quantityOf } from '../../encounter/effect';
import { groundAt } from '../../encounter/scenes';
import type { Fighter, Ground, Item, Place } from '../../encounter/state';
import type { Reason } from '../../kernel/ask';
import type { Json } from '../../kernel/json';
import type { Procedure } from '../../kernel/procedure';
import { amount, choice, flag, line, list, optional, written } from './schema';

/** Stores values of an item, in the given order. */
export function* setItem<I extends Item>(
  { id: of }: Pick<Fighter, 'id'>,
  { id: item }: I,
  values: Partial<I>,
): Procedure<void> {
  for (const [key, to] of Object.entries(values)) yield* applyChange({ kind: 'item', of, item, key, to: to as Json });
}

/** Where an item lies: metres east, south and up; empty if unknown. */
type ItemLocation = readonly number[];

const metres = amount(0, { min: Number.NEGATIVE_INFINITY });

/** Fields of an item that can lie on the ground; `sceneLevel` is empty on a scene of one level, `scene` if unknown. */
export const GROUND_FIELDS = {
  dropped: written(flag()),
  lies: written(list(metres, { sizes: [0, 3] })),
  sceneLevel: written(line()),
  scene: written(line()),
};

/**
 * Fields of an item that is held or worn, and when its active effects apply: then, or also while it is stowed.
 * @param isUsually whether it is when it is new; other things work unequipped
 */
export const equipmentFields = (isUsually: boolean) => ({
  equipped: written(flag(isUsually)),
  effectsApply: choice(['equipped', 'carried'], isUsually ? 'equipped' : 'carried'),
});

/** Returns why the active effects of an item do not apply, from what is stored of it; null if they do. */
export function whyNoEffects(item: object): 'on-ground' | 'used-up' | 'stowed' | null {
  const { quantity, equipped, effectsApply } = item as Readonly<Record<string, unknown>>;
  if (isDropped(item)) return 'on-ground';
  if (quantity === 0) return 'used-up';
  return effectsApply === 'equipped' && equipped === false ? 'stowed' : null;
}

/** Returns why so many of a stack cannot change hands. */
export const whyNotCount = (item: object, count = 1): Reason[] =>
  count <= quantityOf(item) ? [] : [{ id: 'not-so-many', data: { count: quantityOf(item) } }];

/** Returns the option of a number for an item that can be split. */
export const stackOptions = (item: object | null | undefined): readonly 'count'[] =>
  item && quantityOf(item) > 1 ? ['count'] : [];

/** Where a dropped item is. */
interface Lying {
  readonly lies: ItemLocation;
  readonly sceneLevel: string;
  /** Absent from items of older records. */
  readonly scene?: string;
}

/** Returns true for an item on the ground, as read or as stored. */
export const isDropped = <T extends object>(thing: T): thing is T & Lying & { readonly dropped: boolean } =>
  'dropped' in thing && thing.dropped === true && 'lies' in thing;

/**
 * Returns why a thing is not at hand: it lies on the ground, is broken, or has to be in hand and is not. What is gone
 * or another's is no item of the fighter at all. Rows that use a thing where it lies say so themselves.
 * @param needsHand the id of the reason against a thing that is stowed; by default it may be
 */
export function whyNotAtHand(
  thing: object & { readonly equipped?: boolean },
  { isBroken = false, needsHand }: { readonly isBroken?: boolean; readonly needsHand?: string } = {},
): Reason[] {
  const stowed = needsHand === undefined || thing.equipped ? [] : [{ id: needsHand }];
  if (isDropped(thing)) return [{ id: 'on-ground' }, ...stowed];
  return isBroken ? [{ id: 'broken-thing' }] : stowed;
}

/** Returns the values of an item that is dropped at a place; null without a map. */
export const droppedAt = (place: Place | null): Lying & { readonly dropped: true } => ({
  dropped: true,
  lies: place ? [place.x, place.y, place.elevation] : [],
  sceneLevel: place?.level ?? '',
  scene: place?.scene ?? '',
});

/** Returns the cell of a dropped item, or null if unknown. */
export function placeOf(ground: Ground, { lies: [x, y, elevation], sceneLevel, scene }: Lying): Place | null {
  if (x === undefined || y === undefined || elevation === undefined) return null;
  const map = { ...(sceneLevel && { level: sceneLevel }), ...(scene && { scene }) };
  const { cell } = groundAt(ground, map);
  return { x, y, elevation, width: cell, height: cell, facing: 0, ...map };
}

/** Drops an item. @param where null without a map */
export const dropItem = (
  fighter: Pick<Fighter, 'id'>,
  item: Item & Lying & { readonly equipped: boolean; readonly dropped: boolean },
  where: Place | null,
): Procedure<void> => setItem(fighter, item, { equipped: false, ...droppedAt(where) });

/** Removes the spots of dropped items after a fight: distances no longer matter. */
export function* clearDropPlaces(fighters: readonly Fighter[]): Procedure<void> {
  for (const fighter of fighters)
    for (const item of fighter.items as readonly (Item & { readonly lies?: ItemLocation })[])
      if (item.lies && item.lies.length > 0) yield* setItem(fighter, item, { lies: [] });
}

/** Remaining shots of a weapon; empty if not counted. */
export const SHOTS = { shots: written(optional.int({ min: 0, max: 9999 })) };

type Shooter = Item & { readonly shots: number | null };

export const whyNotShots = ({ shots }: Shooter): Reason[] => (shots === 0 ? [{ id: 'no-shots' }] : []);

export function* spendShot(fighter: Pick<Fighter, 'id'>, weapon: Shooter): Procedure<void> {
  if (weapon.shots) yield* setItem(fighter, weapon, { shots: weapon.shots - 1 });
}
