import type { StoredToken } from '../../shared/data';
import type { OperationOptions } from '../abstract/operations';
import type { MovementInstruction, MovementOperation } from '../canvas/movement/operation';
import type { MovementWaypoint, TokenPosition } from '../canvas/movement/path';
import type { User } from './user';

export interface TokenTexture {
  src: string | null;
  tint: string;
  scaleX: number;
  scaleY: number;
  fit: string;
  anchorX: number;
  anchorY: number;
  rotation: number;
}

export interface TokenBar {
  attribute: string | null;
}

/** T13: TokenDocument.GetBarAttributeReturn */
export type BarAttribute =
  | { type: 'bar'; attribute: string; value: number; max: number; editable: boolean }
  | { type: 'value'; attribute: string; value: number; editable: boolean };

export type TokenSource = StoredToken & TokenPosition & { rotation: number; _movementHistory?: MovementWaypoint[] };

export type TokenMovement = MovementOperation & {
  state: 'pending' | 'completed';
  user: User;
  updateOptions: OperationOptions;
};

/** Returned by `movement` before the first movement. */
export interface RestingToken {
  id: '';
  chain: string[];
  origin: TokenPosition;
  state: 'completed';
  user: User;
}

export type MoveOptions = Omit<MovementInstruction, 'waypoints'> & OperationOptions;
