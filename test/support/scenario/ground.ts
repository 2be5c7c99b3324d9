import type { Ground, Place } from '../../../src/encounter/state';
import { FACINGS } from './scenario';
import type { Source } from './source';

/** Degrees counter-clockwise from east for the directions of each grid. */
const HEADINGS: Readonly<Record<Ground['grid'], Readonly<Record<string, number>>>> = {
  square: { e: 0, ne: 45, n: 90, nw: 135, w: 180, sw: 225, s: 270, se: 315 },
  gridless: { e: 0, ne: 45, n: 90, nw: 135, w: 180, sw: 225, s: 270, se: 315 },
  'hex-rows': { e: 0, ne: 60, nw: 120, w: 180, sw: 240, se: 300 },
  'hex-columns': { ne: 30, n: 90, nw: 150, sw: 210, s: 270, se: 330 },
};

/** Cosines are never exactly zero. */
const roundOff = (value: number) => Math.round(value * 1e9) / 1e9;
const roundToMillimeters = (value: number) => Math.round(value * 1000) / 1000;

/** Returns the next cell in a direction, facing it; null if the grid lacks the direction. */
export function stepFrom(place: Place, direction: string, ground: Ground): Place | null {
  const heading = HEADINGS[ground.grid][direction];
  if (heading === undefined) return null;
  const x = Math.cos((heading * Math.PI) / 180);
  const y = -Math.sin((heading * Math.PI) / 180);
  // The diagonal neighbor of a square is one column and one row away under every distance rule.
  const [dx, dy] = ground.grid === 'square' ? [Math.sign(roundOff(x)), Math.sign(roundOff(y))] : [x, y];
  return {
    ...place,
    x: roundOff(place.x + dx * ground.cell),
    y: roundOff(place.y + dy * ground.cell),
    facing: (270 - heading + 360) % 360,
  };
}

/** Returns true if a file writes cells by column and row; on hexes it writes points in metres. */
export const isInCells = ({ grid }: Pick<Ground, 'grid'>): boolean => grid === 'square' || grid === 'gridless';

export function directionOf(facing: number): string {
  return FACINGS[Math.round((((facing % 360) + 360) % 360) / 45) % 8];
}

/**
 * Reads a written place: on squares and without a grid the column and row of its top left cell, on hexes the center in
 * meters. A third number is the elevation.
 */
export function placeOf(
  source: Source,
  ground: Ground,
  { width, height }: Readonly<Record<'width' | 'height', number>>,
  facing: string | null,
): Place {
  const [x, y, elevation = 0, ...rest] = source.list().map((number) => number.number());
  if (x === undefined || y === undefined || rest.length > 0) source.fail('a place is [x, y] or [x, y, elevation]');
  const size = { width: width * ground.cell, height: height * ground.cell };
  const inCells = isInCells(ground);
  return {
    x: inCells ? roundOff(x * ground.cell + size.width / 2) : x,
    y: inCells ? roundOff(y * ground.cell + size.height / 2) : y,
    ...size,
    elevation,
    facing: FACINGS.indexOf((facing ?? 's') as (typeof FACINGS)[number]) * 45,
  };
}

/** Returns a place as a file writes it. */
export function writtenPlace(place: Place | null, ground: Ground): number[] | null {
  if (!place) return null;
  const at = isInCells(ground)
    ? [roundOff((place.x - place.width / 2) / ground.cell), roundOff((place.y - place.height / 2) / ground.cell)]
    : [place.x, place.y];
  const written = at.map(roundToMillimeters);
  return place.elevation === 0 ? written : [...written, place.elevation];
}
