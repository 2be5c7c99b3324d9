import { apply, say } from '../../../encounter/change';
import { impossible } from '../../../encounter/legality';
import { type Act, type Action, whole } from './act';
import { priced } from './gear';
import type { Gear } from './items';

/** The gear a command names, where it is limited in its uses. */
function limited({ fighter, command }: Pick<Act, 'fighter' | 'command'>): Gear | undefined {
  return fighter.items.find(
    (item): item is Gear => item.type === 'energyGear' && item.usesMax > 0 && item.id === command.with,
  );
}

/** E-200, E-204: a spell or ability that so many uses a rest are limited to; what it does, the table says. */
export const use: Action = {
  category: 'other',
  icon: 'actions/use-item',
  needs: 'nothing',
  ofItem: true,
  cost: (act) => ({ energy: priced(act, limited(act)?.useCost ?? 0) }),
  whyNot(act) {
    const item = limited(act);
    if (!item) return [impossible('no-item')];
    return item.usesSpent < item.usesMax ? [] : [{ id: 'uses-spent' }];
  },
  kept: whole,
  *play(act) {
    const { id, name, usesSpent, usesMax } = limited(act)!;
    yield* apply({ kind: 'item', of: act.fighter.id, item: id, key: 'usesSpent', to: usesSpent + 1 });
    yield* say('uses', { item: name, left: usesMax - usesSpent - 1 }, act.fighter.id);
    return null;
  },
};
