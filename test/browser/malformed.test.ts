import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MIRA, openTracker, row } from './support/fight';
import { inGame, openTable, type Seat, type Table } from './support/table';

/** What a hostile or broken client can store in an actor it owns: the server does not know our models. */
const store = (seat: Seat, system: object) =>
  inGame(
    seat.page,
    `await new Promise((done) => game.socket.emit('modifyDocument',
       { type: 'Actor', action: 'update', operation: { updates: [{ _id: 'demoMira00000000', system: ${JSON.stringify(system)} }], pack: null, broadcast: true } }, done));`,
  );

/** What else may be stored, and where, is tried without windows in test/headless/malformed.test.ts. */
describe('an actor with words where numbers belong', () => {
  let table: Table;
  let gm: Seat;

  beforeAll(async () => {
    table = await openTable();
    gm = await table.sit('Gamemaster');
  });
  afterAll(() => table?.close());

  it('is named to the game master with its fields, and keeps nobody out of the world', async () => {
    await store(gm, { abilities: { str: { score: 'mighty' } }, level: 'many', size: 'cosmic' });
    await gm.reload();
    const said = gm.page.locator('#notifications .notification.error');
    await expect.poll(() => said.allTextContents()).toEqual([expect.stringMatching(/Mira \(.*Level, Size\)/)]);
    await openTracker(gm.page);
    await row(gm.page, MIRA).waitFor();
    await expect.poll(() => gm.page.locator('#combat li.combatant').count()).toBe(4);
    if (process.env.CADENCE_SHOTS) await gm.page.screenshot({ path: `${process.env.CADENCE_SHOTS}/malformed.png` });
  });
});
