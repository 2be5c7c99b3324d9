import { log, recordOutcome } from '../../../encounter/change';
import type { Place } from '../../../encounter/state';
import type { Reason } from '../../../kernel/ask';
import { askPlace, type Procedure } from '../../../kernel/procedure';
import { addCondition, removeCondition } from '../../../toolkit/combat/condition';
import { isPathClear } from '../../../toolkit/space/sight';
import { gap } from '../../../toolkit/space/space';
import { whyNotLeap, whyNotWalk } from '../../../toolkit/space/terrain';
import { type Action, type PlayContext, requiring, type SlotsContext } from '../action';
import { attackInputOf, strikeAt } from '../attack/attack';
import { knockDown, whyNotUse } from '../attack/maneuvers';
import { rangeOf, type StrikeContext, strikeRequirement, whyNotReach } from '../attack/strikes';
import { canStrike, SQUARE, threatenersAlong } from '../attack/threat';
import { effectiveSpeed, is, isHalted, isObject, isOut, roundToSquares, untilTurnOf } from '../conditions';
import { optionsOf } from '../options';
import { canReact, offerReaction, resolveProvocation } from '../reactions';
import { saveRoll, skillCheck } from '../skills/totals';
import type { SlotsFighter } from '../state';
import type { Strike } from '../stats';
import { fireTriggers, stepTriggersFor } from '../turn/ready';
import {
  isDifficult,
  placesBeside,
  type Route,
  routeOf,
  stepOut,
  type WalkOptions,
  type WalkResult,
  walk,
  whyNotGo,
} from './movement';

/** L-55, L-64, L-67: feet of straight Dash before the maneuver. */
const RUN_UP = 10;
/** L-64, L-67. */
const MOMENTUM = 2;

/** Moves along a stretch; off the map there is no step. L-154: swimming makes wet. */
function* go(act: SlotsContext, cells: readonly Place[], passage: WalkOptions): Procedure<WalkResult> {
  const { fighter, command } = act;
  const { asked = STILL.asked, spared } = passage;
  const result =
    fighter.place && cells.length > 0
      ? yield* walk(act, fighter, cells, { ...passage, stepTriggers: stepTriggersFor(act, spared) })
      : { ...STILL, asked };
  if (optionsOf(command).mode === 'swim' && !is(fighter, 'soaked')) yield* addCondition(fighter.id, 'soaked', null);
  return result;
}

const OPEN: WalkOptions = { provokes: true };
const SAFE: WalkOptions = { provokes: false };
const STILL: WalkResult = { arrived: true, asked: new Set() };

type WithRoute = SlotsContext & { readonly route: Route };

/** A row with a way. `against` also gets null, for a command without a path. */
const alongWay = ({
  against: whyNotRoute,
  ...row
}: Omit<Action, 'needs' | 'moves' | 'whyNot' | 'play'> & {
  against(act: SlotsContext, route: Route | null): readonly Reason[];
  play(act: WithRoute): Procedure<unknown>;
}): Action =>
  requiring<WithRoute>({
    find(act) {
      const route = routeOf(act);
      return route && { route, ...act };
    },
    whyMissing: (act) => whyNotRoute(act, null),
  })({ ...row, needs: 'path', moves: true, whyNot: (act) => whyNotRoute(act, act.route) });

/** L-51 to L-54. */
export const advance = alongWay({
  slot: 'move',
  against: (act, route) => whyNotGo(act, route, effectiveSpeed(act.fighter, optionsOf(act.command).mode)),
  play: (act) => go(act, act.route.cells, OPEN),
});

/** L-27 to L-29, L-51: returns the feet a Dash covers along this way. */
function dashOf({ fighter, command }: SlotsContext, { isStraight }: Route): number {
  const speed = effectiveSpeed(fighter, optionsOf(command).mode);
  return isStraight ? 2 * speed : roundToSquares(speed * 1.5);
}

function whyNotDash(act: SlotsContext, route: Route | null): Reason[] {
  const reasons = whyNotGo(act, route, route ? dashOf(act, route) : 0);
  return route?.isDifficult ? [...reasons, { id: 'difficult' }] : reasons;
}

export const dash = alongWay({
  slot: 'standard',
  against: whyNotDash,
  play: (act) => go(act, act.route.cells, OPEN),
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

export const CHARGING = strikeRequirement(canCharge);

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
      ? whyNotReach(act.encounter, atEnd, striking.target, rangeOf(striking.strike))
      : CHARGING.whyMissing(act)),
    ...(target && target.side === fighter.side ? [{ id: 'no-foe' }] : []),
  ];
}

const charging = requiring<StrikeContext & { readonly route: Route }>({
  defaultItem: CHARGING.defaultItem,
  find(act) {
    const route = routeOf(act);
    const striking = CHARGING.find(act);
    return route && striking && { route, ...striking };
  },
  whyMissing: whyNotCharge,
});

/** L-55 to L-59, L-A20, L-A21. */
export const charge = charging({
  slot: 'move',
  needs: 'path',
  moves: true,
  offensive: true,
  cost: bothSlots,
  // L-56, L-177: Cover counts at the end of the Dash.
  aimedFrom: (act) => routeOf(act)?.cells.at(-1) ?? null,
  whyNot: whyNotCharge,
  *play(act) {
    const { encounter, fighter, target, strike, route } = act;
    const { arrived } = yield* go(act, route.cells, { provokes: true, spared: target.id });
    if (arrived) yield* fireTriggers(act, 'attacks');
    const inRange = canStrike(encounter.ground, fighter.place, target.place, rangeOf(strike));
    if (!arrived || !inRange || isHalted(fighter)) {
      yield* log('charge-lost', {}, fighter.id);
      return;
    }
    yield* chargeAt(act);
  },
});

/** L-56, L-58, L-59, L-A20: plays the blow at the end of the Dash. */
export function* chargeAt(act: StrikeContext): Procedure<void> {
  const { encounter, fighter } = act;
  yield* addCondition(fighter.id, 'charging', untilTurnOf(fighter.id));
  const attackInput = attackInputOf({ ...act, slot: 'move' });
  yield* strikeAt(
    encounter,
    encounter.settings.chargeIgnoresSlotPenalty === true ? { ...attackInput, slot: 0 } : attackInput,
  );
}

/** L-65, L-66, L-A23: adds both; each five feet begun count in full. */
const jumpDc = (across: number, up: number): number => 5 + 5 * Math.ceil(across / SQUARE) + 10 * Math.ceil(up / SQUARE);

/** Returns the number of squares before the obstacle. */
function takeOffOf({ encounter, command }: SlotsContext, { feet, cells }: Route): number {
  const { across = 0, after } = optionsOf(command);
  const length = encounter.ground.grid === 'gridless' ? feet : SQUARE * cells.length;
  const before = after ?? Math.max(0, length - across - SQUARE);
  return Math.min(cells.length, Math.floor(before / SQUARE));
}

/** L-29, L-65, L-66: a jump crosses what cannot be walked: a pit if it goes across, a low wall if it goes up. */
function whyNotLeapAlong(act: SlotsContext, route: Route | null): Reason[] {
  const { encounter, fighter, command } = act;
  const { ground } = encounter;
  const { across = 0, up = 0, difficult = 0 } = optionsOf(command);
  const { place } = fighter;
  if (!route || !place) return whyNotDash(act, route);
  const takeOff = takeOffOf(act, route);
  const before = route.cells.slice(0, takeOff);
  const landsAt = Math.min(takeOff + Math.ceil(across / SQUARE), route.cells.length - 1);
  const after = route.cells.slice(landsAt);
  const from = before.at(-1) ?? place;
  const [landing, ...rest] = after;
  const isWalled = up === 0 && landing !== undefined && !isPathClear(ground, from, landing);
  const reasons = whyNotGo(act, route, dashOf(act, route), [
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
  cost: bothSlots,
  against(act, route) {
    const { across = 0, up = 0 } = optionsOf(act.command);
    const none = across + up === 0 ? [{ id: 'no-obstacle' }] : [];
    return [...whyNotLeapAlong(act, route), ...whyNotRunUp(route), ...none, ...whyNotUse(act.fighter, 'athletics')];
  },
  *play(act) {
    const { fighter, command, route } = act;
    const { across = 0, up = 0 } = optionsOf(command);
    const split = takeOffOf(act, route);
    const { arrived, asked } = yield* go(act, route.cells.slice(0, split), OPEN);
    if (!arrived) return;
    const against = jumpDc(across, up);
    if ((yield* skillCheck(fighter, 'athletics', against, MOMENTUM)) < against) {
      yield* recordOutcome({ result: 'jump-failed', success: false }, fighter.id);
      return;
    }
    yield* recordOutcome({ result: 'jumped', success: true, across, up }, fighter.id);
    yield* go(act, route.cells.slice(split), { provokes: true, asked });
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
  offensive: true,
  cost: bothSlots,
  against(act, route) {
    const over = route ? whyNotRunOver(act.fighter, standingOn(act, route)) : [];
    return [...whyNotDash(act, route), ...whyNotRunUp(route), ...over, ...whyNotUse(act.fighter, 'athletics')];
  },
  *play(act) {
    const { encounter, fighter, route } = act;
    let gone = 0;
    let asked: ReadonlySet<string> = new Set();
    for (const other of standingOn(act, route)) {
      const at = route.cells.findIndex((cell) => other.place && gap(encounter.ground, cell, other.place) < 0);
      if (at > gone) {
        const walked = yield* go(act, route.cells.slice(gone, at), { provokes: true, asked });
        if (!walked.arrived) return;
        asked = walked.asked;
        gone = at;
      }
      yield* runInto(act, other, route.cells);
      if (isHalted(fighter)) return;
    }
    yield* go(act, route.cells.slice(gone), { provokes: true, asked });
  },
});

/** L-68, L-69: the other dodges by a Reaction or a save above the check; otherwise it falls. */
function* runInto(act: SlotsContext, other: SlotsFighter, route: readonly Place[]): Procedure<void> {
  const { encounter, fighter: runner } = act;
  const places = is(other, 'restrained') || isOut(other) ? [] : placesBeside(encounter, other, route);
  const mayStep = !other.place || places.length > 0;
  const mayDodge = mayStep && canReact(encounter, other) && !is(other, 'restrained');
  if (
    mayDodge &&
    (yield* offerReaction(encounter, 'overrun-dodge', other, runner, () => stepAside(act, other, places)))
  )
    return;
  const total = yield* skillCheck(runner, 'athletics', null, MOMENTUM);
  if ((yield* saveRoll(other, 'reflex', total, runner)) > total) yield* stepAside(act, other, places);
  else yield* knockDown(other);
}

function* stepAside(scene: PlayContext, other: SlotsFighter, places: readonly Place[]): Procedure<void> {
  yield* log('steps-aside', {}, other.id);
  if (places.length === 0) return;
  yield* stepOut(scene, other, [yield* askPlace('step-aside', other.id, places)]);
}

/** L-71 to L-73, L-A25. */
export const tumble = alongWay({
  slot: 'move',
  against: (act, route) => [
    ...whyNotGo(act, route, roundToSquares(effectiveSpeed(act.fighter) / 2)),
    ...whyNotUse(act.fighter, 'agility'),
  ],
  *play(act) {
    const { encounter, fighter, route } = act;
    const foes = threatenersAlong(encounter, fighter, route.cells);
    const against = 5 + 5 * foes.length;
    if ((yield* skillCheck(fighter, 'agility', against)) >= against) {
      yield* recordOutcome({ result: 'tumbled', success: true }, fighter.id);
      yield* go(act, route.cells, SAFE);
      return;
    }
    yield* recordOutcome({ result: 'tumble-failed', success: false }, fighter.id);
    // L-A25: foes not asked on the way are asked afterwards.
    const { asked } = encounter.settings.failedTumbleStays === true ? STILL : yield* go(act, route.cells, OPEN);
    const rest = foes.filter(({ id }) => !asked.has(id));
    yield* resolveProvocation(act, fighter, rest);
  },
});

/** L-78, L-13: one square; provokes no one. */
export const sideStep = alongWay({
  slot: 'quick',
  icon: 'actions/shift',
  against(act, route) {
    const reasons = whyNotGo(act, route, SQUARE);
    if (!route) return reasons;
    return route.isDifficult ? [...reasons.filter(({ id }) => id !== 'too-far'), { id: 'difficult' }] : reasons;
  },
  play: (act) => go(act, act.route.cells, SAFE),
});

/** L-150. */
export const standUp: Action = {
  slot: 'move',
  whyNot: ({ fighter }) => (is(fighter, 'prone') ? [] : [{ id: 'not-prone' }]),
  play: ({ fighter }) => removeCondition(fighter, 'prone'),
};

export const dropProne: Action = {
  slot: 'move',
  whyNot: ({ fighter }) => (is(fighter, 'prone') ? [{ id: 'prone-already' }] : []),
  play: ({ fighter }) => addCondition(fighter.id, 'prone', null),
};
