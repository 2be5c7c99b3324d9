import type { Data, DocumentData } from '../../shared/data';
import type { DocumentOperation } from '../../shared/wire';
import type { MovementInstruction, MovementOperation } from '../canvas/movement/operation';
import type { Document } from './document';

export type Action = 'create' | 'update' | 'delete';

/** `create` as it stands in the names of methods. */
export const capitalize = <A extends Action>(action: A): Capitalize<A> =>
  (action.charAt(0).toUpperCase() + action.slice(1)) as Capitalize<A>;

/**
 * What an operation on documents is asked for with, and what its hooks and methods are told of it. Whoever asks may add to it.
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
  /** Of a combat: whether what turns bring happens. */
  turnEvents?: boolean;
  /** Of a message. */
  messageMode?: string;
  notify?: boolean;
  /** Of tokens: how they are to move, by id, and the movements that are made of it. */
  movement?: Record<string, MovementInstruction>;
  _movement?: Record<string, MovementOperation>;
  isUndo?: boolean;
  animate?: boolean;
  [option: string]: unknown;
}

/** An operation on documents as a client carries it out. */
export interface Operation extends OperationOptions {
  action: Action;
  documentName: string;
  data?: object[];
  updates?: DocumentData[];
  ids?: string[];
}

/** What `Document.createDocuments` and its like hand to the backend. */
export type GivenOperation = OperationOptions &
  Pick<Operation, 'ids'> & { data?: object[] | object; updates?: object[] };

/** One operation of a batch. API: foundry.documents.modifyBatch */
export type BatchedOperation = GivenOperation & { action: Action; documentName: string };

/** What a request for one operation holds. */
export interface OperationRequest {
  type: string;
  action: Action;
  operation: DocumentOperation & Data;
}
