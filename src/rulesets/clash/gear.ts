import { applyChange, log } from '../../encounter/change';
import { impossibleReason } from '../../encounter/legality';
import type { GearRules } from '../../encounter/ruleset';
import { whyNoTarget } from '../../toolkit/act/actions';
import { type Action, type ClashContext, requiring } from './action';
import { whyNotRange } from './attack/reach';
import { applyAbility, intentOfEffect, isHarmful, type Source } from './magic/effect';
import { reveal } from './movement/hiding';
import type { ActionKind } from './schema';
import { type ClashItem, type Gear, isFocus } from './stats';

const withGear = requiring<ClashContext & { readonly item: Gear }>({
  find: (act) => (act.item?.type === 'clashGear' && act.item.usable ? { ...act, item: act.item } : null),
  whyNot: () => [impossibleReason('no-gear')],
});

/** C-13, C-16. */
export const consume = (category: ActionKind): Action =>
  withGear({
    category,
    ofItem: true,
    mayTarget: true,
    promise: 0,
    heals: ({ item }) => item?.type === 'clashGear' && item.effect === 'heal',
    ...(category === 'attack' && { odds: 'works' }),
    itemsFor: ({ items }) => items.filter((item) => item.type === 'clashGear' && item.usable),
    intent: ({ item }) => (item?.type === 'clashGear' ? intentOfEffect(item) : null),
    whyNot(act) {
      const { encounter, fighter, command, target, item } = act;
      if (!target && (command.at !== undefined || isHarmful(item))) return whyNoTarget(act);
      const reasons = target ? whyNotRange(encounter, fighter, target, null) : [];
      return item.quantity > 0 ? reasons : [...reasons, { id: 'used-up' }];
    },
    *play({ encounter, fighter, target, item }) {
      const { id, name } = item;
      yield* log('uses', { item: name }, fighter.id);
      // C-A51.
      if (intentOfEffect(item) === 'harm') yield* reveal(fighter);
      const left = Math.max(0, item.quantity - 1);
      yield* applyChange({ kind: 'item', of: fighter.id, item: id, key: 'quantity', to: left });
      const source: Source = {
        encounter,
        user: fighter,
        id,
        name,
        effect: item,
        level: 1,
        held: false,
        from: fighter.place,
      };
      yield* applyAbility(source, target ?? fighter, {});
    },
  });

type Held = Extract<ClashItem, { type: 'clashWeapon' | 'clashShield' | 'clashGear' }>;

/** Returns true for what takes an action to draw. */
const isHeld = (item: ClashItem): item is Held =>
  item.type === 'clashWeapon' || item.type === 'clashShield' || isFocus(item);

const withHeld = requiring<ClashContext & { readonly item: Held }>({
  find: (act) => (act.item && isHeld(act.item) ? { ...act, item: act.item } : null),
  whyNot: () => [impossibleReason('no-gear')],
});

/** C-15, C-78: a shield or a focus does not replace weapons. */
export const swap = withHeld({
  category: 'utility',
  ofItem: true,
  handles: true,
  promise: null,
  itemsFor: ({ items }) => items.filter(isHeld),
  whyNot: ({ item }) => (item.type === 'clashWeapon' && item.equipped ? [{ id: 'in-hand' }] : []),
  *play({ fighter, item }) {
    const equip = (id: string, to: boolean) =>
      applyChange({ kind: 'item', of: fighter.id, item: id, key: 'equipped', to });
    if (item.type !== 'clashWeapon') return void (yield* equip(item.id, !item.equipped));
    for (const other of fighter.items)
      if (other.type === 'clashWeapon' && other.equipped && other !== item) yield* equip(other.id, false);
    yield* equip(item.id, true);
    yield* log('draws', { item: item.name }, fighter.id);
  },
});

/** The rules have no action for it. */
export const GEAR: GearRules = { types: ['clashWeapon', 'clashShield', 'clashArmor', 'clashGear'] };
