import type { RequestSystem } from '../../src/foundry/stored/systems';
import type { Globals } from '../headless/game-page';

/** A request as sent; the referee adds the reasons of a refusal. */
export type SentRequest = Omit<RequestSystem, 'refused'> & Partial<Pick<RequestSystem, 'refused'>>;

/** A message that may carry a request. */
export interface Carrier {
  readonly type?: string;
  readonly system?: object;
  readonly flags?: Readonly<Record<string, { readonly request?: unknown } | undefined>>;
}

/** Returns the request of a message: its subtype's, or a flag of an ordinary message. Returns null without one. */
export const requestIn = ({ type, system, flags }: Carrier): SentRequest | null =>
  ((type === 'request' ? system : type === 'base' ? flags?.['cadence']?.request : null) ?? null) as SentRequest | null;

/** Returns the same request as a flag of an ordinary message; other messages stay unchanged. */
export const flagged = ({ type, system, ...message }: Carrier): object =>
  type === 'request' ? { ...message, flags: { cadence: { request: system } } } : { ...message, type, system };

/** Returns a patch that makes Foundry refuse players' requests of the subtype, or also those in flags. */
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
