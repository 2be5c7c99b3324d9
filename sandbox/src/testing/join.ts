import { io, type Socket } from 'socket.io-client';
import { idFromName } from '../server/demo';

/** Signs a user in as the join page does. @returns the session @throws with the server's reason */
export async function signIn(url: string, user: string, password = ''): Promise<string> {
  const response = await fetch(`${url}/join`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ action: 'join', userid: idFromName(user), password }),
  });
  if (!response.ok) throw new Error((await response.json()).message);
  return /session=(\w+)/.exec(response.headers.get('set-cookie') ?? '')![1]!;
}

/** Opens a separate connection for a session, like a new tab. */
export const connect = (url: string, session: string): Socket =>
  io(url, { query: { session }, transports: ['websocket'], forceNew: true, reconnection: false });
