import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMBAT, GNOLL, MIRA, startEncounter, untilStep } from './support/fight';
import { dragBy, eventually, FIGHT, type Hero, setTheStage, state, untilAsked, word } from './support/slots';
import { drag, loadDice, openTable, type Seat, setSetting, type Table } from './support/table';

const ROOK = 'slotsRook0000000';
const OGRE = 'slotsOgre0000000';
const LURKER = 'slotsLurker00000';

const armed = (dice: string, reach = 5) => [{ name: 'Blade', type: 'slotsWeapon', system: { dice, reach } }];
const BURST = [
  { name: 'Burst', type: 'slotsSpell', system: { area: 'burst', radius: 10, range: 60 } },
  { name: 'Charm', type: 'slotsGear', system: { kind: 'focus', equipped: true } },
];
const FIGHTERS: readonly Hero[] = [
  {
    id: ROOK,
    name: 'Rook',
    owner: 'Ann',
    at: [4, 8],
    system: { dex: 9, sqMax: 3 },
    items: [...armed('1d8'), ...BURST],
  },
  { id: OGRE, name: 'Ogre', at: [6, 8], system: { dex: 1 }, items: armed('1d6', 10) },
  { id: LURKER, name: 'Lurker', at: [4, 7], system: {}, items: armed('1d4') },
];

/** Squares lit in a layer, as `column,row`. */
const lit = (page: Page, layer: string) =>
  page.evaluate((layer): string[] => {
    const { size } = canvas.grid;
    const lit: { shape: { points: number[] } }[] =
      canvas.interface.grid.getHighlightLayer(layer)?.geometry.graphicsData ?? [];
    const squares = lit.map(({ shape }) =>
      [0, 1].map((axis) => Math.round(Math.min(...shape.points.filter((_, at) => at % 2 === axis)) / size)).join(),
    );
    return [...new Set(squares)].sort();
  }, layer);

async function hover(page: Page, combat: string, fighter: string): Promise<void> {
  const { x, y } = await page.evaluate(
    ({ combat, fighter }): { x: number; y: number } => {
      const { center } = game.combats.get(combat).combatants.get(fighter).token.object;
      const { x, y } = canvas.stage.worldTransform.apply(center);
      return { x, y };
    },
    { combat, fighter },
  );
  await page.mouse.move(x, y);
}

const label = (page: Page) => page.locator('.cadence-waypoint').last().innerText();
const letGo = async (page: Page): Promise<void> => {
  await page.keyboard.press('Escape');
  await page.mouse.up();
};

describe('threatened spaces on the map', () => {
  let table: Table;
  let gm: Seat;
  let ann: Seat;

  beforeAll(async () => {
    table = await openTable();
    gm = await table.sit('Gamemaster');
    ann = await table.sit('Ann');
  });
  afterAll(() => table?.close());

  it('[E-155] show the reach of a hovered fighter, and the foes that a path would provoke', async () => {
    await startEncounter(gm.page);
    await untilStep(ann.page, 1);
    // The gnoll stands at 9,6 and faces west, with a weapon that reaches over one empty meter.
    await hover(ann.page, COMBAT, GNOLL);
    await eventually(() => lit(ann.page, 'cadence-threat')).toContain('7,6');
    await expect.poll(() => lit(ann.page, 'cadence-threat')).not.toContain('10,6');
    await ann.page.mouse.move(5, 5);
    await eventually(() => lit(ann.page, 'cadence-threat')).toEqual([]);
    const from = () =>
      ann.page.evaluate(
        ({ combat, mira }): { x: number; y: number } => {
          const { center } = game.combats.get(combat).combatants.get(mira).token.object;
          const { x, y } = canvas.stage.worldTransform.apply(center);
          return { x, y };
        },
        { combat: COMBAT, mira: MIRA },
      );
    const between = async () => {
      const { x, y } = await from();
      return [
        { x, y },
        { x: x - 60, y },
      ] as const;
    };
    await drag(ann.page, between, { drop: false });
    await eventually(() => label(ann.page)).toMatch(/Provokes [^.]*Gnoll/);
    await expect.poll(() => lit(ann.page, 'cadence-provoked')).toContain('9,6');
    await letGo(ann.page);
    await eventually(() => lit(ann.page, 'cadence-provoked')).toEqual([]);
  });

  it('stay lit for all foes where a user has enabled that', async () => {
    const tool = ann.page.locator('#scene-controls [data-tool="cadenceThreat"]');
    await tool.click();
    await expect.poll(() => tool.getAttribute('aria-pressed')).toBe('true');
    await eventually(() => lit(ann.page, 'cadence-threats')).toContain('7,6');
    // Her own side threatens no one she need avoid; the GM has not enabled it.
    await expect.poll(() => lit(ann.page, 'cadence-threats')).not.toContain('6,8');
    expect(await lit(gm.page, 'cadence-threats')).toEqual([]);
    await gm.page.evaluate(
      async ({ combat, gnoll }) => {
        await game.combats.get(combat).combatants.get(gnoll).token.update({ y: 500 });
      },
      { combat: COMBAT, gnoll: GNOLL },
    );
    await eventually(() => lit(ann.page, 'cadence-threats')).toContain('7,3');
    // Another grid size, with everything scaled: in meters nothing has moved.
    const scaled = (by: number) =>
      gm.page.evaluate(
        async ({ combat, by }) => {
          const { scene } = game.combats.get(combat);
          const updates = scene.tokens.map(({ _id, _source }) => ({ _id, x: _source.x * by, y: _source.y * by }));
          await foundry.documents.modifyBatch([
            { action: 'update', documentName: 'Token', parent: scene, updates, animate: false, cadence: { step: 0 } },
            {
              action: 'update',
              documentName: 'Scene',
              updates: [{ _id: scene.id, grid: { size: scene.grid.size * by } }],
            },
          ]);
        },
        { combat: COMBAT, by },
      );
    const before = await lit(ann.page, 'cadence-threats');
    await scaled(0.5);
    await eventually(() => ann.page.evaluate(() => canvas.grid.size)).toBe(50);
    await eventually(() => lit(ann.page, 'cadence-threats')).toEqual(before);
    await scaled(2);
    await eventually(() => ann.page.evaluate(() => canvas.grid.size)).toBe(100);
    await eventually(() => lit(ann.page, 'cadence-threats')).toEqual(before);
    await gm.page.evaluate(
      async ({ combat, gnoll }) => {
        await game.combats.get(combat).combatants.get(gnoll).token.update({ y: 600 });
      },
      { combat: COMBAT, gnoll: GNOLL },
    );
    await tool.click();
    await eventually(() => lit(ann.page, 'cadence-threats')).toEqual([]);
  });

  it('[L-170, L-172] show reach, warn before a move, and omit a hidden foe', async () => {
    await setSetting(gm.page, 'dice', 'referee');
    await setTheStage(gm.page, FIGHTERS);
    await gm.page.evaluate(
      async ({ lurker, fight }) => {
        await canvas.scene.tokens.get(lurker).update({ hidden: true });
        await game.combats.get(fight).combatants.get(lurker).update({ hidden: true });
      },
      { lurker: LURKER, fight: FIGHT },
    );
    await loadDice(gm.page, { face: 11, of: 20 });
    await word(gm.page, { do: 'start' });
    for (const { page } of [gm, ann]) await eventually(async () => (await state(page)).turn).toBe(ROOK);
    await hover(ann.page, FIGHT, OGRE);
    await eventually(() => lit(ann.page, 'cadence-threat')).toHaveLength(24);
    await dragBy(ann.page, ROOK, 0, 3, { drop: false });
    await eventually(() => label(ann.page)).toContain('Provokes Ogre.');
    await expect.poll(() => lit(ann.page, 'cadence-threat')).toEqual([]);
    // The ogre's area and its own square, and nothing of the hidden foe next to her.
    await expect.poll(() => lit(ann.page, 'cadence-provoked')).toHaveLength(25);
    await letGo(ann.page);
    await dragBy(gm.page, ROOK, 0, 3, { drop: false });
    await eventually(() => label(gm.page)).toContain('Provokes Ogre, Lurker.');
    await letGo(gm.page);
    await expect.poll(async () => (await state(gm.page)).at[ROOK]).toEqual([4, 8]);
  });

  it('[L-168] show the squares around a corner before it is chosen', async () => {
    await ann.page.evaluate(
      async ({ rook, fight, ogre }) => {
        const { items } = game.actors.get(rook);
        await game.combats.get(fight).submit({ do: 'cast-spell', by: rook, at: ogre, with: items.getName('Burst').id });
      },
      { rook: ROOK, fight: FIGHT, ogre: OGRE },
    );
    for (const _ of [OGRE, LURKER]) {
      await untilAsked(gm.page, 'provoked');
      const key = await gm.page.evaluate((fight): string => game.combats.get(fight).openAsks[0].key, FIGHT);
      await gm.page.locator(`.cadence-prompt [data-ask="${key}"][data-option="pass"]`).click();
      await eventually(() =>
        gm.page.evaluate(({ fight, key }) => game.combats.get(fight).openAsks[0]?.key !== key, { fight: FIGHT, key }),
      ).toBe(true);
    }
    await untilAsked(ann.page, 'corner');
    await ann.page.locator('.cadence-prompt [data-option="north-west"]').hover();
    // The ogre stands at 6,8: two squares to each side of its corner.
    await eventually(() => lit(ann.page, 'cadence-area')).toHaveLength(16);
    await expect.poll(() => lit(ann.page, 'cadence-area')).toEqual(expect.arrayContaining(['4,6', '7,9']));
    await ann.page.locator('.cadence-prompt [data-option="south-east"]').hover();
    await eventually(() => lit(ann.page, 'cadence-area')).toContain('8,10');
  });

  it('neither browser has logged an error', () => {
    expect([...gm.errors, ...ann.errors]).toEqual([]);
  });
});
