import type { IncomingMessage, ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { dirname, join as joinPath } from 'node:path';
import { join } from './join';
import { joinData, status } from './payload';
import { sessionCookie, sessionOf } from './sessions';
import { redirect, sendFile, sendJSON, sendText } from './static-files';
import type { World } from './world';

const { resolve } = createRequire(import.meta.url);
/** This package's folder. Works as source and in a bundle. */
export const SANDBOX = dirname(resolve('@cadence/sandbox/package.json'));
export const PUBLIC = joinPath(SANDBOX, 'public');
const FONT_AWESOME = dirname(resolve('@fortawesome/fontawesome-free/package.json', { paths: [SANDBOX] }));

/** Serves every HTTP request. The paths are Foundry's, see foundry-vtt's public folders and `/systems/<id>/`. */
export async function serve(world: World, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = pathOf(request);
  if (path === null) return sendText(response, 400, 'Bad request');
  if (request.method === 'POST') {
    return path === '/join' ? join(world, request, response) : sendText(response, 405, 'Method not allowed');
  }
  if (request.method !== 'GET' && request.method !== 'HEAD') return sendText(response, 405, 'Method not allowed');
  const session = sessionOf(request);
  const userId = world.sessions.userOf(session);
  switch (path) {
    case '/':
      return redirect(response, '/join');
    case '/join':
      if (!world.sessions.has(session)) response.setHeader('Set-Cookie', sessionCookie(world.sessions.create()));
      return sendFile(request, response, PUBLIC, 'join.html');
    case '/game':
      return userId ? sendFile(request, response, PUBLIC, 'game.html') : redirect(response, '/join');
    case '/api/join':
      return sendJSON(response, 200, joinData(world, userId));
    case '/api/status':
      return sendJSON(response, 200, status(world));
    case '/sandbox/stats':
      return sendJSON(response, 200, world.stats.report());
    case '/favicon.ico':
      return void response.writeHead(204).end();
  }
  const [, first = '', second = '', ...rest] = path.split('/');
  if (first === 'systems' && second === world.manifest.id) {
    return sendFile(request, response, world.dist, rest.join('/'));
  }
  const module = first === 'modules' && world.modules.get(second);
  if (module) return sendFile(request, response, module.folder, rest.join('/'));
  if (first === 'sandbox' && /^client\.(?:js|js\.map|css)$/.test(second) && rest.length === 0) {
    return sendFile(request, response, joinPath(SANDBOX, '.build'), second);
  }
  if (first === 'fonts' && second === 'fontawesome' && (rest[0] === 'css' || rest[0] === 'webfonts')) {
    return sendFile(request, response, FONT_AWESOME, rest.join('/'));
  }
  if (['css', 'templates', 'icons', 'lang', 'fonts'].includes(first)) {
    return sendFile(request, response, PUBLIC, path.slice(1));
  }
  sendText(response, 404, 'Not found');
}

/** Returns the decoded path, or null if it is malformed or leaves the folder. */
function pathOf(request: IncomingMessage): string | null {
  try {
    const path = decodeURIComponent((request.url ?? '/').split(/[?#]/)[0]!);
    return path.includes('\\') || path.includes('\0') || path.split('/').includes('..') ? null : path;
  } catch {
    return null;
  }
}
