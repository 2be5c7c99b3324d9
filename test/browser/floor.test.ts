import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMBAT, GNOLL, MIRA, startEncounter } from './support/fight';
import { look, SEEN } from './support/look';
import { openTable, type Seat, type Table } from './support/table';

/** An axe that a foe was disarmed of lies next to Mira: a token visible to all users, and she picks it up. */
describe('an item on the ground', () => {
  let table: Table;
  let gm: Seat;
  let ann: Seat;

  beforeAll(async () => {
    table = await openTable();
    gm = await table.sit('Gamemaster', SEEN);
    ann = await table.sit('Ann', SEEN);
    await startEncounter(gm.page);
  });
  afterAll(() => table?.close());

  const things = ({ page }: Seat) =>
    page.evaluate(() =>
      [...canvas.scene.tokens]
        .filter(({ flags }) => flags.cadence?.floor)
        .map(({ id, name }) => ({ id: String(id), name: String(name) })),
    );
  /** How many items of that name a fighter has. */
  const has = (fighter: string) =>
    gm.page.evaluate(
      ({ combat, of }) =>
        game.combats
          .get(combat)
          .combatants.get(of)
          .actor.items.filter(({ name }) => name === 'Notched axe').length,
      { combat: COMBAT, of: fighter },
    );

  it('is on the map for all users', async () => {
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
    for (const seat of [gm, ann])
      await expect.poll(() => things(seat)).toEqual([{ id: expect.any(String), name: 'Notched axe' }]);
    await look('thing-on-the-ground', ann);
  });

  it('is picked up with a double click by another fighter, and lies there again after undo', async () => {
    const [thing] = await things(ann);
    const { x, y } = await ann.page.evaluate((id) => {
      const { center } = canvas.tokens.get(id);
      return canvas.clientCoordinatesFromCanvas(center);
    }, thing.id);
    await ann.page.mouse.move(x, y);
    await ann.page.mouse.dblclick(x, y);
    await expect.poll(() => has(MIRA)).toBe(1);
    expect(await has(GNOLL)).toBe(0);
    await expect.poll(() => things(gm)).toEqual([]);
    await gm.page.locator('#combat [data-action="cadenceRewind"]').click();
    await expect.poll(() => has(GNOLL)).toBe(1);
    await expect.poll(() => things(ann)).toHaveLength(1);
  });
});
