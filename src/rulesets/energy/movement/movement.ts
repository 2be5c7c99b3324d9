import { applyChange } from '../../../encounter/change';
import type { Ground, Place } from '../../../encounter/state';
import { deepEqual } from '../../../kernel/deep-equal';
import { choose, type Procedure } from '../../../kernel/procedure';
import { angleBetween, bearing, cellsAlong, metresBetween, snapDirection } from '../../../toolkit/space/space';
import { pathCost } from '../../../toolkit/space/terrain';
import { offerReactions } from '../../../toolkit/turns/reaction';
import type { EnergyContext } from '../action';
import { stopDefending } from '../attack/attack';
import { effectiveSpeed, is, isHalted } from '../conditions';
import { type EnergyEncounter, type EnergyFighter, setState } from '../state';
import { askWhileWithdrawable, hasWithdrawn } from './withdraw';

export const placesOfOthers = ({ fighters }: EnergyEncounter, fighter: EnergyFighter): (Place | null)[] =>
  Object.values(fighters).flatMap((other) => (other === fighter ? [] : [other.place]));

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

/** E-39: returns the Energy for the metres used, at least one. */
export const costOfMetres = (used: number, speed: number, maximum: number): number =>
  Math.min(maximum, Math.max(1, Math.ceil((3 * used) / speed)));

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

/**
 * Moves cell by cell and pauses where others may strike. Returns the path covered.
 * @param mayEnd false if it cannot stop early (E-37), like a jump
 */
export function* walk(
  { encounter, fighter, onMetre }: Pick<EnergyContext, 'encounter' | 'fighter' | 'onMetre'>,
  path: readonly Place[],
  planned: PathCost,
  mayEnd = true,
): Procedure<PathCost> {
  const from = fighter.place;
  const before = fighter.state.metresMoved ?? 0;
  if (!from || path.length === 0) {
    yield* recordMetres(fighter, before, planned);
    return planned;
  }
  const { ground } = encounter;
  const heading = headingOf(fighter);
  const cells = cellsAlong(ground, from, path);
  const waypoints: Place[] = [];
  let stretch: Place[] = [];
  let last = from;
  for (const [at, cell] of cells.entries()) {
    const isEnd = at === cells.length - 1;
    const moment = onMetre?.(last, cell);
    const isPause = moment !== undefined && moment.candidates().length > 0;
    last = cell;
    if (isPause || isEnd) {
      yield* applyChange({ kind: 'move', of: fighter.id, to: cell, by: stretch });
      stretch = [];
      const covered = isEnd ? planned : measurePath(ground, from, [...waypoints, cell], heading);
      yield* recordMetres(fighter, before, covered);
      // At the last cell nothing is left to withdraw.
      const isInterrupted =
        isPause &&
        (yield* isEnd || !mayEnd ? offerReactions(moment) : askWhileWithdrawable(fighter, offerReactions(moment)));
      if (isEnd || isHalted(fighter) || hasWithdrawn(fighter) || !deepEqual(fighter.place, cell)) return covered;
      if (isInterrupted && mayEnd && !(yield* askToContinue(fighter))) return covered;
    } else if (path.includes(cell)) stretch.push(cell);
    if (path.includes(cell)) waypoints.push(cell);
  }
  return planned;
}

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
