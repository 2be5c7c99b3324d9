import type { RequestSystem } from '../../src/foundry/stored/systems';
import type { Globals } from '../headless/hands';

/** A request as it was sent: the referee adds why it is refused. */
export type SentRequest = Omit<RequestSystem, 'refused'> & Partial<Pick<RequestSystem, 'refused'>>;

/** What may carry a request. */
export interface Carrier {
  readonly type?: string;
  readonly system?: object;
  readonly flags?: Readonly<Record<string, { readonly request?: unknown } | undefined>>;
}

/** What a message asks for, as a document or as it is stored: of the subtype, or as a flag of an ordinary message. Null where it is no request. */
export const requestIn = ({ type, system, flags }: Carrier): SentRequest | null =>
  ((type === 'request' ? system : type === 'base' ? flags?.['cadence']?.request : null) ?? null) as SentRequest | null;

/** The same request as a flag of an ordinary message; whatever is none stays as it is. */
export const flagged = ({ type, system, ...message }: Carrier): object =>
  type === 'request' ? { ...message, flags: { cadence: { request: system } } } : { ...message, type, system };

/** A Foundry that refuses players' requests of the subtype, or also those in flags. */
export const refusingRequests =
  ({ flags = false } = {}) =>
  ({ game, CONFIG }: Globals): void => {
    if (game.user.isGM) return;
    const cls = CONFIG.ChatMessage.documentClass;
    const { create } = cls;
    cls.create = (data: Carrier, ...more) =>
      data.type === 'request' || (flags && data.flags?.['cadence']?.request)
        ? Promise.reject(new Error(`User ${game.user.name} lacks permission to create new ChatMessage`))
        : create.call(cls, data, ...more);
  };
