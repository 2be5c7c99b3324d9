import { decodeOperators, encodeOperators } from '../shared/operators';
import type {
  BatchRequest,
  BatchResponse,
  ClientEvents,
  DocumentOperationRequest,
  DocumentOperationResponse,
  WireError,
} from '../shared/wire';
import { notify } from './notify';

/** The arguments depend on the event. */
type Listener = (...args: never[]) => void;

type Sent<E extends keyof ClientEvents> =
  Parameters<ClientEvents[E]> extends [...infer Data, (...answer: never[]) => void]
    ? Data
    : Parameters<ClientEvents[E]>;
type Answer<E extends keyof ClientEvents> =
  Parameters<ClientEvents[E]> extends [...unknown[], (answer: infer A) => void] ? A : undefined;

/** The part of socket.io that the client uses; tests replace it. */
export interface Transport {
  emit(event: string, ...args: unknown[]): unknown;
  on(event: string, listener: Listener): unknown;
  off?(event: string, listener: Listener): unknown;
  connected?: boolean;
}

let transport: Transport | null = null;

export function useTransport(given: Transport | null) {
  transport = given;
}

export function currentTransport(): Transport {
  if (!transport) throw new Error('The client is not connected to a server');
  return transport;
}

export function dispatch<E extends keyof ClientEvents>(event: E, ...args: Sent<E>): Promise<Answer<E>> {
  return new Promise((resolve, reject) => {
    try {
      currentTransport().emit(event, ...args, resolve);
    } catch (error) {
      reject(error);
    }
  });
}

/** T14: client/helpers/socket-interface.d.mts: shows and throws a refusal with the server's message. */
function refuse(error: { name?: string; message: string }): never {
  notify('error', error.message);
  const thrown = new Error(error.message);
  if (error.name) thrown.name = error.name;
  throw thrown;
}

export async function request(operation: DocumentOperationRequest): Promise<DocumentOperationResponse> {
  const response = await dispatch('modifyDocument', encodeOperators(operation));
  return response.error ? refuse(response.error) : response;
}

/** ASSUMPTION: event name and shape of a batch; I#14356 names a handler `modifyDocumentBatch`. */
export async function requestBatch(batch: BatchRequest): Promise<BatchResponse> {
  const response = await dispatch('modifyDocumentBatch', encodeOperators(batch));
  return response.error ? refuse(response.error) : response;
}

/** `game.socket`: raw socket.io for systems; `emit` never reaches its own client. */
export const gameSocket = {
  emit(event: string, ...args: unknown[]) {
    currentTransport().emit(event, ...args);
    return gameSocket;
  },
  on(event: string, listener: Listener) {
    currentTransport().on(event, listener);
    return gameSocket;
  },
  off(event: string, listener: Listener) {
    currentTransport().off?.(event, listener);
    return gameSocket;
  },
  get connected() {
    return transport?.connected ?? transport !== null;
  },
};

export class SocketInterface {
  static async dispatch<E extends keyof ClientEvents>(event: E, data: Sent<E>[0]): Promise<Answer<E>> {
    const response = await dispatch(event, ...([encodeOperators(data)] as Sent<E>));
    const { error } = (response ?? {}) as { error?: WireError };
    return error ? refuse(error) : decodeOperators(response);
  }
}
