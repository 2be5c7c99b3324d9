import { apply, say } from '../../../encounter/change';
import { impossible } from '../../../encounter/legality';
import { type Act, needing } from '../act';
import type { Gear } from '../items';
import { priced } from './gear';

/** The gear a command names, where it is limited in its uses. */
const limited = ({ item }: Act): Gear | null => (item?.type === 'energyGear' && item.usesMax > 0 ? item : null);

const using = needing<Act & { readonly item: Gear }>({
  find(act) {
    const item = limited(act);
    return item && { ...act, item };
  },
  missing: () => [impossible('no-item')],
});

/** E-200, E-204: a spell or ability that so many uses a rest are limited to; what it does, the table says. */
export const use = using({
  category: 'other',
  icon: 'actions/use-item',
  needs: 'nothing',
  ofItem: true,
  cost: (act) => ({ energy: priced(act, limited(act)?.useCost ?? 0) }),
  whyNot: ({ item }) => (item.usesSpent < item.usesMax ? [] : [{ id: 'uses-spent' }]),
  *play({ fighter: { id: of }, item: { id, name, usesSpent, usesMax } }) {
    yield* apply({ kind: 'item', of, item: id, key: 'usesSpent', to: usesSpent + 1 });
    yield* say('uses', { item: name, left: usesMax - usesSpent - 1 }, of);
    return null;
  },
});
