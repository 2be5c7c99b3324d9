import type { StoredDocument } from '../shared/data';
import { WORLD_COLLECTIONS } from '../shared/documents';
import { NotInSandbox } from '../shared/not-in-sandbox';
import { encodeOperators } from '../shared/operators';
import type { PermissionUser } from '../shared/permissions';
import { parseUuid } from '../shared/utils';
import type {
  DocumentOperation,
  DocumentOperationRequest,
  DocumentOperationResponse,
  ManageCompendiumRequest,
  PackData,
} from '../shared/wire';
import { variant } from '../variants';
import { create } from './create';
import { remove } from './delete';
import { type Environment, settingOf } from './environment';
import type { Modules } from './modules';
import { indexed, type Packs } from './packs';
import { publicUser } from './passwords';
import { isOfWorld, PACKS, type Store } from './store';
import type { Subtypes } from './subtypes';
import { Transaction } from './transaction';
import { update } from './update';
import { managePack } from './world-packs';
import { advanceTime } from './world-time';

export interface BatchOutcome {
  /** In the order of the operations that were tried; refused ones have an `error`. */
  readonly responses: DocumentOperationResponse[];
  readonly sideEffects: DocumentOperationResponse[];
  /** The error of the first refused operation. */
  error: Error | null;
}

type Sender = PermissionUser & { _id: string };
const ACTIONS = { create, update, delete: remove };

/** Applies requests one after another, each in its own transaction. */
export class Operations {
  private queue: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly store: Store,
    private readonly subtypes: Subtypes,
    private readonly system: { id: string; version: string },
    private readonly packs: Packs,
    private readonly modules: Modules,
  ) {}

  /**
   * Applies all requests or none: validates and applies each in sequence on a copy, then writes once. Rejects with the
   * error of the first refused one.
   */
  modify(user: Sender, requests: DocumentOperationRequest[]): Promise<DocumentOperationResponse[]> {
    return this.inTurn(() => this.perform(user, requests));
  }

  /**
   * Applies a batch atomically or each operation separately, as `variants.ts` decides. Returns the written, additional
   * and refused changes in order.
   */
  modifyBatch(user: Sender, requests: DocumentOperationRequest[]): Promise<BatchOutcome> {
    return this.inTurn(() =>
      variant('batch') === 'all-or-nothing' ? this.performAsOne(user, requests) : this.performEach(user, requests),
    );
  }

  /** Creates or deletes a compendium of the world. */
  manage(user: Sender, request: ManageCompendiumRequest): Promise<PackData | string> {
    return this.inTurn(async () => {
      const env = this.environment(user);
      const result = managePack(env, request);
      await env.tx.commit();
      return result;
    });
  }

  private inTurn<T>(run: () => Promise<T>): Promise<T> {
    const done = this.queue.then(run, run);
    this.queue = done.catch(() => undefined);
    return done;
  }

  /** Resolves when all pending writes are on disk. */
  settled(): Promise<unknown> {
    return this.queue;
  }

  private async perform(user: Sender, requests: DocumentOperationRequest[]): Promise<DocumentOperationResponse[]> {
    const env = this.environment(user);
    const responses = requests.map((request) => this.one(env, request));
    responses.push(...responses.flatMap(({ operation }) => advanceTime(env, operation.worldTime)));
    await env.tx.commit();
    return responses;
  }

  private async performAsOne(user: Sender, requests: DocumentOperationRequest[]): Promise<BatchOutcome> {
    const env = this.environment(user);
    const responses: DocumentOperationResponse[] = [];
    for (const request of requests) {
      try {
        responses.push(this.one(env, request));
      } catch (error) {
        return { responses: [refusedResponse(env, request, error)], sideEffects: [], error: error as Error };
      }
    }
    const sideEffects = responses.flatMap(({ operation }) => timeInBatch(env, operation.worldTime));
    await env.tx.commit();
    return { responses, sideEffects, error: null };
  }

  private async performEach(user: Sender, requests: DocumentOperationRequest[]): Promise<BatchOutcome> {
    const outcome: BatchOutcome = { responses: [], sideEffects: [], error: null };
    for (const request of requests) {
      const env = this.environment(user);
      try {
        const response = this.one(env, request);
        const sideEffects = timeInBatch(env, response.operation.worldTime);
        await env.tx.commit();
        outcome.responses.push(response);
        outcome.sideEffects.push(...sideEffects);
      } catch (error) {
        outcome.responses.push(refusedResponse(env, request, error));
        outcome.error ??= error as Error;
        if (variant('batch') === 'all-after-failing-missing') break;
      }
    }
    return outcome;
  }

  private environment(user: Sender): Environment {
    const { subtypes, system } = this;
    return { tx: new Transaction(this.store), user, subtypes, system, now: Date.now() };
  }

  private one(env: Environment, request: DocumentOperationRequest): DocumentOperationResponse {
    const { type, action } = request;
    const operation = request.operation ?? {};
    if (action === 'get') return respond(env, request, operation, this.get(env, request));
    if (!Object.hasOwn(ACTIONS, action)) throw new Error(`"${action}" is not an operation on documents`);
    const pack = this.packToWrite(env, action, operation);
    const result = ACTIONS[action]({ ...env, pack }, { type, action, operation });
    // `result` has the same data; sending both would double every message.
    const { data: _data, updates: _updates, ...rest } = operation;
    return respond(env, request, { ...rest, modifiedTime: env.now }, result);
  }

  /**
   * Returns the compendium of an operation. Throws if it is locked.
   * ASSUMPTION A8: in an unlocked one, documents are written as in the world.
   */
  private packToWrite({ tx }: Environment, action: string, operation: DocumentOperation): Environment['pack'] {
    const id = operation.parentUuid ? parseUuid(operation.parentUuid)?.pack : operation.pack;
    if (!id) return undefined;
    const pack: Environment['pack'] = isOfWorld(id) ? tx.peek(PACKS, id) : this.packsWith(id).get(id);
    if (!pack) throw new Error(`Compendium "${id}" does not exist!`);
    const config = settingOf(tx, 'core.compendiumConfiguration')[id];
    const { locked = pack.packageType !== 'world' } = (config ?? {}) as { locked?: boolean };
    // The message is quoted in dovrosenberg/fvtt-campaign-builder #302; embedded documents are locked too, I#12533.
    if (locked) throw new Error(`You may not ${action} documents in the locked compendium "${id}".`);
    if (pack.packageType !== 'world') throw new NotInSandbox(`changing the compendium "${id}" of a package`);
    return pack;
  }

  private get({ tx }: Environment, { type, operation }: DocumentOperationRequest): StoredDocument[] {
    const collection = WORLD_COLLECTIONS[type];
    if (!operation.pack && !collection) throw new NotInSandbox(`getting ${type} documents`);
    const documents = operation.pack ? this.inPack(tx, operation.pack) : tx.all(collection!).map(publicUser);
    const wanted = operation.query?._id ?? operation.query?._id__in;
    const ids = wanted === undefined ? null : [wanted].flat();
    const found = ids ? documents.filter((source) => ids.includes(source._id)) : documents;
    return operation.index ? found.map((source) => indexed(source, operation.indexFields)) : found;
  }

  /** Returns the system's compendia, or those of the module that has this pack. */
  private packsWith(id: string): Packs {
    return this.modules.packOf(id) ?? this.packs;
  }

  private inPack(tx: Transaction, id: string): StoredDocument[] {
    if (!isOfWorld(id)) return this.packsWith(id).documents(id);
    if (!tx.peek(PACKS, id)) throw new Error(`Compendium "${id}" does not exist!`);
    return tx.all(id);
  }
}

/** Applies `worldTime` in a batch as `variants.ts` decides. */
const timeInBatch = (env: Environment, worldTime: DocumentOperation['worldTime']): DocumentOperationResponse[] =>
  variant('batchWorldTime') === 'moves' ? advanceTime(env, worldTime) : [];

function respond(
  { user }: Environment,
  request: DocumentOperationRequest,
  operation: DocumentOperation,
  result: unknown[],
) {
  const { type, action } = request;
  // Copy at once: a later operation of the batch may change the same source.
  const results = encodeOperators(result);
  return { type, action, operation, result: results, userId: user._id, broadcast: operation.broadcast !== false };
}

function refusedResponse({ user }: Environment, request: DocumentOperationRequest, error: unknown) {
  const { type, action, operation } = request ?? {};
  const { name, message } = error as Error;
  return { type, action, operation, result: [], userId: user._id, broadcast: false, error: { name, message } };
}
