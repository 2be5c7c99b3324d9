import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SEEN } from './support/look';
import { openTable, type Seat, type Table } from './support/table';

/** The prepared fights of the demo world, each on its own scene. */
const FIGHTS = [
  { ruleset: 'energy', combat: 'demoCombat000000' },
  { ruleset: 'tempo', combat: 'demoTpCombat0000' },
  { ruleset: 'clash', combat: 'demoClCombat0000' },
  { ruleset: 'seconds', combat: 'demoScCombat0000' },
  { ruleset: 'slots', combat: 'demoSlCombat0000' },
] as const;

/** How many keys each fight is driven by: enough to come past its start. */
const KEYS = 8;

describe('the next thing to do, by one key', () => {
  let table: Table;
  let gm: Seat;

  beforeAll(async () => {
    table = await openTable();
    gm = await table.sit('Gamemaster', SEEN);
  });
  afterAll(() => table?.close());

  /** All that a key may change: what the encounter has stored, and who has answered. */
  const stands = (combat: string) =>
    gm.page.evaluate((id): string => {
      const it = game.combats.get(id);
      return JSON.stringify([it.system.cursor, it.system.clock, it.system.open, it.openAsks]);
    }, combat);
  const isAsked = (combat: string) =>
    gm.page.evaluate((id): boolean => game.combats.get(id).openAsks.length > 0, combat);

  it.each(FIGHTS)('starts the fight of $ruleset and carries it on; a question takes Enter', async ({ combat }) => {
    await gm.page.evaluate(async (id) => {
      const it = game.combats.get(id);
      await it.scene.activate();
      await it.activate();
    }, combat);
    await gm.page.waitForFunction(
      (id) => game.scenes.viewed?.id === game.combats.get(id).scene.id && game.combat?.id === id,
      combat,
    );
    await gm.page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    for (let n = 0; n < KEYS; n++) {
      const before = await stands(combat);
      const asked = await isAsked(combat);
      if (asked) await gm.page.locator('#cadence-prompt:not(.cadence-prompt--fresh) .cadence-answer--main').waitFor();
      await gm.page.keyboard.press(asked ? 'Enter' : 'Shift+N');
      await expect.poll(() => stands(combat), { message: `key ${n + 1} of ${combat}`, timeout: 8000 }).not.toBe(before);
    }
    expect(gm.errors).toEqual([]);
  });
});
