import { completePath, fillWaypoints, type MovementWaypoint } from './path';

/**
 * How far a way goes that is not let through everywhere: here only ground that cannot be walked on stops it, for the sandbox has no walls.
 * Moves by the api are held to it as well, unless they say otherwise. API v14: Token#constrainMovementPath, TokenDocument#move (its
 * example), dnd5e rotate-area.mjs.
 * @returns the same waypoints where nothing is in the way
 */
export function constrainPath(
  token: any,
  waypoints: MovementWaypoint[],
  { ignoreCost = false }: { ignoreCost?: boolean },
): MovementWaypoint[] {
  const barriers = ignoreCost ? [] : [...(token.parent.regions ?? [])].filter(isBarrier);
  if (barriers.length === 0) return waypoints;
  const path = completePath(token, [fillWaypoints(token, [{}])[0]!, ...waypoints]);
  const isBarred = (waypoint: MovementWaypoint) =>
    CONFIG.Token.movement.actions[waypoint.action]?.walls !== null &&
    barriers.some((region) => region.polygonTree.testPoint(token.getCenterPoint(waypoint)));
  const stop = path.findIndex((waypoint, at) => at > 0 && isBarred(waypoint));
  return stop < 0 ? waypoints : path.slice(1, stop).map((waypoint) => ({ ...waypoint, intermediate: false }));
}

/** JSON has no infinity: a difficulty of `null` is one. */
const isBarrier = ({ behaviors }: any): boolean =>
  [...behaviors].some(
    ({ type, disabled, system }: any) =>
      type === 'modifyMovementCost' && !disabled && system?.difficulties && system.difficulties.walk === null,
  );
