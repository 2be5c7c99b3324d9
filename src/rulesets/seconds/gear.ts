import { adjustPool, log, recordOutcome } from '../../encounter/change';
import type { Command } from '../../encounter/command';
import { impossibleReason } from '../../encounter/legality';
import type { GearRules } from '../../encounter/ruleset';
import type { Item, Place } from '../../encounter/state';
import type { Reason } from '../../kernel/ask';
import { dice } from '../../kernel/dice';
import { askPlace, type Procedure, roll } from '../../kernel/procedure';
import type { WithTarget } from '../../toolkit/act/actions';
import { parseDice } from '../../toolkit/combat/parse-dice';
import { droppedAt, placeOf, setItem } from '../../toolkit/define/item';
import { traceForcedPath } from '../../toolkit/space/forced';
import { hasLineOfEffect } from '../../toolkit/space/sight';
import { directions, gap, metresBetween } from '../../toolkit/space/space';
import { type TakeUpCommand, transferItem } from '../../toolkit/views/floor';
import { type SecondsContext, splittableDuration, targeted, withItemOfType } from './action';
import { canReach, pointTowards, updateConsciousness } from './attack/harm';
import { whyNotAt, whyNotReach } from './attack/strikes';
import { isTurnOf } from './clock';
import { optionsOf } from './options';
import { offerReaction } from './reactions';
import { type Gear, isWeapon, type SecondsItem, type Weapon } from './schema';
import { check, chooseCheck, isContestWon } from './skills/check';
import type { SecondsEncounter, SecondsFighter } from './state';
import { weaponsHeld, weaponsInHand } from './stats';
import { spendReaction } from './turn/lane';

const placeOnGround = (owner: SecondsFighter, item: SecondsItem, there: Place | null): Procedure<void> =>
  setItem(owner, item, { equipped: false, held: false, ...droppedAt(there) });

const ownerOf = ({ fighters }: SecondsEncounter, item: SecondsItem): SecondsFighter | undefined =>
  Object.values(fighters).find(({ items }) => items.includes(item));

/** From the ground or the air. */
function* acceptItem(
  encounter: SecondsEncounter,
  recipient: SecondsFighter,
  item: Weapon | Gear,
  as: { readonly equipped: boolean; readonly held: boolean },
): Procedure<void> {
  const itemId = yield* transferItem(ownerOf(encounter, item) ?? recipient, recipient, item);
  const { equipped, ...others } = { ...as, dropped: false, lies: [] };
  yield* setItem(recipient, itemId, isWeapon(item) ? { equipped, ...others } : others);
}

/** S-43. */
const emptyHands = ({ stats, items }: SecondsFighter): number =>
  stats.hands - items.filter((item) => (isWeapon(item) && item.equipped) || ('held' in item && item.held)).length;

/** S-A30. */
export const isPinning = (
  { fighters }: SecondsEncounter,
  { id: owner }: SecondsFighter,
  { id: item }: Weapon,
): boolean =>
  Object.values(fighters).some(({ conditions }) =>
    conditions.some(({ id, data }) => id === 'pinned' && data?.owner === owner && data.item === item),
  );

const isGroundItem = (item: SecondsItem): item is Weapon | Gear => 'dropped' in item;

/** S-38: in reach, if its place is known. */
function whyNotPickUp({ encounter, fighter }: SecondsContext, item: SecondsItem): Reason[] {
  const itemPlace = isGroundItem(item) && item.dropped ? placeOf(encounter.ground, item) : null;
  if (!itemPlace || !fighter.place) return [];
  return canReach(encounter, fighter, itemPlace) ? [] : [{ id: 'lies-too-far' }];
}

/** Takes weapons in hand; gear is used from the ground. */
export const TAKE_UP: TakeUpCommand = ({ id, type }, owner) => ({
  do: type === 'secondsWeapon' ? 'change-equipment' : 'use-item',
  with: id,
  options: { owner },
});

/** Returns the named thing, which may be gone; by default the first. */
const namedOf = <T extends Item>(things: readonly T[], named: string | undefined): T | null =>
  (named === undefined ? things[0] : things.find(({ id }) => id === named)) ?? null;

const weaponToPutAway = ({ fighter, command }: SecondsContext): Weapon | null =>
  namedOf(weaponsInHand(fighter), optionsOf(command).out);

const canEquip = (item: SecondsItem): boolean => isWeapon(item) && !item.equipped;

/** S-36 to S-38, S-A45. */
export const changeEquipment = withItemOfType(isWeapon, 'no-item', {
  group: 'other',
  icon: 'actions/equip-item',
  ofItem: true,
  handles: true,
  holdable: true,
  options: ({ fighter }) => (weaponsInHand(fighter).length > 0 ? ['drop', 'distracting', 'out'] : ['distracting']),
  promise: null,
  itemsFor: ({ items }) => items.filter(canEquip),
  atItem: canEquip,
  ...splittableDuration(3.5),
  whyNot(act) {
    const { encounter, fighter, item } = act;
    if (item.stuck && isPinning(encounter, ownerOf(encounter, item) ?? fighter, item)) return [{ id: 'stuck' }];
    if (item.equipped) return [{ id: 'in-hand' }];
    return optionsOf(act.command).out === undefined || weaponToPutAway(act) ? [] : [{ id: 'not-equipped' }];
  },
  whyNotFinish: (act) => (act.item && isWeapon(act.item) ? whyNotPickUp(act, act.item) : []),
  *play(act) {
    const { encounter, fighter, command, item: weapon } = act;
    const old = weaponToPutAway(act);
    if (old && optionsOf(command).drop) yield* placeOnGround(fighter, old, fighter.place);
    else if (old) yield* setItem(fighter, old, { equipped: false });
    if (weapon.stuck) yield* setItem(ownerOf(encounter, weapon) ?? fighter, weapon, { stuck: false });
    yield* acceptItem(encounter, fighter, weapon, { equipped: true, held: false });
    yield* log('readies', { item: weapon.name }, fighter.id);
  },
});

const isGear = (item: SecondsItem | null): item is Gear => item?.type === 'secondsGear';

/** S-105 to S-107, S-112; `at`: gives it to another. */
export const useItem = withItemOfType(isGear, 'no-item', {
  group: 'other',
  ofItem: true,
  mayTarget: true,
  holdable: true,
  options: ['distracting'],
  promise: ({ item }) => (isGear(item) && item.heals ? 0 : null),
  heals: ({ item }) => isGear(item) && item.heals !== '',
  itemsFor: ({ items }) => items.filter(isGear),
  atItem: isGear,
  ...splittableDuration(({ item }) => (isGear(item) ? item.timeCost : 0)),
  whyNot: ({ item }) => (item.quantity > 0 ? [] : [{ id: 'used-up' }]),
  whyNotFinish: (act) => [
    ...(isGiven(act) ? whyNotAt(whyNotReach)(act) : []),
    ...(isGear(act.item) ? whyNotPickUp(act, act.item) : []),
  ],
  distracts: (act) => isGiven(act) && isGear(act.item) && act.item.potion,
  *play(act) {
    const { fighter, target, encounter, item: gear } = act;
    const user = target ?? fighter;
    yield* log(isGiven(act) ? 'gives' : 'uses', { item: gear.name, ...(target && { at: target.id }) }, fighter.id);
    const owner = ownerOf(encounter, gear);
    if (owner && (gear.potion || gear.heals)) yield* setItem(owner, gear, { quantity: gear.quantity - 1 });
    if (!gear.heals) return;
    const healed = yield* roll('heals', parseDice(gear.heals, gear.id), fighter.id, { at: user.id });
    yield* adjustPool(user.id, 'hp', healed);
    yield* updateConsciousness(user);
  },
});

const isGiven = ({ fighter, target }: SecondsContext): boolean => target !== null && target !== fighter;

/** By default the first in the target's hand, in a slot if there is one. */
const weaponToDisarm = ({ target, command }: WithTarget<SecondsContext>): Weapon | null =>
  namedOf(
    weaponsHeld(target).toSorted((a, b) => Number(b.equipped) - Number(a.equipped)),
    optionsOf(command).item,
  );

/** S-39 to S-43, S-A24, S-A25. */
export const disarm = targeted({
  group: 'maneuver',
  intent: 'harm',
  holdable: true,
  options: ['check', 'item'],
  odds: 'works',
  promise: 0,
  ...splittableDuration(3.5),
  whyNotFinish: (act) => [...whyNotReach(act), ...(weaponToDisarm(act) ? [] : [impossibleReason('nothing-held')])],
  *play(act) {
    const { fighter, target, world, command } = act;
    const meant = weaponToDisarm(act);
    if (!meant) return;
    const by = yield* chooseCheck('disarm-by', fighter, ['sleight-of-hand', 'str'], optionsOf(command).check);
    const acting = yield* check(fighter, by, {}, 'disarm');
    const against = yield* chooseCheck('keep-by', target, ['dex', 'str']);
    const opposing = yield* check(target, against, { against: acting });
    // Since the first question another may be in hand, or none.
    const weapon = weaponToDisarm(act);
    const won = weapon !== null && isContestWon(acting, opposing, world);
    yield* recordOutcome(
      { result: won ? 'disarmed' : 'not-disarmed', success: won, facts: { weapon: (weapon ?? meant).name } },
      target.id,
      { tone: won ? 'harm' : 'boon' },
    );
    if (won) yield* flingWeapon(act, weapon);
  },
});

/** S-41, S-42: the direction is chosen before the roll. */
function* flingWeapon(act: WithTarget<SecondsContext>, weapon: Weapon): Procedure<void> {
  const { encounter, fighter, target, world } = act;
  const { ground } = encounter;
  const facts = { weapon: weapon.name, at: target.id };
  const start = target.place;
  const next = start ? yield* askPlace('fling-weapon', fighter.id, directions(ground, start), facts) : null;
  const metres = yield* roll('flies', dice(1, world.disarmDie), fighter.id);
  // While the questions were open, the target or its weapon may have gone elsewhere.
  if (!weaponsHeld(target).includes(weapon)) return;
  const from = target.place;
  const towards = from && start && next && { ...from, x: from.x + next.x - start.x, y: from.y + next.y - start.y };
  const goal = from && towards ? pointTowards(ground, from, towards, metres) : null;
  const path = from && goal ? traceForcedPath(ground, from, goal, []).cells : [];
  const landing = path.at(-1) ?? from;
  yield* placeOnGround(target, weapon, landing);
  for (const catcher of catchers(encounter, fighter, target, path)) {
    const { id: by } = catcher;
    const command: Command = {
      do: 'catch',
      by,
      at: target.id,
      with: weapon.id,
      options: { flying: true, owner: target.id },
    };
    yield* offerReaction('catch', catcher, () => [command], act, { at: target.id });
    if (!target.items.includes(weapon)) return;
  }
  const distance = from && landing ? Math.min(metres, metresBetween(ground, from, landing)) : metres;
  yield* log('lands', { weapon: weapon.name, metres: Math.round(distance * 10) / 10 }, target.id);
}

/** S-A24, S-A25: the disarmer, in their own turn too, then fighters along the path, nearest to the target first. */
function catchers(
  encounter: SecondsEncounter,
  disarmer: SecondsFighter,
  target: SecondsFighter,
  path: readonly Place[],
): SecondsFighter[] {
  const { fighters, ground } = encounter;
  const others = Object.values(fighters).filter(
    (other) =>
      other !== disarmer &&
      other !== target &&
      !isTurnOf(encounter, other) &&
      path.some((at) => other.place && gap(ground, other.place, at) <= 0 && hasLineOfEffect(ground, other.place, at)),
  );
  const distanceOf = ({ place: at }: SecondsFighter): number =>
    target.place && at ? metresBetween(ground, target.place, at) : 0;
  return [disarmer, ...others.toSorted((a, b) => distanceOf(a) - distanceOf(b))];
}

/** S-42, S-43: spends the reaction in any case. */
export const catchWeapon = withItemOfType(isGroundItem, 'nothing-flies', {
  group: 'other',
  reacts: true,
  offered: true,
  promise: null,
  whyNotFirst: ({ fighter, command }) => [
    ...(optionsOf(command).flying ? [] : [impossibleReason('nothing-flies')]),
    ...(emptyHands(fighter) > 0 ? [] : [{ id: 'no-empty-hand' }]),
  ],
  *play({ encounter, fighter, item, world }) {
    yield* spendReaction(encounter, fighter);
    const against = world.catchDR;
    const caught = (yield* check(fighter, 'sleight-of-hand', { against }, 'catch')) >= against;
    yield* recordOutcome(
      { result: caught ? 'caught' : 'not-caught', success: caught, facts: { weapon: item.name } },
      fighter.id,
      { tone: caught ? 'boon' : 'neutral' },
    );
    if (caught) yield* acceptItem(encounter, fighter, item, { equipped: false, held: true });
  },
});

/** The rules have no action for it. */
export const GEAR: GearRules = { types: ['secondsWeapon', 'secondsGear'] };
