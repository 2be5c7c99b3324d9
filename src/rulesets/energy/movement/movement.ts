import { applyChange } from '../../../encounter/change';
import type { Ground, Place } from '../../../encounter/state';
import type { Reason } from '../../../kernel/ask';
import { deepEqual } from '../../../kernel/deep-equal';
import { choose, type Procedure } from '../../../kernel/procedure';
import { logStop } from '../../../toolkit/define/command-run';
import { hasLineOfEffect } from '../../../toolkit/space/sight';
import { angleBetween, bearing, cellsAlong, isFree, metresBetween, snapDirection } from '../../../toolkit/space/space';
import { pathCost, whyNotEndOn, whyNotWalk } from '../../../toolkit/space/terrain';
import { offerReactions } from '../../../toolkit/turns/reaction';
import type { EnergyContext } from '../action';
import { stopDefending } from '../attack/attack';
import { activeAmong, effectiveSpeed, HALTS, is } from '../conditions';
import { SLACK } from '../schema';
import { type EnergyEncounter, type EnergyFighter, setState } from '../state';
import { askWhileWithdrawable, hasWithdrawn } from './withdraw';

/** Others who take up their space; the dead may be stood over. */
const othersInTheWay = ({ fighters }: EnergyEncounter, fighter: EnergyFighter): EnergyFighter[] =>
  Object.values(fighters).filter((other) => other !== fighter && !is(other, 'dead'));

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
    const towards = at ? bearing(at, next) : snapDirection(ground.grid, next.facing);
    moved += at ? metresBetween(ground, at, next) : ground.cell;
    if (towards !== null) {
      if (last !== null) lost += metresLostByTurning(angleBetween(last, towards));
      last = towards;
    }
    at = next;
  }
  return { moved, lost, hard: pathCost(ground, from, path) - moved, heading: last };
}

/** Returns the price of metres straight ahead, without a map. */
export const straightPathCost = (moved: number): PathCost => ({ moved, lost: 0, hard: 0, heading: null });

/** Returns the heading of the movement just before (E-50). */
export const headingOf = ({ state }: EnergyFighter): number | null => state.heading ?? null;

/** What a movement may do now; read at each cell. */
interface Pace {
  /** Returns the most metres of it; read at each cell, because the Speed may fall. */
  limit?(fighter: EnergyFighter): number;
  /** False if it cannot stop early (E-37), like a jump. */
  readonly mayEnd?: boolean;
}

/** The part of a path that was covered. */
interface Covered extends PathCost {
  /** The part of a Speed that it took, at the Speed of each metre (E-39). */
  readonly time: number;
}

/**
 * Moves cell by cell and pauses where others may strike. After each pause it judges the next cell again: walls, ground,
 * bodies, conditions and Speed. Returns the path covered.
 */
export function* walk(
  { encounter, fighter, onMetre, runtime }: Pick<EnergyContext, 'encounter' | 'fighter' | 'onMetre' | 'runtime'>,
  path: readonly Place[],
  planned: PathCost,
  { limit = () => Number.POSITIVE_INFINITY, mayEnd = true }: Pace = {},
): Procedure<Covered> {
  const from = fighter.place;
  const before = fighter.state.metresMoved ?? 0;
  if (!from || path.length === 0) {
    yield* recordMetres(fighter, before, planned);
    return { ...planned, time: totalMetres(planned) / effectiveSpeed(fighter) };
  }
  const heading = headingOf(fighter);
  const cells = cellsAlong(encounter.ground, from, path);
  const firstLimit = limit(fighter);
  const halts = newHaltsOf(fighter);
  const wasFree = isFree(encounter.ground, cells.at(-1) ?? from, placesOfOthers(encounter, fighter));
  const waypoints: Place[] = [];
  let stretch: Place[] = [];
  let covered: Covered = { ...measurePath(encounter.ground, from, [], heading), time: 0 };
  let share = 0;
  let last = from;
  let lastFree = from;
  let isPaused = false;
  /** Ends on a free cell, which the fighter has come through. */
  function* endHere(): Procedure<Covered> {
    if (last !== lastFree && !isFree(encounter.ground, last, placesOfOthers(encounter, fighter)))
      yield* applyChange({ kind: 'move', of: fighter.id, to: lastFree, by: [] });
    return covered;
  }
  for (const [at, cell] of cells.entries()) {
    // A door may have been shut at the last pause.
    const { ground } = encounter;
    const isEnd = at === cells.length - 1;
    const next = isEnd ? planned : measurePath(ground, from, [...waypoints, cell], heading);
    const metres = totalMetres(next) - totalMetres(covered);
    share += metres / limit(fighter);
    if (isPaused) {
      // Elsewhere, nothing of the path is left.
      if (!deepEqual(fighter.place, last)) {
        yield* logStop(fighter.id, [{ id: 'no-path' }]);
        return covered;
      }
      const reasons = [
        ...halts(),
        ...(mayEnd || !hasLineOfEffect(ground, last, cell) ? whyNotWalk(ground, last, [cell]) : []),
        ...(isEnd && mayEnd && wasFree && !isFree(ground, cell, placesOfOthers(encounter, fighter))
          ? [{ id: 'occupied' }]
          : []),
        ...(mayEnd && limit(fighter) < firstLimit && share > 1 + SLACK ? [tooFar(next, limit(fighter))] : []),
      ];
      if (reasons.length > 0) {
        yield* logStop(fighter.id, reasons, roundTenth(covered.moved));
        return yield* endHere();
      }
    }
    const moment = onMetre?.(last, cell);
    isPaused = moment !== undefined && moment.candidates().length > 0;
    last = cell;
    covered = { ...next, time: covered.time + metres / effectiveSpeed(fighter) };
    if (isFree(ground, cell, placesOfOthers(encounter, fighter))) lastFree = cell;
    if (isPaused || isEnd) {
      yield* applyChange({ kind: 'move', of: fighter.id, to: cell, by: stretch });
      stretch = [];
      yield* recordMetres(fighter, before, covered);
      // At the last cell nothing is left to withdraw.
      const isInterrupted =
        isPaused &&
        moment !== undefined &&
        (yield* isEnd || !mayEnd
          ? offerReactions(runtime, moment)
          : askWhileWithdrawable(fighter, offerReactions(runtime, moment)));
      if (isEnd) return covered;
      const isOver =
        hasWithdrawn(fighter) ||
        (isInterrupted && mayEnd && canGoOn(fighter, last, halts) && !(yield* askToContinue(fighter)));
      if (isOver) return yield* endHere();
    } else if (path.includes(cell)) stretch.push(cell);
    if (path.includes(cell)) waypoints.push(cell);
  }
  return covered;
}

/** Returns true if the fighter has a choice to go on. */
const canGoOn = (fighter: EnergyFighter, at: Place, halts: () => readonly Reason[]): boolean =>
  halts().length === 0 && deepEqual(fighter.place, at);

/** E-39: returns the conditions that end a movement, besides those it began with. */
function newHaltsOf(fighter: EnergyFighter): () => readonly Reason[] {
  const first = activeAmong(fighter, HALTS);
  return () => activeAmong(fighter, HALTS).flatMap((id) => (first.includes(id) ? [] : [{ id }]));
}

const tooFar = (used: PathCost, most: number): Reason => ({ id: 'too-far', data: excessOf(totalMetres(used), most) });

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
