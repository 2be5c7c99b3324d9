/** T13: common/grid/_types.d.mts, common/grid/base.d.mts. */
export interface Point {
  x: number;
  y: number;
  elevation?: number;
}

export interface Offset {
  i: number;
  j: number;
  k?: number;
}

export interface Cube {
  q: number;
  r: number;
  s: number;
  k?: number;
}

export type Coordinates = Point | Offset | Cube;

/** Returns the cost of one step between neighboring spaces, or of a whole teleport. */
export type CostFunction = (from: Offset, to: Offset, distance: number, segment: Waypoint) => number;

export type Waypoint = Coordinates & { teleport?: boolean; measure?: boolean; cost?: number | CostFunction };

interface Measured {
  distance: number;
  spaces: number;
  cost: number;
  diagonals: number;
  euclidean: number;
}

export interface MeasuredSegment extends Measured {
  from: MeasuredWaypoint;
  to: MeasuredWaypoint;
  teleport: boolean;
}

export interface MeasuredWaypoint extends Measured {
  backward: MeasuredSegment | null;
  forward: MeasuredSegment | null;
}

export interface MeasuredPath extends Measured {
  waypoints: MeasuredWaypoint[];
  segments: MeasuredSegment[];
}

export interface GridConfig {
  size: number;
  distance?: number;
  units?: string;
  style?: string;
  color?: string | number;
  alpha?: number;
  thickness?: number;
  diagonals?: number;
}

export interface GridDimensions {
  width: number;
  height: number;
  x: number;
  y: number;
  rows: number;
  columns: number;
}

export interface Snapping {
  mode: number;
  resolution?: number;
}

export const isOffset = (coords: Coordinates): coords is Offset => 'i' in coords;
export const isCube = (coords: Coordinates): coords is Cube => 'q' in coords;
