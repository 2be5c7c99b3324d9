import { log } from '../../../encounter/change';
import type { Command } from '../../../encounter/command';
import { impossibleReason } from '../../../encounter/legality';
import { groundAt } from '../../../encounter/scenes';
import type { Place } from '../../../encounter/state';
import { GM, type Reason } from '../../../kernel/ask';
import { lookup } from '../../../kernel/lookup';
import { choose } from '../../../kernel/procedure';
import { TARGET, type WithTarget, whyNoTarget } from '../../../toolkit/act/actions';
import { findNamedOrFirst, makeStrikeRequirement } from '../../../toolkit/combat/strike';
import { whyNotAtHand } from '../../../toolkit/define/item';
import { hasLineOfEffect } from '../../../toolkit/space/sight';
import { gap, isFacingPlace } from '../../../toolkit/space/space';
import { type Action, type Energy, type EnergyContext, has, requiring, SWIFT_COST } from '../action';
import { activeAmong, canEvade, HALTS, is } from '../conditions';
import { optionsOf } from '../options';
import { SLACK, type Weapon } from '../schema';
import type { EnergyEncounter, EnergyFighter } from '../state';
import { type Strike, statsOf, UNARMED } from '../stats';
import { type AttackInput, attackInputOf, isFacingFighter, type RollModifiers, resolveAttack, turnTo } from './attack';
import { nonLethalOf, nonLethalPrice, rollForDeath } from './aura';
import { isHiddenFrom } from './sight';

export const isSwift = (command: Command): boolean => optionsOf(command).swift === true;
/** E-155. */
const isMoving = (command: Command): boolean => optionsOf(command).moving === true;

/** E-158. */
export const isUnaware = (command: Command): boolean => optionsOf(command).pointBlank === true;

export type StrikeContext = WithTarget<EnergyContext> & { readonly strike: Strike };

/** Returns the row maker for an action with a target and a strike. */
export const requiringStrike = (strikeOf: (act: EnergyContext) => Strike | null) =>
  requiring(
    makeStrikeRequirement<EnergyContext, Strike, StrikeContext>(
      strikeOf,
      TARGET,
      (strike, aimed) => ({ strike, ...aimed }),
      (act) => (strikeOf(act) ? whyNoTarget(act) : [impossibleReason('no-weapon')]),
    ),
  );

/** Returns the options of an attack. @param first those before its enhancement @param late those after what it is rolled with */
export const attackOptions = (
  first: readonly Energy['option'][],
  late: readonly Energy['option'][] = [],
): readonly Energy['option'][] => [
  'swap',
  ...first,
  'enhance',
  'single',
  'attack',
  'defense',
  'behind',
  ...late,
  'pointBlank',
  'cover',
  'other',
];

/** E-160 to E-167. */
export const NON_LETHAL_OPTIONS = ['nonLethal', 'injuryFrom', 'doublings', 'deathRoll', 'deathBonus'] as const;
const STILL = attackOptions(NON_LETHAL_OPTIONS);
const MOVING = attackOptions(NON_LETHAL_OPTIONS, ['moving']);

/** Returns the melee weapons of a fighter. */
export const meleeWeapons = ({ items }: EnergyFighter): readonly Weapon[] =>
  items.filter((item): item is Weapon => item.type === 'energyWeapon' && !item.ranged);

/** What made a melee attack possible may have ended while it is made. */
export const MAY_USE_WHAT_ENDED = { 'can-defend': 'E-69', 'swift-guarded': 'E-69' };

interface MeleeTraits extends Pick<Action, 'promise' | 'toWinner' | 'variants' | 'itemsFor' | 'wields'> {
  /** E-68. */
  readonly isForDefenseless?: true;
}

/** Section 6: returns a melee attack with its strike and price. */
export function meleeAction(
  energy: number,
  strikeOf: (act: EnergyContext) => Strike | null,
  { isForDefenseless, ...traits }: MeleeTraits,
): Action {
  return requiringStrike(strikeOf)({
    ...traits,
    category: 'attack',
    needs: 'target',
    goesOn: MAY_USE_WHAT_ENDED,
    options: ({ command }) => (isSwift(command) ? MOVING : STILL),
    cost: ({ command }) => (isSwift(command) ? SWIFT_COST : { energy }),
    whyNotFirst: (act) => whyNotWield(act, strikeOf(act)),
    whyNot: (act) => [...whyNotReach(act), ...(isForDefenseless && canEvade(act.target) ? [{ id: 'can-defend' }] : [])],
    *play(act) {
      yield* turnTo(act.encounter, act.fighter, act.target);
      yield* resolveAttack(attackInputAt(act));
    },
  });
}

export function attackInputAt({
  encounter,
  fighter,
  target,
  command,
  strike,
  openings = null,
}: StrikeContext): AttackInput {
  const attackInput = attackInputOf(
    encounter,
    fighter,
    target,
    strike,
    rollModifiersOf(command),
    openings ?? undefined,
  );
  const weapon = fighter.items.find(({ id }) => id === strike.id);
  const from = strike.id === UNARMED ? 'unarmed' : weapon?.type === 'energyWeapon' && weapon.blunt ? 'blunt' : 'melee';
  return {
    ...attackInput,
    attackValue: attackInput.attackValue - nonLethalPrice(command, from),
    nonLethal: nonLethalOf(encounter, command, from),
  };
}

/** Returns the melee strikes in hand, and the unarmed strike. */
export const strikesOf = (fighter: EnergyFighter): readonly Strike[] => [
  ...armedStrikes(fighter),
  fighter.stats.strikes[UNARMED],
];

export const armedStrikes = (fighter: EnergyFighter): readonly Strike[] =>
  fighter.items
    .filter((item) => item.type === 'energyWeapon' && item.equipped && !item.dropped && !item.ranged)
    .flatMap(({ id }) => lookup(statsOf(fighter).strikes, id) ?? []);

/** Returns true if the fighter faces and reaches the place. */
export function isWithin(
  { ground, settings }: EnergyEncounter,
  { place }: EnergyFighter,
  { reach }: Strike,
  there: Place,
): boolean {
  if (!place || gap(ground, place, there) > reach + SLACK || !hasLineOfEffect(ground, place, there)) return false;
  return settings.facing === 'off' || isFacingPlace(ground, place, there);
}

/** E-138, E-140: returns true if the target faces the attacker; the GM may say that it does not. */
export const isFaced = ({ encounter, fighter, target, command }: WithTarget<EnergyContext>): boolean =>
  optionsOf(command).behind !== true && isFacingFighter(encounter, target, fighter);

/** E-182: returns true if the target moves, and no one has stopped it at this metre. */
export const isInMotion = ({ command, target }: WithTarget<EnergyContext>): boolean =>
  (isMoving(command) || target.state.moving === true) && activeAmong(target, HALTS).length === 0;

/** E-155: returns true if the target moves within the greatest reach of a fighter who faces and sees it. */
function isPassing(encounter: EnergyEncounter, fighter: EnergyFighter, target: EnergyFighter): boolean {
  const { place, state } = target;
  if (state.moving !== true || !place || isHiddenFrom(encounter, target, fighter)) return false;
  return strikesOf(fighter).some((strike) => isWithin(encounter, fighter, strike, place));
}

/** Returns the named weapon, else the first melee weapon in hand. */
export function weaponOf({ fighter, command }: Pick<EnergyContext, 'fighter' | 'command'>): Strike | null {
  const weapons = fighter.items.filter((item): item is Weapon => item.type === 'energyWeapon');
  const weapon = findNamedOrFirst(weapons, command.with, ({ equipped, ranged }) => equipped && !ranged);
  return (weapon && lookup(statsOf(fighter).strikes, weapon.id)) ?? null;
}

export const unarmedStrikeOf = ({ fighter }: Pick<EnergyContext, 'fighter'>): Strike => fighter.stats.strikes[UNARMED];

export const weaponOrUnarmed = (act: EnergyContext): Strike => weaponOf(act) ?? unarmedStrikeOf(act);

/** E-141: returns a reason if a target that sees the attacker is declared unaware. */
export function whyNotUnaware({ encounter, fighter, target, command }: WithTarget<EnergyContext>): Reason[] {
  const { cover, behind } = optionsOf(command);
  if (!isUnaware(command) || cover === true || behind === true || !canEvade(target)) return [];
  const onMap = fighter.place !== null && target.place !== null && encounter.settings.facing !== 'off';
  const isSeen = onMap && isFacingFighter(encounter, target, fighter) && !isHiddenFrom(encounter, fighter, target);
  return isSeen ? [{ id: 'in-sight' }] : [];
}

/** Returns the reasons against striking at any target. */
export function whyNotWield({ fighter }: EnergyContext, strike: Strike | null): Reason[] {
  if (!strike) return [];
  const reasons: Reason[] = [];
  const weapon = fighter.items.find(({ id }) => id === strike.id);
  if (weapon?.type === 'energyWeapon') reasons.push(...whyNotAtHand(weapon, { needsHand: 'not-equipped' }));
  if (weapon?.type === 'energyWeapon' && weapon.ranged) reasons.push({ id: 'not-melee' });
  return reasons;
}

/** Returns a reason if a wall blocks the attack. */
export const whyNotThrough = ({ encounter, fighter, target }: WithTarget<EnergyContext>): Reason[] =>
  hasLineOfEffect(encounter.ground, fighter.place, target.place) ? [] : [{ id: 'wall' }];

/** Returns the reasons against striking this target. */
export function whyNotReach(act: StrikeContext): Reason[] {
  const { encounter, fighter, target, command, strike } = act;
  const reasons: Reason[] = [];
  if (is(target, 'dead')) reasons.push({ id: 'target-dead' });
  reasons.push(...whyNotUnaware(act), ...whyNotThrough(act));
  if (fighter.place && target.place) {
    const gapMetres = gap(encounter.ground, fighter.place, target.place);
    // E-A51: a metre that begins within Reach may end just beyond it.
    const reach =
      strike.reach + (isSwift(command) && isMoving(command) ? groundAt(encounter.ground, fighter.place).cell : 0);
    if (gapMetres > reach + SLACK)
      reasons.push({ id: 'out-of-reach', data: { distance: Math.round(gapMetres * 10) / 10, reach: strike.reach } });
  }
  return isSwift(command) ? [...reasons, ...whyNotSwift(encounter, fighter, target, command)] : reasons;
}

/** E-153 to E-155. */
export function whyNotSwift(
  encounter: EnergyEncounter,
  fighter: EnergyFighter,
  target: EnergyFighter,
  command: Command,
): Reason[] {
  const reasons: Reason[] = [];
  if (fighter.state.swiftUsed === true) reasons.push({ id: 'swift-spent' });
  const isOpen = isMoving(command) || isUnaware(command) || is(target, 'unguarded') || !canEvade(target);
  if (!isOpen && !isPassing(encounter, fighter, target)) reasons.push({ id: 'swift-guarded' });
  return reasons;
}

export function rollModifiersOf(command: Command): RollModifiers {
  const {
    attack = null,
    defense: defenseOption = null,
    behind = false,
    other = 0,
    pointBlank = false,
    deathRoll: demands = null,
    deathBonus: bonus = 0,
    doublings: doubles = 0,
  } = optionsOf(command);
  const isDefenseWaived = defenseOption === 'none';
  const defense = isDefenseWaived ? null : defenseOption;
  return {
    attack,
    defense,
    isDefenseWaived,
    behind,
    other,
    pointBlank,
    deathRollOverride: { demands, bonus },
    doubles,
  };
}

/** E-222: kills an unconscious target without Aura, or the GM grants a Death roll. */
export const finishOff: Action = requiringStrike(weaponOrUnarmed)({
  category: 'attack',
  needs: 'target',
  options: ['swap', 'deathRoll', 'deathBonus'],
  promise: null,
  cost: () => ({ energy: 1 }),
  whyNotFirst: (act) => whyNotWield(act, weaponOrUnarmed(act)),
  whyNot(act) {
    const { target } = act;
    const isAtMercy = is(target, 'unconscious') && has(target, 'aura') === 0;
    return [...whyNotReach(act), ...(isAtMercy ? [] : [{ id: 'not-at-mercy' }])];
  },
  *play({ encounter, fighter, target, command }) {
    yield* turnTo(encounter, fighter, target);
    let { deathRollOverride } = rollModifiersOf(command);
    if (deathRollOverride.demands === null) {
      const ruling = yield* choose('finish-off', GM, ['dies', 'death-roll'], { at: fighter.id, other: target.name });
      if (ruling === 'dies') deathRollOverride = { ...deathRollOverride, demands: 'none' };
    }
    yield* log('finishes-off', { at: target.name }, fighter.id, { tone: 'boon', strong: true });
    yield* rollForDeath(target, encounter.clock.round, deathRollOverride);
  },
});
