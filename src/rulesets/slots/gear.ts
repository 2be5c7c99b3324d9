import { log } from '../../encounter/change';
import type { Command } from '../../encounter/command';
import { impossibleReason } from '../../encounter/legality';
import type { GearRules } from '../../encounter/ruleset';
import { areOnOneSide } from '../../encounter/sides';
import type { Place } from '../../encounter/state';
import type { Reason } from '../../kernel/ask';
import { choose, type Procedure, roll } from '../../kernel/procedure';
import { type WithTarget, whyNoTarget, withTarget } from '../../toolkit/act/actions';
import { removeCondition } from '../../toolkit/combat/condition';
import { parseDice } from '../../toolkit/combat/parse-dice';
import { placeOf, setItem, stackOptions, whyNotAtHand, whyNotCount } from '../../toolkit/define/item';
import { findItemToTake, type TakeUpCommand, transferItem } from '../../toolkit/views/floor';
import { isIdle, requiring, type SlotsContext, UNDONE } from './action';
import { heal } from './attack/health';
import { whyNotReach } from './attack/strikes';
import { canStrike, grabReach, SQUARE } from './attack/threat';
import { freeHands, handsOf, is, isObject, isOut } from './conditions';
import { optionsOf } from './options';
import { type Gear, isBody, isPhysicalItem, isWorn, type PhysicalItem, type SlotsItem, type Verb } from './schema';
import { type SlotsEncounter, type SlotsFighter, setState } from './state';
import { isBroken, thingsOf } from './stats';

const thingOf = ({ item }: SlotsContext): PhysicalItem | null => (item && isPhysicalItem(item) ? item : null);

export const verbFor = ({ dropped, equipped }: PhysicalItem): Verb =>
  dropped ? 'pick-up' : equipped ? 'stow' : 'draw';

const VERB_ACTIONS: Readonly<Record<Verb, string>> = {
  draw: 'item-draw',
  stow: 'item-stow',
  'pick-up': 'item-pick-up',
  hand: 'item-hand',
  take: 'item-take',
};

/** L-70: one slot pays for any number of things in a row; any other action, and the end of the turn, ends it. */
const isManaging = ({ fighter }: SlotsContext): boolean => fighter.state.managing === true;

export const TAKE_UP: TakeUpCommand = ({ id }, of) => ({
  do: 'manage-items',
  with: id,
  at: of,
  options: { verb: 'pick-up' },
});

/** Returns true if a thing lies in the fighter's square or next to it. */
export const isBeside = ({ ground }: SlotsEncounter, { place }: SlotsFighter, there: Place | null): boolean =>
  !place || !there || canStrike(ground, place, there, SQUARE);

export const isHelpless = (fighter: SlotsFighter): boolean => is(fighter, 'corpse') || is(fighter, 'unconscious');

/** Returns true for things that another fighter can give or lose: neither worn nor part of the body. */
export const canBeTaken = (item: SlotsItem): item is PhysicalItem =>
  isPhysicalItem(item) && !isBody(item) && !item.dropped && !(isWorn(item) && item.equipped);

/** Returns the thing and its owner; another owner's thing only to take it, or if it lies on the ground. */
function managedThing(act: SlotsContext): { readonly item: PhysicalItem; readonly owner: SlotsFighter } | null {
  const { encounter, command, fighter, target } = act;
  const { verb } = optionsOf(command);
  if (verb === 'take') {
    const item = target?.items.find(({ id }) => id === command.with);
    return target && target !== fighter && item && canBeTaken(item) ? { item, owner: target } : null;
  }
  const found = verb === 'pick-up' ? findItemToTake(encounter.fighters, command) : null;
  const { item, owner } = found ?? { item: act.item, owner: fighter };
  return item && isPhysicalItem(item) && !isBody(item) ? { item, owner } : null;
}

/** Some of a stack may change hands or lie on. */
const isSplitting = (command: Command): boolean => ['hand', 'take', 'pick-up'].includes(optionsOf(command).verb ?? '');

const managing = requiring<
  SlotsContext & { readonly item: PhysicalItem; readonly owner: SlotsFighter; readonly verb: Verb }
>({
  find(act) {
    const found = managedThing(act);
    return found && { verb: optionsOf(act.command).verb ?? verbFor(found.item), ...act, ...found };
  },
  whyNot: () => [impossibleReason('no-item')],
});

export const manageItems = managing({
  slot: 'move',
  ofItem: true,
  mayTarget: true,
  handles: true,
  whileHeld: true,
  readiable: true,
  options: (act) => (isSplitting(act.command) ? stackOptions(managedThing(act)?.item) : []),
  promise: null,
  itemsFor: (fighter) => thingsOf(fighter).filter((thing) => !isWorn(thing)),
  isAimed: ({ command }) => optionsOf(command).verb === 'hand',
  fires({ item, command }) {
    if (!item || !isPhysicalItem(item)) return null;
    const { verb = verbFor(item) } = optionsOf(command);
    return verb === 'draw' || verb === 'pick-up' ? 'draws' : null;
  },
  textId(command) {
    const { verb } = optionsOf(command);
    return verb && VERB_ACTIONS[verb];
  },
  isFree: isManaging,
  whyNot(act) {
    const { encounter, fighter, item, verb } = act;
    const tooMany = isSplitting(act.command) ? whyNotCount(item, optionsOf(act.command).count) : [];
    if (verb === 'hand') return [...whyNotHand(act, item), ...tooMany];
    if (verb === 'take') return [...whyNotTake(encounter, fighter, act.owner), ...tooMany];
    if (verb !== verbFor(item)) return [impossibleReason('already-so')];
    const full = verb === 'stow' ? [] : whyNotHold(fighter, item);
    if (verb !== 'pick-up') return full;
    const isNear = isBeside(encounter, fighter, placeOf(encounter.ground, item));
    return [...full, ...whyNotLoad(fighter), ...(isNear ? [] : [{ id: 'lies-away' }]), ...tooMany];
  },
  *play(act) {
    const { fighter, target, item: thing, owner, verb } = act;
    if (verb === 'take' && !(yield* isGranted(act))) return UNDONE;
    const receiver = verb === 'hand' ? target : null;
    const count = isSplitting(act.command) ? optionsOf(act.command).count : undefined;
    const item = yield* transferItem(owner, receiver ?? fighter, thing, count);
    if (verb === 'pick-up') yield* setItem(fighter, item, { dropped: false, lies: [] });
    yield* setItem(receiver ?? fighter, item, { equipped: verb === 'draw' || verb === 'pick-up' });
    const other = verb === 'take' ? owner : receiver;
    yield* log(VERB_ACTIONS[verb], { item: item.name, ...(other && { at: other.name }) }, fighter.id);
    if (!isIdle(act.encounter)) yield* setState(fighter.id, 'managing', true);
    return undefined;
  },
});

/** L-106: things in hand occupy hands. L-132: a lost arm is one hand less to hold things. */
function whyNotHold(fighter: SlotsFighter, { hands }: PhysicalItem): Reason[] {
  if (hands === 0 || hands <= freeHands(fighter)) return [];
  return [{ id: handsOf(fighter) < fighter.stats.base.hands ? 'useless-limb' : 'no-free-hand' }];
}

/** L-133. */
const whyNotLoad = (fighter: SlotsFighter): Reason[] => (is(fighter, 'encumbered') ? [{ id: 'encumbered' }] : []);

function whyNotHand(act: SlotsContext, item: PhysicalItem): readonly Reason[] {
  const { encounter, fighter, target } = act;
  if (!target) return whyNoTarget(act);
  if (target === fighter || isObject(target)) return [impossibleReason('no-ally')];
  const reasons: Reason[] = item.dropped ? [{ id: 'already-so' }] : [];
  if (!areOnOneSide(target, fighter) || isOut(target)) reasons.push({ id: 'no-ally' });
  return [...reasons, ...whyNotLoad(target), ...whyNotReach(encounter, fighter, target, grabReach(fighter))];
}

/** L-70: allies exchange things; those of the helpless are within easy reach. L-158: a Stunned ally hands nothing over. */
function whyNotTake(encounter: SlotsEncounter, fighter: SlotsFighter, owner: SlotsFighter): readonly Reason[] {
  const isAlly = areOnOneSide(owner, fighter) && !isObject(owner) && !isOut(owner);
  return [
    ...(isHelpless(owner) || isAlly ? [] : [{ id: 'no-ally' }]),
    ...whyNotLoad(fighter),
    ...whyNotReach(encounter, fighter, owner, grabReach(fighter)),
  ];
}

/** Asks an ally for a thing. Who gives nothing costs nothing. */
function* isGranted({
  fighter,
  item,
  owner,
}: SlotsContext & { readonly item: PhysicalItem; readonly owner: SlotsFighter }): Procedure<boolean> {
  if (isHelpless(owner)) return true;
  if ((yield* choose('give', owner.id, ['yes', 'no'], { at: fighter.id, item: item.name })) === 'yes') return true;
  yield* log('keeps', { item: item.name, at: fighter.name }, owner.id);
  return false;
}

const CONSUMED: readonly Gear['kind'][] = ['food', 'water', 'potion'];
const isConsumed = (item: SlotsItem | null | undefined): item is Gear =>
  item?.type === 'slotsGear' && CONSUMED.includes(item.kind);

const OF_CONSUMABLES = {
  readiable: true,
  promise: 0,
  heals: ({ item }: SlotsContext) => isConsumed(item) && item.healing !== '',
  itemsFor: (fighter: SlotsFighter) => thingsOf(fighter).filter(isConsumed),
  atItem: isConsumed,
} as const;

const consumableOf = (act: SlotsContext): Gear | null => {
  const item = thingOf(act);
  return isConsumed(item) && item.quantity > 0 ? item : null;
};

const consuming = requiring<SlotsContext & { readonly item: Gear }>({
  find(act) {
    const item = consumableOf(act);
    return item && { ...act, item };
  },
  whyNot: () => [impossibleReason('no-item')],
});

/** L-136, L-147, L-157: food, drink and potions. Priced as unlisted (L-07). */
export const consume = consuming({
  slot: 'standard',
  ofItem: true,
  ...OF_CONSUMABLES,
  heals: (act) => OF_CONSUMABLES.heals(act) && (act.target ?? act.fighter) === act.fighter,
  whyNot: ({ fighter, item }) => [...whyNotAtHand(item, { isBroken: isBroken(item) }), ...whyNotSwallow(fighter, item)],
  *play({ fighter, item }) {
    yield* setItem(fighter, item, { quantity: item.quantity - 1 });
    yield* log('consumes', { item: item.name }, fighter.id);
    yield* swallow(fighter, fighter, item);
  },
});

const feeding = requiring<WithTarget<SlotsContext> & { readonly item: Gear }>({
  find(act) {
    const item = consumableOf(act);
    const targeted = withTarget(act);
    return item && targeted && { ...targeted, item };
  },
  whyNot: (act) => [
    ...(consumableOf(act) ? [] : [impossibleReason('no-item')]),
    ...(withTarget(act) ? [] : whyNoTarget(act)),
  ],
});

/** L-07: feeds an ally within reach; the unconscious can swallow only potions. */
export const feed = feeding({
  slot: 'standard',
  ofItem: true,
  ...OF_CONSUMABLES,
  needs: 'target',
  intent: 'help',
  icon: 'actions/use-item',
  whyNot({ encounter, fighter, target, item }) {
    if (isObject(target)) return [impossibleReason('no-ally')];
    const reasons: Reason[] = whyNotAtHand(item, { isBroken: isBroken(item) });
    if (!areOnOneSide(target, fighter)) reasons.push({ id: 'no-ally' });
    if (is(target, 'unconscious') && item.kind !== 'potion') reasons.push({ id: 'cannot-swallow' });
    return [...reasons, ...whyNotSwallow(target, item), ...whyNotReach(encounter, fighter, target, grabReach(fighter))];
  },
  *play({ fighter, target, item }) {
    yield* setItem(fighter, item, { quantity: item.quantity - 1 });
    yield* log('feeds', { item: item.name, at: target.name }, fighter.id);
    yield* swallow(fighter, target, item);
  },
});

/** L-147. */
const whyNotSwallow = (fighter: SlotsFighter, { kind }: Gear): Reason[] =>
  is(fighter, 'nauseated') && kind !== 'water' ? [{ id: 'nauseated' }] : [];

function* swallow(giver: SlotsFighter, fighter: SlotsFighter, { id, kind, healing }: Gear): Procedure<void> {
  if (kind === 'food') yield* removeCondition(fighter, 'starving');
  if (kind === 'water') yield* removeCondition(fighter, 'dehydrated');
  if (healing !== '') yield* heal(fighter, yield* roll('healing', parseDice(healing, id), giver.id));
}

/** L-70. */
export const GEAR: GearRules = {
  types: ['slotsWeapon', 'slotsArmor', 'slotsGear'],
  handOver: ({ count, ...handed }) => ({
    ...{ do: 'manage-items', ...handed },
    options: { verb: 'hand', ...(count !== undefined && { count }) },
  }),
};
