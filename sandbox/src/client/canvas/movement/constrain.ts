import { variant } from '../../../variants';
import type { RegionDocument } from '../../documents/region';
import type { TokenDocument } from '../../documents/token';
import type { Restriction } from '../../geometry/edge';
import { ClockwiseSweepPolygon } from '../../geometry/sweep';
import type { Point } from '../../grid/types';
import { completePath, fillWaypoints, type MovementWaypoint } from './path';

export interface ConstrainOptions {
  ignoreWalls?: boolean;
  ignoreCost?: boolean;
}

/**
 * Cuts a path at walls and at impassable terrain. Moves with method `api` are constrained too, unless an option
 * disables it. API v14: Token#constrainMovementPath, TokenDocument#move (its example), dnd5e rotate-area.mjs.
 * @returns the same waypoints if the path is free
 */
export function constrainPath(
  token: TokenDocument,
  waypoints: MovementWaypoint[],
  options: ConstrainOptions,
): MovementWaypoint[] {
  const through = options.ignoreWalls ? waypoints : stopAtWalls(token, waypoints);
  return options.ignoreCost ? through : stopAtBarriers(token, through);
}

/** Tests each segment from center to center and ends the path at the first wall. foundryvtt issues 11724 and 12177. */
function stopAtWalls(token: TokenDocument, waypoints: MovementWaypoint[]): MovementWaypoint[] {
  const { parent: scene } = token;
  if (!scene?.walls?.size) return waypoints;
  if (!scene.initializedEdges) scene.initializeEdges();
  let from = fillWaypoints(token, [{}])[0]!;
  for (const [n, waypoint] of waypoints.entries()) {
    const type = CONFIG.Token.movement.actions[waypoint.action]?.walls ?? null;
    const [a, b] = [token.getCenterPoint(from), token.getCenterPoint(waypoint)];
    const level = scene.levels.get(waypoint.level);
    const met =
      type && level && ClockwiseSweepPolygon.testCollision(a, b, { type: type as Restriction, mode: 'closest', level });
    if (met) return [...waypoints.slice(0, n), ...stopped(token, from, waypoint, a, met)];
    from = waypoint;
  }
  return waypoints;
}

/** Returns the last position before a wall, or an empty list if that is the start. */
function stopped(
  token: TokenDocument,
  from: MovementWaypoint,
  to: MovementWaypoint,
  center: Point,
  met: Point,
): MovementWaypoint[] {
  const [dx, dy] = [met.x - center.x, met.y - center.y];
  const free = Math.max(0, Math.hypot(dx, dy) - 1);
  const length = Math.hypot(dx, dy) || 1;
  if (variant('wallStop') === 'last-space') {
    const spaces = completePath(token, [from, to]).slice(1);
    const before = spaces.filter((space) => {
      const at = token.getCenterPoint(space);
      return Math.hypot(at.x - center.x, at.y - center.y) <= free;
    });
    const last = before.at(-1);
    return last ? [{ ...last, checkpoint: to.checkpoint, explicit: to.explicit, intermediate: false }] : [];
  }
  const x = Math.round(from.x + (dx * free) / length);
  const y = Math.round(from.y + (dy * free) / length);
  return x === from.x && y === from.y ? [] : [{ ...to, x, y, snapped: false }];
}

function stopAtBarriers(token: TokenDocument, waypoints: MovementWaypoint[]): MovementWaypoint[] {
  const barriers = [...(token.parent?.regions ?? [])].filter(isBarrier);
  if (barriers.length === 0) return waypoints;
  const path = completePath(token, [fillWaypoints(token, [{}])[0]!, ...waypoints]);
  const isBarred = (waypoint: MovementWaypoint) =>
    CONFIG.Token.movement.actions[waypoint.action]?.walls !== null &&
    barriers.some(
      (region) =>
        region.includedInLevel(waypoint.level) && region.polygonTree.testPoint(token.getCenterPoint(waypoint)),
    );
  const stop = path.findIndex((waypoint, at) => at > 0 && isBarred(waypoint));
  return stop < 0 ? waypoints : path.slice(1, stop).map((waypoint) => ({ ...waypoint, intermediate: false }));
}

/** In JSON, a `null` difficulty stands for infinity. */
const isBarrier = ({ behaviors }: RegionDocument): boolean =>
  [...behaviors].some(({ type, disabled, system }) => {
    const { difficulties } = system as { difficulties?: Record<string, number | null> };
    return type === 'modifyMovementCost' && !disabled && difficulties?.['walk'] === null;
  });
