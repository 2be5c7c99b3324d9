import { deepClone } from '../../shared/objects';
import { decodeOperators } from '../../shared/operators';
import { CONFIG } from '../config';
import { game } from '../game';
import { Hooks } from '../hooks';
import { collectionOf, documentAt } from './address';

interface Applied {
  documents: any[];
  /** Resolves when the static `_on<Op>Operation` is through. */
  finished: Promise<unknown>;
}

type Step = (context: Context, result: any[]) => { documents: any[]; data: any[]; callbacks: (() => void)[] };

interface Context {
  action: 'create' | 'update' | 'delete';
  cls: any;
  collection: any;
  parent: any;
  options: any;
  userId: string;
  delta: any;
}

/** Of what the server has refused. */
export const NOTHING: Applied = { documents: [], finished: Promise.resolve() };

/**
 * Steps 5 to 10, on every client alike: the requester with its acknowledgement, the others with the broadcast.
 * foundry-wiki development/api/document.md "Event Cycles".
 */
export function applyResponse(response: any): Applied {
  const { type, action, userId } = response;
  const operation = { ...response.operation };
  const result = decodeOperators(response.result);
  const context = locate(type, operation, action, userId);
  if (!context) return NOTHING;
  const { parent, collection, options, cls } = context;
  const Op = action.charAt(0).toUpperCase() + action.slice(1);
  const user = game['users']?.get(userId) ?? game['user'];

  // 5: the parents, from the nearest to the farthest.
  parent?._dispatchDescendantDocumentEvents?.(`pre${Op}`, collection.name, [result, options, userId]);
  // 6: the data first, of all documents; then what they say to it.
  const { documents, data, callbacks } = STEPS[action as Context['action']](context, result);
  mirrorInDelta(context, documents);
  if (parent && !parent.keepsPreparedChildren) parent.reset();
  // 6 and 7, document by document.
  for (const callback of callbacks) callback();
  // 8
  const finished = Promise.resolve(cls[`_on${Op}Operation`](documents, { ...operation, ...options }, user));
  // 9
  const told = action === 'delete' ? result : data;
  parent?._dispatchDescendantDocumentEvents?.(`on${Op}`, collection.name, [documents, told, options, userId]);
  // 10
  collection._onModifyContents?.(action, documents, told, operation, user);
  return { documents, finished };
}

function locate(type: string, operation: any, action: Context['action'], userId: string): Context | null {
  const { data: _d, updates: _u, ids: _i, ...options } = operation;
  const parent = documentAt(operation.parentUuid);
  if (operation.parentUuid && !parent) return null;
  operation.parent = parent;
  options.parent = parent;
  if (type === 'ActorDelta') {
    const actor = parent.actor;
    if (!actor) return null;
    const collection = { name: 'delta', get: () => actor, documentName: 'Actor' };
    return { action, cls: actor.constructor, collection, parent: null, options, userId, delta: parent.delta };
  }
  const cls = CONFIG[type].documentClass;
  const pack = operation.pack;
  if (pack && !game['packs']?.get(pack)) return null;
  return { action, cls, collection: collectionOf(cls, { parent, pack }), parent, options, userId, delta: null };
}

/** What happens to a synthetic actor's embedded documents is kept in its token's delta as well. */
function mirrorInDelta({ parent, action, collection }: Context, documents: any[]) {
  const actor = parent?.documentName === 'Item' ? parent.parent : parent;
  if (actor?.documentName !== 'Actor' || !actor.isToken) return;
  const delta = actor.token.delta;
  if (parent === actor) delta.mirror(action, collection.name, documents);
  else delta.mirror('update', 'items', [parent]);
}

const STEPS: Record<Context['action'], Step> = {
  create({ collection, cls, parent, options, userId }, result) {
    const documents: any[] = [];
    const callbacks: (() => void)[] = [];
    for (const source of result) {
      const data = deepClone(source);
      const document = parent
        ? collection.createDocument(source, { pack: options.pack })
        : new cls(source, { pack: options.pack, strict: false });
      collection.set(document.id, document);
      documents.push(document);
      callbacks.push(() => {
        document._onCreate(data, options, userId);
        Hooks.callAll(`create${cls.documentName}`, document, options, userId);
      });
    }
    return { documents, data: result, callbacks };
  },

  update({ collection, cls, options, userId, delta }, result) {
    const documents: any[] = [];
    const data: any[] = [];
    const callbacks: (() => void)[] = [];
    for (const change of result) {
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
    const documents: any[] = [];
    const callbacks: (() => void)[] = [];
    for (const id of result) {
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

function withoutStats({ _stats: _, ...rest }: any) {
  return rest;
}
