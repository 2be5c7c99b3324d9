import { applyChange } from '../../encounter/change';
import type { Command } from '../../encounter/command';
import type { Encounter, Fighter, FighterId, FighterIn, Item, Place } from '../../encounter/state';
import type { ActionGroup, FloorItemView } from '../../encounter/view';
import { lookup } from '../../kernel/lookup';
import type { Procedure } from '../../kernel/procedure';
import { isDropped, placeOf } from '../define/item';
import { labelOfGroup, message } from '../define/labels';
import type { SheetContext } from './sheet';

/** Returns the command that picks up an item. */
export type TakeUpCommand = (item: Item, of: FighterId) => Omit<Command, 'by'>;

/** Returns the view of items on the ground. */
export const floorOf =
  <E extends Encounter>(takeUp: TakeUpCommand) =>
  ({ fighters, ground }: E): readonly FloorItemView[] =>
    Object.values(fighters).flatMap(({ id: of, items }) =>
      items.filter(isDropped).flatMap((item) => {
        const place = placeOf(ground, item);
        return place ? [{ of, item: item.id, name: item.name, place, takeUpCommand: takeUp(item, of) }] : [];
      }),
    );

/**
 * Returns buttons for items of others within reach that the viewer may know of. A fighter's own items have their
 * buttons on the sheet.
 * @param isNear whether the fighter reaches a place
 */
export function takeUpButtons<E extends Encounter>(
  { encounter, fighter, viewer, button }: SheetContext<E>,
  takeUp: TakeUpCommand,
  isNear: (encounter: E, fighter: FighterIn<E>, place: Place) => boolean,
): readonly ActionGroup[] {
  if (!encounter || !fighter.place) return [];
  const { id: by } = fighter;
  const { hiddenFighters = [] } = viewer;
  const near = floorOf<E>(takeUp)(encounter).filter(
    ({ of, place }) => of !== by && !hiddenFighters.includes(of) && isNear(encounter, fighter, place),
  );
  if (near.length === 0) return [];
  const actions = near.map(({ takeUpCommand, of, item, name }) =>
    button(
      { ...takeUpCommand, by },
      { id: `${takeUpCommand.do}-${of}-${item}`, label: message('Action.take-up.label', { item: name }) },
    ),
  );
  return [{ id: 'floor', label: labelOfGroup('floor'), actions }];
}

/** Returns an item with its owner: the target's if it lies on the ground, or the actor's own. */
export function findItemToTake<F extends Fighter>(
  fighters: Readonly<Record<FighterId, F>>,
  { by, at, with: id }: Command,
): { readonly owner: F; readonly item: F['items'][number] } | null {
  const owner = lookup(fighters, at ?? by);
  const item = owner?.items.find((each) => each.id === id);
  return owner && item && (owner.id === by || isDropped(item)) ? { owner, item } : null;
}

/**
 * Transfers an item to another fighter. Returns it with its new id.
 * @param count so many of a stack; all by default. They may also be split off for their own fighter
 */
export function* transferItem<I extends Item>(
  owner: Fighter,
  receiver: Fighter,
  item: I,
  count?: number,
): Procedure<I> {
  if (owner.id === receiver.id && count === undefined) return item;
  const effect = yield* applyChange({
    ...{ kind: 'item-transferred', item: item.id, of: owner.id, to: receiver.id },
    ...(count !== undefined && { count }),
  });
  return effect?.kind === 'item-transferred' ? { ...item, id: effect.newItem } : item;
}
