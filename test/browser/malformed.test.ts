import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KOR, MIRA, openSheet, openTracker, row } from './support/fight';
import { look, SEEN } from './support/look';
import { turnTo } from './support/sheet';
import { openTable, reported, type Seat, type Table } from './support/table';

/** Stores data as a hostile or broken client can in an actor it owns: the server does not know our models. */
const store = (seat: Seat, system: object) =>
  seat.page.evaluate(async (system) => {
    await new Promise((done) =>
      game.socket.emit(
        'modifyDocument',
        {
          type: 'Actor',
          action: 'update',
          operation: { updates: [{ _id: 'demoMira00000000', system: system }], pack: null, broadcast: true },
        },
        done,
      ),
    );
  }, system);

let table: Table;
let gm: Seat;

beforeAll(async () => {
  table = await openTable();
  gm = await table.sit('Gamemaster', SEEN);
});
afterAll(() => table?.close());

/** Other data and places are tested without windows in test/headless/malformed.test.ts. */
describe('an actor with texts in number fields', () => {
  it('is listed for the GM with its fields, and locks no user out of the world', async () => {
    await store(gm, { abilities: { str: { score: 'mighty' } }, level: 'many', size: 'cosmic' });
    await gm.reload();
    await expect.poll(() => reported(gm.page, 'error')).toEqual([expect.stringMatching(/Mira \(.*Level, Size\)/)]);
    await openTracker(gm.page);
    await row(gm.page, MIRA).waitFor();
    await expect.poll(() => gm.page.locator('#combat li.combatant').count()).toBe(4);
    if (process.env.CADENCE_SHOTS) await gm.page.screenshot({ path: `${process.env.CADENCE_SHOTS}/malformed.png` });
  });
});

describe('an invalid entry', () => {
  const input = (name: string) => gm.page.locator(`.cadence-sheet [name="${name}"]`);
  const enter = async (name: string, typed: string) => {
    await input(name).fill(typed);
    await input(name).press('Tab');
  };
  const kor = () => gm.page.evaluate(() => game.actors.get('demoKor000000000').toObject());
  let earlier = 0;
  const warned = async () => (await reported(gm.page, 'warning')).slice(earlier);

  beforeAll(async () => {
    earlier = (await reported(gm.page, 'warning')).length;
    await turnTo(await openSheet(gm.page, KOR), 'stats');
  });

  it('stays in its field, is marked, and is reported with the name of the field; the rest is stored', async () => {
    const { system: before, name } = await kor();
    const errors = gm.errors.length;
    await enter('system.abilities.str.score', '99');
    await expect.poll(warned).toEqual([expect.stringMatching(/Strength · Score must be a whole number from 1 to 40/)]);
    await enter('system.level', '');
    await enter('system.mpl', '1.5');
    await enter('name', '');
    await enter('system.abilities.dex.score', '17');
    await expect.poll(async () => (await kor()).system.abilities.dex.score).toBe(17);
    await expect.poll(() => gm.page.locator('.cadence-sheet [aria-invalid="true"]').count()).toBe(4);
    await expect.poll(() => input('system.abilities.str.score').inputValue()).toBe('99');
    // Each is reported once, however often the form is submitted.
    await expect.poll(async () => (await warned()).length).toBe(4);
    const { system: after, name: kept } = await kor();
    expect([after.abilities.str, after.level, after.mpl, kept]).toEqual([
      before.abilities.str,
      before.level,
      before.mpl,
      name,
    ]);
    expect(gm.errors.slice(errors)).toEqual([]);
  });

  it('is stored once it is valid', async () => {
    await enter('system.abilities.str.score', '18');
    await expect.poll(async () => (await kor()).system.abilities.str.score).toBe(18);
    await expect.poll(() => gm.page.locator('.cadence-sheet [aria-invalid="true"]').count()).toBe(3);
  });

  it('is refused in a list whose texts the rules read, which would empty the sheet', async () => {
    await gm.page.evaluate(async () => {
      await game.combats.get('demoSlCombat0000').combatants.get('demoSlCRowena000').actor.sheet.render({ force: true });
    });
    await turnTo(gm.page.locator('.cadence-sheet--actor').last(), 'stats');
    const stored = () =>
      gm.page.evaluate(
        (): string[] =>
          game.combats.get('demoSlCombat0000').combatants.get('demoSlCRowena000').actor.toObject().system
            .moreResistances,
      );
    await enter('system.moreResistances', 'acid 5, much');
    await expect.poll(async () => (await warned()).join(' ')).toMatch(/Other resistances cannot be “acid 5, much”/);
    await expect.poll(stored).toEqual([]);
    await enter('system.moreResistances', 'acid 5, fire 10');
    await expect.poll(stored).toEqual(['acid 5', 'fire 10']);
    await gm.page.evaluate(async () => {
      await game.combats.get('demoSlCombat0000').combatants.get('demoSlCRowena000').actor.sheet.close();
    });
  });

  it('is marked with enough contrast, in light and dark', async () => {
    await look('unfit', gm);
  });
});
