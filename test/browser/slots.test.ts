import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTracker } from './support/fight';
import { look, PICTURES, SEEN } from './support/look';
import {
  dragBy,
  eventually,
  FIGHT,
  type Hero,
  openSheet,
  press,
  setTheStage,
  state,
  target,
  untilAsked,
  word,
} from './support/slots';
import { loadDice, openTable, type Seat, setSetting, type Table } from './support/table';

const ROOK = 'slotsRook0000000';
const FROST = 'slotsFrost000000';
const FLAMES = 'slotsFlames00000';
const WREN = 'slotsWren0000000';
const OGRE = 'slotsOgre0000000';

const weapon = (name: string, dice: string) => ({ name, type: 'slotsWeapon', system: { dice } });

const FIGHTERS: readonly Hero[] = [
  {
    id: ROOK,
    name: 'Rook',
    owner: 'Ann',
    at: [6, 8],
    system: { bab: 4, str: 3, hpMax: 20 },
    items: [weapon('Sword', '1d8')],
  },
  {
    id: OGRE,
    name: 'Ogre',
    at: [7, 8],
    system: { bab: 2, str: 4, hpMax: 30, acBonus: 4 },
    items: [weapon('Axe', '1d6')],
  },
  { id: WREN, name: 'Wren', owner: 'Ann', at: [3, 3], system: { hpMax: 4 }, items: [] },
];

/** How turns and slots are drawn, and what the buttons and the mouse do. */
describe('slots in two windows', () => {
  let table: Table;
  let gm: Seat;
  let ann: Seat;

  beforeAll(async () => {
    table = await openTable();
    gm = await table.sit('Gamemaster', SEEN);
    ann = await table.sit('Ann');
    await setSetting(gm.page, 'dice', 'referee');
  });
  afterAll(() => table?.close());

  /** Rook has the first turn, the ogre the second. */
  beforeEach(async () => {
    await setTheStage(gm.page, FIGHTERS);
    await loadDice(gm.page, { face: 15, of: 20 }, { face: 10, of: 20 }, { face: 5, of: 20 });
    await word(gm.page, { do: 'start' });
    for (const { page } of [gm, ann]) {
      await page.waitForFunction((id) => game.combats.get(id)?.combatants.size === 3, FIGHT);
      await eventually(async () => (await state(page)).turn).toBe(ROOK);
    }
  });
  afterEach(() => {
    expect([...gm.errors, ...ann.errors]).toEqual([]);
  });

  it('[L-15] the strip shows all fighters in the order of initiative', async () => {
    await openTracker(ann.page);
    const faces = ann.page.locator('#combat .cadence-track__cell [data-fighter]');
    const order = () => faces.evaluateAll((all) => all.map((face) => (face as HTMLElement).dataset.fighter));
    await expect.poll(order).toEqual([ROOK, OGRE, WREN]);
  });

  it('[L-16] the GM drags a fighter to another place of the order, a player does not', async () => {
    const faces = gm.page.locator('#combat .cadence-track__cell [data-fighter]');
    const order = () => faces.evaluateAll((all) => all.map((face) => (face as HTMLElement).dataset.fighter));
    const rowOf = (page: typeof gm.page, id: string) => page.locator(`#combat .cadence-row[data-combatant-id="${id}"]`);
    await Promise.all([gm, ann].map(({ page }) => openTracker(page)));
    const drop = async (id: string, on: string, targetPosition: { x: number; y: number }) =>
      rowOf(gm.page, id).dragTo(rowOf(gm.page, on), { sourcePosition: { x: 12, y: 12 }, targetPosition });
    await drop(WREN, OGRE, { x: 60, y: 3 });
    await expect.poll(order).toEqual([ROOK, WREN, OGRE]);
    await drop(ROOK, OGRE, { x: 60, y: (await rowOf(gm.page, OGRE).boundingBox())!.height - 3 });
    await expect.poll(order).toEqual([WREN, OGRE, ROOK]);
    await rowOf(gm.page, OGRE).focus();
    await gm.page.keyboard.press('Alt+ArrowUp');
    await expect.poll(order).toEqual([OGRE, WREN, ROOK]);
    await gm.page.keyboard.press('Alt+ArrowDown');
    await expect.poll(order).toEqual([WREN, OGRE, ROOK]);
    expect((await state(gm.page)).turn).toBe(ROOK);
    expect(await rowOf(ann.page, WREN).getAttribute('draggable')).toBeNull();
  });

  it('[L-03] an attack from the sheet pays with the Standard slot, and its button is disabled then', async () => {
    await target(ann.page, OGRE);
    const sheet = await openSheet(ann.page, ROOK, 'gear');
    const button = sheet.locator('[data-tab="gear"] [data-id="primary-attack"]').first();
    expect(await button.getAttribute('aria-disabled')).not.toBe('true');
    await button.click();
    await expect.poll(() => button.getAttribute('aria-disabled')).toBe('true');
    await ann.page.evaluate(async (rook) => {
      await game.actors.get(rook).sheet.close({ animate: false });
    }, ROOK);
  });

  it('[L-52] a path is dragged after the button of a Dash, and a foe it leaves is asked in her window', async () => {
    await word(gm.page, { do: 'end-turn' });
    await eventually(async () => (await state(gm.page)).turn).toBe(OGRE);
    const sheet = await openSheet(gm.page, OGRE, 'actions');
    await sheet.locator('[data-tab="actions"] [data-id="dash"]').first().click();
    await gm.page.evaluate(async (ogre) => {
      await game.actors.get(ogre).sheet.close({ animate: false });
    }, OGRE);
    await dragBy(gm.page, OGRE, 2, 1);
    await untilAsked(ann.page, 'provoked');
    expect(await gm.page.locator('.cadence-prompt [data-option]').count()).toBe(0);
    await loadDice(gm.page, { face: 2, of: 20 });
    await press(ann.page, '0');
    await untilAsked(gm.page, null);
    await eventually(async () => (await state(ann.page)).at[OGRE]).toEqual([9, 9]);
    // The Standard slot has paid for it: the button selected the kind of movement.
    await expect.poll(async () => (await state(ann.page)).state[OGRE]).toMatchObject({ standard: 0, move: 1 });
  });

  it('[L-168, L-169] draws an area with those inside before the click, and at the question for its corner', async () => {
    const { page } = gm;
    await page.evaluate(
      async ({ ogre, FROST, FLAMES }) => {
        const actor = game.actors.get(ogre);
        const spell = {
          type: 'slotsSpell',
          system: { order: 0, radius: 10, range: 60, offensive: true, damage: '1d6', dc: 40 },
        };
        const items = [
          { name: 'Wand', type: 'slotsGear', system: { kind: 'focus', equipped: true } },
          {
            _id: FROST,
            ...spell,
            name: 'Frost',
            system: { ...spell.system, area: 'around', range: 0, save: 'reflex' },
          },
          { _id: FLAMES, ...spell, name: 'Flames', system: { ...spell.system, area: 'burst' } },
        ];
        await actor.createEmbeddedDocuments('Item', items, { keepId: true });
        await actor.update({ 'system.sqMax': 5, 'system.sq.value': 5 });
        // Out of Rook’s reach, so that casting provokes no attack.
        const { size } = canvas.scene.grid;
        await canvas.scene.updateEmbeddedDocuments('Token', [{ _id: ogre, x: 8 * size }], {
          cadence: { step: 0 },
          animate: false,
        });
        canvas.tokens.get(ogre).control({ releaseOthers: true });
      },
      { ogre: OGRE, FROST, FLAMES },
    );
    await word(page, { do: 'end-turn' });
    await eventually(async () => (await state(page)).turn).toBe(OGRE);
    const squares = () =>
      page.evaluate(() => canvas.interface.grid.getHighlightLayer('cadence-area')?.geometry.graphicsData.length ?? 0);
    const label = page.locator('#cadence-path-label');
    const picture = (name: string) => (PICTURES ? look(`area-${name}`, gm) : undefined);

    const button = (item: string) => page.locator(`#cadence-bar .cadence-action[data-command*="${item}"]`).first();
    const frost = button(FROST);
    await frost.hover();
    await label.getByText(/^Inside: Rook \(Takes effect \d+%\)$/).waitFor();
    expect(await squares()).toBe(24);
    await picture('around');
    await page.mouse.move(5, 5);
    await label.waitFor({ state: 'detached' });
    expect(await squares()).toBe(0);

    await page.evaluate((rook) => canvas.tokens.get(rook).setTarget(true), ROOK);
    const flames = button(FLAMES);
    await flames.focus();
    await label.getByText(/You choose the corner when it takes effect\.$/).waitFor();
    expect(await squares()).toBe(16);
    await picture('burst');
    await flames.press('Enter');
    await untilAsked(page, 'corner');
    const lit = () => page.evaluate(() => document.activeElement?.getAttribute('data-option'));
    await page.locator('.cadence-prompt [data-area]').first().waitFor();
    await page.keyboard.press('ArrowRight');
    const first = await lit();
    await label.getByText(/^Inside: /).waitFor();
    expect(await squares()).toBe(16);
    await picture('corner');
    await page.keyboard.press('ArrowRight');
    expect(await lit()).not.toBe(first);
    await page.mouse.move(300, 200);
    await page.keyboard.down('Shift');
    await page.mouse.wheel(0, -100);
    await page.keyboard.up('Shift');
    await expect.poll(lit).toBe(first);
    await page.keyboard.press('Enter');
    await untilAsked(page, null);
    await label.waitFor({ state: 'detached' });
    await expect.poll(squares).toBe(0);
  });
});
