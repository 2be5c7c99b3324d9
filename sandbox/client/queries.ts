import { CONFIG } from './config';

/** Runs this client's handler of a query. Who asked is not told: check the data, not the sender. */
export async function answerQuery(queryName: string, data: any, timeout?: number): Promise<any> {
  const handler = CONFIG['queries'][queryName];
  if (typeof handler !== 'function') throw new Error(`Query handler "${queryName}" is not registered`);
  return handler(data, { timeout });
}

/** A query from elsewhere: answered with JSON, or with the error's words. */
export async function onQuery({ queryName, data, timeout }: any, ack: (answer: any) => void) {
  try {
    const answer = await answerQuery(queryName, data, timeout);
    ack({ data: JSON.parse(JSON.stringify(answer ?? null)) });
  } catch (error: any) {
    ack({ error: { name: error.name, message: error.message } });
  }
}
