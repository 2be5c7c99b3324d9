import type { Data, StoredDocument } from '../../shared/data';
import type { BatchResponse, DocumentOperation, DocumentOperationResponse, IndexEntry } from '../../shared/wire';
import { variant } from '../../variants';
import { CONFIG, documentConfig } from '../config';
import { implementationOf } from '../data/fields/embedded';
import type { ClientDocument } from '../documents/client-document';
import { request, requestBatch } from '../socket';
import { type Applied, applyResponse, NOTHING } from './cycle-apply';
import { type Prepared, prepareOperation, wireRequest } from './cycle-prepare';
import type { Document } from './document';
import type { Action, BatchedOperation, GivenOperation } from './operations';

/** Steps 1 to 10 of a document operation. T14: client/data/client-backend.d.mts; foundry-api.md section 2. */
async function modify(action: Action, cls: typeof Document, operation: GivenOperation): Promise<Document[]> {
  const prepared = await prepareOperation(action, cls, operation);
  if (prepared.documents.length === 0) return [];
  const response = await request(wireRequest(prepared));
  const applied = applyResponse(response);
  await applied.finished;
  return applied.documents;
}

export const backend = {
  create: (cls: typeof Document, operation: GivenOperation) => modify('create', cls, operation),
  update: (cls: typeof Document, operation: GivenOperation) => modify('update', cls, operation),
  delete: (cls: typeof Document, operation: GivenOperation) => modify('delete', cls, operation),

  /** Documents of a pack, or its index. T14: common/abstract/backend.d.mts `get` */
  get: (cls: typeof Document, request: Reading): Promise<ClientDocument[]> =>
    databaseBackend()._getDocuments(cls, request),

  getIndex: (cls: typeof Document, pack: string, indexFields: string[]): Promise<IndexEntry[]> =>
    databaseBackend()._getDocuments(cls, { pack, index: true, indexFields }),
};

type Reading = Pick<DocumentOperation, 'query' | 'pack'> & Data;

/** The backend in CONFIG, which packages may wrap. T14: client/data/client-backend.d.mts `_getDocuments` */
export class ClientDatabaseBackend {
  async _getDocuments(
    cls: typeof Document,
    { query = {}, pack = null, index = false, ...rest }: Reading,
  ): Promise<any[]> {
    const response = await request({
      type: cls.documentName,
      action: 'get',
      operation: { query, pack, index: index === true, ...rest },
    });
    if (index) return response.result as IndexEntry[];
    const made = implementationOf(cls);
    return (response.result as StoredDocument[]).map((source) => made.fromSource(source, { pack }) as ClientDocument);
  }
}

CONFIG.DatabaseBackend = new ClientDatabaseBackend();

const databaseBackend = (): ClientDatabaseBackend => CONFIG.DatabaseBackend!;

/**
 * Sends several operations in one request. Operations that would change nothing are omitted. `variants.ts` decides how
 * a `false` from a preliminary step, or a refusal by the server, affects the others. Returns documents by the server's
 * results, which may be fewer or more than the operations. API: foundry.documents.modifyBatch, I#11898.
 * ASSUMPTION A2: a batch mixes all document types, token actors included, and custom options arrive.
 */
export async function modifyBatch(operations: BatchedOperation[]): Promise<Document[][]> {
  const prepared: Prepared[] = [];
  for (const { action, documentName, ...operation } of operations) {
    const cls = documentConfig(documentName)?.documentClass;
    if (!cls) throw new Error(`"${documentName}" is not a known document name`);
    if (!['create', 'update', 'delete'].includes(action)) throw new Error(`"${action}" is not a valid batch action`);
    const one = await prepareOperation(action, cls, operation);
    if (one.cancelled && variant('veto') === 'cancels') return operations.map(() => []);
    prepared.push(one);
  }
  const sent = prepared.filter(({ documents }) => documents.length > 0);
  if (sent.length === 0) return operations.map(() => []);
  const { results } = await requestBatch({ operations: sent.map(wireRequest) });
  const applied = applyBatch(results);
  await Promise.all(applied.map(({ finished }) => finished));
  return applied.map(({ documents }) => documents);
}

/** Runs synchronously, so that nothing happens between two operations of a batch. */
export function applyBatch(results: DocumentOperationResponse[]): Applied[] {
  return results.map((result) => (result.error ? NOTHING : applyResponse(result)));
}

/** Applies an operation of another client. */
export function receive(response: DocumentOperationResponse): void {
  if (response.error) return;
  applyResponse(response).finished.catch((error: unknown) => console.error(error));
}

export function receiveBatch({ results, error }: BatchResponse): void {
  if (error) return;
  for (const { finished } of applyBatch(results)) finished.catch((reason: unknown) => console.error(reason));
}
