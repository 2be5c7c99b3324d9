import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { defined } from '../../src/kernel/defined';
import { turnTo } from './support/sheet';
import { openTable, reported, type Seat, type Table } from './support/table';

let table: Table;
let seats: Seat[];
let gm: Page;
let ann: Page;

beforeAll(async () => {
  table = await openTable({ modules: 'sandbox/test/fixtures/modules' });
  seats = [await table.sit('Gamemaster'), await table.sit('Ann')];
  [gm, ann] = seats.map(({ page }) => page) as [Page, Page];
});
afterAll(() => table?.close());

const again = (page: Page) => page.waitForEvent('load').then(() => page.waitForSelector('body[data-ready]'));

it('elements that modules add at the top are measured by an empty placeholder as wide as the middle', async () => {
  const widths = await gm.evaluate(() =>
    ['ui-top', 'ui-middle'].map((id) => document.getElementById(id)!.getBoundingClientRect().width),
  );
  expect(widths[0]).toBeGreaterThan(500);
  expect(widths[0]).toBe(widths[1]);
});

it('modules are enabled in their window, and then run in order for all users', async () => {
  expect(await ann.evaluate(() => [...game.modules].map(({ id, active }) => [id, active]))).toEqual([
    ['bells', false],
    ['chimes', false],
  ]);
  await gm.locator('#sidebar-tabs [data-tab="settings"]').click();
  await gm.getByRole('button', { name: 'Manage modules' }).click();
  const window = gm.locator('#module-management');
  await window.getByLabel(/Chimes/).check();
  // Chimes require bells.
  expect(await window.getByLabel(/Bells/).isChecked()).toBe(true);
  await window.getByLabel(/Bells/).uncheck();
  expect(await window.getByLabel(/Chimes/).isChecked()).toBe(false);
  await window.getByLabel(/Chimes/).check();
  const loaded = Promise.all([again(gm), again(ann)]);
  await window.getByRole('button', { name: 'Save module settings' }).click();
  await gm.getByRole('dialog').getByRole('button', { name: 'Yes' }).click();
  await loaded;
  for (const page of [gm, ann])
    expect(await page.evaluate(() => rung)).toEqual([
      ...['bells.js', 'bells.mjs', 'cadence undefined', 'chimes.mjs', 'initialize'],
      ...['i18nInit Chimes of the yard', 'setup true', 'ready true'],
    ]);
  expect(
    await gm.evaluate(() => {
      const { active, version, esmodules } = game.modules.get('chimes');
      return [active, version, [...esmodules]];
    }),
  ).toEqual([true, '2.1.0', ['chimes.mjs']]);
  await gm.evaluate(() => document.body.insertAdjacentHTML('beforeend', '<p id="chimes">x</p>'));
  expect(await gm.evaluate(() => getComputedStyle(document.getElementById('chimes')!).color)).toBe('rgb(1, 2, 3)');
  await gm.evaluate(() => {
    game.socket.emit('module.chimes', 'from afar');
  });
  await ann.waitForFunction(() => rung.at(-1) === 'from afar');
  expect(seats.flatMap(({ errors }) => errors)).toEqual([]);
}, 60_000);

it('the file picker for a picture opens at the present one, on the sheets of actors and of items', async () => {
  for (const [document, selector] of [
    [await gm.evaluateHandle(() => game.actors.find(({ img }) => img.includes('portraits'))), '.cadence-sheet--actor'],
    [
      await gm.evaluateHandle(
        () => game.actors.contents.flatMap(({ items }) => items.contents).find(({ img }) => img.includes('items'))!,
      ),
      '.cadence-sheet--item',
    ],
  ] as const) {
    const before = await gm.evaluate(async (document: PageDocument) => {
      await document.sheet.render({ force: true });
      return document.img;
    }, document);
    if (selector === '.cadence-sheet--actor') await turnTo(gm.locator(selector), 'stats');
    await gm.locator(`${selector} .cadence-head__portrait`).click();
    const picker = gm.locator('#file-picker');
    await expect.poll(() => picker.locator('[aria-current]').getAttribute('data-path')).toBe(before);
    const other = picker.locator('[data-action="pickFile"]:not([aria-current])').first();
    const chosen = defined(await other.getAttribute('data-path'), 'a path');
    expect(chosen.split('/').slice(0, -1)).toEqual(before.split('/').slice(0, -1));
    await other.click();
    await gm.waitForFunction(
      ({ selector, chosen }) =>
        globalThis.document
          .querySelector(`${selector} .cadence-head__portrait img`)
          ?.getAttribute('src')
          ?.endsWith(chosen),
      { selector, chosen },
    );
    await picker.waitFor({ state: 'detached' });
  }
  expect(await reported(gm, 'error')).toEqual([]);
}, 60_000);

it('a report is copied from the settings, and shown where the clipboard is refused', async () => {
  await ann.evaluate(async () => {
    game.clipboard.copyPlainText = async (text) => {
      globalThis.copied = text;
    };
    await new (game.settings.menus.get('cadence.report').type)().render({ force: true });
  });
  expect(await ann.evaluate(() => copied)).toMatch(/^Cadence \d[\s\S]*\nModules: bells 1\.0\.0, chimes 2\.1\.0\n/);
  expect(await ann.locator('#cadence-report').count()).toBe(0);
  await gm.evaluate(async () => {
    game.clipboard.copyPlainText = async () => {
      throw new Error('refused');
    };
    await new (game.settings.menus.get('cadence.report').type)().render({ force: true });
  });
  expect(await gm.locator('#cadence-report textarea').inputValue()).toMatch(/^Self-test: passed \([\d.]+ ms/m);
  expect(await gm.evaluate(() => game.settings.get('cadence', 'selfTest').milliseconds)).toBeGreaterThan(0);
}, 60_000);
