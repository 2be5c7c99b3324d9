import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { COMBAT, GNOLL, MIRA, openTracker, perform, standFirm, startEncounter, state, target } from './support/fight';
import { loadDice, openTable, reported, type Seat, type Table } from './support/table';

/** Milliseconds of delay for each message, and the time after which a step has arrived at last. */
const DELAY = 3000;
const PATIENCE = 120_000;

let table: Table;
let gm: Seat;
let ann: Seat;

beforeAll(async () => {
  table = await openTable();
  gm = await table.sit('Gamemaster');
  ann = await table.sit('Ann');
  await startEncounter(gm.page);
  await standFirm(ann.page, MIRA, gm.page);
  await openTracker(gm.page);
});
afterAll(() => table?.close());

const reaches = (page: Page, isSo: (now: Awaited<ReturnType<typeof state>>) => boolean): Promise<void> =>
  expect.poll(async () => isSo(await state(page)), { timeout: PATIENCE, interval: 250 }).toBe(true);

it('plays a round with three seconds of delay on each message, and says nothing of it', {
  timeout: 300_000,
}, async () => {
  const pages = [gm.page, ann.page];
  const before = await Promise.all(pages.map((page) => reported(page)));
  await loadDice(gm.page, { face: 2, of: 10 });
  await loadDice(ann.page, { face: 12, of: 20 }, { face: 1, of: 8 });
  const began = (await state(gm.page)).round;
  table.sandbox.delay(DELAY);
  await target(ann.page, GNOLL);
  const { step } = await state(ann.page);
  await perform(ann.page, MIRA, 'melee-attack');
  // The attack and the roll against it.
  for (const page of pages) await reaches(page, (now) => now.step >= step + 2 && now.open === null);
  await gm.page.locator('#combat .cadence-footer__controls [data-id="end-round"]').dblclick();
  for (const page of pages) await reaches(page, (now) => now.round === began + 1);
  table.sandbox.delay(0);
  expect(await Promise.all(pages.map((page) => reported(page)))).toEqual(before);
  for (const { page, errors } of [gm, ann]) {
    expect(errors).toEqual([]);
    expect(await page.locator('.cadence-confirm, .cadence-request').count()).toBe(0);
    expect(await page.evaluate((id) => game.combats.get(id).system.step, COMBAT)).toBe((await state(gm.page)).step);
  }
});
