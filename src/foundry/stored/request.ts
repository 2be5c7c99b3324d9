import type { Answer, Reason } from '../../kernel/ask';
import { defined } from '../../kernel/defined';
import { isOfType } from '../platform/documents';
import { SYSTEM_ID } from '../platform/settings';
import { replacement } from '../platform/v14';
import { requestSchema } from './schemas';
import type { RequestSystem } from './systems';
import { isRecord } from './validators';

/** The subtype of requests, and the flag of the ordinary messages that bear one where players may not create that subtype. */
const REQUEST = 'request';

/** Reads the flag as Foundry reads the subtype: what does not fit its field is what the field begins with. */
class FlaggedRequest extends foundry.abstract.DataModel<ReturnType<typeof requestSchema>> {
  static override defineSchema() {
    return requestSchema();
  }
}

/** What a message's flag was read as, until the message is prepared anew. */
const read = new WeakMap<ChatMessage.Implementation, RequestSystem | null>();

/** Called when a message is prepared: its flags may be others now. */
export const forgetRequest = (message: ChatMessage.Implementation): void => void read.delete(message);

/** What a message asks for, if it is a request; null for any other. Who wrote it, and whether they may, is not looked at. */
export function requestOf(message: ChatMessage.Implementation): RequestSystem | null {
  if (isOfType(message, REQUEST)) return message.system as unknown as RequestSystem;
  if (message.type !== 'base') return null;
  let request = read.get(message);
  if (request === undefined) {
    request = flagged(message);
    read.set(message, request);
  }
  return request;
}

/** What is said in a message known to be a request. */
export const requestSystem = (message: ChatMessage.Implementation): RequestSystem =>
  defined(requestOf(message), 'a request');

export const isRequest = (message: ChatMessage.Implementation): boolean => requestOf(message) !== null;

function flagged({ flags }: ChatMessage.Implementation): RequestSystem | null {
  const flag = (flags as Record<string, Record<string, unknown> | undefined>)[SYSTEM_ID]?.[REQUEST];
  if (!isRecord(flag)) return null;
  try {
    // T14: common/abstract/data.d.mts, DataModel.fromSource
    const model = FlaggedRequest.fromSource(foundry.utils.deepClone(flag) as never, { strict: false, fallback: true });
    const request = model as unknown as RequestSystem;
    return Array.isArray(request.refused) && Array.isArray(request.answers as Answer[]) ? request : null;
  } catch {
    // Nobody can read it, so it is an ordinary message.
    return null;
  }
}

/** A request as the data of a new message: of the subtype, or with a flag. */
export const asSubtype = (system: object): object => ({ type: REQUEST, system });
export const asFlag = (request: object): object => ({ flags: { [SYSTEM_ID]: { [REQUEST]: request } } });

/**
 * The whole source of a request that is refused, as a change of its message. Core takes a type in an update only with a replaced `system`.
 * C13: common/data/fields.mjs, SchemaField#_updateDiff.
 */
export function refusedSource(message: ChatMessage.Implementation, refused: readonly Reason[]): object {
  const { type, system, flags } = message.toObject();
  if (isOfType(message, REQUEST)) return { type, system: replacement({ ...system, refused }) };
  const { [SYSTEM_ID]: ours, ...others } = flags as Record<string, Record<string, object> | undefined>;
  const request = { ...ours?.[REQUEST], refused };
  return {
    type,
    system: replacement(system),
    flags: replacement({ ...others, [SYSTEM_ID]: { ...ours, [REQUEST]: request } }),
  };
}
