import type { Answer, Reason } from '../../kernel/ask';
import { defined } from '../../kernel/defined';
import { isOfType } from '../platform/documents';
import { SYSTEM_ID } from '../platform/settings';
import { replacement } from '../platform/v14';
import { requestSchema } from './schemas';
import type { RequestSystem } from './systems';
import { isRecord } from './validators';

/** The subtype of requests, and the flag of ordinary messages where players may not create the subtype. */
const REQUEST = 'request';

/** Invalid fields get their initial values, as in a subtype. */
class FlaggedRequest extends foundry.abstract.DataModel<ReturnType<typeof requestSchema>> {
  static override defineSchema() {
    return requestSchema();
  }
}

/** Requests in flags, until their message changes: every message is asked whether it is one. */
const parsed = new WeakMap<ChatMessage.Implementation, RequestSystem | null>();

export const forgetRequest = (message: ChatMessage.Implementation): void => void parsed.delete(message);

/** Returns the request, or null. Author and permissions are not checked. */
export function requestOf(message: ChatMessage.Implementation): RequestSystem | null {
  if (isOfType(message, REQUEST)) return message.system as unknown as RequestSystem;
  if (message.type !== 'base') return null;
  let request = parsed.get(message);
  if (request === undefined) {
    request = parseFlag(message);
    parsed.set(message, request);
  }
  return request;
}

export const requestSystem = (message: ChatMessage.Implementation): RequestSystem =>
  defined(requestOf(message), 'a request');

export const isRequest = (message: ChatMessage.Implementation): boolean => requestOf(message) !== null;

function parseFlag({ flags }: ChatMessage.Implementation): RequestSystem | null {
  const flag = (flags as Record<string, Record<string, unknown> | undefined>)[SYSTEM_ID]?.[REQUEST];
  if (!isRecord(flag)) return null;
  try {
    // T14: common/abstract/data.d.mts, DataModel.fromSource
    const model = FlaggedRequest.fromSource(foundry.utils.deepClone(flag) as never, { strict: false, fallback: true });
    const request = model as unknown as RequestSystem;
    return Array.isArray(request.refused) && Array.isArray(request.answers as Answer[]) ? request : null;
  } catch {
    // An invalid request is an ordinary message.
    return null;
  }
}

export const asSubtype = (system: object): object => ({ type: REQUEST, system });
export const asFlag = (request: object): object => ({ flags: { [SYSTEM_ID]: { [REQUEST]: request } } });

/**
 * Returns the update that refuses a request, with its complete source. Core accepts a type in an update only with a replaced `system`.
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
