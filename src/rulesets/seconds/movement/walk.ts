import { applyChange } from '../../../encounter/change';
import { impossibleReason } from '../../../encounter/legality';
import type { Place } from '../../../encounter/state';
import type { Reason } from '../../../kernel/ask';
import type { Procedure } from '../../../kernel/procedure';
import { logStop } from '../../../toolkit/define/command-run';
import { angleBetween } from '../../../toolkit/space/space';
import { costAlong } from '../../../toolkit/space/terrain';
import { NO_STOPS, type SecondsContext, whyNotAble } from '../action';
import { isOccupied, isSamePlace, revealHiders } from '../attack/harm';
import { isIdle } from '../clock';
import { ticksOf } from '../schema';
import { type SecondsEncounter, type SecondsFighter, setState } from '../state';
import { worldSettingsOf } from '../stats';
import { spendTicks, ticksLeft } from '../turn/lane';
import { whyNotGo } from './legality';
import {
  affordableMetres,
  moveProgress,
  priceOf,
  type Stride,
  strideFactor,
  truncateRoute,
  weightedMetres,
} from './strides';

/** How a route is walked. */
interface Manner {
  /** By stretch (S-73, S-A18). */
  readonly pays?: boolean;
  /** The metres paid for otherwise, times factors. */
  readonly metres?: number;
  /** S-77: not slowed by the ground. */
  readonly freely?: boolean;
  /** Whether it is jumped. */
  readonly over?: boolean;
}

type Walker = Pick<SecondsContext, 'encounter' | 'fighter' | 'onStride' | 'overridden'>;

/** The rest of a route: what can be walked of it now, and what is against the remainder. */
interface Ahead {
  readonly strides: readonly Stride[];
  readonly reasons: readonly Reason[];
}

/**
 * Moves and offers reactions. After each pause the rest is judged again: time, speed, ground, walls and who stands
 * there. Returns the metres walked, times factors.
 */
export function* walkStrides(act: Walker, route: readonly Stride[], manner: Manner): Procedure<number> {
  const { encounter, fighter, onStride: hooks } = act;
  const start = fighter.place;
  const walked: Stride[] = [];
  let stretch: Stride[] = [];
  let { strides: ahead, reasons } = lookAhead(act, route, manner, 0);
  // What is left of the route, walked or not.
  let rest = route;
  let hasLeft = false;
  const advance = function* (): Procedure<void> {
    if (stretch.length > 0) yield* moveStretch(encounter, fighter, stretch, manner.pays === true);
    walked.push(...stretch);
    stretch = [];
  };
  const judge = (expected: Place | null): void => {
    const isThere = isSamePlace(fighter.place, expected);
    ({ strides: ahead, reasons } = isThere
      ? lookAhead(act, rest, manner, weightedMetres(walked))
      : { strides: [], reasons: rest.length > 0 ? [impossibleReason('no-path')] : [] });
  };
  for (let stride = ahead[0]; stride; stride = ahead[0]) {
    const from = stretch.at(-1)?.to ?? fighter.place;
    const { leaving, arrived } = from && fighter.place ? hooks.stops(from, stride.to) : NO_STOPS;
    if (from && leaving && !hasLeft) {
      hasLeft = true;
      yield* advance();
      yield* hooks.leaving(from, stride.to);
      judge(from);
      continue;
    }
    hasLeft = false;
    stretch.push(stride);
    ahead = ahead.slice(1);
    rest = rest.slice(1);
    if (ahead.length > 0 && !arrived) continue;
    yield* advance();
    if (from && arrived) {
      yield* hooks.arrived(from, stride.to);
      judge(fighter.place && stride.to);
    }
  }
  if (rest.length > 0) yield* leaveBody(act, start, walked);
  if (reasons.length > 0) yield* logStop(fighter.id, reasons, metresOf(walked));
  return weightedMetres(walked);
}

const metresOf = (strides: readonly Stride[]): number =>
  Math.round(strides.reduce((sum, { metres }) => sum + metres, 0) * 10) / 10;

/** Ends a walk that was cut short in the last free space of its way. */
function* leaveBody({ encounter, fighter }: Walker, start: Place | null, walked: readonly Stride[]): Procedure<void> {
  const { place } = fighter;
  const last = walked.at(-1)?.to;
  if (!place || !last || !isSamePlace(place, last) || !isOccupied(encounter, fighter, place)) return;
  const free = walked.toReversed().find(({ to }) => !isOccupied(encounter, fighter, to))?.to ?? start;
  if (free) yield* applyChange({ kind: 'move', of: fighter.id, to: free, by: [] });
}

/** @param before metres walked, times factors */
function lookAhead(act: Walker, rest: readonly Stride[], manner: Manner, before: number): Ahead {
  const { encounter, fighter, overridden } = act;
  if (rest.length === 0) return { strides: [], reasons: [] };
  const strides = asNow(encounter, fighter, rest, manner);
  const metres = (manner.metres ?? Number.POSITIVE_INFINITY) - before;
  const budget = manner.pays ? affordableMetres(encounter, fighter) : metres;
  const affordable = manner.pays && lacksTime(act) ? [] : truncateRoute(encounter, fighter, strides, budget);
  const whyNot = (route: readonly Stride[]): readonly Reason[] =>
    [...whyNotAble(fighter, MOVING), ...whyNotGo(act, route, manner.over)].filter(({ id }) => !overridden.includes(id));
  if (affordable.length === 0) {
    const reasons = whyNot(strides.slice(0, 1));
    return { strides: [], reasons: reasons.length > 0 || before > 0 ? reasons : [{ id: 'no-time-to-move' }] };
  }
  const reasons = whyNot(affordable);
  if (reasons.length === 0) return { strides: affordable, reasons };
  const parts = affordable.map((_, count) => affordable.slice(0, count));
  return { strides: parts.findLast((part) => whyNot(part).length === 0) ?? [], reasons };
}

/** S-A18: a new Move needs the shortest time at least. */
const lacksTime = ({ encounter, fighter, overridden }: Walker): boolean =>
  !isIdle(encounter) &&
  moveProgress(fighter).paid === 0 &&
  ticksLeft(fighter) < ticksOf(worldSettingsOf(encounter).minActionSeconds) &&
  !overridden.includes('no-time-to-move');

const MOVING = { moves: true } as const;

/** Returns strides with the mover's size, posture and ground as they are now. */
function asNow(
  encounter: SecondsEncounter,
  fighter: SecondsFighter,
  strides: readonly Stride[],
  { freely = false, over }: Manner,
): readonly Stride[] {
  const { place } = fighter;
  if (!place || over) return strides;
  const { width, height } = place;
  const places = strides.map(({ to }) => ({ ...to, width, height }));
  return strides.map((stride, at) => {
    const to = places[at] ?? stride.to;
    const cost = costAlong(encounter.ground, places[at - 1] ?? place, to);
    return { ...stride, to, factor: strideFactor(cost, encounter, fighter, freely) };
  });
}

function* moveStretch(
  encounter: SecondsEncounter,
  fighter: SecondsFighter,
  stretch: readonly Stride[],
  pays: boolean,
): Procedure<void> {
  const { id } = fighter;
  if (pays && !isIdle(encounter)) {
    const price = priceOf(encounter, fighter, stretch);
    const { paid, weighted } = moveProgress(fighter);
    yield* spendTicks(fighter, 'move', price);
    yield* setState(id, 'movePaid', paid + price);
    yield* setState(id, 'moveMetres', weightedMetres(stretch, weighted));
  }
  const last = stretch.at(-1);
  if (last && fighter.place) {
    const by = stretch.slice(0, -1).flatMap(({ to, turn }) => (turn ? [to] : []));
    yield* applyChange({ kind: 'move', of: id, to: last.to, by });
    yield* revealHiders(
      encounter,
      fighter,
      stretch.slice(0, -1).map(({ to }) => to),
    );
  }
  if (!isIdle(encounter)) yield* recordRunUp(fighter, stretch);
}

/** Degrees; tokens are not placed exactly. */
const STRAIGHT_TOLERANCE = 2;

/** S-A17: a turn starts again at 0. */
function* recordRunUp(fighter: SecondsFighter, stretch: readonly Stride[]): Procedure<void> {
  let runUp = fighter.state.runUp ?? 0;
  let heading = fighter.state.heading ?? null;
  for (const stride of stretch) {
    const hasTurned =
      stride.heading !== null && heading !== null && angleBetween(stride.heading, heading) > STRAIGHT_TOLERANCE;
    runUp = (hasTurned ? 0 : runUp) + stride.metres;
    heading = stride.heading ?? heading;
  }
  yield* setState(fighter.id, 'runUp', Math.round(runUp * 1000) / 1000);
  yield* setState(fighter.id, 'heading', heading);
}
