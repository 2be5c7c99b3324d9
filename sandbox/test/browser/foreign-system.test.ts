import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';

interface Keeper {
  name: string;
  hours: number;
  system: { oil: number };
  sheet: { render(options: object): Promise<unknown> };
}
declare const Actor: { create(data: object): Promise<Keeper> };
declare const game: {
  ready: boolean;
  system: { id: string };
  documentTypes: { Actor: string[] };
  actors: { getName(name: string): Keeper };
};

const BIN = join(import.meta.dirname, '../../bin.mjs');
const SYSTEM = join(import.meta.dirname, '../fixtures/systems/lantern');

let server: ChildProcess;
let data: string;
let url: string;
let browser: Browser;

/** Runs the command and resolves to the printed address. */
async function serve(): Promise<string> {
  server = spawn(process.execPath, [BIN, SYSTEM, '--data', data, '--port', '0']);
  return new Promise((resolve, reject) => {
    let printed = '';
    const read = (chunk: Buffer) => {
      printed += chunk;
      const [address] = /http:\/\/localhost:\d+/.exec(printed) ?? [];
      if (address && printed.includes('Ctrl')) resolve(address);
    };
    server.stdout!.on('data', read);
    server.stderr!.on('data', read);
    server.once('exit', () => reject(new Error(`the server does not start: ${printed}`)));
  });
}

beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'sandbox-foreign-'));
  url = await serve();
  const executablePath = process.env['CADENCE_BROWSER'] ?? '/usr/bin/chromium';
  browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--enable-unsafe-swiftshader'],
  });
});
afterAll(async () => {
  await browser?.close();
  const ended = new Promise((done) => server.once('exit', done));
  if (server.kill('SIGTERM')) await ended;
  await rm(data, { recursive: true, force: true });
});

it('serves the system of another author, whose client creates an actor and changes it on a sheet', async () => {
  const page = await browser.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  await page.goto(`${url}/join`);
  await page.getByLabel('Gamemaster').check();
  await page.getByRole('button', { name: 'Join the game' }).click();
  await page.waitForURL('**/game');
  await page.waitForFunction(() => (globalThis as { game?: { ready: boolean } }).game?.ready);

  const created = await page.evaluate(async () => {
    const keeper = await Actor.create({ name: 'Ida', type: 'keeper' });
    await keeper.sheet.render({ force: true });
    return { system: game.system.id, types: game.documentTypes.Actor, name: keeper.name, hours: keeper.hours };
  });
  expect(created).toEqual({ system: 'lantern', types: ['base', 'keeper'], name: 'Ida', hours: 12 });

  await page.getByLabel('Oil').fill('5');
  await page.getByLabel('Oil').press('Tab');
  await page.locator('.lantern output', { hasText: '20' }).waitFor();
  expect(await page.evaluate(() => game.actors.getName('Ida').system.oil)).toBe(5);
  expect(errors).toEqual([]);
});
