import type { Data, DocumentData } from '../../shared/data';
import type { DocumentOperation } from '../../shared/wire';
import type { MovementInstruction, MovementOperation } from '../canvas/movement/operation';
import type { Document } from './document';

export type Action = 'create' | 'update' | 'delete';

export const capitalize = <A extends Action>(action: A): Capitalize<A> =>
  (action.charAt(0).toUpperCase() + action.slice(1)) as Capitalize<A>;

/**
 * Options of a document operation, passed on to hooks and lifecycle methods. A caller may add its own.
 * T14: common/abstract/_types.d.mts DatabaseOperation and what documents add
 */
export interface OperationOptions {
  parent?: Document | null;
  pack?: string | null;
  render?: boolean;
  noHook?: boolean;
  broadcast?: boolean;
  diff?: boolean;
  recursive?: boolean;
  keepId?: boolean;
  keepEmbeddedIds?: boolean;
  renderSheet?: boolean;
  deleteAll?: boolean;
  worldTime?: { delta: number };
  /** Combat only: false suppresses turn events. */
  turnEvents?: boolean;
  /** ChatMessage only. */
  messageMode?: string;
  notify?: boolean;
  /** Token only: requested movements by token id, and the movements computed from them. */
  movement?: Record<string, MovementInstruction>;
  _movement?: Record<string, MovementOperation>;
  isUndo?: boolean;
  animate?: boolean;
  [option: string]: unknown;
}

export interface Operation extends OperationOptions {
  action: Action;
  documentName: string;
  data?: object[];
  updates?: DocumentData[];
  ids?: string[];
}

/** Input of the backend, from `Document.createDocuments` and the like. */
export type GivenOperation = OperationOptions &
  Pick<Operation, 'ids'> & { data?: object[] | object; updates?: object[] };

/** One operation of a batch. API: foundry.documents.modifyBatch */
export type BatchedOperation = GivenOperation & { action: Action; documentName: string };

export interface OperationRequest {
  type: string;
  action: Action;
  operation: DocumentOperation & Data;
}
