import { apply } from '../../../encounter/change';
import type { Ground, Place } from '../../../encounter/state';
import type { Procedure } from '../../../kernel/procedure';
import { mark } from '../../../mechanics/edit';
import { alongGrid, bearing, metresBetween, turnBetween } from '../../../mechanics/space';
import { effectiveSpeed, is } from './conditions';
import { dropGuard } from './defense';
import type { EnergyFighter } from './stats';

/** A way as it is paid for. Metres. */
export interface Walk {
  readonly moved: number;
  /** Forfeited by turning (E-50). */
  readonly lost: number;
  /** Degrees the last metre went; null where that is not known. */
  readonly heading: number | null;
}

export const consumed = ({ moved, lost }: Walk): number => moved + lost;

/** E-50, E-A10: metres a change of heading forfeits: none below 45 degrees, one from there, two from 135 on. */
export const lossByTurning = (degrees: number): number => Math.floor((degrees + 45) / 90);

/** E-39: what a Run that used so many metres costs; at least one Energy and no more than the whole. */
export function costOfMetres(used: number, speed: number, whole: number): number {
  return Math.min(whole, Math.max(1, Math.ceil((3 * used) / speed)));
}

/**
 * E-50: measures a way stretch by stretch; a fighter off the map begins beside its first place.
 * @param heading where the movement just before went, or null
 */
export function measure(ground: Ground, from: Place | null, path: readonly Place[], heading: number | null): Walk {
  let moved = 0;
  let lost = 0;
  let last = heading;
  let at = from;
  for (const next of path) {
    const towards = at ? bearing(at, next) : alongGrid(ground.grid, next.facing);
    moved += at ? metresBetween(ground, at, next) : ground.cell;
    if (towards !== null) {
      if (last !== null) lost += lossByTurning(turnBetween(last, towards));
      last = towards;
    }
    at = next;
  }
  return { moved, lost, heading: last };
}

/** Metres without a map: a plain number, straight ahead. */
export const straight = (moved: number): Walk => ({ moved, lost: 0, heading: null });

/** Where the movement just before went (E-50), while nothing else was done since. */
export const headingOf = ({ book }: EnergyFighter): number | null =>
  typeof book.heading === 'number' ? book.heading : null;

/** Goes the way; E-62: who goes farther than its Speed in one Round no longer defends. */
export function* walk(fighter: EnergyFighter, path: readonly Place[], { moved, heading }: Walk): Procedure<void> {
  const { id, book, place } = fighter;
  const to = path.at(-1);
  if (place && to) yield* apply({ kind: 'move', of: id, to, by: path.slice(0, -1) });
  const metres = Number(book.metresMoved ?? 0) + moved;
  if (moved > 0) yield* mark(id, 'metresMoved', metres);
  if (heading !== headingOf(fighter)) yield* mark(id, 'heading', heading);
  if (metres > effectiveSpeed(fighter) && is(fighter, 'defending')) yield* dropGuard(fighter);
}
