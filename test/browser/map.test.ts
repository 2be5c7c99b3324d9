import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMBAT, GNOLL, MIRA, startEncounter, state, untilStep } from './support/fight';
import { inGame, openTable, type Seat, type Table } from './support/table';

/** Where a fighter's token is on the screen, moved by whole cells. */
const onScreen = (page: Page, fighter: string, east = 0, south = 0) =>
  inGame<{ x: number; y: number }>(
    page,
    `const token = game.combats.get('${COMBAT}').combatants.get('${fighter}').token.object;
     const { x, y } = canvas.stage.worldTransform.apply({ x: token.center.x + ${east * 100}, y: token.center.y + ${south * 100} });
     return { x, y };`,
  );

async function drag(page: Page, fighter: string, east: number, south: number, { drop = true } = {}): Promise<void> {
  const from = await onScreen(page, fighter);
  const to = await onScreen(page, fighter, east, south);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 4 });
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await page.waitForTimeout(200);
  if (drop) await page.mouse.up();
}

describe('the map', () => {
  let table: Table;
  let gm: Seat;
  let ann: Seat;

  beforeAll(async () => {
    table = await openTable();
    gm = await table.sit('Gamemaster');
    ann = await table.sit('Ann');
  });
  afterAll(() => table?.close());

  it('moves tokens as plain Foundry does before the fight', async () => {
    const { x, y } = (await state(ann.page)).fighters[MIRA]!;
    await drag(ann.page, MIRA, -1, 0);
    await expect.poll(async () => (await state(gm.page)).fighters[MIRA]).toMatchObject({ x: x - 100, y });
    await expect.poll(async () => (await state(gm.page)).step).toBe(0);
  });

  it('labels the ruler in Energy while the token is dragged', async () => {
    await startEncounter(gm.page);
    await untilStep(ann.page, 1);
    await drag(ann.page, MIRA, -4, 0, { drop: false });
    const label = ann.page.locator('.cadence-waypoint__price').last();
    await expect.poll(() => label.innerText()).toMatch(/2 Energy/);
    await ann.page.keyboard.press('Escape');
    await ann.page.mouse.up();
  });

  it('takes a drag as a request: the referee charges for it and moves the token', async () => {
    const before = await state(gm.page);
    const { x, y, energy } = before.fighters[MIRA]!;
    await drag(ann.page, MIRA, -4, 0);
    await untilStep(ann.page, before.step + 1);
    const after = (await state(ann.page)).fighters[MIRA]!;
    expect(after).toMatchObject({ x: x - 400, y, energy: energy - 2 });
    await expect.poll(() => state(gm.page)).toEqual(await state(ann.page));
  });

  it('leaves the token where it is when the way costs too much, and says why', async () => {
    const before = await state(ann.page);
    await drag(ann.page, MIRA, 8, 0);
    await ann.page.locator('#notifications .notification').first().waitFor();
    await expect.poll(() => ann.page.locator('#notifications').innerText()).toContain('6 m at most');
    await expect.poll(() => state(ann.page)).toEqual(before);
    await expect.poll(() => state(gm.page)).toEqual(before);
  });

  it('puts token and Energy back when the step is rewound', async () => {
    const before = await state(gm.page);
    await inGame(gm.page, `ui.sidebar.changeTab('combat', 'primary')`);
    await gm.page.locator('#combat [data-action="cadenceRewind"]').click();
    await untilStep(ann.page, before.step + 1);
    const { x, energy } = (await state(ann.page)).fighters[MIRA]!;
    expect({ x, energy }).toEqual({ x: before.fighters[MIRA]!.x + 400, energy: 5 });
  });

  it('knows from the map who is out of reach', async () => {
    await drag(gm.page, GNOLL, 4, 0);
    await expect.poll(async () => (await state(ann.page)).fighters[GNOLL]!.energy).toBe(3);
    await inGame(
      ann.page,
      `game.combats.get('${COMBAT}').combatants.get('${GNOLL}').token.object.setTarget(true, { releaseOthers: true });`,
    );
    await inGame(
      ann.page,
      `await game.combats.get('${COMBAT}').combatants.get('${MIRA}').actor.sheet.render({ force: true });`,
    );
    const strike = ann.page.locator('.cadence-sheet--actor [data-tab="actions"] [data-id="melee-attack"]').first();
    await expect.poll(() => strike.getAttribute('aria-disabled')).toBe('true');
    await expect.poll(() => strike.getAttribute('data-tooltip-text')).toMatch(/reach/i);
  });
});
