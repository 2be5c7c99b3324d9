import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MIRA, openTracker, row, startEncounter, untilStep } from './support/fight';
import { inGame, openTable, type Seat, type Table } from './support/table';

/** What a hostile or broken client can store in an actor it owns: the server does not know our models. */
const store = (seat: Seat, system: object) =>
  inGame(
    seat.page,
    `await new Promise((done) => game.socket.emit('modifyDocument',
       { type: 'Actor', action: 'update', operation: { updates: [{ _id: 'demoMira00000000', system: ${JSON.stringify(system)} }], pack: null, broadcast: true } }, done));`,
  );

describe('a malformed actor', () => {
  let table: Table;
  let gm: Seat;
  let ann: Seat;

  beforeAll(async () => {
    table = await openTable();
    gm = await table.sit('Gamemaster');
    ann = await table.sit('Ann');
  });
  afterAll(() => table?.close());

  it.each([
    ['words where numbers belong', { abilities: { str: { score: 'mighty' } }, level: [] }],
    ['a size there is not', { size: 'cosmic' }],
    ['nonsense for a whole branch', { abilities: 7, aura: 'full' }],
  ])('with %s keeps nobody out of the world, and the fight can begin', async (_, system) => {
    await store(ann, system);
    await gm.reload();
    await ann.reload();
    await openTracker(gm.page);
    await row(gm.page, MIRA).waitFor();
    await expect.poll(() => gm.page.locator('#combat li.combatant').count()).toBe(4);
  });

  it('does not stop the others from fighting', async () => {
    await startEncounter(gm.page);
    await untilStep(ann.page, 1);
    await expect.poll(() => gm.page.locator('#combat li.combatant').count()).toBe(4);
  });
});
