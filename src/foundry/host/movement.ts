import type { Place } from '../../encounter/state';
import { placeOf } from './reader';

/** Where a token is at a moment: its corner in pixels, its size in spaces. API: TokenDocument.Position. */
export interface Position {
  readonly x: number;
  readonly y: number;
  readonly elevation: number;
  readonly width: number;
  readonly height: number;
}

interface Waypoint extends Position {
  readonly action: string;
}

/** What Foundry says of a movement that is about to be written. API: TokenDocument#_preUpdateMovement. */
export interface TokenMovement {
  /** How it was begun; `api` for whatever does not say. API v14: TokenMovementMethod. */
  readonly method: 'api' | 'config' | 'hud' | 'dragging' | 'keyboard' | 'paste' | 'undo';
  /** The movements this one goes on with, after their checkpoints. */
  readonly chain: readonly string[];
  readonly origin: Position;
  readonly passed: { readonly waypoints: readonly Waypoint[] };
  readonly pending: { readonly waypoints: readonly Waypoint[] };
}

/** Its whole way, what lies behind a checkpoint too. */
export const waypointsOf = ({ passed, pending }: TokenMovement): readonly Waypoint[] => [
  ...passed.waypoints,
  ...pending.waypoints,
];

/**
 * Whether a person walks: drags the token or presses arrow keys, and it goes somewhere, up and down too. Size and shape are movements as
 * well, and so is whatever a window, the HUD, a paste, a region or a macro does. Source: Crucible, documents/token.mjs.
 */
export const isWalk = (token: TokenDocument.Implementation, movement: TokenMovement): boolean =>
  (movement.method === 'dragging' || movement.method === 'keyboard') &&
  movement.chain.length === 0 &&
  isPlaceChange(token, movement);

/** Whether the middle of the token comes to stand elsewhere, or higher or lower. */
export const isPlaceChange = (token: TokenDocument.Implementation, movement: TokenMovement): boolean =>
  !isSamePlace(token, movement.origin, waypointsOf(movement).at(-1) ?? movement.origin);

/** A token that grows about its middle does so by whole pixels. */
const ROUNDED = 1;

export function isSamePlace(token: TokenDocument.Implementation, a: Position, b: Position): boolean {
  const [from, to] = [token.getCenterPoint(a as never), token.getCenterPoint(b as never)];
  return a.elevation === b.elevation && Math.abs(from.x - to.x) <= ROUNDED && Math.abs(from.y - to.y) <= ROUNDED;
}

/** Where a token is, not where it is seen while it walks. */
export function positionOf({ _source }: TokenDocument.Implementation): Position {
  const { x, y, elevation, width, height } = _source as unknown as Position;
  return { x, y, elevation, width, height };
}

/** The places of a way, as rules count them. */
export const placesOf = (token: TokenDocument.Implementation, way: readonly Position[]): Place[] =>
  way.map((at) => placeOf(token, at));

/** One of a ruler's path. API: TokenRuler.Waypoint. */
export interface PlannedWaypoint extends Position {
  readonly stage: 'passed' | 'pending' | 'planned';
  readonly previous: PlannedWaypoint | null;
}

/**
 * The planned waypoints up to one. What was passed goes before them in the same path (foundryvtt issue 11730), and where the token stands
 * now, which may be the first of the planned ones, is no part of the way.
 */
export function plannedPath(token: TokenDocument.Implementation, last: PlannedWaypoint): PlannedWaypoint[] {
  const way: PlannedWaypoint[] = [];
  for (let at: PlannedWaypoint | null = last; at?.stage === 'planned'; at = at.previous) way.unshift(at);
  const origin = positionOf(token);
  const begin = way.findIndex((waypoint) => !isSamePlace(token, origin, waypoint));
  return begin < 0 ? [] : way.slice(begin);
}
