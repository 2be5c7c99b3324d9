import type { Grid, Ground, Place } from '../encounter/state';

/** Tokens put down by hand are rarely off by less than this, in metres. */
const SLACK = 1e-6;

/** The direction from one place to another, in degrees clockwise from south, 0 to below 360; null where they are one. */
export function bearing(from: Place, to: Place): number | null {
  const east = to.x - from.x;
  const south = to.y - from.y;
  if (east === 0 && south === 0) return null;
  return normal((Math.atan2(-east, south) * 180) / Math.PI);
}

const normal = (degrees: number): number => ((degrees % 360) + 360) % 360;

/** How far one direction is from another, 0 to 180 degrees. */
export function turnBetween(a: number, b: number): number {
  const apart = normal(a - b);
  return Math.round(Math.min(apart, 360 - apart) * 1e6) / 1e6;
}

/** The grid's own direction that is nearest: eight on squares, six through the sides of a hexagon, all without a grid. */
export function alongGrid(grid: Grid, degrees: number): number {
  switch (grid) {
    case 'square':
      return normal(Math.round(degrees / 45) * 45);
    case 'hex-columns':
      return normal(Math.round(degrees / 60) * 60);
    case 'hex-rows':
      return normal(Math.round((degrees - 30) / 60) * 60 + 30);
    case 'gridless':
      return normal(degrees);
  }
}

/** Whether the other place lies in the half that is faced: up to a quarter turn to either side, that one included. */
export function faces(ground: Ground, place: Place, other: Place): boolean {
  const direction = bearing(place, other);
  return direction === null || turnBetween(alongGrid(ground.grid, place.facing), direction) <= 90;
}

/** Metres from one place to another as they are walked: whole cells on a grid, a diagonal counting as one. */
export function metresBetween(ground: Ground, from: Place, to: Place): number {
  const { grid, cell } = ground;
  const up = Math.abs(to.elevation - from.elevation);
  const east = to.x - from.x;
  const south = to.y - from.y;
  if (grid === 'gridless') return Math.hypot(east, south, up);
  const flat =
    grid === 'square' ? Math.max(Math.abs(east), Math.abs(south)) / cell : hexes(grid, east / cell, south / cell);
  return Math.round(Math.max(flat, up / cell)) * cell;
}

/** Steps between the centers of two hexagons; distances in widths across the flats. */
function hexes(grid: 'hex-rows' | 'hex-columns', east: number, south: number): number {
  const [across, along] = grid === 'hex-rows' ? [east, south] : [south, east];
  const row = along / (Math.sqrt(3) / 2);
  const column = across - row / 2;
  return Math.max(Math.abs(row), Math.abs(column), Math.abs(row + column));
}

/** Empty metres between two fighters: 0 where they stand side by side, -1 where they share the space. */
export function gap(ground: Ground, a: Place, b: Place): number {
  const { grid, cell } = ground;
  const up = Math.abs(a.elevation - b.elevation) - cell;
  const east = Math.abs(a.x - b.x);
  const south = Math.abs(a.y - b.y);
  const size = (place: Place): number => Math.max(cell, place.width, place.height);
  const both = (size(a) + size(b)) / 2;
  if (grid === 'gridless') {
    const apart = Math.hypot(east, south);
    if (apart + SLACK < both / 2 && up < 0) return -1;
    return Math.max(0, apart - both, up);
  }
  const flat =
    grid === 'square'
      ? Math.max(
          east - (Math.max(cell, a.width) + Math.max(cell, b.width)) / 2,
          south - (Math.max(cell, a.height) + Math.max(cell, b.height)) / 2,
        )
      : hexes(grid, (a.x - b.x) / cell, (a.y - b.y) / cell) * cell - both;
  const cells = Math.ceil((Math.max(flat, up) - SLACK) / cell);
  return cells < 0 ? -1 : Math.max(0, cells * cell);
}
