import type { TokenDocument } from '../../documents/token';
import type { BaseGrid } from '../../grid/base';
import { pathOffset, tokenCenter } from '../../grid/token-geometry';
import type { MeasuredPath, Offset } from '../../grid/types';
import type { ActionCost, MovementAction } from './config';

export interface TokenPosition {
  x: number;
  y: number;
  elevation: number;
  width: number;
  height: number;
  depth: number;
  shape: number;
  level: string;
}

/** T13: client/documents/token.d.mts MovementWaypoint. */
export interface MovementWaypoint extends TokenPosition {
  action: string;
  snapped: boolean;
  explicit: boolean;
  checkpoint: boolean;
  terrain?: object | null;
  intermediate?: boolean;
  userId?: string;
  movementId?: string;
  cost?: number;
}

export type StepCost = (from: Offset, to: Offset, distance: number, segment: StepSegment) => number;

/** The step for which a cost function is called. */
export interface StepSegment {
  width: number;
  height: number;
  shape: number;
  action: string;
  actionConfig: MovementAction | undefined;
  terrain: object | null;
  teleport: boolean;
}

export const actionConfig = (name: string): MovementAction | undefined => CONFIG.Token.movement.actions[name];

/** Returns the stored position, without effects and animations. */
export function positionOf(token: TokenDocument): TokenPosition {
  const { x, y, elevation, width, height, depth, shape, level } = token._source;
  return { x, y, elevation, width, height, depth, shape, level };
}

/** Completes waypoints: missing values are those of the waypoint before. */
export function fillWaypoints(token: TokenDocument, waypoints: Partial<MovementWaypoint>[]): MovementWaypoint[] {
  let last: Partial<MovementWaypoint> = { ...positionOf(token), action: token.movementAction ?? undefined };
  return waypoints.map((waypoint) => {
    const said = Object.fromEntries(Object.entries(waypoint).filter(([, value]) => value !== undefined));
    const unset = { snapped: false, explicit: false, checkpoint: false, terrain: null };
    const filled = { ...last, ...unset, ...said } as MovementWaypoint;
    const { elevation, width, height, depth, shape, level, action } = filled;
    const [x, y] = [Math.round(filled.x), Math.round(filled.y)];
    last = { x, y, elevation, width, height, depth, shape, level, action };
    return { ...filled, x, y };
  });
}

/** Returns the default cost of a step: its distance, modified by the movement action. */
export function actionCost(token: TokenDocument, options: object = {}): StepCost {
  const functions = new Map<string, ActionCost>();
  return (from, to, distance, segment) => {
    const name = segment.action;
    if (!functions.has(name)) functions.set(name, actionConfig(name)?.getCostFunction?.(token, options) ?? ((c) => c));
    return functions.get(name)!(distance, from, to, distance, segment);
  };
}

/** Measures a path of complete waypoints. */
export function measureWaypoints(token: TokenDocument, waypoints: MovementWaypoint[], cost?: StepCost): MeasuredPath {
  const { grid } = token.parent!;
  const points = waypoints.map((waypoint) => {
    const config = actionConfig(waypoint.action);
    const place = grid.isGridless ? tokenCenter(grid, waypoint) : pathOffset(grid, waypoint);
    const { width, height, shape, action, terrain = null } = waypoint;
    const teleport = config?.teleport === true;
    const segment = { width, height, shape, action, actionConfig: config, terrain, teleport };
    return {
      ...place,
      teleport,
      measure: config?.measure !== false,
      ...(cost && { cost: (from: Offset, to: Offset, distance: number) => cost(from, to, distance, segment) }),
    };
  });
  return grid.measurePath(points);
}

/** Adds each space between the waypoints, flagged `intermediate`. */
export function completePath(token: TokenDocument, waypoints: MovementWaypoint[]): MovementWaypoint[] {
  const { grid } = token.parent!;
  if (grid.isGridless || !waypoints.length) return waypoints.map((w) => ({ ...w, intermediate: false }));
  const path: MovementWaypoint[] = [{ ...waypoints[0]!, intermediate: false }];
  for (let n = 1; n < waypoints.length; n++) {
    const [from, to] = [waypoints[n - 1]!, waypoints[n]!];
    if (!actionConfig(to.action)?.teleport) path.push(...between(grid, from, to));
    path.push({ ...to, intermediate: false });
  }
  return path;
}

function between(grid: BaseGrid, from: MovementWaypoint, to: MovementWaypoint): MovementWaypoint[] {
  const start = pathOffset(grid, from);
  const origin = grid.getCenterPoint(start);
  const steps = grid.getDirectPath([start, pathOffset(grid, to)]).slice(1, -1);
  return steps.map((offset) => {
    const point = grid.getCenterPoint(offset);
    return {
      ...to,
      x: Math.round(from.x + point.x - origin.x),
      y: Math.round(from.y + point.y - origin.y),
      elevation: from.elevation + ((offset.k ?? 0) - (start.k ?? 0)) * grid.distance,
      snapped: true,
      explicit: false,
      checkpoint: false,
      intermediate: true,
    };
  });
}
