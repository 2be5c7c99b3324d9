import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Sandbox, type SandboxOptions, startServer } from '@cadence/sandbox';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { parseDocument } from 'yaml';
import type { Command } from '../../../src/encounter/command';
import { defined } from '../../../src/kernel/defined';

/** Chromium reads only the last list, so this one repeats those of Playwright's features that matter here. */
const DISABLED = [
  // The address bar loads two pages of 400 files in each window: a third of what a new window costs.
  ...['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'],
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'OptimizationHints', 'PaintHolding'],
];

/** Without these the browser looks for hosts of its own at every start, and the map has no WebGL on a machine without a screen. */
const ARGS = [
  ...['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--enable-unsafe-swiftshader'],
  // What is not the map is quicker drawn without pretending to be a graphics card.
  ...['--disable-gpu-compositing', '--disable-gpu-rasterization'],
  `--disable-features=${DISABLED.join()}`,
];

export interface TableOptions extends Partial<SandboxOptions> {
  readonly greets?: boolean;
}

/** A demo world whose game master has been welcomed. */
async function welcomed(demo: string, copy: string): Promise<string> {
  await cp(demo, copy, { recursive: true });
  const path = join(copy, 'world.yml');
  const world = parseDocument(await readFile(path, 'utf8'));
  world.setIn(['settings', 'cadence.worldWelcomed'], true);
  await writeFile(path, world.toString());
  return copy;
}

/** Without a graphics card the map takes most of a test's time, pixel by pixel; who looks at no picture needs few. */
const BLURRED = 0.25;

/** A running sandbox with a fresh demo world, and a browser in which people sit down. */
export interface Table {
  readonly sandbox: Sandbox;
  /** Opens a window of its own for a user and joins. */
  sit(user: string, options?: SeatOptions): Promise<Seat>;
  close(): Promise<void>;
}

interface WindowOptions {
  readonly width: number;
  readonly height: number;
  /** Foundry's color scheme. */
  readonly scheme: 'light' | 'dark';
  /** Pixels of the screen for one of the page; for tests that take pictures, 1. */
  readonly sharpness: number;
  /** Whether Cadence greets the user, as it does on a first visit. */
  readonly greeted: boolean;
}

export interface SeatOptions extends Partial<WindowOptions> {
  /** Leaves the sidebar collapsed, as Foundry has it at first; otherwise it is opened. */
  readonly collapsed?: boolean;
  /** Through the page where people join, as a person does; otherwise at once. */
  readonly manually?: boolean;
}

export interface Seat {
  readonly user: string;
  readonly page: Page;
  /** A test that reads it may change it for good, so the window is not used again. */
  readonly context: BrowserContext;
  /** Errors the page has logged or thrown so far. */
  readonly errors: string[];
  reload(): Promise<void>;
  /** A second tab of the same login. */
  secondTab(): Promise<Page>;
  /** Disconnects the user; the next user may get the window. */
  leave(): Promise<void>;
}

/** One browser for all files a worker runs; it ends with the worker. */
let running: Promise<Browser> | undefined;

export async function launched(): Promise<Browser> {
  if (!(await running)?.isConnected()) {
    const executablePath = process.env.CADENCE_BROWSER ?? '/usr/bin/chromium';
    running = chromium.launch({ executablePath, args: ARGS });
  }
  return defined(running, 'a browser');
}

/** A browser window that one user after the other gets; a new one costs as much as a whole test. */
interface Window {
  readonly context: BrowserContext;
  readonly page: Page;
  /** What cannot be changed later. */
  readonly kind: string;
  /** Errors the page has logged or thrown since its user sat down. */
  errors: string[];
}

/** Windows without a user; the next who needs one of the same kind gets it. */
const empty: Window[] = [];

/** Ports of closed tables: a window used again at the same address keeps its files, and its scripts compiled. */
const ports: number[] = [];

async function openWindow(look: WindowOptions): Promise<Window> {
  const kind = JSON.stringify([look.sharpness, look.greeted]);
  const found = empty.findLastIndex((window) => window.kind === kind);
  if (found >= 0) {
    const [window] = empty.splice(found, 1) as [Window];
    window.errors = [];
    await window.page.setViewportSize({ width: look.width, height: look.height });
    await window.page.emulateMedia({ colorScheme: look.scheme });
    return window;
  }
  const context = await (await launched()).newContext({
    viewport: { width: look.width, height: look.height },
    deviceScaleFactor: look.sharpness,
    reducedMotion: 'reduce',
    colorScheme: look.scheme,
  });
  // At a prepared table users have been greeted, unless the test is about that.
  if (!look.greeted)
    await context.addInitScript(() => {
      // Settings of a client are kept by the world, under a key of the sandbox's own.
      const { getItem } = Storage.prototype;
      Storage.prototype.getItem = function (key) {
        return getItem.call(this, key) ?? (key.endsWith('.cadence.welcomed') ? 'true' : null);
      };
    });
  await context.addInitScript(keepNotices);
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  const window: Window = { context, page, kind, errors: [] };
  page.on('pageerror', (error) => window.errors.push(error.stack ?? error.message));
  page.on('console', (message) => {
    if (message.type() !== 'error') return;
    // A file that is missing is named only by the place of the message.
    const file = message.text().startsWith('Failed to load') ? ` ${message.location().url}` : '';
    window.errors.push(message.text() + file);
  });
  return window;
}

/** Runs in a new page: keeps each notification, because Foundry removes it after some seconds. */
function keepNotices(): void {
  const kept: Element[] = [];
  globalThis.keptNotices = kept;
  document.addEventListener('DOMContentLoaded', () => {
    const area = document.getElementById('notifications');
    const keep = (records: MutationRecord[]) => {
      for (const { addedNodes } of records) kept.push(...([...addedNodes] as Element[]));
    };
    if (area) new MutationObserver(keep).observe(area, { childList: true });
  });
}

/** Returns the notifications of a kind, or all, since the page was loaded, whether they are still shown or not. */
export const reported = (page: Page, kind: 'info' | 'warning' | 'error' | '' = ''): Promise<string[]> =>
  page.evaluate(
    (kind) =>
      keptNotices
        .filter(({ classList }) => !kind || classList.contains(kind))
        .map((notice) => notice.querySelector('.notification-message')?.textContent ?? ''),
    kind,
  );

/** @param options `greets`: as if no game master had been here before; otherwise they have been welcomed. */
export async function openTable({ greets, ...options }: TableOptions = {}): Promise<Table> {
  const data = await mkdtemp(join(tmpdir(), 'cadence-'));
  const demo = options.demo ?? 'demo';
  const set = { demo: greets ? demo : await welcomed(demo, join(data, 'demo')) };
  const start = (port: number) => startServer({ port, dist: 'dist', data, ...options, ...set });
  const port = ports.pop();
  // Meanwhile another process may have got the port.
  const sandbox = await (port ? start(port).catch(() => start(0)) : start(0));
  const seats: Seat[] = [];
  return {
    sandbox,
    async sit(user, options) {
      const seat = await sit(sandbox, user, options);
      seats.push(seat);
      return seat;
    },
    async close() {
      await Promise.all(seats.map((seat) => seat.leave()));
      await sandbox.close();
      ports.push(sandbox.port);
      await rm(data, { recursive: true, force: true });
    },
  };
}

async function sit(
  { url, users }: Sandbox,
  user: string,
  { manually = false, collapsed = false, ...look }: SeatOptions = {},
): Promise<Seat> {
  const window = await openWindow({
    width: 1280,
    height: 800,
    scheme: 'dark',
    sharpness: BLURRED,
    greeted: false,
    ...look,
  });
  const { context, page, errors } = window;
  let isChanged = false;
  let isEmpty = false;
  if (manually) {
    await page.goto(`${url}/join`);
    await page.getByLabel(user).check();
    await page.getByRole('button', { name: 'Join the game' }).click();
  } else {
    const userid = defined(
      users.find(({ name }) => name === user),
      'a user',
    )._id;
    await context.request.post(`${url}/join`, { data: { action: 'join', userid } });
    await page.goto(`${url}/game`);
  }
  const begun = async (tab: Page) => {
    await ready(tab);
    if (!collapsed)
      await tab.evaluate(() => {
        ui.sidebar.expand();
      });
  };
  await begun(page);
  const leave = async () => {
    if (isEmpty) return;
    isEmpty = true;
    if (isChanged || page.isClosed()) return context.close();
    // The next world at the same port would find the settings of a client, and a button would still be pressed.
    await page.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
    await page.mouse.up();
    await page.goto('about:blank');
    await context.clearCookies();
    empty.push(window);
  };
  const seat = {
    user,
    page,
    get context() {
      isChanged = true;
      return context;
    },
    errors,
    async reload() {
      await page.reload();
      await begun(page);
    },
    async secondTab() {
      isChanged = true;
      const tab = await context.newPage();
      tab.setDefaultTimeout(30_000);
      await tab.goto(`${url}/game`);
      await begun(tab);
      return tab;
    },
    leave,
  };
  return seat;
}

/** Until the game has begun, the map included. */
export async function ready(page: Page): Promise<void> {
  await page.waitForURL('**/game');
  await page.waitForFunction(() => typeof game !== 'undefined' && game.ready, undefined, { timeout: 30_000 });
}

/**
 * Makes every die of this client fall on the given faces, in turn, the last one for ever; without any, as it likes again.
 * API: CONFIG.Dice.randomUniform.
 */
export async function loadDice(page: Page, ...faces: { face: number; of: number }[]): Promise<void> {
  await page.evaluate((queue) => {
    const left = [...queue];
    const { Dice } = CONFIG;
    Dice.fair ??= Dice.randomUniform;
    if (left.length === 0) Dice.randomUniform = Dice.fair;
    else
      Dice.randomUniform = () => {
        const { face, of } = left.length > 1 ? left.shift()! : left[0];
        return 1 - (face - 0.5) / of;
      };
  }, faces);
}

/** Settles something of the world, or of this client. */
export const setSetting = (page: Page, key: string, value: unknown): Promise<void> =>
  page.evaluate(
    async ({ key, value }) => {
      await game.settings.set('cadence', key, value);
    },
    { key, value },
  );

/** Shows a tab of the sidebar. */
export const openTab = (page: Page, tab: string): Promise<void> =>
  page.evaluate((tab) => {
    ui.sidebar.changeTab(tab, 'primary');
  }, tab);

/** Gives a command as a macro would. @param force over what stands against it */
export const submit = (page: Page, combat: string, command: Command, force = false): Promise<void> =>
  page.evaluate(
    async ({ combat, command, force }) => {
      await game.combats.get(combat).submit(command as Command, { force });
    },
    // Playwright looks into the types of what it carries, and data may lie in data for ever.
    { combat, command: command as object, force },
  );

/** Until the encounter is so in this client. @param given what else the question needs to know */
export async function untilSo<Given = null>(
  page: Page,
  combat: string,
  isSo: (seen: { combat: PageCombat; given: Given }) => unknown,
  given?: Given,
): Promise<void> {
  const seen = await page.waitForFunction((id) => game.combats.get(id), combat);
  await page.waitForFunction(isSo as never, { combat: seen, given }, { timeout: 30_000 });
}

/** Returns what a page shows once it no longer changes: the map may still be moving. */
export async function atRest<T>(page: Page, read: () => Promise<T>): Promise<T> {
  let before = await read();
  // On a busy machine whole frames may be missing, and two looks alone say little.
  for (let same = 0; same < 3; ) {
    await page.waitForTimeout(50);
    await page.evaluate(() => new Promise(requestAnimationFrame));
    const now = await read();
    same = JSON.stringify(now) === JSON.stringify(before) ? same + 1 : 0;
    before = now;
  }
  return before;
}

type Spot = { readonly x: number; readonly y: number };

/**
 * Drags with the mouse between two points of the screen, once they no longer move: the map may still be panned, and the
 * token still be walking. @param drop false to hold it there
 */
export async function drag(
  page: Page,
  between: () => Promise<readonly [from: Spot, to: Spot]>,
  { drop = true } = {},
): Promise<void> {
  const [from, to] = await atRest(page, between);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 4 });
  await page.mouse.move(to.x, to.y, { steps: 4 });
  // The ruler follows the mouse frame by frame.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  if (drop) await page.mouse.up();
}

/** Returns the center of a token on the screen of a page. */
export const tokenAt = (page: Page, name: string) =>
  page.evaluate((name): { x: number; y: number } => {
    const { object } = canvas.scene.tokens.getName(name);
    const { x, y } = canvas.clientCoordinatesFromCanvas(object.center);
    return { x, y };
  }, name);
