import { adjustPool, applyChange, log, recordOutcome } from '../../../encounter/change';
import type { Covers } from '../../../encounter/effect';
import { groundAt, isElsewhere } from '../../../encounter/scenes';
import type { Ground, Place } from '../../../encounter/state';
import type { Reason } from '../../../kernel/ask';
import { deepEqual } from '../../../kernel/deep-equal';
import { askPlace, choose, chooseOne, type Procedure } from '../../../kernel/procedure';
import { addCondition } from '../../../toolkit/combat/condition';
import { isDropped } from '../../../toolkit/define/item';
import { hasLineOfEffect, isStepClear } from '../../../toolkit/space/sight';
import { isFree, metresBetween, neighbours } from '../../../toolkit/space/space';
import { isForbidden } from '../../../toolkit/space/terrain';
import { namesOf } from '../../../toolkit/views/question';
import { type Action, type Cost, type EnergyContext, freeOf, SWIFT_COST } from '../action';
import { canAnswer, canEvade, is, roundEnd } from '../conditions';
import { drop, meleeInHand } from '../gear';
import { placesOfOthers } from '../movement/movement';
import { optionsOf } from '../options';
import { SIZES, type Size, SLACK, type Weapon } from '../schema';
import { type Strike, UNARMED } from '../stats';
import { resist, resolveAttack, turnTo } from './attack';
import { hold } from './holds';
import {
  attackInputAt,
  attackOptions,
  isFaced,
  isInMotion,
  isSwift,
  isUnaware,
  MAY_USE_WHAT_ENDED,
  meleeWeapons,
  requiringStrike,
  type StrikeContext,
  unarmedStrikeOf,
  weaponOf,
  whyNotReach,
  whyNotWield,
} from './strikes';

/** E-179. */
const MANEUVER_PENALTY = 5;
/** E-183: size categories. */
const MAX_TRIP_SIZES = 1;
/** E-194, E-196: metres at most. */
const PUSH = 1;
const SPRINT_PUSH = 3;
/** E-186: metres at most. */
const FLING = 2;
/** E-196: least metres from the start of the Sprint to the target. */
const SPRINT_PUSH_FROM = 3;
/** What differs between the maneuvers of section 9. */
interface Maneuver
  extends Pick<Action, 'odds' | 'promise' | 'toWinner' | 'variants' | 'itemsFor' | 'wields' | 'orUnarmed' | 'goesOn'> {
  readonly icon: string;
  readonly options?: Action['options'];
  /** Null if no strike is possible. */
  form(act: EnergyContext): Strike | null;
  cost?(act: EnergyContext): Cost;
  /** Reasons against it besides reach. */
  limits(act: StrikeContext): readonly Reason[];
  /** Outcome if Fortitude resists; null if it is not rolled (E-188). */
  readonly resisted: string | null;
  readonly won: string;
  /** What the outcome says of the target. */
  readonly covers?: Covers;
  win(act: StrikeContext): Procedure<unknown>;
  fail?(act: EnergyContext): Procedure<unknown>;
}

/** E-177 to E-180. */
function maneuver({ form, cost, limits, resisted, won, covers, win, fail, ...traits }: Maneuver): Action {
  // E-A53: costs as much as the attack.
  const costOfForm = (act: EnergyContext): Cost => ({ energy: form(act)?.id === UNARMED ? 2 : 3 });
  function* playFailure(act: EnergyContext): Procedure<void> {
    if (fail) yield* fail(act);
  }
  return requiringStrike(form)({
    options: ({ command }) => (isSwift(command) ? MOVING : STILL),
    ...traits,
    category: 'attack',
    needs: 'target',
    goesOn: { ...MAY_USE_WHAT_ENDED, ...traits.goesOn },
    cost: (act) => (isSwift(act.command) ? SWIFT_COST : (cost ?? costOfForm)(act)),
    whyNotFirst: (act) => whyNotWield(act, form(act)),
    whyNot: (act) => [...whyNotReach(act), ...limits(act)],
    /** E-178, E-A54: returns true if the target gets advantage. */
    *declare({ encounter, fighter, target, command }) {
      if (isSwift(command) || is(target, 'exposed') || isUnaware(command)) return false;
      yield* addCondition(fighter.id, 'unguarded', roundEnd(encounter.clock.round));
      return true;
    },
    *play(act, backlash) {
      const { encounter, fighter, target } = act;
      yield* turnTo(encounter, fighter, target);
      const attackInput = attackInputAt(act);
      const { was } = attackInput.defenseContext;
      const canTargetEvade = canEvade(target) && was.canEvade;
      const outcome = yield* resolveAttack({
        ...attackInput,
        attackValue: attackInput.attackValue - MANEUVER_PENALTY,
        harmless: true,
        defenseContext: { ...attackInput.defenseContext, hasManeuverAdvantage: backlash },
      });
      if (outcome !== 'hit' && outcome !== 'critical') return yield* playFailure(act);
      if (resisted !== null && !attackInput.isDefenseWaived) {
        // E-A54: for the first Defense roll only.
        const granted = backlash && (outcome === 'critical' || !canTargetEvade);
        // E-182 applies to the Trip only.
        const moving = won === TRIPPED && isInMotion(act) ? ['moving'] : [];
        // E-158: counts as Surprised for this attack.
        const weakens = attackInput.pointBlank ? [...moving, 'unaware'] : moving;
        if (yield* resist(target, attackInput.attackValue, { granted, weakens, was })) {
          yield* recordOutcome({ result: resisted, success: false }, target.id, { tone: 'boon' });
          return yield* playFailure(act);
        }
      }
      yield* recordOutcome({ result: won, success: true }, target.id, { tone: 'harm', ...(covers && { covers }) });
      yield* win(act);
    },
  });
}

const TRIPPED = 'tripped';
const STILL = attackOptions([]);
const MOVING = attackOptions([], ['moving']);

/** Returns how many categories `a` is larger than `b`. */
const sizesAbove = (a: Size, b: Size): number => SIZES.indexOf(a) - SIZES.indexOf(b);

/** E-181 to E-183. */
export const trip = maneuver({
  icon: 'conditions/prone',
  odds: 'trip',
  options: MOVING,
  promise: 0,
  toWinner: 'offered',
  variants: { swift: 'swift-trip' },
  itemsFor: meleeWeapons,
  wields: meleeInHand,
  orUnarmed: true,
  form: formOf,
  limits: ({ fighter, target }) =>
    sizesAbove(target.stats.size, fighter.stats.size) > MAX_TRIP_SIZES ? [{ id: 'too-large' }] : [],
  resisted: 'trip-resisted',
  won: TRIPPED,
  covers: { gains: ['prone'] },
  win: ({ target }) => addCondition(target.id, 'prone', null),
});

/** Returns the strike of a maneuver: as named, else the weapon in hand, else unarmed. */
function formOf(act: EnergyContext): Strike | null {
  if (act.command.with === UNARMED) return unarmedStrikeOf(act);
  return weaponOf(act) ?? (act.command.with === undefined ? unarmedStrikeOf(act) : null);
}

/** The weapon named by `item`, else all in hand. */
function weaponsHeld({ command, target }: StrikeContext): readonly Weapon[] {
  const { item: named } = optionsOf(command);
  return target.items.filter(
    (item): item is Weapon =>
      item.type === 'energyWeapon' && item.equipped && (named === undefined || item.id === named),
  );
}

/** E-187: a light weapon cannot disarm a heavy one. */
function isTooLight({ fighter, strike }: StrikeContext, held: Weapon): boolean {
  const own = fighter.items.find(({ id }) => id === strike.id);
  return own?.type === 'energyWeapon' && own.class === 'light' && held.class === 'heavy';
}

/** E-184 to E-187. */
export const disarm = maneuver({
  icon: 'actions/disarm',
  odds: 'disarm',
  options: ({ command }) => ['item', ...(isSwift(command) ? MOVING : STILL)],
  promise: 0,
  toWinner: 'offered',
  variants: { swift: 'swift-disarm' },
  itemsFor: meleeWeapons,
  wields: meleeInHand,
  orUnarmed: true,
  form: formOf,
  limits(act) {
    const held = weaponsHeld(act);
    if (held.length === 0) return [{ id: 'nothing-held' }];
    return [
      ...(isFaced(act) ? [] : [{ id: 'turned-away' }]),
      ...(held.every((weapon) => isTooLight(act, weapon)) ? [{ id: 'too-light' }] : []),
    ];
  },
  resisted: 'disarm-resisted',
  won: 'disarmed',
  *win(act) {
    const held = weaponsHeld(act);
    const possible = held.filter((weapon) => !isTooLight(act, weapon));
    // All are too heavy, and the GM allowed it anyway.
    const available = possible.length > 0 ? possible : held;
    const facts = { at: act.target.id, ...namesOf(available) };
    const chosen = yield* chooseOne(
      'disarm-item',
      act.fighter.id,
      available.map(({ id }) => id),
      facts,
    );
    const weapon = weaponsHeld(act).find(({ id }) => id === chosen);
    // Taken away in the meantime.
    if (!weapon) return;
    yield* drop(act.target, weapon, act.target.place);
    yield* fling(act, weapon);
  },
});

/** E-186: offered only to an attacker who can pay. */
function* fling({ encounter, fighter, target }: StrikeContext, weapon: Weapon): Procedure<void> {
  const isPossible = (): boolean =>
    canAnswer(fighter) &&
    freeOf(fighter, 'agility') > 0 &&
    !is(fighter, 'slowed') &&
    target.items.some((item) => item.id === weapon.id && isDropped(item));
  if (weapon.class === 'heavy' || !isPossible()) return;
  const choice = yield* choose('fling-weapon', fighter.id, ['fling', 'leave'], { weapon: weapon.name });
  if (choice === 'leave' || !isPossible()) return;
  yield* adjustPool(fighter.id, 'agility', -1);
  const places = target.place ? placesAbout(groundAt(encounter.ground, target.place), target.place, FLING) : [];
  if (places.length > 0) {
    const facts = { weapon: weapon.name, at: target.id };
    const place = yield* askPlace('fling-place', fighter.id, places, facts);
    if (!target.items.some((item) => item.id === weapon.id && isDropped(item))) return;
    yield* drop(target, weapon, place);
  }
  yield* log('flung', { weapon: weapon.name }, target.id);
}

/** Without the middle and what a wall shuts off; without a grid in eight directions. */
function placesAbout(ground: Ground, middle: Place, metres: number): Place[] {
  const found = new Map<string, Place>();
  let frontier: readonly Place[] = [middle];
  for (let far = stepOf(ground); far <= metres + SLACK; far += stepOf(ground)) {
    frontier =
      ground.grid === 'gridless'
        ? neighbours(ground, middle).map((there) => placeAtDistance(middle, there, far))
        : frontier.flatMap((at) => neighbours(ground, at));
    for (const there of frontier)
      if (metresBetween(ground, middle, there) > SLACK) found.set(`${there.x} ${there.y}`, there);
  }
  // The weapon flies from center to center: the size of its owner does not matter.
  return [...found.values()].filter((there) => hasLineOfEffect(ground, middle, { ...there, width: 0, height: 0 }));
}

/** In the direction of a place one metre away. */
const placeAtDistance = (middle: Place, { x, y, ...rest }: Place, metres: number): Place => ({
  ...rest,
  x: middle.x + (x - middle.x) * metres,
  y: middle.y + (y - middle.y) * metres,
});

const stepOf = ({ grid, cell }: Ground): number => (grid === 'gridless' ? 1 : cell);

/** E-189, E-197. */
const noLarger = ({ fighter, target }: StrikeContext): readonly Reason[] =>
  sizesAbove(target.stats.size, fighter.stats.size) > 0 ? [{ id: 'larger' }] : [];

/** E-188, E-189. */
export const restrain = maneuver({
  icon: 'conditions/restraining',
  odds: 'restrain',
  promise: 0,
  toWinner: 'offered',
  variants: { swift: 'swift-restrain' },
  form: unarmedStrikeOf,
  limits: noLarger,
  resisted: null,
  won: 'seized',
  covers: { gains: ['restrained'] },
  win: ({ fighter, target }) => hold(fighter, target),
});

interface Shove
  extends Pick<Maneuver, 'icon' | 'odds' | 'promise' | 'toWinner' | 'variants' | 'limits' | 'cost' | 'goesOn'> {
  /** At most. */
  readonly metres: number;
}

const shove = ({ limits, metres, ...traits }: Shove): Action =>
  maneuver({
    ...traits,
    form: unarmedStrikeOf,
    limits: (act) => [...noLarger(act), ...limits(act)],
    resisted: 'push-resisted',
    won: 'pushed',
    covers: { moves: true },
    *win(act) {
      const { target } = act;
      yield* addCondition(target.id, 'unguarded', roundEnd(act.encounter.clock.round));
      const places = awayFrom(act, metres);
      if (places.length === 0) return;
      const to = yield* askPlace('push', act.fighter.id, places, { at: target.id });
      // The target was moved, or the space taken, in the meantime.
      if (!awayFrom(act, metres).some((place) => deepEqual(place, to))) return;
      yield* applyChange({ kind: 'move', of: target.id, to, by: [] });
      if (isForbidden(act.encounter.ground, to)) yield* log('displaced-forbidden', {}, target.id);
    },
    /** E-195, E-A15. */
    fail: ({ encounter, fighter }) => addCondition(fighter.id, 'unguarded', roundEnd(encounter.clock.round)),
  });

/** E-194, E-195, E-197, E-198. */
export const push = shove({
  icon: 'actions/push',
  odds: 'push',
  promise: 0,
  toWinner: 'offered',
  variants: { swift: 'swift-push' },
  limits: () => [],
  metres: PUSH,
});

/** E-196, E-A55: free after a Sprint unless a world setting adds a price. */
export const sprintPush = shove({
  icon: 'actions/sprint-push',
  odds: 'sprint-push',
  promise: null,
  // E-36: to step after the target is the next action, and the Sprint still began where it did.
  goesOn: { 'no-sprint': 'E-196' },
  limits({ encounter, fighter, target }) {
    const from = fighter.state.sprintFrom;
    if (from === undefined) return [{ id: 'no-sprint' }];
    if (from === true || !target.place) return [];
    const start = { ...target.place, ...from };
    if (isElsewhere(encounter.ground, start, target.place)) return [{ id: 'no-sprint' }];
    const metres = metresBetween(encounter.ground, start, target.place);
    return metres < SPRINT_PUSH_FROM - SLACK ? [{ id: 'sprint-short', data: { least: SPRINT_PUSH_FROM } }] : [];
  },
  metres: SPRINT_PUSH,
  cost: ({ encounter }) => (encounter.settings.sprintPushExtraEnergy === '2' ? { energy: 2 } : {}),
});

/** E-198: each step leads farther from the attacker. */
function awayFrom({ encounter, fighter, target }: StrikeContext, metres: number): Place[] {
  const from = fighter.place;
  if (!from || !target.place) return [];
  const ground = groundAt(encounter.ground, target.place);
  const others = placesOfOthers(encounter, target);
  const far = (there: Place): number => Math.hypot(there.x - from.x, there.y - from.y);
  const found = new Map<string, Place>();
  let frontier: readonly Place[] = [target.place];
  for (let metre = stepOf(ground); metre <= metres + SLACK; metre += stepOf(ground)) {
    frontier = frontier.flatMap((at) =>
      neighbours(ground, at).filter((there) => {
        const key = `${there.x} ${there.y}`;
        if (found.has(key) || far(there) <= far(at) + SLACK) return false;
        if (!isFree(ground, there, others) || !isStepClear(ground, at, there)) return false;
        found.set(key, there);
        return true;
      }),
    );
  }
  return [...found.values()];
}
