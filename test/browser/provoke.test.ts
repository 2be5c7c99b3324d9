import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  BRUTE,
  COMBAT,
  GNOLL,
  KOR,
  MIRA,
  openTracker,
  startEncounter,
  startOver,
  state,
  untilAsked,
  untilClosed,
  untilStep,
} from './support/fight';
import { inGame, loadDice, openTable, type Seat, type Table } from './support/table';

/** Puts a fighter on a cell before the test begins, past the rules. */
const put = (page: Page, fighter: string, x: number, y: number, rotation: number) =>
  inGame(
    page,
    `await game.combats.get('${COMBAT}').combatants.get('${fighter}').token.update({ x: ${x}, y: ${y}, rotation: ${rotation} }, { cadence: { step: 0 } });`,
  );

/** Drags a fighter's token east by whole cells with the mouse. */
async function dragEast(page: Page, fighter: string, cells: number): Promise<void> {
  const { x, y, to } = await inGame<{ x: number; y: number; to: { x: number; y: number } }>(
    page,
    `const { center } = game.combats.get('${COMBAT}').combatants.get('${fighter}').token.object;
     const on = (east) => { const { x, y } = canvas.stage.worldTransform.apply({ x: center.x + east, y: center.y }); return { x, y }; };
     return { ...on(0), to: on(${cells * 100}) };`,
  );
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move((x + to.x) / 2, (y + to.y) / 2, { steps: 4 });
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await page.waitForTimeout(200);
  await page.mouse.up();
}

const swiftly = (page: Page, words: RegExp) =>
  page.locator('.cadence-prompt button[data-ask]', { hasText: words }).first();

describe('a player drags her token past a foe', () => {
  let table: Table;
  let gm: Seat;
  let ann: Seat;

  beforeAll(async () => {
    table = await openTable();
    gm = await table.sit('Gamemaster');
    ann = await table.sit('Ann');
    await startEncounter(gm.page);
    await untilStep(ann.page, 1);
  });
  afterAll(() => table?.close());

  beforeEach(async () => {
    await startOver(gm, ann);
    // The gnoll looks north upon the way she takes; nobody else is near.
    await put(gm.page, MIRA, 400, 600, 270);
    await put(gm.page, GNOLL, 700, 700, 180);
    await put(gm.page, KOR, 200, 1200, 0);
    await put(gm.page, BRUTE, 1500, 1200, 0);
    await expect.poll(async () => (await state(ann.page)).fighters[BRUTE]).toMatchObject({ x: 1500, y: 1200 });
  });

  it('[E-155] is struck at the first metre within reach, and goes on: the whole way is paid, and no second blow offered', async () => {
    await loadDice(gm.page, { face: 12, of: 20 });
    await loadDice(ann.page, { face: 1, of: 10 });
    const before = await state(gm.page);
    await dragEast(ann.page, MIRA, 6);
    await Promise.all([gm, ann].map(({ page }) => untilAsked(page, 'swift')));
    const cut = await state(gm.page);
    // Paid in full, and stopped where the gnoll's reach begins.
    expect(cut.fighters[MIRA]).toMatchObject({ x: 500, energy: 2 });
    await expect.poll(() => ann.page.locator('.cadence-prompt button[data-ask]').count()).toBe(0);
    await swiftly(gm.page, /Melee Attack/).click();
    // Her Evasion falls by itself, for the walk is hers, or is hers to throw.
    await expect
      .poll(async () => {
        const { open } = await state(ann.page);
        const roll = swiftly(ann.page, /./);
        if (open?.by === MIRA && (await roll.count()) > 0) await roll.click();
        return open;
      })
      .toBeNull();
    const { fighters, step } = await state(gm.page);
    expect(fighters[MIRA]).toMatchObject({ x: 1000, y: 600, energy: 2 });
    expect(fighters[MIRA]!.aura).toBeLessThan(before.fighters[MIRA]!.aura);
    expect(fighters[GNOLL]!.energy).toBe(4);
    await untilStep(ann.page, step);
    await expect.poll(() => state(ann.page)).toEqual(await state(gm.page));

    // Taken back step by step, she stands where she stood, unhurt.
    await openTracker(gm.page);
    for (let at = step; (await state(gm.page)).fighters[MIRA]!.x > 400; at++) {
      await gm.page.locator('#combat [data-action="cadenceRewind"]').click();
      await untilStep(gm.page, at + 1);
    }
    expect((await state(gm.page)).fighters[MIRA]).toEqual({ ...before.fighters[MIRA]!, x: 400, y: 600 });
  });

  it('[E-39, E-182] is tripped there: she lies where she was, and what she did not walk comes back', async () => {
    await loadDice(gm.page, { face: 20, of: 20 });
    await loadDice(ann.page, { face: 1, of: 10 });
    await dragEast(ann.page, MIRA, 6);
    await untilAsked(gm.page, 'swift');
    await swiftly(gm.page, /Trip/).click();
    await untilClosed(gm.page);
    const { fighters } = await state(gm.page);
    expect(fighters[MIRA]).toMatchObject({ x: 500, energy: 4 });
    expect(fighters[MIRA]!.statuses).toEqual(expect.arrayContaining(['exposed', 'prone']));
    expect(fighters[GNOLL]!.energy).toBe(4);
  });

  it('[E-152] is offered to be seized or pushed as well, after the blows', async () => {
    await dragEast(ann.page, MIRA, 3);
    await untilAsked(gm.page, 'swift');
    // A fist does not reach over the empty metre between them.
    await swiftly(gm.page, /Pass/).click();
    await expect.poll(async () => (await state(gm.page)).fighters[MIRA]!.x).toBe(600);
    await untilAsked(gm.page, 'swift');
    const names = await gm.page.locator('.cadence-prompt button[data-ask]').allInnerTexts();
    const order = names.map((name) => /Melee|Unarmed|Trip|Restrain|Push|Pass/.exec(name)?.[0]);
    expect(order.filter(Boolean)).toEqual(['Melee', 'Unarmed', 'Trip', 'Restrain', 'Push', 'Pass']);
  });
});
