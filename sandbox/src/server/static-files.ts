import { readFile, stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join, sep } from 'node:path';
import { IMAGE_FILE_EXTENSIONS, VIDEO_FILE_EXTENSIONS } from '../shared/constants';

const TYPES: Record<string, string> = {
  ...IMAGE_FILE_EXTENSIONS,
  ...VIDEO_FILE_EXTENSIONS,
  css: 'text/css; charset=utf-8',
  hbs: 'text/x-handlebars-template; charset=utf-8',
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  map: 'application/json; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  mp3: 'audio/mpeg',
  ogg: 'audio/ogg',
  otf: 'font/otf',
  ttf: 'font/ttf',
  txt: 'text/plain; charset=utf-8',
  wav: 'audio/wav',
  woff: 'font/woff',
  woff2: 'font/woff2',
};

/** Sends a file of a folder, or 404, also for a path outside of the folder. */
export async function sendFile(request: IncomingMessage, response: ServerResponse, folder: string, path: string) {
  const file = join(folder, path);
  const inside = file.startsWith(folder.endsWith(sep) ? folder : folder + sep) && !path.includes('\0');
  const found = inside ? await stat(file).catch(() => null) : null;
  if (!found?.isFile()) return sendText(response, 404, 'Not found');
  // A browser may cache a file but must revalidate it, so that a new build takes effect.
  const etag = `"${found.size.toString(36)}-${found.mtimeMs.toString(36)}"`;
  const headers = { ETag: etag, 'Cache-Control': 'no-cache', 'X-Content-Type-Options': 'nosniff' };
  if (request.headers['if-none-match'] === etag) return void response.writeHead(304, headers).end();
  const type = TYPES[extname(file).slice(1).toLowerCase()] ?? 'application/octet-stream';
  response.writeHead(200, { ...headers, 'Content-Type': type, 'Content-Length': found.size });
  response.end(request.method === 'HEAD' ? undefined : await readFile(file));
}

export function sendText(response: ServerResponse, status: number, text: string) {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' }).end(text);
}

export function sendJSON(
  response: ServerResponse,
  status: number,
  data: unknown,
  headers: Record<string, string> = {},
) {
  response
    .writeHead(status, { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store', ...headers })
    .end(JSON.stringify(data));
}

export function redirect(response: ServerResponse, to: string) {
  response.writeHead(302, { Location: to, 'Cache-Control': 'no-store' }).end();
}
