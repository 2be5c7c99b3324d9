import type { Place } from '../../encounter/state';
import { elevationOnLevel } from './levels';
import { unsnappedPlaceOf } from './reader';

/** A token's corner in pixels and its size in spaces. API: TokenDocument.Position. */
export interface Position {
  readonly x: number;
  readonly y: number;
  readonly elevation: number;
  readonly width: number;
  readonly height: number;
  /** API v14: TokenDocument#level. */
  readonly level?: string;
}

interface Waypoint extends Position {
  readonly action: string;
}

/** A movement that is about to be written. API: TokenDocument#_preUpdateMovement. */
export interface TokenMovement {
  /** The origin of the move; `api` by default. API v14: TokenMovementMethod. */
  readonly method: 'api' | 'config' | 'hud' | 'dragging' | 'keyboard' | 'paste' | 'undo';
  /** The movements that this one continues after their checkpoints. */
  readonly chain: readonly string[];
  readonly origin: Position;
  readonly passed: { readonly waypoints: readonly Waypoint[] };
  readonly pending: { readonly waypoints: readonly Waypoint[] };
}

export const waypointsOf = ({ passed, pending }: TokenMovement): readonly Waypoint[] => [
  ...passed.waypoints,
  ...pending.waypoints,
];

/**
 * Returns true if a user drags the token or presses arrow keys and it changes place. Resizing, the HUD, pasting, regions and macros are
 * movements too. Source: Crucible, documents/token.mjs.
 */
export const isWalk = (token: TokenDocument.Implementation, movement: TokenMovement): boolean =>
  (movement.method === 'dragging' || movement.method === 'keyboard' || isClimb(movement)) &&
  movement.chain.length === 0 &&
  isPlaceChange(token, movement);

/** A player takes stairs with the HUD or a region that changes levels; the GM's are free. API v14: TokenHUD, ChangeLevelRegionBehaviorType. */
const isClimb = (movement: TokenMovement): boolean =>
  (movement.method === 'hud' || movement.method === 'api') &&
  waypointsOf(movement).some(({ level = movement.origin.level }) => level !== movement.origin.level) &&
  !game.user.isGM;

export const isPlaceChange = (token: TokenDocument.Implementation, movement: TokenMovement): boolean =>
  !isSamePlace(token, movement.origin, waypointsOf(movement).at(-1) ?? movement.origin);

/** Pixels. A token that grows about its center is rounded to whole pixels. */
const ROUNDING = 1;

export function isSamePlace(token: TokenDocument.Implementation, a: Position, b: Position): boolean {
  const [from, to] = [token.getCenterPoint(a as never), token.getCenterPoint(b as never)];
  // A waypoint may leave the level out.
  const isSameLevel = (a.level ?? b.level) === (b.level ?? a.level);
  return (
    isSameLevel &&
    a.elevation === b.elevation &&
    Math.abs(from.x - to.x) <= ROUNDING &&
    Math.abs(from.y - to.y) <= ROUNDING
  );
}

/** Returns the stored position, which may differ from the animated one. */
export function positionOf({ _source }: TokenDocument.Implementation): Position {
  const { x, y, elevation, width, height, level } = _source as unknown as Position;
  return { x, y, elevation, width, height, ...(level !== undefined && { level }) };
}

/** Returns the places of a path, which may lie between spaces. Foundry may keep the elevation of a token that changes its level, so it is adapted to that level. */
export const placesOf = (
  token: TokenDocument.Implementation,
  path: readonly Position[],
  readPlace = unsnappedPlaceOf,
): Place[] =>
  path.map((at) => {
    const { level } = positionOf(token);
    const isElsewhere = at.level !== undefined && at.level !== level;
    const elevation = isElsewhere ? elevationOnLevel(token.parent, at.level, at.elevation) : null;
    return readPlace(token, { ...at, elevation: elevation ?? at.elevation });
  });

/** API: TokenRuler.Waypoint. */
export interface PlannedWaypoint extends Position {
  readonly stage: 'passed' | 'pending' | 'planned';
  readonly previous: PlannedWaypoint | null;
}

/** Returns the planned waypoints up to one. The same path contains the passed ones (foundryvtt issue 11730) and the token's position. */
export function plannedPath(token: TokenDocument.Implementation, last: PlannedWaypoint): PlannedWaypoint[] {
  const path: PlannedWaypoint[] = [];
  for (let at: PlannedWaypoint | null = last; at?.stage === 'planned'; at = at.previous) path.unshift(at);
  const origin = positionOf(token);
  const begin = path.findIndex((waypoint) => !isSamePlace(token, origin, waypoint));
  return begin < 0 ? [] : path.slice(begin);
}
