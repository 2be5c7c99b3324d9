import { messageOf } from '../shared/errors';
import type { QueryAnswer, QueryDelivery } from '../shared/wire';
import { variant } from '../variants';
import { CONFIG } from './config';
import type { User } from './documents/user';
import { game } from './game';

/** T14: client/config.d.mts QueryHandler */
export type QueryHandler = (data: never, context: { timeout?: number | undefined; user?: User | undefined }) => unknown;

/**
 * Runs this client's handler of a query. The context has the asking `user` beside the timeout: I#13418 requests it,
 * and packages for v14 read it; the declarations of 14.366 (T14: client/config.d.mts QueryHandler) only name the
 * timeout.
 */
export async function answerQuery(
  queryName: string,
  data: unknown,
  userId: string,
  timeout?: number,
): Promise<unknown> {
  const handler = CONFIG['queries'][queryName];
  if (typeof handler !== 'function') throw new Error(`Query handler "${queryName}" is not registered`);
  const sender = variant('querySender') === 'named' ? { user: game['users'].get(userId) } : {};
  return handler(data as never, { timeout, ...sender });
}

/** Answers a query of another client with JSON or an error message. */
export async function onQuery(
  { queryName, data, timeout, userId }: QueryDelivery,
  ack: (answer: QueryAnswer) => void,
): Promise<void> {
  try {
    const answer = await answerQuery(queryName, data, userId, timeout);
    ack({ data: JSON.parse(JSON.stringify(answer ?? null)) });
  } catch (error) {
    const name = error instanceof Error ? error.name : 'Error';
    ack({ error: { name, message: messageOf(error) } });
  }
}
