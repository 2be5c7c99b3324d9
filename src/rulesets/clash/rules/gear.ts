import { apply, say } from '../../../encounter/change';
import { impossible } from '../../../encounter/legality';
import { affect } from './ability';
import type { Act, Action } from './act';
import type { ClashItem, Gear } from './items';
import type { Kind } from './words';

const itemOf = ({ fighter, command }: Act): ClashItem | undefined =>
  fighter.items.find(({ id }) => id === command.with);

const usableOf = (act: Act): Gear | null => {
  const item = itemOf(act);
  return item?.type === 'clashGear' && item.usable ? item : null;
};

/** C-13, C-16: what is used up works at once, on its target or on its user. */
export function consume(icon: string, price: Kind): Action {
  return {
    category: price,
    icon,
    needs: 'nothing',
    ofItem: true,
    price: () => price,
    whyNot(act) {
      const item = usableOf(act);
      if (!item) return [impossible('no-gear')];
      if (act.command.at !== undefined && !act.target) return [impossible('target-gone')];
      return item.quantity > 0 ? [] : [{ id: 'used-up' }];
    },
    *play(act) {
      const { encounter, fighter, target } = act;
      const item = usableOf(act)!;
      const { id, name } = item;
      yield* say('uses', { item: name }, fighter.id);
      const left = Math.max(0, item.quantity - 1);
      yield* apply({ kind: 'item', of: fighter.id, item: id, key: 'quantity', to: left });
      yield* affect({ encounter, user: fighter, id, name, effect: item, level: 1, held: false }, target ?? fighter);
    },
  };
}

const isHeld = (item: ClashItem | undefined): item is Extract<ClashItem, { type: 'clashWeapon' | 'clashShield' }> =>
  item?.type === 'clashWeapon' || item?.type === 'clashShield';

/** C-15: another weapon comes to hand, and those in hand go; a shield comes or goes beside them. */
export const swap: Action = {
  category: 'utility',
  icon: 'actions/utility-weapon-swap',
  needs: 'nothing',
  ofItem: true,
  price: () => 'utility',
  whyNot(act) {
    const item = itemOf(act);
    if (!isHeld(item)) return [impossible('no-gear')];
    return item.type === 'clashWeapon' && item.equipped ? [{ id: 'in-hand' }] : [];
  },
  *play(act) {
    const { fighter } = act;
    const item = itemOf(act);
    if (!isHeld(item)) return;
    const equip = (id: string, to: boolean) => apply({ kind: 'item', of: fighter.id, item: id, key: 'equipped', to });
    if (item.type === 'clashShield') return void (yield* equip(item.id, !item.equipped));
    for (const other of fighter.items)
      if (other.type === 'clashWeapon' && other.equipped && other !== item) yield* equip(other.id, false);
    yield* equip(item.id, true);
    yield* say('draws', { item: item.name }, fighter.id);
  },
};
