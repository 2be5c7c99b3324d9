import * as PIXI from 'pixi.js';
import type { MeasuredWaypoint } from '../../../grid/types';
import type { MovementAction } from '../../movement/config';
import type { MovementWaypoint } from '../../movement/path';
import type { Token } from '../token';

export type Stage = 'passed' | 'pending' | 'planned';

/** T13: TokenRuler.Waypoint, as far as the sandbox has it. */
export interface RulerWaypoint extends Omit<MovementWaypoint, 'movementId'> {
  movementId: string | null;
  intermediate: boolean;
  userId: string;
  cost: number;
  actionConfig: MovementAction | undefined;
  index: number;
  stage: Stage;
  hidden: boolean;
  unreachable: boolean;
  center: PIXI.Point;
  size: { width: number; height: number };
  ray: { A: PIXI.Point; B: PIXI.Point; dx: number; dy: number; distance: number; angle: number } | null;
  measurement: MeasuredWaypoint;
  previous: RulerWaypoint | null;
  next: RulerWaypoint | null;
}

function rayBetween(A: PIXI.Point, B: PIXI.Point) {
  const [dx, dy] = [B.x - A.x, B.y - A.y];
  return { A, B, dx, dy, distance: Math.hypot(dx, dy), angle: Math.atan2(dy, dx) };
}

/** Returns waypoints with all that a ruler shows: measurement, neighbors, path and user. */
export function rulerPath(
  token: Token,
  waypoints: (MovementWaypoint & { stage?: Stage })[],
  stage: Stage,
  userId: string,
  hidden = false,
): RulerWaypoint[] {
  if (!waypoints.length) return [];
  const measured = token.measureMovementPath(waypoints);
  const path: RulerWaypoint[] = [];
  let index = 0;
  for (const [n, waypoint] of waypoints.entries()) {
    const previous = path.at(-1) ?? null;
    const { x, y } = token.document.getCenterPoint(waypoint);
    const center = new PIXI.Point(x, y);
    if (previous && waypoint.explicit) index += 1;
    const entry: RulerWaypoint = {
      ...waypoint,
      userId: waypoint.userId ?? userId,
      intermediate: waypoint.intermediate === true,
      cost: waypoint.cost ?? measured.waypoints[n]!.backward?.cost ?? 0,
      actionConfig: CONFIG.Token.movement.actions[waypoint.action],
      movementId: waypoint.movementId ?? null,
      index,
      stage: waypoint.stage ?? stage,
      hidden,
      unreachable: false,
      center,
      size: token.document.getSize(waypoint),
      ray: previous && rayBetween(previous.center, center),
      measurement: measured.waypoints[n]!,
      previous,
      next: null,
    };
    if (previous) previous.next = entry;
    path.push(entry);
  }
  return path;
}
