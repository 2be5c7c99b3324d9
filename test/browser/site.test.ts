import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launched } from './support/table';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
  '.png': 'image/png',
  '.json': 'application/json',
};

let folder = '';
let server: Server;
let base = '';
let page: Page;
const faults: string[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cadence-site-'));
  const { status, stderr, stdout } = spawnSync('npm', ['run', '-s', 'site', '--', '--outDir', folder], {
    encoding: 'utf8',
    env: { ...process.env, CADENCE_REPOSITORY: 'https://cadence.example/cadence' },
  });
  if (status !== 0) throw new Error(stdout + stderr);
  server = createServer(({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://localhost');
    const path = join(folder, decodeURI(pathname.endsWith('/') ? `${pathname}index.html` : pathname));
    const isThere = existsSync(path) && statSync(path).isFile();
    response.writeHead(isThere ? 200 : 404, { 'content-type': TYPES[extname(path)] ?? 'application/octet-stream' });
    response.end(isThere ? readFileSync(path) : undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  page = await (await launched()).newPage({ viewport: { width: 1280, height: 800 } });
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('response', (response) => {
    if (response.status() >= 400) faults.push(`${response.status()} ${response.url()}`);
  });
});
afterAll(async () => {
  await page?.context().close();
  server?.close();
  rmSync(folder, { recursive: true, force: true });
});

it('has pages whose links, anchors and pictures are all there', async () => {
  const open = ['/index.html'];
  const anchors = new Map<string, readonly string[]>();
  const wanted: [page: string, anchor: string][] = [];
  for (const path of open) {
    await page.goto(base + path);
    const found = await page.evaluate(() => ({
      links: [...document.querySelectorAll<HTMLAnchorElement>('a[href]')].map(({ href }) => href),
      ids: [...document.querySelectorAll('[id]')].map(({ id }) => id),
      pictures: [...document.querySelectorAll<HTMLImageElement>('img')].map(({ src }) => src),
      overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    }));
    anchors.set(path, found.ids);
    expect(found.overflow, path).toBeLessThanOrEqual(0);
    for (const src of found.pictures.filter((each) => each.startsWith(base)))
      expect(existsSync(join(folder, new URL(src).pathname)), src).toBe(true);
    for (const href of found.links) {
      const { origin, pathname, hash } = new URL(href);
      if (origin !== base) continue;
      const next = pathname.endsWith('/') ? `${pathname}index.html` : pathname;
      if (!open.includes(next)) open.push(next);
      if (hash.length > 1) wanted.push([next, decodeURIComponent(hash.slice(1))]);
    }
  }
  const all = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.html'));
  expect(open.map((path) => path.slice(1)).sort()).toEqual(all.filter((name) => name !== '404.html').sort());
  expect(wanted.filter(([path, anchor]) => !anchors.get(path)?.includes(anchor))).toEqual([]);
  expect(faults).toEqual([]);
});

it('leads from its pages to the sources', async () => {
  await page.goto(`${base}/opponent.html`);
  const outside = await page
    .locator('.vp-doc a[href^="https://cadence.example/"]')
    .evaluateAll((links) =>
      links.map((link) => (link as HTMLAnchorElement).href.replace('https://cadence.example/cadence/blob/main/', '')),
    );
  expect(outside.length).toBeGreaterThan(0);
  expect(outside.filter((path) => !existsSync(path.replace(/#.*/, '')))).toEqual([]);
});

it('is searched, and has a dark look', async () => {
  await page.goto(`${base}/play/clash.html`);
  await page.locator('.VPNavBarSearch button').click();
  await page.locator('.VPLocalSearchBox input').fill('forecast');
  await page.locator('.VPLocalSearchBox .result').first().waitFor();
  await page.keyboard.press('Escape');
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await background();
  await page.locator('.VPNavBarAppearance button').click();
  expect(await background()).not.toBe(light);
  expect(faults).toEqual([]);
});
