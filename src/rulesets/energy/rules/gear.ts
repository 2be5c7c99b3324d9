import { apply, say } from '../../../encounter/change';
import { impossible } from '../../../encounter/legality';
import type { Reason } from '../../../kernel/ask';
import type { Procedure } from '../../../kernel/procedure';
import { gain } from '../../../mechanics/condition';
import { type Act, type Action, whole } from './act';
import { chance } from './chance';
import { exposedUntil, is } from './conditions';
import type { Armor, EnergyItem, Weapon } from './items';
import type { EnergyFighter } from './stats';

/** E-229: what shaken hands must reach not to drop what they hold. */
const STEADY = 5;

/** Writes a flag of an item. */
export function* flagItem(of: string, item: string, key: 'equipped' | 'loaded' | 'dropped', to: boolean) {
  yield* apply({ kind: 'item', of, item, key, to });
}

/** The item lies on the ground, where its owner may pick it up. */
export function* drop({ id: of }: EnergyFighter, { id: item }: EnergyItem): Procedure<void> {
  yield* flagItem(of, item, 'equipped', false);
  yield* flagItem(of, item, 'dropped', true);
}

/** E-229: whether the shaken hold on to what they handle; comes to that, and drops it where not. */
function* holds(fighter: EnergyFighter, item: EnergyItem): Procedure<boolean> {
  if (!is(fighter, 'shaken') || (yield* chance(fighter, STEADY))) return true;
  yield* drop(fighter, item);
  yield* say('drops', { item: item.name }, fighter.id);
  return false;
}

type Handled = Pick<Act, 'fighter' | 'command'>;

const itemOf = ({ fighter, command }: Handled): EnergyItem | undefined =>
  fighter.items.find(({ id }) => id === command.with);

/** Armor is neither drawn nor put away in a fight. */
const isAtHand = (item: EnergyItem | undefined): item is Exclude<EnergyItem, Armor> =>
  item !== undefined && item.type !== 'energyArmor';

/** E-64: the game master's price, else the rule's. */
export function priced({ command: { options } }: Pick<Act, 'command'>, rule: number): number {
  const set = options?.energy;
  return Number.isInteger(set) && Number(set) >= 0 ? Number(set) : rule;
}

/** E-63, E-64: a side arm or a shield is within easy reach; what is large or deep in the pack is not. */
const reaching = (item: EnergyItem | undefined): number => {
  if (item?.type === 'energyShield') return 1;
  return item?.type === 'energyWeapon' && item.class !== 'heavy' && item.hands === 1 ? 1 : 2;
};

function handling(icon: string, equips: boolean): Action {
  return {
    category: 'other',
    icon,
    needs: 'nothing',
    ofItem: true,
    cost: (act) => ({ energy: priced(act, reaching(itemOf(act))) }),
    whyNot(act) {
      const item = itemOf(act);
      if (!isAtHand(item)) return [impossible('no-item')];
      if (item.dropped) return [{ id: 'on-ground' }];
      if (item.equipped === equips) return [{ id: equips ? 'in-hand' : 'not-in-hand' }];
      return [];
    },
    kept: whole,
    *play(act) {
      const item = itemOf(act)!;
      if (yield* holds(act.fighter, item)) yield* flagItem(act.fighter.id, item.id, 'equipped', equips);
      return null;
    },
  };
}

/** E-63, E-64, E-229. */
export const equip = handling('actions/equip-item', true);
export const stow = handling('actions/stow-item', false);

/** E-65, E-66: off the ground; `passing` scoops it up for nothing. */
export const pickUp: Action = {
  category: 'other',
  icon: 'actions/pick-up-item',
  needs: 'nothing',
  ofItem: true,
  cost: (act) => ({ energy: priced(act, act.command.options?.passing === true ? 0 : 1) }),
  whyNot(act) {
    const item = itemOf(act);
    if (!isAtHand(item)) return [impossible('no-item')];
    return item.dropped ? [] : [{ id: 'not-on-ground' }];
  },
  kept: whole,
  *play({ encounter, fighter, command }) {
    yield* flagItem(fighter.id, command.with!, 'dropped', false);
    yield* flagItem(fighter.id, command.with!, 'equipped', true);
    if (command.options?.passing !== true) yield* gain(fighter.id, 'exposed', exposedUntil(encounter));
    return null;
  },
};

const loadable = (item: EnergyItem): item is Weapon => item.type === 'energyWeapon' && item.loadCost > 0;

/** The weapon that is named, or else the first in hand that waits to be loaded. */
function toLoad({ fighter, command }: Handled): Weapon | undefined {
  const { items } = fighter;
  if (command.with !== undefined) return items.filter(loadable).find(({ id }) => id === command.with);
  const inHand = items.filter(loadable).filter(({ equipped }) => equipped);
  return inHand.find(({ loaded }) => !loaded) ?? inHand[0];
}

/** E-45, E-229. */
export const load: Action = {
  category: 'other',
  icon: 'actions/load',
  needs: 'nothing',
  cost: (act) => ({ energy: toLoad(act)?.loadCost ?? 0 }),
  whyNot(act) {
    const weapon = toLoad(act);
    if (!weapon) return [impossible('nothing-to-load')];
    const reasons: Reason[] = weapon.equipped ? [] : [{ id: 'not-equipped' }];
    return weapon.loaded ? [...reasons, { id: 'already-loaded' }] : reasons;
  },
  kept: whole,
  *play(act) {
    const weapon = toLoad(act)!;
    if (yield* holds(act.fighter, weapon)) yield* flagItem(act.fighter.id, weapon.id, 'loaded', true);
    return null;
  },
};
