import type { DocumentData } from '../../../shared/data';
import { randomID } from '../../../shared/utils';
import type { Operation } from '../../abstract/operations';
import type { TokenDocument } from '../../documents/token';
import { type ConstrainOptions, constrainPath } from './constrain';
import {
  actionCost,
  completePath,
  fillWaypoints,
  type MovementWaypoint,
  measureWaypoints,
  positionOf,
  type TokenPosition,
} from './path';

/** BaseToken.MOVEMENT_FIELDS of 13; `depth` and `level` are new in 14. */
export const MOVEMENT_FIELDS = ['x', 'y', 'elevation', 'width', 'height', 'depth', 'shape', 'level'] as const;

/** T13: client/documents/token.d.mts MovementSectionData. */
export interface MovementSection {
  waypoints: MovementWaypoint[];
  distance: number;
  cost: number;
  spaces: number;
  diagonals: number;
}

/** T13: client/documents/token.d.mts MovementOperation. */
export interface MovementOperation {
  id: string;
  chain: string[];
  origin: TokenPosition;
  destination: TokenPosition;
  passed: MovementSection;
  pending: MovementSection;
  history: { recorded: MovementSection; unrecorded: MovementSection } & Omit<MovementSection, 'waypoints'>;
  recorded: boolean;
  method: string;
  constrained: boolean;
  constrainOptions: ConstrainOptions;
  autoRotate: boolean;
  showRuler: boolean;
}

/** A requested movement. T13: client/documents/token.d.mts MovementInstruction */
export interface MovementInstruction {
  waypoints?: Partial<MovementWaypoint>[] | undefined;
  method?: string | undefined;
  autoRotate?: boolean | undefined;
  showRuler?: boolean | undefined;
  constrainOptions?: ConstrainOptions | undefined;
  chain?: string[] | undefined;
}

const EMPTY: MovementSection = { waypoints: [], distance: 0, cost: 0, spaces: 0, diagonals: 0 };

/** Returns whether an update moves the token. */
export function movesToken(token: TokenDocument, update: DocumentData): boolean {
  return MOVEMENT_FIELDS.some((field) => field in update && update[field] !== token._source[field]);
}

/**
 * Returns the movement of a token's update. `operation.movement[id]` may give waypoints, method and so on. The path
 * stops at its first checkpoint; the rest is pending and follows as its own movement (foundry-api 11,
 * T13 MovementData).
 */
export function movementOf(token: TokenDocument, update: DocumentData, operation: Operation): MovementOperation {
  const told = operation.movement?.[token.id!] ?? {};
  const origin = positionOf(token);
  const place = Object.fromEntries(MOVEMENT_FIELDS.filter((f) => f in update).map((f) => [f, update[f]]));
  const given = told.waypoints?.length ? told.waypoints : [{ ...place, explicit: true, checkpoint: true }];
  const { constrainOptions = {} } = told;
  const wanted = fillWaypoints(token, given);
  for (const waypoint of wanted) requireValid(token, waypoint);
  const waypoints = constrainPath(token, wanted, constrainOptions);
  const method = String(operation['method'] ?? told.method ?? 'api');
  const stop = waypoints.findIndex((w) => w.checkpoint);
  const count = stop < 0 ? waypoints.length : stop + 1;
  const id = randomID();
  const start = fillWaypoints(token, [{}])[0]!;
  const passed = section(token, [start, ...waypoints.slice(0, count)], id);
  const pending = count < waypoints.length ? section(token, waypoints.slice(count - 1), id) : EMPTY;
  const recorded = recordedSection(token);
  const { waypoints: _history, ...totals } = recorded;
  return {
    id,
    chain: told.chain ?? [],
    origin,
    destination: { ...origin, ...placeIn(passed.waypoints.at(-1) ?? origin) },
    passed,
    pending,
    history: { recorded, unrecorded: EMPTY, ...totals },
    recorded: method !== 'undo' && token._shouldRecordMovementHistory(),
    method,
    constrained: waypoints !== wanted,
    constrainOptions,
    autoRotate: told.autoRotate ?? false,
    showRuler: told.showRuler ?? false,
  };
}

/** A token with a level or movement action that does not exist moves only by one that does. foundryvtt issue 14169 */
function requireValid({ parent }: TokenDocument, { level, action }: MovementWaypoint): void {
  if (!parent?.levels.has(level)) throw new Error('level must exist');
  if (!(action in CONFIG.Token.movement.actions)) throw new Error(`action is invalid: ${action}`);
}

const placeIn = ({ x, y, elevation, width, height, depth, shape, level }: TokenPosition): TokenPosition => {
  return { x, y, elevation, width, height, depth, shape, level };
};

function section(token: TokenDocument, waypoints: MovementWaypoint[], movementId: string): MovementSection {
  const path = completePath(token, waypoints);
  const measured = measureWaypoints(token, path, actionCost(token));
  const { distance, cost, spaces, diagonals } = measured;
  const steps = path.slice(1).map((waypoint, n) => {
    return { ...waypoint, userId: game.user.id!, movementId, cost: measured.segments[n]!.cost };
  });
  return { waypoints: steps, distance, cost, spaces, diagonals };
}

function recordedSection(token: TokenDocument): MovementSection {
  const waypoints: MovementWaypoint[] = token._movementHistory ?? [];
  if (!waypoints.length) return EMPTY;
  const { distance, spaces, diagonals } = measureWaypoints(token, waypoints);
  return { waypoints, distance, cost: waypoints.reduce((sum, w) => sum + (w.cost ?? 0), 0), spaces, diagonals };
}

/** In degrees clockwise from south, like a token's `rotation` (T14: token schema, foundry-api 11). */
export function headingOf(from: { x: number; y: number }, to: { x: number; y: number }): number {
  const degrees = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI - 90;
  return (((Math.round(degrees * 100) / 100) % 360) + 360) % 360;
}

/** Adds the changes of an allowed movement to its update. */
export function applyMovement(token: TokenDocument, movement: MovementOperation, update: DocumentData): void {
  for (const field of MOVEMENT_FIELDS) {
    if (movement.destination[field] !== token._source[field]) update[field] = movement.destination[field];
    else delete update[field];
  }
  const { waypoints } = movement.passed;
  const before = waypoints.at(-2) ?? movement.origin;
  const last = waypoints.at(-1)!;
  if (movement.autoRotate && !token.lockRotation && (before.x !== last.x || before.y !== last.y)) {
    update['rotation'] = headingOf(before, last);
  }
  if (movement.recorded) {
    const start = { ...fillWaypoints(token, [{}])[0], intermediate: false, cost: 0, movementId: movement.id };
    const history = token._source._movementHistory ?? [];
    const past = history.length ? history : [{ ...start, userId: game.user.id }];
    update['_movementHistory'] = [...past, ...waypoints];
  }
}
