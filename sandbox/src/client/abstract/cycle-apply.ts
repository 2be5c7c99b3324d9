import type { Data, DocumentData, StoredDocument } from '../../shared/data';
import { notInSandbox } from '../../shared/not-in-sandbox';
import { deepClone } from '../../shared/objects';
import { decodeOperators } from '../../shared/operators';
import type { DocumentOperation, DocumentOperationResponse } from '../../shared/wire';
import { documentClassOf } from '../config';
import type { Actor } from '../documents/actor';
import type { ActorDelta } from '../documents/actor-delta';
import type { ClientDocument } from '../documents/client-document';
import { game } from '../game';
import { Hooks } from '../hooks';
import { collectionOf, type DocumentPlace, documentAt, isActor, isToken } from './address';
import type { Document } from './document';
import { EmbeddedCollection } from './embedded-collection';
import { type Action, capitalize, type Operation, type OperationOptions } from './operations';

export interface Applied {
  documents: Document[];
  /** Resolves when the static `_on<Op>Operation` is through. */
  finished: Promise<unknown>;
}

interface Step {
  documents: ClientDocument[];
  data: unknown[];
  callbacks: (() => void)[];
}

/** The collection of an unlinked token's actor. It resolves every id to that actor. */
class DeltaPlace {
  readonly name = 'delta';

  constructor(private readonly actor: Actor) {}

  get(_id: string | null | undefined): ClientDocument {
    return this.actor;
  }

  set = notInSandbox('creating an ActorDelta');
  delete = notInSandbox('deleting an ActorDelta');

  _onModifyContents(): void {}
}

type Place = DocumentPlace | DeltaPlace;

interface Context {
  action: Action;
  cls: typeof Document;
  collection: Place;
  parent: ClientDocument | null;
  options: OperationOptions;
  userId: string;
  /** Set when the operation changes the actor of an unlinked token. */
  delta: ActorDelta | null;
}

/** The result of a refused operation. */
export const NOTHING: Applied = { documents: [], finished: Promise.resolve() };

/**
 * Runs steps 5 to 10 on every client: on the requester with its acknowledgement, on the others with the broadcast.
 * foundry-wiki development/api/document.md "Event Cycles".
 */
export function applyResponse(response: DocumentOperationResponse): Applied {
  const { type, userId } = response;
  const action = response.action as Action;
  const operation = { ...response.operation };
  const result = decodeOperators(response.result);
  const context = locate(type, operation, action, userId);
  if (!context) return NOTHING;
  const { parent, collection, options, cls } = context;
  const Op = capitalize(action);
  const user = game['users']?.get(userId) ?? game['user'];

  // 5: parents, nearest first
  parent?._dispatchDescendantDocumentEvents(`pre${Op}`, collection.name, [result, options, userId]);
  // 6: the data of all documents first, then their callbacks
  const { documents, data, callbacks } = STEPS[action](context, result);
  mirrorInDelta(context, documents);
  if (parent && !parent.keepsPreparedChildren) parent.reset();
  // 6 and 7, one document at a time
  for (const callback of callbacks) callback();
  // 8
  const told = { action, documentName: cls.documentName, ...operation, ...options } as Operation;
  const finished = Promise.resolve(cls[`_on${Op}Operation`](documents, told, user));
  // 9
  const changes = action === 'delete' ? result : data;
  parent?._dispatchDescendantDocumentEvents(`on${Op}`, collection.name, [documents, changes, options, userId]);
  // 10
  collection._onModifyContents(action, documents, changes, { ...operation, parent }, user);
  return { documents, finished };
}

function locate(type: string, operation: DocumentOperation, action: Action, userId: string): Context | null {
  const { data: _d, updates: _u, ids: _i, ...rest } = operation;
  const parent = documentAt(operation.parentUuid);
  if (operation.parentUuid && !parent) return null;
  const options: OperationOptions = { ...rest, parent };
  if (type === 'ActorDelta') {
    const actor = isToken(parent) ? parent.actor : null;
    if (!actor || !isToken(parent)) return null;
    const cls = actor.constructor as typeof Document;
    const collection = new DeltaPlace(actor);
    return { action, cls, collection, parent: null, options, userId, delta: parent.delta };
  }
  const cls = documentClassOf(type);
  const pack = operation.pack;
  if (pack && !game['packs']?.get(pack)) return null;
  return { action, cls, collection: collectionOf(cls, { parent, pack }), parent, options, userId, delta: null };
}

/** Copies changes of a synthetic actor's embedded documents into its token's delta. */
function mirrorInDelta({ parent, action, collection }: Context, documents: Document[]) {
  if (!parent) return;
  const actor = parent.documentName === 'Item' ? parent.parent : parent;
  const delta = isActor(actor) ? actor.token?.delta : null;
  if (!delta) return;
  if (parent === actor) delta.mirror(action, collection.name as 'items' | 'effects', documents);
  else delta.mirror('update', 'items', [parent]);
}

const STEPS: Record<Action, (context: Context, result: unknown[]) => Step> = {
  create({ collection, cls, options, userId }, result) {
    const documents: ClientDocument[] = [];
    const callbacks: (() => void)[] = [];
    for (const source of result as StoredDocument[]) {
      const data = deepClone(source);
      const { pack = null } = options;
      const document =
        collection instanceof EmbeddedCollection
          ? collection.createDocument(source, { pack })
          : (new cls(source, { pack, strict: false }) as ClientDocument);
      collection.set(source._id, document);
      documents.push(document);
      callbacks.push(() => {
        document._onCreate(data, options, userId);
        Hooks.callAll(`create${cls.documentName}`, document, options, userId);
      });
    }
    return { documents, data: result, callbacks };
  },

  update({ collection, cls, options, userId, delta }, result) {
    const documents: ClientDocument[] = [];
    const data: Data[] = [];
    const callbacks: (() => void)[] = [];
    for (const change of result as StoredDocument[]) {
      const document = collection.get(change._id);
      if (!document) continue;
      const { _id, ...wanted } = change;
      const settings = { recursive: options.recursive, diff: false };
      delta?.absorb(wanted, settings);
      document.updateSource(delta ? withoutStats(wanted) : wanted, settings);
      documents.push(document);
      const changed = delta ? { ...wanted, _id: document.id } : change;
      data.push(changed);
      callbacks.push(() => {
        document._onUpdate(changed, options, userId);
        Hooks.callAll(`update${cls.documentName}`, document, changed, options, userId);
      });
    }
    return { documents, data, callbacks };
  },

  delete({ collection, cls, options, userId }, result) {
    const documents: ClientDocument[] = [];
    const callbacks: (() => void)[] = [];
    for (const id of result as string[]) {
      const document = collection.get(id);
      collection.delete(id);
      if (!document) continue;
      documents.push(document);
      callbacks.push(() => {
        document._onDelete(options, userId);
        Hooks.callAll(`delete${cls.documentName}`, document, options, userId);
      });
    }
    return { documents, data: result, callbacks };
  },
};

function withoutStats({ _stats: _, ...rest }: DocumentData): DocumentData {
  return rest;
}
