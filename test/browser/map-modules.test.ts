import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTable, type Seat, type Table } from './support/table';

declare const lamps: {
  readonly seen: { canvasAtInit: boolean; refreshed: boolean[]; header: string[] };
  readonly window: { render(force: boolean): unknown; close(): Promise<void> };
  frames(): Promise<string>;
};

let table: Table;
let gm: Seat;

beforeAll(async () => {
  table = await openTable({ module: ['sandbox/test/fixtures/map-modules/lamps'] });
  gm = await table.sit('Gamemaster');
});
afterAll(() => table?.close());

it('a module finds the canvas at init, and its layer is drawn with the scene', async () => {
  const { seen, layers, texts } = await gm.page.evaluate(() => {
    const layer = (canvas as object as { lamps: { children: { text: string }[] } }).lamps;
    const parents = (canvas.interface as object as { children: object[] }).children;
    return { seen: lamps.seen, layers: parents.includes(layer), texts: layer.children.map(({ text }) => text) };
  });
  expect(seen.canvasAtInit).toBe(true);
  expect(layers).toBe(true);
  expect(texts).toEqual(['Lamp']);
});

it('the hook of a refreshed token has its flags', async () => {
  const refreshed = await gm.page.evaluate(() => {
    lamps.seen.refreshed.length = 0;
    const [token] = canvas.tokens.placeables;
    token!.renderFlags.set({ refreshSize: true });
    return lamps.seen.refreshed;
  });
  expect(refreshed).toEqual([true]);
});

it('the ticker of the board runs while a module listens', async () => {
  expect(await gm.page.evaluate(() => lamps.frames())).toBe('a frame');
});

it('a V1 window opens, renders again and closes', async () => {
  await gm.page.evaluate(() => void lamps.window.render(true));
  const window = gm.page.locator('#lamp-window');
  await window.locator('.window-title', { hasText: 'Lamps' }).waitFor();
  await window.locator('b').click();
  await window.locator('b', { hasText: '3 lamps' }).waitFor();
  expect(await gm.page.evaluate(() => lamps.seen.header)).toEqual(['close']);
  await window.locator('.header-button.close').click();
  await window.waitFor({ state: 'detached' });
  expect(gm.errors).toEqual([]);
});
