import * as PIXI from 'pixi.js';

export type Stage = 'passed' | 'pending' | 'planned';

/** T13: TokenRuler.Waypoint, the parts the sandbox has. */
export interface RulerWaypoint {
  x: number;
  y: number;
  elevation: number;
  action: string;
  explicit: boolean;
  checkpoint: boolean;
  intermediate: boolean;
  userId: string;
  cost: number;
  actionConfig: any;
  movementId: string | null;
  index: number;
  stage: Stage;
  hidden: boolean;
  unreachable: boolean;
  center: PIXI.Point;
  size: { width: number; height: number };
  ray: { A: PIXI.Point; B: PIXI.Point; dx: number; dy: number; distance: number; angle: number } | null;
  measurement: any;
  previous: RulerWaypoint | null;
  next: RulerWaypoint | null;
  [key: string]: any;
}

function rayBetween(A: PIXI.Point, B: PIXI.Point) {
  const [dx, dy] = [B.x - A.x, B.y - A.y];
  return { A, B, dx, dy, distance: Math.hypot(dx, dy), angle: Math.atan2(dy, dx) };
}

/** Waypoints with everything a ruler shows of them: measurement, neighbours and the way there, and whose they are. */
export function rulerPath(token: any, waypoints: any[], stage: Stage, userId: string, hidden = false): RulerWaypoint[] {
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
      userId,
      ...waypoint,
      intermediate: waypoint.intermediate === true,
      cost: waypoint.cost ?? measured.waypoints[n].backward?.cost ?? 0,
      actionConfig: CONFIG.Token.movement.actions[waypoint.action],
      movementId: waypoint.movementId ?? null,
      index,
      stage: waypoint.stage ?? stage,
      hidden,
      unreachable: false,
      center,
      size: token.document.getSize(waypoint),
      ray: previous && rayBetween(previous.center, center),
      measurement: measured.waypoints[n],
      previous,
      next: null,
    };
    if (previous) previous.next = entry;
    path.push(entry);
  }
  return path;
}
