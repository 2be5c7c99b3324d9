import { log } from '../../encounter/change';
import { impossibleReason } from '../../encounter/legality';
import type { GearRules } from '../../encounter/ruleset';
import type { Place } from '../../encounter/state';
import type { Reason } from '../../kernel/ask';
import type { Procedure } from '../../kernel/procedure';
import { type WithTarget, whyNoTarget, withTarget } from '../../toolkit/act/actions';
import { addCondition, removeCondition } from '../../toolkit/combat/condition';
import {
  droppedAt,
  isDropped,
  placeOf,
  setItem,
  stackOptions,
  whyNotAtHand,
  whyNotCount,
} from '../../toolkit/define/item';
import { hasLineOfEffect } from '../../toolkit/space/sight';
import { gap, metresBetween } from '../../toolkit/space/space';
import { findItemToTake, type TakeUpCommand, transferItem } from '../../toolkit/views/floor';
import { type Action, type EnergyContext, requiring, rollChance } from './action';
import { canAnswer, exposedUntil, is } from './conditions';
import { optionsOf } from './options';
import type { Armor, EnergyItem, Gear, Weapon } from './schema';
import { SLACK } from './schema';
import type { EnergyEncounter, EnergyFighter } from './state';

/** E-229. */
const SHAKEN_THRESHOLD = 5;
/** Drops the item to the ground; `where` is null without a map. */
export const drop = (fighter: EnergyFighter, item: EnergyItem, where: Place | null) =>
  setItem(fighter, item, { equipped: false, ...droppedAt(where) });

/** Returns the place of a dropped item; null if unknown. */
export function droppedPlaceOf({ ground }: EnergyEncounter, item: EnergyItem): Place | null {
  return 'lies' in item && item.dropped ? placeOf(ground, item) : null;
}

/** E-229: a shaken fighter rolls. Returns false, and drops the item, on a failure. */
function* keepsHold(fighter: EnergyFighter, item: EnergyItem): Procedure<boolean> {
  if (!is(fighter, 'shaken') || (yield* rollChance(fighter, SHAKEN_THRESHOLD))) return true;
  yield* drop(fighter, item, fighter.place);
  yield* log('drops', { item: item.name }, fighter.id);
  return false;
}

/** Armor is not handled during a fight. */
type AtHand = Exclude<EnergyItem, Armor>;
const carried = ({ items }: EnergyFighter): readonly AtHand[] =>
  items.filter((item): item is AtHand => item.type !== 'energyArmor' && !item.dropped);
const carriedInHand = (fighter: EnergyFighter): readonly AtHand[] =>
  carried(fighter).filter(({ equipped }) => equipped);

/** Returns the melee weapons in hand. */
export const meleeInHand = ({ items }: EnergyFighter): readonly Weapon[] =>
  items.filter((item): item is Weapon => isMelee(item) && item.equipped);
const isMelee = (item: EnergyItem | undefined): item is Weapon => item?.type === 'energyWeapon' && !item.ranged;

/** What a melee weapon in hand is worth to opponents. */
export const ARMED = 0.15;

/** Who has no weapon takes one up. */
function promiseOfArms({ encounter, fighter, command }: EnergyContext): number | null {
  const { by, at = by, with: id } = command;
  const item = encounter.fighters[at]?.items.find((each) => each.id === id);
  return meleeInHand(fighter).length === 0 && isMelee(item) ? ARMED : null;
}

const handled = requiring<EnergyContext & { readonly item: AtHand }>({
  find: (act) => (act.item && act.item.type !== 'energyArmor' ? { ...act, item: act.item } : null),
  whyNot: () => [impossibleReason('no-item')],
});

/** E-64: returns the GM's price, else that of the rule. */
export const energyPrice = ({ command }: Pick<EnergyContext, 'command'>, rule: number): number =>
  optionsOf(command).energy ?? rule;

/** E-63, E-64. */
const energyToReach = (item: EnergyItem | null): number => {
  if (item?.type === 'energyShield') return 1;
  return item?.type === 'energyWeapon' && item.class !== 'heavy' && item.hands === 1 ? 1 : 2;
};

function makeHandling(equips: boolean, promise: Action['promise']): Action {
  return handled({
    category: 'other',
    ofItem: true,
    handles: true,
    options: ['swap', 'energy'],
    promise,
    itemsFor: (fighter) => carried(fighter).filter(({ equipped }) => equipped !== equips),
    cost: (act) => ({ energy: energyPrice(act, energyToReach(act.item)) }),
    whyNot({ item }) {
      const lies = whyNotAtHand(item);
      if (lies.length > 0) return lies;
      if (item.equipped === equips) return [{ id: equips ? 'in-hand' : 'not-in-hand' }];
      return [];
    },
    *play({ fighter, item }) {
      if (yield* keepsHold(fighter, item)) yield* setItem(fighter, item, { equipped: equips });
    },
  });
}

const whyNotInHand = (item: EnergyItem): Reason[] => {
  const lies = whyNotAtHand(item);
  return lies.length > 0 ? lies : whyNotAtHand(item, { needsHand: 'not-in-hand' });
};

/** E-63, E-64, E-229. */
export const equip = makeHandling(true, promiseOfArms);
export const stow = makeHandling(false, null);

/** Ours: letting go costs nothing; taking it up again does (E-65). */
export const letFall = handled({
  category: 'other',
  ofItem: true,
  handles: true,
  options: ({ item }) => stackOptions(item),
  promise: null,
  itemsFor: carriedInHand,
  cost: () => ({}),
  whyNot: ({ command, item }) => [...whyNotInHand(item), ...whyNotCount(item, optionsOf(command).count)],
  *play({ fighter, command, item }) {
    const some = yield* transferItem(fighter, fighter, item, optionsOf(command).count);
    yield* drop(fighter, some, fighter.place);
    yield* log('drops', { item: item.name }, fighter.id);
  },
});

const handing = requiring<WithTarget<EnergyContext> & { readonly item: AtHand }>({
  find(act) {
    const aimed = withTarget(act);
    return aimed && act.item && act.item.type !== 'energyArmor' ? { ...aimed, item: act.item } : null;
  },
  whyNot: (act) => (act.item && act.item.type !== 'energyArmor' ? whyNoTarget(act) : [impossibleReason('no-item')]),
});

/** Ours: the rules have no price. One Energy covers giving and taking, unless the GM rules otherwise (E-64). */
export const handOver = handing({
  category: 'other',
  needs: 'target',
  intent: 'help',
  ofItem: true,
  handles: true,
  options: ({ item }) => ['swap', ...stackOptions(item), 'energy'],
  promise: null,
  itemsFor: carriedInHand,
  cost: (act) => ({ energy: energyPrice(act, 1) }),
  whyNot({ encounter: { ground }, command, fighter, target, item }) {
    const notInHand = [...whyNotInHand(item), ...whyNotCount(item, optionsOf(command).count)];
    if (notInHand.length > 0) return notInHand;
    const reasons: Reason[] = canAnswer(target) ? [] : [{ id: 'cannot-take' }];
    if (!fighter.place || !target.place) return reasons;
    const metres = gap(ground, fighter.place, target.place);
    if (metres > SLACK)
      reasons.push({ id: 'out-of-reach', data: { distance: Math.round(metres * 10) / 10, reach: 0 } });
    return hasLineOfEffect(ground, fighter.place, target.place) ? reasons : [...reasons, { id: 'wall' }];
  },
  *play({ fighter, command, target, item }) {
    if (!(yield* keepsHold(fighter, item))) return;
    const given = yield* transferItem(fighter, target, item, optionsOf(command).count);
    yield* setItem(target, given, { equipped: true });
    yield* log('hands-over', { item: item.name, at: target.name }, fighter.id);
  },
});

export const TAKE_UP: TakeUpCommand = ({ id }, of) => ({ do: 'pick-up-item', with: id, at: of });
/** Returns true if the place is in or next to the fighter's space, and no wall between them; also off the map. */
export const isBeside = ({ ground }: EnergyEncounter, { place }: EnergyFighter, there: Place): boolean =>
  !place || (gap(ground, place, there) <= SLACK && hasLineOfEffect(ground, place, there));

const taking = requiring<EnergyContext & { readonly item: AtHand; readonly owner: EnergyFighter }>({
  find(act) {
    const found = findItemToTake(act.encounter.fighters, act.command);
    return found && found.item.type !== 'energyArmor' ? { ...act, ...found, item: found.item } : null;
  },
  whyNot: () => [impossibleReason('no-item')],
});

/** E-65, E-66: any owner's item; `passing` is free. */
export const pickUp = taking({
  category: 'other',
  ofItem: true,
  handles: true,
  options: ({ encounter, command }) => [
    'swap',
    ...stackOptions(findItemToTake(encounter.fighters, command)?.item),
    'energy',
    'passing',
  ],
  promise: promiseOfArms,
  itemsFor: ({ items }) => items.filter(isDropped),
  cost: (act) => ({ energy: energyPrice(act, optionsOf(act.command).passing ? 0 : 1) }),
  whyNot({ encounter, fighter, command, item }) {
    const { place } = fighter;
    if (!item.dropped) return [{ id: 'not-on-ground' }];
    const tooMany = whyNotCount(item, optionsOf(command).count);
    if (tooMany.length > 0) return tooMany;
    const lies = droppedPlaceOf(encounter, item);
    if (!lies || !place || isBeside(encounter, fighter, lies)) return [];
    if (gap(encounter.ground, place, lies) <= SLACK) return [{ id: 'wall' }];
    return [
      { id: 'lies-away', data: { distance: Math.round(metresBetween(encounter.ground, place, lies) * 10) / 10 } },
    ];
  },
  *play({ encounter, fighter, command, item, owner }) {
    const taken = yield* transferItem(owner, fighter, item, optionsOf(command).count);
    yield* setItem(fighter, taken, { dropped: false, lies: [], equipped: true });
    if (!optionsOf(command).passing) yield* addCondition(fighter.id, 'exposed', exposedUntil(encounter));
  },
});

/** Returns the ammunition; null if none is needed or left. */
function quiverFor({ items }: EnergyFighter, { ammunition }: Weapon): Gear | null {
  if (ammunition === 'none') return null;
  const holds = (item: EnergyItem): item is Gear =>
    item.type === 'energyGear' && item.ammunition === ammunition && item.quantity > 0 && !item.dropped;
  return items.find(holds) ?? null;
}

/** Returns true if the weapon needs ammunition and none is left. */
export const hasNoAmmunition = (fighter: EnergyFighter, weapon: Weapon): boolean =>
  weapon.ammunition !== 'none' && quiverFor(fighter, weapon) === null;

/** Consumes one shot, if any is left; the GM may allow one without. */
export function* consumeAmmunition(fighter: EnergyFighter, weapon: Weapon): Procedure<void> {
  const quiver = quiverFor(fighter, weapon);
  if (quiver) yield* setItem(fighter, quiver, { quantity: quiver.quantity - 1 });
}

const loadable = (item: EnergyItem): item is Weapon => item.type === 'energyWeapon' && item.loadCost > 0;

/** The named weapon, else the first unloaded one. */
function findWeaponToLoad({ fighter, command }: EnergyContext): Weapon | undefined {
  const { items } = fighter;
  if (command.with !== undefined) return items.filter(loadable).find(({ id }) => id === command.with);
  const inHand = items.filter(loadable).filter(({ equipped }) => equipped);
  return inHand.find(({ loaded }) => !loaded) ?? inHand[0];
}

const loading = requiring<EnergyContext & { readonly weapon: Weapon }>({
  find(act) {
    const weapon = findWeaponToLoad(act);
    return weapon ? { weapon, ...act } : null;
  },
  whyNot: () => [impossibleReason('nothing-to-load')],
});

/** E-45, E-229. */
export const load = loading({
  category: 'other',
  options: ['swap'],
  promise: 0.05,
  itemsFor: ({ items }) => items.filter(loadable),
  cost: (act) => ({ energy: findWeaponToLoad(act)?.loadCost ?? 0 }),
  whyNot({ fighter, weapon }) {
    const reasons = whyNotAtHand(weapon, { needsHand: 'not-equipped' });
    if (weapon.loaded) return [...reasons, { id: 'already-loaded' }];
    return hasNoAmmunition(fighter, weapon) ? [...reasons, { id: 'no-ammunition' }] : reasons;
  },
  *play({ fighter, weapon }) {
    if (!(yield* keepsHold(fighter, weapon))) return;
    yield* consumeAmmunition(fighter, weapon);
    yield* setItem(fighter, weapon, { loaded: true });
  },
});

const isUsable = (item: EnergyItem): item is Gear => item.type === 'energyGear' && (item.usesMax > 0 || item.spell);

const limitedGearOf = ({ item }: EnergyContext): Gear | null => (item && isUsable(item) ? item : null);

const using = requiring<EnergyContext & { readonly item: Gear }>({
  find(act) {
    const item = limitedGearOf(act);
    return item && { ...act, item };
  },
  whyNot: () => [impossibleReason('no-item')],
});

/** E-200, E-204: only records the use; the players apply the effect. */
export const use = using({
  category: 'other',
  ofItem: true,
  options: ['swap', 'energy'],
  promise: 0,
  itemsFor: ({ items }) => items.filter(isUsable),
  cost: (act) => ({ energy: energyPrice(act, limitedGearOf(act)?.useCost ?? 0) }),
  whyNot: ({ item }) => [
    ...whyNotAtHand(item),
    ...(item.quantity > 0 && (item.usesMax === 0 || item.usesSpent < item.usesMax) ? [] : [{ id: 'uses-spent' }]),
  ],
  *play({ fighter, item }) {
    // E-62.
    if (item.spell) yield* removeCondition(fighter, 'defending');
    if (item.usesMax > 0) yield* setItem(fighter, item, { usesSpent: item.usesSpent + 1 });
    if (item.usesMax > 0) yield* log('uses', { item: item.name, left: item.usesMax - item.usesSpent }, fighter.id);
    else yield* log('casts', { item: item.name }, fighter.id);
  },
});

/** Ours, as {@link handOver}. */
export const GEAR: GearRules = {
  types: ['energyWeapon', 'energyShield', 'energyArmor', 'energyGear'],
  handOver: ({ count, ...handed }) => ({
    do: 'hand-over',
    ...handed,
    ...(count !== undefined && { options: { count } }),
  }),
};
