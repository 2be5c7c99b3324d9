import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMBAT, GNOLL, MIRA, openTracker, startEncounter, state, untilStep } from './support/fight';
import { look, SEEN } from './support/look';
import { openTable, type Seat, type Table } from './support/table';

const ATTIC = 'attic00000000000';

/**
 * What a click on a token does, and what is drawn then. `floor`, `levels` and `joining` in `test/headless` test without a
 * window what follows from it. The steps build on each other.
 */
describe('the tokens on the map', () => {
  let table: Table;
  let gm: Seat;
  let ann: Seat;

  beforeAll(async () => {
    table = await openTable();
    gm = await table.sit('Gamemaster', SEEN);
    ann = await table.sit('Ann', SEEN);
    await startEncounter(gm.page);
    await untilStep(ann.page, 1);
  });
  afterAll(() => table?.close());

  const drawn = ({ page }: Seat) => page.evaluate(() => canvas.tokens.placeables.length);
  const isIn = ({ page }: Seat) =>
    page.evaluate(
      (combat): boolean =>
        game.combats.get(combat).combatants.some(({ actorId }) => actorId === game.actors.getName('Mira').id),
      COMBAT,
    );
  const leaves = async () => {
    await gm.page.evaluate(async (combat) => {
      const { combatants } = game.combats.get(combat);
      const { id } = combatants.contents.find(({ actorId }) => actorId === game.actors.getName('Mira').id)!;
      await combatants.get(id).delete();
    }, COMBAT);
    await expect.poll(() => isIn(ann)).toBe(false);
  };

  it('of an item on the ground is picked up with a double click', async () => {
    await gm.page.evaluate(
      async ({ combat, gnoll, mira }) => {
        const { combatants } = game.combats.get(combat);
        const { x, y, elevation } = combatants.get(mira).token._source;
        const { size, distance } = canvas.scene.grid;
        const metres = (at: number) => ((at + size / 2) * distance) / size;
        // A space next to her.
        const lies = [metres(x + size), metres(y), elevation];
        const system = { dropped: true, equipped: false, lies };
        const data = { name: 'Notched axe', type: 'energyWeapon', img: 'systems/cadence/icons/items/axe.svg', system };
        await combatants.get(gnoll).actor.createEmbeddedDocuments('Item', [data]);
        const by = { do: 'adjust', by: 'gm', at: mira, options: { pool: 'agility', to: 2 } };
        await game.combats.get(combat).submit(by);
      },
      { combat: COMBAT, gnoll: GNOLL, mira: MIRA },
    );
    await ann.page.waitForFunction(() => canvas.tokens.placeables.some(({ name }) => name === 'Notched axe'));
    await look('thing-on-the-ground', ann);
    const { x, y } = await ann.page.evaluate(() => {
      const { center } = canvas.tokens.placeables.find(({ name }) => name === 'Notched axe')!;
      return canvas.clientCoordinatesFromCanvas(center);
    });
    await ann.page.mouse.move(x, y);
    await ann.page.mouse.dblclick(x, y);
    await ann.page.waitForFunction(() => !canvas.tokens.placeables.some(({ name }) => name === 'Notched axe'));
    const has = await gm.page.evaluate(
      ({ combat, mira }): boolean =>
        game.combats
          .get(combat)
          .combatants.get(mira)
          .actor.items.some(({ name }) => name === 'Notched axe'),
      { combat: COMBAT, mira: MIRA },
    );
    expect(has).toBe(true);
  });

  it('climbs to another level by the token HUD, and each window draws the level that it views', async () => {
    await gm.page.evaluate(
      (_id) =>
        canvas.scene.createEmbeddedDocuments('Level', [{ _id, name: 'Attic', elevation: { bottom: 2, top: 6 } }], {
          keepId: true,
        }),
      ATTIC,
    );
    const { step } = await state(gm.page);
    const before = await drawn(gm);
    await ann.page.evaluate(
      async ({ combat, of, level }) => {
        const { object } = game.combats.get(combat).combatants.get(of).token;
        object.control();
        await canvas.hud.token.bind(object);
        const select = document.querySelector<HTMLSelectElement>('#token-hud select[data-level]');
        if (!select) throw new Error('The token HUD offers no level');
        select.value = level;
        select.dispatchEvent(new Event('change'));
      },
      { combat: COMBAT, of: MIRA, level: ATTIC },
    );
    await untilStep(ann.page, step + 1);
    await ann.page.waitForFunction((level) => canvas.ready && canvas.level?.id === level, ATTIC);
    expect(await drawn(ann)).toBe(1);
    await expect.poll(() => drawn(gm)).toBe(before - 1);
    await gm.page.click('#scene-navigation [data-action="viewLevel"] >> text=Attic');
    await gm.page.waitForFunction((level) => canvas.ready && canvas.level?.id === level, ATTIC);
    expect(await drawn(gm)).toBe(1);
  });

  it('joins an encounter by the button on the sheet, and by the one in the action bar', async () => {
    await openTracker(ann.page);
    await leaves();
    await ann.page.evaluate(async () => {
      await game.actors.getName('Mira').sheet.render({ force: true });
    });
    const onSheet = ann.page.locator('.cadence-sheet--actor [data-action="joinFight"]');
    await onSheet.click();
    await expect.poll(() => isIn(gm)).toBe(true);
    await onSheet.waitFor({ state: 'detached' });
    await ann.page.locator('#combat .cadence-rows', { hasText: 'Mira' }).waitFor();
    await ann.page.evaluate(async () => {
      await game.actors.getName('Mira').sheet.close();
    });

    await leaves();
    await ann.page.evaluate(() => {
      game.actors.getName('Mira').getActiveTokens()[0].control({ releaseOthers: true });
    });
    const inBar = ann.page.locator('[data-action="cadenceJoin"]');
    await inBar.click();
    await expect.poll(() => isIn(gm)).toBe(true);
    await inBar.waitFor({ state: 'detached' });
    expect([...gm.errors, ...ann.errors]).toEqual([]);
  });
});
