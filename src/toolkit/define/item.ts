import { applyChange } from '../../encounter/change';
import type { Fighter, Ground, Item, Place } from '../../encounter/state';
import type { Reason } from '../../kernel/ask';
import type { Json } from '../../kernel/json';
import type { Procedure } from '../../kernel/procedure';
import { amount, flag, list, optional, written } from './schema';

/** Writes down how it stands with an item, in the order in which that is said. */
export function* setItem<I extends Item>(
  { id: of }: Pick<Fighter, 'id'>,
  { id: item }: I,
  values: Partial<I>,
): Procedure<void> {
  for (const [key, to] of Object.entries(values)) yield* applyChange({ kind: 'item', of, item, key, to: to as Json });
}

/** Where a thing lies: metres east, south and up; empty where nobody knows. */
export type Spot = readonly number[];

const metres = amount(0, { min: Number.NEGATIVE_INFINITY });

/** What a thing says of itself that may lie on the ground. */
export const GROUND_FIELDS = { dropped: written(flag()), lies: written(list(metres, { sizes: [0, 3] })) };

/** Whether a thing lies on the ground, of those that say so by `LYING`; of an item as the rules read it, or as it is stored. */
export const isDropped = <T extends object>(
  thing: T,
): thing is T & { readonly dropped: boolean; readonly lies: Spot } =>
  'dropped' in thing && thing.dropped === true && 'lies' in thing;

/** Where a thing lies that was let go of at a place. @param place null where there is no map */
export const spotAt = (place: Place | null): Spot => (place ? [place.x, place.y, place.elevation] : []);

/** The place of a thing, the size of a cell; null where nobody knows it. */
export function placeOf({ cell }: Ground, [x, y, elevation]: Spot): Place | null {
  if (x === undefined || y === undefined || elevation === undefined) return null;
  return { x, y, elevation, width: cell, height: cell, facing: 0 };
}

/** Lets go of a thing at a place. @param where null where there is no map */
export const dropItem = (
  fighter: Pick<Fighter, 'id'>,
  item: Item & { readonly equipped: boolean; readonly dropped: boolean; readonly lies: Spot },
  where: Place | null,
): Procedure<void> => setItem(fighter, item, { equipped: false, dropped: true, lies: spotAt(where) });

/** Once a fight is over nobody measures the way to what lies about. */
export function* clearDropPlaces(fighters: readonly Fighter[]): Procedure<void> {
  for (const fighter of fighters)
    for (const item of fighter.items as readonly (Item & { readonly lies?: Spot })[])
      if (item.lies && item.lies.length > 0) yield* setItem(fighter, item, { lies: [] });
}

/** How often a weapon still shoots; empty where nobody counts. */
export const SHOTS = { shots: written(optional.int({ min: 0, max: 9999 })) };

type Shooter = Item & { readonly shots: number | null };

/** What stands against shooting with what has nothing left to shoot. */
export const whyNotShots = ({ shots }: Shooter): Reason[] => (shots === 0 ? [{ id: 'no-shots' }] : []);

/** One shot less, where they are counted. */
export function* spendShot(fighter: Pick<Fighter, 'id'>, weapon: Shooter): Procedure<void> {
  if (weapon.shots !== null && weapon.shots > 0) yield* setItem(fighter, weapon, { shots: weapon.shots - 1 });
}
