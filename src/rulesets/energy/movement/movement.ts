import { groundAt } from '../../../encounter/scenes';
import type { Ground, Place } from '../../../encounter/state';
import type { Reason } from '../../../kernel/ask';
import { choose, type Procedure } from '../../../kernel/procedure';
import { logStop } from '../../../toolkit/act/command-run';
import { dueChanges } from '../../../toolkit/act/state-based';
import { hasLineOfEffect } from '../../../toolkit/space/sight';
import { angleBetween, bearing, metresBetween, snapDirection } from '../../../toolkit/space/space';
import { stepsAlong, type WalkStep } from '../../../toolkit/space/steps';
import { pathCost, whyNotEndOn, whyNotWalk } from '../../../toolkit/space/terrain';
import { END_HERE, walk } from '../../../toolkit/space/walk';
import { type Moment, offerReactions } from '../../../toolkit/turns/reaction';
import type { EnergyContext } from '../action';
import { stopDefending } from '../attack/attack';
import { HOLD } from '../attack/holds';
import { activeAmong, effectiveSpeed, HALTS, is } from '../conditions';
import { SLACK } from '../schema';
import { type EnergyEncounter, type EnergyFighter, setState } from '../state';
import { UNARMED } from '../stats';
import { askWhileWithdrawable, hasWithdrawn } from './withdraw';

/** E-A25: a fighter whose bare hands reach only what is in its own space takes up none of its own. */
const sharesSpaces = ({ stats }: EnergyFighter): boolean => stats.strikes[UNARMED].reach < 0;

/** Others who take up their space; the dead may be stood over. */
const othersInTheWay = ({ fighters }: EnergyEncounter, fighter: EnergyFighter): EnergyFighter[] =>
  sharesSpaces(fighter)
    ? []
    : Object.values(fighters).filter((other) => other !== fighter && !is(other, 'dead') && !sharesSpaces(other));

export const placesOfOthers = (encounter: EnergyEncounter, fighter: EnergyFighter): (Place | null)[] =>
  othersInTheWay(encounter, fighter).map(({ place }) => place);

/** Returns the reason against ending a movement where another fighter stands. */
export const whyNotEnd = (encounter: EnergyEncounter, fighter: EnergyFighter, end: Place | undefined): Reason[] =>
  whyNotEndOn(encounter.ground, end, othersInTheWay(encounter, fighter));

/** The price of a path. Metres. */
export interface PathCost {
  readonly moved: number;
  /** Lost by turning (E-50). */
  readonly lost: number;
  /** Extra metres for difficult ground. */
  readonly hard: number;
  /** Degrees of the last metre; null if unknown. */
  readonly heading: number | null;
}

export const totalMetres = ({ moved, lost, hard }: PathCost): number => moved + lost + hard;

/** E-50, E-A10: returns metres: none below 45 degrees, one below 135, else two. */
export const metresLostByTurning = (degrees: number): number => Math.floor((degrees + 45) / 90);

/** E-39: returns the Energy for the part of a Speed that was used, at least one. */
export const costOfTime = (time: number, maximum: number): number =>
  Math.min(maximum, Math.max(1, Math.ceil(3 * time - SLACK)));

/**
 * E-50: returns the price of a path. Off the map, it starts next to the first place.
 * @param heading of the movement before, or null
 */
export function measurePath(
  ground: Ground,
  from: Place | null,
  path: readonly Place[],
  heading: number | null,
): PathCost {
  let moved = 0;
  let lost = 0;
  let last = heading;
  let at = from;
  for (const next of path) {
    const { grid, cell } = groundAt(ground, next);
    const towards = at ? bearing(at, next) : snapDirection(grid, next.facing);
    moved += at ? metresBetween(ground, at, next) : cell;
    if (towards !== null) {
      if (last !== null) lost += metresLostByTurning(angleBetween(last, towards));
      last = towards;
    }
    at = next;
  }
  return { moved, lost, hard: pathCost(ground, from, path) - moved, heading: last };
}

/** Returns the heading of the movement just before (E-50). */
export const headingOf = ({ state }: EnergyFighter): number | null => state.heading ?? null;

/** How a path is covered. */
interface Pace {
  /** Returns the most metres of it now; by default it has no limit. */
  limit?(fighter: EnergyFighter): number;
  /** E-50: whether turns cost metres. */
  readonly turns?: boolean;
  /** False if it cannot stop early (E-37), like a jump. */
  readonly mayEnd?: boolean;
}

/** The part of a path that was covered. */
interface Covered extends PathCost {
  /** The part of a Speed that it took, at the Speed of each metre (E-39). */
  readonly time: number;
}

/**
 * E-37, E-39, E-50, E-155: covers a path and pauses where others may strike. Returns what was covered.
 * @param planned its price, for a fighter off the map
 */
export function* cover(
  act: Pick<EnergyContext, 'encounter' | 'fighter' | 'onMetre' | 'overruled' | 'runtime' | 'whyUnpaid'>,
  path: readonly Place[],
  planned: PathCost,
  { limit = () => Number.POSITIVE_INFINITY, turns = false, mayEnd = true }: Pace = {},
): Procedure<Covered> {
  const { encounter, fighter, overruled } = act;
  const from = fighter.place;
  const before = fighter.state.metresMoved ?? 0;
  if (!from || path.length === 0) {
    yield* recordMetres(fighter, before, planned);
    return { ...planned, time: totalMetres(planned) / effectiveSpeed(fighter) };
  }
  const halts = newReasons(() => [...activeAmong(fighter, HALTS).map((id) => ({ id })), ...act.whyUnpaid()]);
  let covered: Covered = { moved: 0, lost: 0, hard: 0, heading: mayEnd ? headingOf(fighter) : null, time: 0 };
  let share = 0;
  const priceOf = (steps: readonly WalkStep[], start: Place | null): PathCost =>
    measureSteps(encounter.ground, start, steps, turns, covered.heading);
  const walked = walk(encounter, fighter, stepsAlong(encounter.ground, from, path), {
    overruled,
    mustFinish: !mayEnd,
    others: () => othersInTheWay(encounter, fighter),
    // The part of what it may cover, because the Speed may change on the way.
    fare: {
      price: (start, steps) => totalMetres(priceOf(steps, start)) / limit(fighter),
      most: () => (mayEnd ? 1 : Number.POSITIVE_INFINITY),
      whyNot: (price) => [tooFar(totalMetres(covered) + (price - share) * limit(fighter), limit(fighter))],
    },
    whyNotCross: (start, steps) =>
      mayEnd ? whyNotWalk(encounter.ground, start, placesOf(steps)) : whyNotFly(encounter, start, steps),
    whyNot: halts,
    arrived(last, to, isEnd) {
      const moment = last && act.onMetre?.(last, to);
      if (!moment || moment.candidates().length === 0) return null;
      return isEnd || !mayEnd ? offerReactions(act.runtime, moment) : pauseAt(act, to, moment, halts);
    },
    *walked(start, steps, cost) {
      if (cost === null) return;
      const { moved, lost, hard, heading } = priceOf(steps, start);
      share += cost;
      const time = covered.time + (moved + lost + hard) / effectiveSpeed(fighter);
      covered = { moved: covered.moved + moved, lost: covered.lost + lost, hard: covered.hard + hard, heading, time };
      yield* recordMetres(fighter, before, covered);
    },
    due: (passing) => dueChanges({ HOLD }, passing as EnergyEncounter),
    stopped: (reasons) => logStop(fighter.id, reasons, roundTenth(covered.moved)),
  });
  // Not only where others may strike: who that is may change while they are asked.
  yield* act.onMetre ? whileInMotion(fighter, walked) : walked;
  return covered;
}

/** E-155, E-182: plays a movement, or what others do at its end. `endDeclaration` ends it if it is stopped. */
export function* whileInMotion<T>({ id }: EnergyFighter, pause: Procedure<T>): Procedure<T> {
  yield* setState(id, 'moving', true);
  const outcome = yield* pause;
  yield* setState(id, 'moving', null);
  return outcome;
}

const placesOf = (steps: readonly WalkStep[]): Place[] => steps.map(({ to }) => to);

/** E-50: returns the price of steps that follow a heading. */
function measureSteps(
  ground: Ground,
  from: Place | null,
  steps: readonly WalkStep[],
  turns: boolean,
  before: number | null,
): PathCost {
  let lost = 0;
  let heading = before;
  for (const step of steps) {
    if (turns && heading !== null && step.heading !== null)
      lost += metresLostByTurning(angleBetween(heading, step.heading));
    heading = step.heading ?? heading;
  }
  const moved = steps.reduce((sum, { metres }) => sum + metres, 0);
  return { moved, lost, hard: pathCost(ground, from, placesOf(steps)) - moved, heading };
}

/** A jump crosses what cannot be walked, except a full wall. */
const whyNotFly = ({ ground }: EnergyEncounter, from: Place | null, steps: readonly WalkStep[]): Reason[] =>
  steps.flatMap(({ to }, at) => {
    const last = steps[at - 1]?.to ?? from;
    return hasLineOfEffect(ground, last, to) ? [] : whyNotWalk(ground, last, [to]);
  });

/** E-37: the rest can be withdrawn while others answer, and after an answer it need not go on. */
function* pauseAt(
  { fighter, runtime }: Pick<EnergyContext, 'fighter' | 'runtime'>,
  to: Place,
  moment: Moment,
  halts: () => readonly Reason[],
): Procedure<unknown> {
  const isInterrupted = yield* askWhileWithdrawable(fighter, offerReactions(runtime, moment));
  if (hasWithdrawn(fighter)) return END_HERE;
  const { place } = fighter;
  const canGoOn = halts().length === 0 && place?.x === to.x && place.y === to.y;
  return isInterrupted && canGoOn && !(yield* askToContinue(fighter)) ? END_HERE : null;
}

/** Returns what ends a movement, besides what it began with. */
function newReasons(reasons: () => readonly Reason[]): () => readonly Reason[] {
  const first = reasons().map(({ id }) => id);
  return () => reasons().filter(({ id }) => !first.includes(id));
}

const tooFar = (metres: number, most: number): Reason => ({ id: 'too-far', data: excessOf(metres, most) });

/** Returns the facts of a way that is too long. */
export const excessOf = (metres: number, most: number) => ({
  metres: roundTenth(metres),
  most,
  over: roundTenth(metres - most),
});

const roundTenth = (metres: number): number => Math.round(metres * 10) / 10;

/** E-37: returns true if the interrupted fighter continues. */
export function* askToContinue({ id }: EnergyFighter): Procedure<boolean> {
  return (yield* choose('cut-into', id, ['go-on', 'stop'])) === 'go-on';
}

/** E-62: exceeding the Speed ends Defending. */
function* recordMetres(fighter: EnergyFighter, before: number, { moved, heading }: PathCost): Procedure<void> {
  const { id } = fighter;
  const metres = before + moved;
  if (moved > 0) yield* setState(id, 'metresMoved', metres);
  if (heading !== headingOf(fighter)) yield* setState(id, 'heading', heading);
  if (metres > effectiveSpeed(fighter) && is(fighter, 'defending')) yield* stopDefending(fighter);
}
