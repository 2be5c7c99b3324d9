import { variant } from '../variants';
import { CONFIG } from './config';
import { game } from './game';

/**
 * Runs this client's handler of a query. Who asked is told beside the timeout: I#13418 asks for it, and packages for v14 read `user` there;
 * the declarations of 14.366 (T14: client/config.d.mts QueryHandler) name the timeout alone.
 */
export async function answerQuery(queryName: string, data: any, userId: string, timeout?: number): Promise<any> {
  const handler = CONFIG['queries'][queryName];
  if (typeof handler !== 'function') throw new Error(`Query handler "${queryName}" is not registered`);
  const sender = variant('querySender') === 'named' ? { user: game['users'].get(userId) } : {};
  return handler(data, { timeout, ...sender });
}

/** A query from elsewhere: answered with JSON, or with the error's words. */
export async function onQuery({ queryName, data, timeout, userId }: any, ack: (answer: any) => void) {
  try {
    const answer = await answerQuery(queryName, data, userId, timeout);
    ack({ data: JSON.parse(JSON.stringify(answer ?? null)) });
  } catch (error: any) {
    ack({ error: { name: error.name, message: error.message } });
  }
}
