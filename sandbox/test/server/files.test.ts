import { request } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Sandbox } from '../../src/server/server';
import { folders, start } from './table';

let place: Awaited<ReturnType<typeof folders>>;
let sandbox: Sandbox;
beforeAll(async () => {
  place = await folders();
  sandbox = await start(place);
});
afterAll(async () => {
  await sandbox.close();
  await place.remove();
});

/** `fetch` would normalize the path. */
function raw(path: string): Promise<number> {
  return new Promise((done, failed) => {
    const sent = request({ port: sandbox.port, host: '127.0.0.1', path }, (response) => {
      response.resume();
      done(response.statusCode!);
    });
    sent.on('error', failed).end();
  });
}

it.each([
  ['/systems/fixture/system.json', 'application/json'],
  ['/systems/fixture/fixture.mjs', 'text/javascript'],
  ['/css/join.css', 'text/css'],
  ['/fonts/fontawesome/css/all.min.css', 'text/css'],
  ['/fonts/fontawesome/webfonts/fa-solid-900.woff2', 'font/woff2'],
])('serves %s as %s', async (path, type) => {
  const response = await fetch(sandbox.url + path);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toContain(type);
  expect(response.headers.get('cache-control')).toBe('no-cache');
});

it('answers 304 if the client has the newest version', async () => {
  const url = `${sandbox.url}/systems/fixture/fixture.mjs`;
  const etag = (await fetch(url)).headers.get('etag')!;
  expect((await fetch(url, { headers: { 'If-None-Match': etag } })).status).toBe(304);
});

it.each([
  '/systems/fixture/../../data/worlds/demo/world.json',
  '/systems/fixture/%2e%2e/%2e%2e/etc/passwd',
  '/css/..%2fjoin.html',
  '/css/..%5cjoin.html',
  '/%00',
  '/%zz',
])('refuses to leave the folder by %s', async (path) => {
  expect(await raw(path)).toBe(400);
});

it.each(['/systems/other/system.json', '/sandbox/server.mjs', '/systems/fixture/packs', '/join.html', '/package.json'])(
  'does not serve %s',
  async (path) => {
    expect(await raw(path)).toBe(404);
  },
);

it('refuses other methods', async () => {
  expect((await fetch(`${sandbox.url}/game`, { method: 'DELETE' })).status).toBe(405);
});
