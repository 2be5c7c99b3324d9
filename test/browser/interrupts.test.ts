import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { defined } from '../../src/kernel/defined';
import {
  BRUTE,
  COMBAT,
  GNOLL,
  KOR,
  MIRA,
  openTracker,
  perform,
  startEncounter,
  startOver,
  state,
  target,
  untilAsked,
  untilClosed,
  untilStep,
} from './support/fight';
import { drag, loadDice, openTable, type Seat, setSetting, submit, type Table } from './support/table';

const pictures = process.env.CADENCE_PICTURES && 'test/browser/.shots';

/** Presses an answer of the floating prompt by its text. */
async function press(page: Page, words: RegExp): Promise<void> {
  const { open } = await state(page);
  await page
    .locator(`.cadence-prompt button[data-ask="${defined(open, 'an open ask').key}"]`, { hasText: words })
    .first()
    .click();
}

/** Lets a declaration happen for Kor, whose player is not connected; the GM is asked if he could strike at once. */
const letHappen = (page: Page) =>
  expect
    .poll(
      async () => {
        const pass = page.locator('.cadence-prompt button', { hasText: 'Let it happen' });
        if ((await pass.count()) > 0) await pass.click();
        return (await state(page)).open?.id ?? '';
      },
      { timeout: 30_000 },
    )
    .not.toBe('declared');

/** Puts a fighter on a cell before the test, bypassing the rules. */
const put = (page: Page, fighter: string, x: number, y: number, rotation: number) =>
  page.evaluate(
    async ({ combat, fighter, x, y, rotation }) => {
      await game.combats
        .get(combat)
        .combatants.get(fighter)
        .token.update({ x: x, y: y, rotation: rotation }, { cadence: { step: 0 } });
    },
    { combat: COMBAT, fighter, x, y, rotation },
  );

/** Drags a fighter's token east by whole cells with the mouse. */
const dragEast = (page: Page, fighter: string, cells: number) =>
  drag(page, () =>
    page.evaluate(
      ({ combat, fighter, given }) => {
        const { center } = game.combats.get(combat).combatants.get(fighter).token.object;
        const at = (east: number) => canvas.stage.worldTransform.apply({ x: center.x + east, y: center.y });
        return ([at(0), at(given)] as const).map(({ x, y }) => ({ x, y })) as [PagePoint, PagePoint];
      },
      { combat: COMBAT, fighter, given: cells * 100 },
    ),
  );

const swiftly = (page: Page, words: RegExp) =>
  page.locator('.cadence-prompt button[data-ask]', { hasText: words }).first();

/** One table for the whole file; before each test the fight is undone to its start. */
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
beforeEach(() => startOver(gm, ann));
afterAll(() => table?.close());

describe('an interrupt', () => {
  it('[E-11, E-24] answers a declaration in time; a player who does nothing lets it happen', async () => {
    await setSetting(gm.page, 'energy.pause', 60);
    await target(gm.page, MIRA);
    await perform(gm.page, GNOLL, 'melee-attack');
    await Promise.all([gm, ann].map(({ page }) => untilAsked(page, 'declared')));
    const prompt = ann.page.locator('.cadence-prompt');
    await prompt.locator('.cadence-countdown').waitFor();
    expect(await prompt.innerText()).toContain('is about to act: Melee Attack at Mira');
    await press(ann.page, /Challenge Initiative/);
    await letHappen(gm.page);
    await untilAsked(ann.page, 'initiative');
    await setSetting(gm.page, 'energy.pause', 0);
  });

  it('is not asked again in a round that the player has skipped, and is passed with Enter', async () => {
    await setSetting(gm.page, 'energy.pause', 60);
    const asked = ann.page.locator('.cadence-prompt:not(.cadence-prompt--fresh)');
    await target(gm.page, MIRA);
    await perform(gm.page, GNOLL, 'melee-attack');
    await untilAsked(ann.page, 'declared');
    expect(await asked.locator('.cadence-answer--main').innerText()).toContain('Let it happen');
    await asked.locator('button', { hasText: 'Not this round' }).click();
    await letHappen(gm.page);
    const orders = await ann.page.evaluate(
      ({ combat, mira }) => game.combats.get(combat).combatants.get(mira).system.orders,
      { combat: COMBAT, mira: MIRA },
    );
    expect(orders).toMatchObject({ 'skipped-round': '1' });
    await setSetting(gm.page, 'energy.pause', 0);
  });

  it('[E-37] is prevented when the declaration is withdrawn while others think about it', async () => {
    await setSetting(gm.page, 'energy.pause', 60);
    await target(gm.page, MIRA);
    const before = await state(gm.page);
    await perform(gm.page, GNOLL, 'melee-attack');
    await untilAsked(ann.page, 'declared');
    await gm.page.evaluate(
      ([combat, gnoll]) => {
        game.combats.get(combat).combatants.get(gnoll).token.object.control({ releaseOthers: true });
      },
      [COMBAT, GNOLL],
    );
    const withdraw = gm.page.locator('#cadence-bar [data-id="withdraw"]');
    await withdraw.click();
    await withdraw.waitFor({ state: 'detached' });
    await press(ann.page, /Let it happen/);
    await letHappen(gm.page);
    await untilClosed(gm.page);
    await setSetting(gm.page, 'energy.pause', 0);
    const { fighters } = await state(gm.page);
    expect(fighters[GNOLL].energy).toBe(before.fighters[GNOLL].energy);
  });
});

describe('a player who drags her token past a foe', () => {
  beforeEach(async () => {
    // The gnoll faces north, toward her path; no one else is near.
    await put(gm.page, MIRA, 400, 600, 270);
    await put(gm.page, GNOLL, 700, 700, 180);
    await put(gm.page, KOR, 200, 1200, 0);
    await put(gm.page, BRUTE, 1500, 1200, 0);
    await expect.poll(async () => (await state(ann.page)).fighters[BRUTE]).toMatchObject({ x: 1500, y: 1200 });
  });

  it('[E-155] is attacked at the first meter within reach, goes on, and pays for the whole path', async () => {
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
    // Her Evasion rolls automatically, since the movement is hers, or she rolls it.
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
    expect(fighters[MIRA].aura).toBeLessThan(before.fighters[MIRA].aura);
    expect(fighters[GNOLL].energy).toBe(4);
    await untilStep(ann.page, step);
    await expect.poll(() => state(ann.page)).toEqual(await state(gm.page));

    // Undone step by step, she stands where she stood, unhurt.
    await openTracker(gm.page);
    for (let at = step; (await state(gm.page)).fighters[MIRA].x > 400; at++) {
      await gm.page.locator('#combat [data-action="cadenceRewind"]').click();
      await untilStep(gm.page, at + 1);
    }
    await expect
      .poll(async () => (await state(gm.page)).fighters[MIRA])
      .toEqual({ ...before.fighters[MIRA], x: 400, y: 600 });
  });
});

describe('during an attack', () => {
  it('[E-89, E-93, E-A33] the GM is asked whether a shot’s target knows of it, and how it moves', async () => {
    await put(gm.page, MIRA, 700, 600, 270);
    // Facing away from her.
    await put(gm.page, GNOLL, 1000, 600, 270);
    const sling = await gm.page.evaluate(
      async ({ combat, mira }): Promise<string> => {
        const { actor } = game.combats.get(combat).combatants.get(mira);
        const system = { ranged: true, damage: '1d4', range: [1, 40, 80] };
        const [item] = await actor.createEmbeddedDocuments('Item', [{ name: 'Sling', type: 'energyWeapon', system }]);
        return item.id;
      },
      { combat: COMBAT, mira: MIRA },
    );
    await ann.page.waitForFunction(
      ({ combat, mira, sling }) => game.combats.get(combat).combatants.get(mira).actor.items.has(sling),
      { combat: COMBAT, mira: MIRA, sling },
    );
    const before = await state(gm.page);
    await loadDice(ann.page, { face: 4, of: 20 });
    await submit(ann.page, COMBAT, { do: 'ranged-attack', by: MIRA, at: GNOLL, with: sling, options: {} });
    await untilAsked(gm.page, 'shot-behind');
    if (pictures) await gm.page.screenshot({ path: `${pictures}/shot-asked.png` });
    await press(gm.page, /Unaware/);
    await untilAsked(gm.page, 'shot-still');
    await press(gm.page, /Standing still/);
    await untilClosed(gm.page);
    const card = await gm.page.evaluate(() => {
      const { id } = game.messages.contents.at(-1)!;
      return document.querySelector(`[data-message-id="${id}"]`)?.textContent ?? '';
    });
    // Eight, minus Mira's Dexterity and a stationary target.
    expect(card).toMatch(/Miss Chance [−-]?\d/);
    const left = async () => (await state(gm.page)).fighters[MIRA].energy;
    expect(await left()).toBe(before.fighters[MIRA].energy - 1);
    await gm.page.evaluate(
      async ({ id, cursor }) => {
        const combat = game.combats.get(id);
        while (combat.system.cursor > cursor) await combat.previousTurn();
      },
      { id: COMBAT, cursor: before.cursor },
    );
    await expect.poll(left).toBe(before.fighters[MIRA].energy);
  });
});
