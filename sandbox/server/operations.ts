import { WORLD_COLLECTIONS } from '../shared/documents';
import { NotInSandbox } from '../shared/not-in-sandbox';
import { encodeOperators } from '../shared/operators';
import type { PermissionUser } from '../shared/permissions';
import type { DocumentOperationRequest, DocumentOperationResponse } from '../shared/wire';
import { create } from './create';
import { remove } from './delete';
import type { Environment } from './environment';
import type { Packs } from './packs';
import { publicUser } from './passwords';
import type { Store } from './store';
import type { Subtypes } from './subtypes';
import { Transaction } from './transaction';
import { update } from './update';
import { advanceTime } from './world-time';

type Sender = PermissionUser & { _id: string };
const ACTIONS = { create, update, delete: remove };

/** Carries out requests one after the other, each in a transaction of its own. */
export class Operations {
  private queue: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly store: Store,
    private readonly subtypes: Subtypes,
    private readonly system: { id: string; version: string },
    private readonly packs: Packs,
  ) {}

  /**
   * All of these or none: each is judged and carried out on a copy, in sequence, then all is written as one. Rejects with
   * the reason of the first that is refused.
   */
  modify(user: Sender, requests: DocumentOperationRequest[]): Promise<DocumentOperationResponse[]> {
    const run = () => this.perform(user, requests);
    const done = this.queue.then(run, run);
    this.queue = done.catch(() => undefined);
    return done;
  }

  /** Resolves when everything asked for so far is on disk. */
  settled(): Promise<unknown> {
    return this.queue;
  }

  private async perform(user: Sender, requests: DocumentOperationRequest[]): Promise<DocumentOperationResponse[]> {
    const env: Environment = {
      tx: new Transaction(this.store),
      user,
      subtypes: this.subtypes,
      system: this.system,
      now: Date.now(),
    };
    const responses = requests.map((request) => this.one(env, request));
    responses.push(...responses.flatMap(({ operation }) => advanceTime(env, operation.worldTime)));
    await env.tx.commit();
    return responses;
  }

  private one(env: Environment, request: DocumentOperationRequest): DocumentOperationResponse {
    const { type, action } = request;
    const operation = request.operation ?? {};
    if (action === 'get') return respond(env, request, operation, this.get(env, request));
    if (!Object.hasOwn(ACTIONS, action)) throw new Error(`"${action}" is not an operation on documents`);
    if (operation.pack) throw new Error(`The Compendium "${operation.pack}" is locked`);
    const result = ACTIONS[action]({ ...env }, { type, action, operation });
    // The result says it better; sending both would double every message.
    const { data: _data, updates: _updates, ...rest } = operation;
    return respond(env, request, { ...rest, modifiedTime: env.now }, result);
  }

  private get({ tx }: Environment, { type, operation }: DocumentOperationRequest): any[] {
    const collection = WORLD_COLLECTIONS[type];
    if (!operation.pack && !collection) throw new NotInSandbox(`getting ${type} documents`);
    const documents = operation.pack ? this.packs.documents(operation.pack) : tx.all(collection!).map(publicUser);
    const wanted = operation.query?._id ?? operation.query?._id__in;
    const ids = wanted === undefined ? null : [wanted].flat();
    return ids ? documents.filter((source) => ids.includes(source._id)) : documents;
  }
}

function respond({ user }: Environment, request: DocumentOperationRequest, operation: any, result: any[]) {
  const { type, action } = request;
  // Copied at once: a later operation of the batch may change the same source.
  const results = encodeOperators(result);
  return { type, action, operation, result: results, userId: user._id, broadcast: operation.broadcast !== false };
}
