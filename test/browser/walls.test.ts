import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMBAT, GNOLL, MIRA, openSheet, startEncounter, state, target, untilStep } from './support/fight';
import { turnTo } from './support/sheet';
import { atRest, drag, openTable, type Seat, type Table } from './support/table';

type Spot = { readonly x: number; readonly y: number };

/** Returns the place on the screen of a spot of the scene. */
const onScreen = (page: Page, { x, y }: Spot): Promise<Spot> =>
  page.evaluate((at) => canvas.clientCoordinatesFromCanvas(at), { x, y });

/** Returns the center of Mira's token in the scene. */
const mira = (page: Page): Promise<Spot> =>
  page.evaluate(
    ({ combat, fighter }) => {
      const { x, y } = game.combats.get(combat).combatants.get(fighter).token._source;
      return { x: x + 50, y: y + 50 };
    },
    { combat: COMBAT, fighter: MIRA },
  );

const dragSpot = (page: Page, from: Spot, to: Spot) =>
  drag(page, async () => [await onScreen(page, from), await onScreen(page, to)] as const);

const click = async (page: Page, at: Spot): Promise<void> => {
  const { x, y } = await atRest(page, () => onScreen(page, at));
  await page.mouse.click(x, y);
};

describe('walls, doors and areas on the map', () => {
  let table: Table;
  let gm: Seat;
  let ann: Seat;
  let home: Spot;

  beforeAll(async () => {
    table = await openTable();
    gm = await table.sit('Gamemaster');
    ann = await table.sit('Ann');
    home = await mira(gm.page);
    await gm.page.evaluate(
      ({ x, y }) => canvas.scene.createEmbeddedDocuments('Wall', [{ c: [x, y - 300, x, y + 300], door: 1 }]),
      {
        x: home.x - 100,
        y: home.y,
      },
    );
  });
  afterAll(() => table?.close());

  const doors = (page: Page): Promise<number[]> =>
    page.evaluate(() => [...canvas.scene.walls].filter(({ isDoor }) => isDoor).map(({ ds }) => ds));

  it('stop the token a player drags, until the player opens the door', async () => {
    const beyond = { x: home.x - 300, y: home.y };
    await expect.poll(() => doors(ann.page)).toEqual([0]);
    await dragSpot(ann.page, home, beyond);
    await expect.poll(() => mira(gm.page)).toEqual({ x: home.x - 99, y: home.y });
    await click(ann.page, { x: home.x - 100, y: home.y });
    for (const { page } of [gm, ann]) await expect.poll(() => doors(page)).toEqual([1]);
    await dragSpot(ann.page, { x: home.x - 70, y: home.y + 35 }, { x: beyond.x + 29, y: beyond.y + 35 });
    await expect.poll(async () => (await mira(gm.page)).x).toBeLessThan(home.x - 200);
  });

  it('show their lines to the GM alone', async () => {
    await gm.page.locator('[data-control="walls"]').click();
    await expect.poll(() => gm.page.evaluate(() => canvas.walls.active)).toBe(true);
    expect(await ann.page.locator('[data-control="walls"]').count()).toBe(0);
    await gm.page.locator('[data-control="tokens"]').click();
  });

  it('include an area that is placed: moved, turned by the wheel, confirmed', async () => {
    await gm.page.evaluate(() => {
      const cone = { type: 'cone', x: 0, y: 0, radius: 300, angle: 60, rotation: 0 };
      const region = { name: 'Breath', color: '#c8552b', visibility: 2, shapes: [cone] };
      Object.assign(globalThis, { placing: canvas.regions.placeRegion(region) });
    });
    const at = await mira(gm.page);
    const { x, y } = await onScreen(gm.page, { x: at.x + 10, y: at.y - 110 });
    await gm.page.mouse.move(x, y);
    for (const _ of [1, 2, 3, 4, 5, 6]) await gm.page.mouse.wheel(0, 100);
    await gm.page.mouse.click(x, y);
    const stored = await gm.page.evaluate(async () => (await placing)!.toObject().shapes[0]);
    expect(stored).toMatchObject({ type: 'cone', x: at.x, y: at.y - 100, rotation: 90, radius: 300 });
    await expect
      .poll(() => ann.page.evaluate(() => [...canvas.scene.regions].map(({ name }) => name)))
      .toContain('Breath');
    const names = await ann.page.evaluate(() =>
      [...[...canvas.scene.regions].find(({ name }) => name === 'Breath')!.tokens].map((token) => token.name),
    );
    expect(names).toContain('Mira');
  });

  it('give a player the area that is sent, and nothing after Escape', async () => {
    const place = (): Promise<void> =>
      ann.page.evaluate(() => {
        const region = { name: 'Aim', shapes: [{ type: 'circle', x: 0, y: 0, radius: 200 }] };
        Object.assign(globalThis, { placing: canvas.regions.placeRegion(region, { create: false }) });
      });
    const placed = (): Promise<object | null> =>
      ann.page.evaluate(async () => (await placing)?.toObject().shapes[0] ?? null);
    await place();
    const spot = { x: home.x - 100, y: home.y - 100 };
    const { x, y } = await onScreen(ann.page, spot);
    await ann.page.mouse.move(x + 3, y);
    await ann.page.mouse.click(x + 3, y);
    expect(await placed()).toMatchObject({ type: 'circle', ...spot, radius: 200 });
    await place();
    await ann.page.mouse.move(x, y + 20);
    await ann.page.keyboard.press('Escape');
    expect(await placed()).toBeNull();
    expect(await ann.page.evaluate(() => [...canvas.scene.regions].map(({ name }) => name))).not.toContain('Aim');
  });

  it('stop a shot, as its button states, until a user opens the door', async () => {
    const axe = await gm.page.evaluate(
      async ({ combat, mira, gnoll, home }) => {
        const { combatants } = game.combats.get(combat);
        const at = (x: number) => ({ x: home.x - 50 + x, y: home.y - 50, rotation: 90 });
        await combatants.get(mira).token.update(at(0));
        await combatants.get(gnoll).token.update(at(-300));
        const door = [...canvas.scene.walls].find(({ isDoor }) => isDoor)!;
        await door.update({ ds: CONST.WALL_DOOR_STATES.CLOSED });
        const pack = game.packs.get('cadence.energy-gear');
        const found = await pack.getDocument(pack.index.find(({ name }) => name === 'Throwing axe')._id);
        const { _id, ...data } = found.toObject();
        const [{ id }] = await combatants
          .get(mira)
          .actor.createEmbeddedDocuments('Item', [{ ...data, system: { ...data.system, equipped: true } }]);
        return id as string;
      },
      { combat: COMBAT, mira: MIRA, gnoll: GNOLL, home },
    );
    await startEncounter(gm.page);
    await untilStep(ann.page, 1);
    await target(ann.page, GNOLL);
    const sheet = await openSheet(ann.page, MIRA);
    await turnTo(sheet, 'gear');
    const hurl = sheet.locator(`[data-tab="gear"] [data-item-id="${axe}"] [data-id="ranged-attack"]`);
    await expect.poll(() => hurl.getAttribute('aria-disabled')).toBe('true');
    await expect.poll(() => hurl.getAttribute('data-tooltip-text')).toContain('A wall is in the way.');
    await gm.page.evaluate(() =>
      [...canvas.scene.walls].find(({ isDoor }) => isDoor)!.update({ ds: CONST.WALL_DOOR_STATES.OPEN }),
    );
    await expect.poll(() => hurl.getAttribute('aria-disabled')).toBeNull();
    const { step } = await state(ann.page);
    await hurl.click();
    await expect.poll(async () => (await state(gm.page)).step).toBeGreaterThan(step);
  });
});
