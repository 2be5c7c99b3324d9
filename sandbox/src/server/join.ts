import type { IncomingMessage, ServerResponse } from 'node:http';
import { passwordFits } from './passwords';
import { sessionCookie, sessionOf } from './sessions';
import { sendJSON } from './static-files';
import type { World } from './world';

const LIMIT = 10_000;

/** `POST /join` with `{action: "join", userid, password}` (MCP `src/foundry/auth.ts`). */
export async function join(world: World, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await readBody(request);
  if (body?.action !== 'join' || typeof body.userid !== 'string') {
    return sendJSON(response, 400, { status: 'failed', message: 'The request to join names no user.' });
  }
  const user = world.store.collection('users').get(body.userid);
  if (!user) return sendJSON(response, 404, { status: 'failed', message: 'There is no such user in this world.' });
  if (user.role === 0) return sendJSON(response, 403, { status: 'failed', message: `${user.name} may not join.` });
  if (!passwordFits(user, body.password)) {
    return sendJSON(response, 401, { status: 'failed', message: `That is not the password of ${user.name}.` });
  }
  const session = world.sessions.signIn(sessionOf(request), user._id);
  sendJSON(response, 200, { status: 'success', redirect: '/game' }, { 'Set-Cookie': sessionCookie(session) });
}

async function readBody(
  request: IncomingMessage,
): Promise<{ action?: unknown; userid?: unknown; password?: unknown } | null> {
  let text = '';
  for await (const chunk of request) {
    text += chunk;
    if (text.length > LIMIT) return null;
  }
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
