import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMBAT, MIRA, startEncounter, state, untilStep } from './support/fight';
import { openTable, type Seat, type Table } from './support/table';

const ATTIC = 'attic00000000000';

/** A scene with two levels: the tokens of the other are not drawn, and stairs cost their height. */
describe('a scene with two levels', () => {
  let table: Table;
  let gm: Seat;
  let ann: Seat;

  beforeAll(async () => {
    table = await openTable();
    gm = await table.sit('Gamemaster');
    ann = await table.sit('Ann');
    await startEncounter(gm.page);
    await gm.page.evaluate(
      (_id) =>
        canvas.scene.createEmbeddedDocuments('Level', [{ _id, name: 'Attic', elevation: { bottom: 2, top: 6 } }], {
          keepId: true,
        }),
      ATTIC,
    );
  });
  afterAll(() => table?.close());

  const drawn = ({ page }: Seat) => page.evaluate(() => canvas.tokens.placeables.length);
  const spot = ({ page }: Seat, fighter: string) =>
    page.evaluate(
      ({ combat, of }) => {
        const { level, elevation } = game.combats.get(combat).combatants.get(of).token._source;
        return [level, elevation];
      },
      { combat: COMBAT, of: fighter },
    );

  it('is climbed by a player with the token HUD, for the price of the height', async () => {
    const { fighters, step } = await state(gm.page);
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
    expect(await spot(ann, MIRA)).toEqual([ATTIC, 2]);
    expect((await state(gm.page)).fighters[MIRA]?.energy).toBe((fighters[MIRA]?.energy ?? 0) - 1);
    await ann.page.waitForFunction((level) => canvas.ready && canvas.level?.id === level, ATTIC);
    expect(await drawn(ann)).toBe(1);
    await expect.poll(() => drawn(gm)).toBe(before - 1);
  });

  it('is viewed by the GM one level at a time', async () => {
    await gm.page.click('#scene-navigation [data-action="viewLevel"] >> text=Attic');
    await gm.page.waitForFunction((level) => canvas.ready && canvas.level?.id === level, ATTIC);
    expect(await drawn(gm)).toBe(1);
  });
});
