import { log, recordOutcome } from '../../../encounter/change';
import { groundAt } from '../../../encounter/scenes';
import { areOnOneSide } from '../../../encounter/sides';
import type { Reason } from '../../../kernel/ask';
import { askPlace, type Procedure } from '../../../kernel/procedure';
import { stopOf } from '../../../toolkit/act/command-run';
import { addCondition } from '../../../toolkit/combat/condition';
import { isStepClear } from '../../../toolkit/space/sight';
import { gap } from '../../../toolkit/space/space';
import { whyNotLeap, whyNotWalk } from '../../../toolkit/space/terrain';
import { whyNotStill } from '../../../toolkit/space/walk';
import { type Action, requiring, type SlotsContext } from '../action';
import { attackInputOf, strikeAt } from '../attack/attack';
import { knockDown, whyNotUse } from '../attack/maneuvers';
import { rangeOf, type StrikeContext, strikeRequirement, whyNotReach } from '../attack/strikes';
import { SQUARE, strikesOf, threatenersAlong } from '../attack/threat';
import { effectiveSpeed, is, isHalted, isObject, roundToSquares, untilTurnOf } from '../conditions';
import { optionsOf } from '../options';
import { offerReaction, resolveProvocation } from '../reactions';
import type { SkillId } from '../schema';
import { saveRoll, skillCheck } from '../skills/totals';
import { type SlotsFighter, setState } from '../state';
import { isAtHand, type Strike, strikeOf } from '../stats';
import { whyNotAct, whyNotContinue } from '../turn/legality';
import { fireTriggers, stepTriggersFor } from '../turn/ready';
import { moveAlong } from './arrival';
import {
  endEarly,
  groundFor,
  isDifficult,
  placesBeside,
  type Route,
  roundFeet,
  routeOf,
  STILL,
  stepOut,
  sumOf,
  type WalkOptions,
  type WalkResult,
  walk,
  whyNotGo,
} from './movement';

/** L-55, L-64, L-67: feet of straight Dash before the maneuver. */
const RUN_UP = 10;
/** L-64, L-67. */
const MOMENTUM = 2;

/** A stretch of a way: from the first of its squares up to, but not including, `to`. */
interface Stretch extends Pick<WalkOptions, 'provokes' | 'spared' | 'after'> {
  readonly from?: number;
  readonly to?: number;
  /** The number of first squares that are leapt across. */
  readonly leapt?: number;
  /** The feet the whole movement may cost now. */
  most(): number;
}

/** Moves along a stretch; off the map there is no step. L-154: swimming makes wet. */
function* go(act: WithRoute, stretch: Stretch): Procedure<WalkResult> {
  const { encounter, fighter, command, route } = act;
  const { from = 0, to = route.steps.length, leapt = 0, after, ...rest } = stretch;
  const before = after ?? { ...STILL, spent: route.unmapped };
  const steps = route.steps.slice(from, to).map((step, at) => ({ ...step, isOver: at < leapt }));
  const result =
    fighter.place && steps.length > 0
      ? yield* walk(act, fighter, steps, {
          ...rest,
          after: before,
          overruled: act.overruled,
          goesOn: to < route.steps.length,
          groundOf: () => groundFor(encounter, command),
          stepTriggers: stepTriggersFor(act, rest.spared),
        })
      : { ...before, arrived: true };
  if (optionsOf(command).mode === 'swim' && !is(fighter, 'soaked')) yield* addCondition(fighter.id, 'soaked', null);
  return result;
}

/**
 * Plays a part of a movement that is judged as a whole, such as its check, when it begins and while it may be stopped.
 * Returns null if it ends, or the mover is moved away.
 */
function part<T>(act: SlotsContext, whyNot: () => readonly Reason[], play: () => Procedure<T>): Procedure<T | null> {
  const { runtime, fighter, overruled } = act;
  const { place } = fighter;
  const reasons = (): readonly Reason[] => [...whyNot(), ...whyNotStill(fighter.place, place)];
  return runtime.part<T | null>({ reasons, overruled, play, stopped: stopOf(fighter.id) });
}

/** Returns the reasons of the body against a check in a movement. */
const whyNotCheck = (fighter: SlotsFighter, skill: SkillId): readonly Reason[] => [
  ...whyNotAct(fighter),
  ...(is(fighter, 'restrained') ? [{ id: 'restrained' }] : []),
  ...whyNotUse(fighter, skill),
];

type WithRoute = SlotsContext & { readonly route: Route };

/** A row with a way. `whyNot` also gets null, for a command without a path. */
const alongWay = ({
  whyNot,
  ...row
}: Omit<Action, 'needs' | 'moves' | 'inParts' | 'whyNot' | 'play'> & {
  whyNot(act: SlotsContext, route: Route | null): readonly Reason[];
  play(act: WithRoute): Procedure<unknown>;
}): Action =>
  requiring<WithRoute>({
    find(act) {
      const route = routeOf(act);
      return route && { route, ...act };
    },
    whyNot: (act) => whyNot(act, null),
  })({ ...row, needs: 'path', moves: true, inParts: true, whyNot: (act) => whyNot(act, act.route) });

/** L-51 to L-54. */
export const advance = alongWay({
  slot: 'move',
  provokes: 'all',
  options: ['mode'],
  readiable: true,
  drag: 'free',
  promise: 0,
  farthest: (fighter) => roundToSquares(effectiveSpeed(fighter)),
  whyNot: (act, route) => whyNotGo(act, route, speedOf(act)),
  play: (act) => go(act, { provokes: true, most: () => speedOf(act) }),
});

const speedOf = ({ fighter, command }: SlotsContext): number => effectiveSpeed(fighter, optionsOf(command).mode);

/** L-27 to L-29, L-51: returns the feet a Dash covers along this way. */
function dashOf(act: SlotsContext, { isStraight }: Route): number {
  const speed = speedOf(act);
  return isStraight ? 2 * speed : roundToSquares(speed * 1.5);
}

function whyNotDash(act: SlotsContext, route: Route | null): Reason[] {
  const reasons = whyNotGo(act, route, route ? dashOf(act, route) : 0);
  return route?.isDifficult ? [...reasons, { id: 'difficult' }] : reasons;
}

const dashing = (act: WithRoute): Stretch => ({ provokes: true, most: () => dashOf(act, act.route) });

export const dash = alongWay({
  slot: 'standard',
  provokes: 'all',
  options: ['mode'],
  readiable: true,
  drag: 'free',
  promise: 0,
  farthest: (fighter) => roundToSquares(2 * effectiveSpeed(fighter)),
  // L-27.
  straight: true,
  whyNot: whyNotDash,
  play: (act) => go(act, dashing(act)),
});

/** L-A22: the Dash takes the Standard slot, the maneuver the Move slot. */
const bothSlots = () => [
  { pool: 'standard', amount: 1 },
  { pool: 'move', amount: 1 },
];

function whyNotRunUp(route: Route | null): Reason[] {
  if (!route) return [];
  const reasons: Reason[] = route.isStraight ? [] : [{ id: 'not-straight' }];
  return route.feet < RUN_UP ? [...reasons, { id: 'run-up', data: { least: RUN_UP } }] : reasons;
}

const canCharge = (strike: Strike): boolean => strike.strikes || strike.thrown;

const CHARGING = strikeRequirement(canCharge);

/** L-56: a blow or a throw, but no shot. */
const chargeRange = (strike: Strike): number => (strike.thrown ? rangeOf(strike) : strike.reach);

function whyNotCharge(act: SlotsContext): readonly Reason[] {
  const { fighter, target } = act;
  const route = routeOf(act);
  const striking = CHARGING.find(act);
  // The range counts from the end of the Dash.
  const atEnd: SlotsFighter = { ...fighter, place: route?.cells.at(-1) ?? fighter.place };
  return [
    ...whyNotDash(act, route),
    ...whyNotRunUp(route),
    ...(striking
      ? whyNotReach(act.encounter, atEnd, striking.target, chargeRange(striking.strike))
      : CHARGING.whyNot(act)),
    ...(target && areOnOneSide(target, fighter) ? [{ id: 'no-foe' }] : []),
  ];
}

const charging = requiring<StrikeContext & { readonly route: Route }>({
  defaultItem: CHARGING.defaultItem,
  find(act) {
    const route = routeOf(act);
    const striking = CHARGING.find(act);
    return route && striking && { route, ...striking };
  },
  whyNot: whyNotCharge,
});

/** L-55 to L-59, L-A20, L-A21. */
export const charge = charging({
  slot: 'move',
  needs: 'path',
  moves: true,
  inParts: true,
  // L-57: its target cannot answer the way there.
  provokes: 'others',
  offensive: true,
  mayTarget: true,
  cost: bothSlots,
  options: ['mode', 'other'],
  itemsFor: (fighter) => strikesOf(fighter).filter(canCharge),
  atItem: (item) => isAtHand(item) && canCharge(strikeOf(item)),
  odds: 'hit',
  promise: 0.05,
  // The blow fires its own.
  fires: () => null,
  chance(act) {
    const striking = CHARGING.find(act);
    return striking && rollAfterDash(striking);
  },
  // L-56, L-177: Cover counts at the end of the Dash.
  aimedFrom: (act) => routeOf(act)?.cells.at(-1) ?? null,
  whyNot: whyNotCharge,
  *play(act) {
    const { fighter, target } = act;
    yield* setState(target.id, 'charged', true);
    const { arrived } = yield* go(act, { ...dashing(act), spared: target.id });
    yield* setState(target.id, 'charged', null);
    if (
      !arrived ||
      (yield* part(
        act,
        () => whyNotStrike(act),
        () => blowOf(act),
      )) === null
    )
      yield* log('charge-lost', {}, fighter.id, { strong: true });
  },
});

/** L-56: returns the reasons against the blow where the Dash has ended, with the weapon it was begun with. */
const whyNotStrike = ({ encounter, runtime, fighter, target, strike }: StrikeContext): readonly Reason[] => [
  ...whyNotContinue(runtime, { do: 'primary-attack', by: fighter.id, at: target.id, with: strike.id }),
  ...whyNotReach(encounter, fighter, target, chargeRange(strike)),
];

/** L-09: the blow fires triggers. */
function* blowOf(act: StrikeContext): Procedure<true> {
  yield* fireTriggers(act, 'attacks');
  yield* chargeAt(act);
  return true;
}

/** L-56, L-58, L-59, L-A20: plays the blow at the end of the Dash. */
function* chargeAt(act: StrikeContext): Procedure<void> {
  const { encounter, fighter } = act;
  yield* addCondition(fighter.id, 'charging', untilTurnOf(fighter.id));
  const attackInput = attackInputOf({ ...act, slot: 'move' });
  yield* strikeAt(
    encounter,
    encounter.settings.chargeIgnoresSlotPenalty === true ? { ...attackInput, slot: 0 } : attackInput,
  );
}

/** L-56: for the odds, which only the end of the Dash changes. */
function* rollAfterDash(act: StrikeContext): Procedure<void> {
  yield* moveAlong(act.encounter, act.fighter, routeOf(act)?.cells ?? []);
  yield* chargeAt(act);
}

/** L-65, L-66, L-A23: adds both; each five feet begun count in full. */
const jumpDc = (across: number, up: number): number => 5 + 5 * Math.ceil(across / SQUARE) + 10 * Math.ceil(up / SQUARE);

/** The squares of a jump: before the obstacle, across it, and from the landing on. */
interface Leap {
  readonly takeOff: number;
  readonly landing: number;
}

/** Returns where the jumper takes off and lands; by default just before the end of the way. */
function leapOf({ encounter, fighter, command }: SlotsContext, { lengths, cells }: Route): Leap {
  const { across = 0, after } = optionsOf(command);
  const isGridless = groundAt(encounter.ground, fighter.place).grid === 'gridless';
  const width = isGridless ? across : SQUARE * Math.ceil(across / SQUARE);
  const wished = after ?? Math.max(0, sumOf(lengths) - across - SQUARE);
  const before = isGridless ? wished : SQUARE * Math.floor(wished / SQUARE);
  const reached = lengths.map((_, at) => roundFeet(sumOf(lengths.slice(0, at + 1))));
  const takeOff = reached.filter((feet) => feet <= before).length;
  const over = reached.findIndex((feet) => feet > before + width);
  return { takeOff, landing: over < 0 ? cells.length - 1 : over };
}

/** L-29, L-65, L-66: a jump crosses what cannot be walked: a pit if it goes across, a low wall if it goes up. */
function whyNotLeapAlong(act: SlotsContext, route: Route | null): Reason[] {
  const { encounter, fighter, command } = act;
  const { ground } = encounter;
  const { up = 0, difficult = 0 } = optionsOf(command);
  const { place } = fighter;
  if (!route || !place) return whyNotDash(act, route);
  const { takeOff, landing: landsAt } = leapOf(act, route);
  const before = route.cells.slice(0, takeOff);
  const after = route.cells.slice(landsAt);
  const from = before.at(-1) ?? place;
  const [landing, ...rest] = after;
  const isWalled = up === 0 && landing !== undefined && !isStepClear(ground, from, landing);
  // What lies below a jump does not slow it down.
  const flat = route.costs.map((cost, at) => (at >= takeOff && at < landsAt ? route.lengths[at] : cost) ?? cost);
  const leaping = { ...route, feet: roundFeet(route.unmapped + sumOf(flat)) };
  const reasons = whyNotGo(act, leaping, dashOf(act, route), [
    ...whyNotWalk(ground, place, before),
    ...(isWalled ? [{ id: 'wall' }] : whyNotLeap(ground, from, landing)),
    ...whyNotWalk(ground, landing ?? from, rest),
  ]);
  const isRough = difficult > 0 || [place, ...before, ...after].some((each) => isDifficult(ground, each));
  return isRough ? [...reasons, { id: 'difficult' }] : reasons;
}

/** L-64 to L-66. `after` is the feet before the obstacle; by default the jumper lands just behind it. */
export const jump = alongWay({
  slot: 'move',
  provokes: 'all',
  cost: bothSlots,
  options: ['across', 'up', 'after'],
  promise: null,
  whyNot(act, route) {
    const { across = 0, up = 0 } = optionsOf(act.command);
    const none = across + up === 0 ? [{ id: 'no-obstacle' }] : [];
    return [...whyNotLeapAlong(act, route), ...whyNotRunUp(route), ...none, ...whyNotUse(act.fighter, 'athletics')];
  },
  *play(act) {
    const { fighter, command, route } = act;
    const { across = 0, up = 0 } = optionsOf(command);
    const { takeOff, landing } = leapOf(act, route);
    const run = yield* go(act, { ...dashing(act), to: takeOff });
    if (!run.arrived) return;
    const against = jumpDc(across, up);
    const whyNot = () => whyNotCheck(fighter, 'athletics');
    const total = yield* part(act, whyNot, () => skillCheck(fighter, 'athletics', against, MOMENTUM));
    if (total === null || total < against) {
      if (total !== null) yield* recordOutcome({ result: 'jump-failed', success: false }, fighter.id, { tone: 'harm' });
      yield* endEarly(act, fighter, run);
      return;
    }
    yield* recordOutcome({ result: 'jumped', success: true, across, up }, fighter.id, {
      tone: 'boon',
      covers: { moves: true },
    });
    yield* go(act, { ...dashing(act), from: takeOff, after: run, leapt: landing - takeOff + 1 });
  },
});

/** Returns the fighters on a way, in its order; off the map the target. */
function standingOn({ encounter, fighter, target }: SlotsContext, { cells }: Route): SlotsFighter[] {
  if (cells.length === 0) return target ? [target] : [];
  const others = Object.values(encounter.fighters).filter((each) => each !== fighter && each.place && !isObject(each));
  const met = cells.flatMap((cell) =>
    others.filter(({ place: there }) => there && gap(encounter.ground, cell, there) < 0),
  );
  return [...new Set(met)];
}

/** L-142, L-144: the frightened overrun no one, the fascinated no friend. */
function whyNotRunOver(fighter: SlotsFighter, met: readonly SlotsFighter[]): Reason[] {
  if (met.length === 0) return [{ id: 'no-fighter-in-way' }];
  const reasons: Reason[] = is(fighter, 'frightened') ? [{ id: 'frightened' }] : [];
  return met.some(({ id }) => is(fighter, 'fascinated', id)) ? [...reasons, { id: 'fascinated' }] : reasons;
}

/** L-67 to L-69, L-A24. */
export const overrun = alongWay({
  slot: 'move',
  provokes: 'all',
  offensive: true,
  meets: true,
  cost: bothSlots,
  options: ['mode'],
  promise: null,
  whyNot(act, route) {
    const over = route ? whyNotRunOver(act.fighter, standingOn(act, route)) : [];
    return [...whyNotDash(act, route), ...whyNotRunUp(route), ...over, ...whyNotUse(act.fighter, 'athletics')];
  },
  // L-68: those who step aside do not end it.
  goesOn: { 'no-fighter-in-way': 'L-68' },
  *play(act) {
    const { encounter, fighter, route } = act;
    const met = new Set<SlotsFighter>();
    let at = 0;
    let result: WalkResult | undefined;
    // Others may leave the way meanwhile.
    const ahead = (): readonly SlotsFighter[] =>
      standingOn(act, { ...route, cells: route.cells.slice(at) }).filter((other) => !met.has(other));
    for (let [other] = ahead(); other; [other] = ahead()) {
      const runOver = other;
      const { place } = runOver;
      const to = route.cells.findIndex((cell, index) => index >= at && place && gap(encounter.ground, cell, place) < 0);
      if (to > at) {
        result = yield* go(act, { ...dashing(act), from: at, to, ...(result && { after: result }) });
        if (!result.arrived) return;
        at = to;
        continue;
      }
      met.add(runOver);
      const whyNot = (): readonly Reason[] => [
        ...whyNotCheck(fighter, 'athletics'),
        ...whyNotRunOver(fighter, [runOver]),
      ];
      if ((yield* part(act, whyNot, () => runInto(act, runOver))) === null || isHalted(fighter))
        return void (yield* endEarly(act, fighter, result));
    }
    yield* go(act, { ...dashing(act), from: at, ...(result && { after: result }) });
  },
});

/** L-68, L-69, L-A24: the other dodges by a Reaction or a save above the check; who stays in the way falls. */
function* runInto(act: WithRoute, other: SlotsFighter): Procedure<boolean> {
  const { encounter, fighter: runner, route } = act;
  // Off the map no place tells that it has stepped aside.
  let isAside = false;
  const isInWay = (): boolean => !isAside && standingOn(act, route).includes(other);
  const mayStep = (): boolean => !other.place || placesBeside(encounter, other, route.cells).length > 0;
  function* stepAside(): Procedure<void> {
    const { place } = other;
    isAside = !place;
    if (place) {
      const places = placesBeside(encounter, other, route.cells);
      yield* stepOut(act, other, place, [yield* askPlace('step-aside', other.id, places)]);
    }
    if (!isInWay()) yield* log('steps-aside', {}, other.id, { covers: { moves: true } });
  }
  yield* offerReaction(act, 'overrun-dodge', other, runner, {
    whyNot: () => (is(other, 'restrained') ? [{ id: 'restrained' }] : []),
    whyNotOffer: () => [...(isInWay() ? [] : [{ id: 'no-trigger' }]), ...(mayStep() ? [] : [{ id: 'no-way' }])],
    play: stepAside,
  });
  if (!isInWay()) return true;
  const total = yield* skillCheck(runner, 'athletics', null, MOMENTUM);
  const save = yield* saveRoll(other, 'reflex', total, runner);
  if (!isInWay()) return true;
  if (save > total && !isHalted(other) && mayStep()) yield* stepAside();
  if (isInWay()) yield* knockDown(other);
  return true;
}

/** L-71 to L-73, L-A25. */
export const tumble = alongWay({
  slot: 'move',
  options: ['mode'],
  readiable: true,
  drag: 'asks',
  promise: null,
  farthest: (fighter) => roundToSquares(effectiveSpeed(fighter) / 2),
  whyNot: (act, route) => [...whyNotGo(act, route, halfSpeed(act)), ...whyNotUse(act.fighter, 'agility')],
  *play(act) {
    const { encounter, fighter, route } = act;
    const foes = threatenersAlong(encounter, fighter, route.cells);
    const against = 5 + 5 * foes.length;
    const total = yield* part(
      act,
      () => whyNotCheck(fighter, 'agility'),
      () => skillCheck(fighter, 'agility', against),
    );
    if (total === null) return;
    const most = () => halfSpeed(act);
    if (total >= against) {
      yield* recordOutcome({ result: 'tumbled', success: true }, fighter.id, { tone: 'boon' });
      yield* go(act, { provokes: false, most });
      return;
    }
    yield* recordOutcome({ result: 'tumble-failed', success: false }, fighter.id, { tone: 'harm' });
    // L-A25: foes not asked on the way are asked afterwards.
    const stays = encounter.settings.failedTumbleStays === true;
    const { asked } = stays ? STILL : yield* go(act, { provokes: true, most });
    const rest = foes.filter(({ id }) => !asked.has(id));
    yield* resolveProvocation(act, fighter, rest);
  },
});

const halfSpeed = (act: SlotsContext): number => roundToSquares(speedOf(act) / 2);

/** L-78, L-13: one square; provokes no one. */
export const sideStep = alongWay({
  slot: 'quick',
  icon: 'actions/shift',
  options: ['mode'],
  readiable: true,
  drag: 'free',
  promise: 0,
  farthest: () => SQUARE,
  whyNot(act, route) {
    const reasons = whyNotGo(act, route, SQUARE);
    if (!route) return reasons;
    return route.isDifficult ? [...reasons.filter(({ id }) => id !== 'too-far'), { id: 'difficult' }] : reasons;
  },
  play: (act) => go(act, { provokes: false, most: () => Infinity }),
});
