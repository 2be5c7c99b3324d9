import type { Data, DocumentData } from '../../shared/data';
import { deepClone, expandObject } from '../../shared/objects';
import { normalizeOperators } from '../../shared/operators';
import type { ClientDocument } from '../documents/client-document';
import type { TokenDocument } from '../documents/token';
import { game } from '../game';
import { Hooks } from '../hooks';
import { collectionOf, deltaAddress, isToken } from './address';
import { DataModel } from './data-model';
import type { Document } from './document';
import {
  type Action,
  capitalize,
  type GivenOperation,
  type Operation,
  type OperationOptions,
  type OperationRequest,
} from './operations';

export interface Prepared {
  action: Action;
  cls: typeof Document;
  documents: ClientDocument[];
  operation: Operation;
  /** True if a preliminary step refused; false if nothing had to change. */
  cancelled: boolean;
}

const DEFAULTS: Record<Action, OperationOptions> = {
  create: { keepId: false, keepEmbeddedIds: true, renderSheet: false },
  update: { diff: true, recursive: true },
  delete: { deleteAll: false },
};

/**
 * Steps 0 to 3, on the requesting client: build or diff, `_pre<Op>`, hook `pre<Op><Name>`, static `_pre<Op>Operation`.
 * foundry-wiki development/api/document.md "Event Cycles".
 */
export async function prepareOperation(action: Action, cls: typeof Document, given: GivenOperation): Promise<Prepared> {
  const { data, updates, ...others } = given;
  const operation: Operation = {
    parent: null,
    pack: null,
    render: true,
    noHook: false,
    broadcast: true,
    ...DEFAULTS[action],
    ...others,
    ...(data && { data: [data].flat() }),
    ...(updates && { updates: updates as DocumentData[] }),
    action,
    documentName: cls.documentName,
    modifiedTime: Date.now(),
  };
  operation.pack ??= operation.parent?.pack ?? null;
  const prepared: Prepared = { action, cls, documents: [], operation, cancelled: false };
  await STEPS[action](prepared);
  if (prepared.documents.length > 0) {
    const Op = capitalize(action);
    const allowed = await cls[`_pre${Op}Operation`](prepared.documents, operation, game['user']);
    if (allowed === false) {
      prepared.documents = [];
      prepared.cancelled = true;
    }
    // A subclass may have removed documents; only the rest of the payload counts.
    if (action === 'update')
      prepared.documents = prepared.documents.filter((d) => operation.updates?.some((u) => u._id === d.id));
  }
  return prepared;
}

/** Returns the options that hooks see. Their changes to it are sent too. */
function optionsOf(operation: Operation): OperationOptions {
  const { data: _d, updates: _u, ids: _i, parent: _p, pack: _k, noHook: _n, ...options } = operation;
  return options;
}

async function allowed(
  prepared: Prepared,
  document: ClientDocument,
  data: Data | null,
  options: OperationOptions,
): Promise<boolean> {
  const Op = capitalize(prepared.action);
  const user = game['user'];
  let answer =
    (data === null
      ? await document._preDelete(options, user)
      : await document[Op === 'Create' ? '_preCreate' : '_preUpdate'](data, options, user)) ?? true;
  if (answer !== false && !prepared.operation.noHook) {
    const args = data === null ? [] : [data];
    answer = Hooks.call(`pre${Op}${prepared.cls.documentName}`, document, ...args, options, user.id);
  }
  if (answer === false) prepared.cancelled = true;
  return answer !== false;
}

const STEPS: Record<Action, (prepared: Prepared) => Promise<void>> = {
  async create(prepared) {
    const { cls, operation } = prepared;
    const { parent, pack, keepId } = operation;
    const options = optionsOf(operation);
    for (const given of operation.data ?? []) {
      const data: Data =
        given instanceof DataModel ? given.toObject() : normalizeOperators(expandObject({ ...deepClone(given) }));
      if (!keepId) delete data['_id'];
      const document = new cls(deepClone(data), { parent, pack }) as ClientDocument;
      if (await allowed(prepared, document, data, options)) prepared.documents.push(document);
    }
    Object.assign(operation, options, { data: prepared.documents.map((document) => document.toObject()) });
  },

  async update(prepared) {
    const { operation } = prepared;
    const options = optionsOf(operation);
    const updates: DocumentData[] = [];
    for (const given of operation.updates ?? []) {
      const { _id, ...wanted }: DocumentData = normalizeOperators(
        expandObject(given instanceof DataModel ? given.toObject() : { ...given }),
      );
      const document = targetOf(prepared, _id);
      const judge = { dryRun: true, diff: options.diff, recursive: options.recursive };
      // The lifecycle method and hook run before the diff, with `system` cleaned. C13: ClientDatabaseBackend; I#14411
      const { system } = document.updateSource(wanted, { ...judge, diff: false });
      const changed = { ...wanted, ...(system === undefined ? {} : { system }), _id: _id! } as DocumentData;
      if (!(await allowed(prepared, document, changed, options))) continue;
      const { _id: _, ...final } = normalizeOperators(expandObject(changed));
      const difference = document.updateSource(final, judge);
      if (Object.keys(difference).length === 0) continue;
      prepared.documents.push(document);
      updates.push({ ...difference, _id: document.id });
    }
    Object.assign(operation, options, { updates });
  },

  async delete(prepared) {
    const { operation } = prepared;
    const options = optionsOf(operation);
    if (operation.deleteAll) operation.ids = [...collectionOf(prepared.cls, operation).keys()];
    for (const id of operation.ids ?? []) {
      const document = targetOf(prepared, id);
      if (await allowed(prepared, document, null, options)) prepared.documents.push(document);
    }
    Object.assign(operation, options, { ids: prepared.documents.map((document) => document.id) });
  },
};

function targetOf({ cls, operation, action }: Prepared, id: string | null | undefined): ClientDocument {
  const { parent } = operation;
  if (cls.documentName === 'Actor' && isToken(parent)) return parent.actor!;
  if (cls.documentName === 'ActorDelta') return (parent as TokenDocument).delta!;
  const collection = collectionOf(cls, operation);
  return collection.get(id, { strict: true, invalid: action === 'delete' })!;
}

/** Returns the request to send: the parent as its UUID, a token's actor as its delta. */
export function wireRequest({ action, cls, operation }: Prepared): OperationRequest {
  const { parent, ...rest } = operation;
  if (!parent) return { type: cls.documentName, action, operation: { ...rest, parentUuid: null } };
  return deltaAddress(cls, action, parent, rest);
}
