import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openChat, openTracker } from './support/fight';
import { closeSheets, look, SEEN } from './support/look';
import { turnTo } from './support/sheet';
import { openTable, type Seat, type Table } from './support/table';

/** The fights that are set out in the demo world besides those of the energy rules, each on its own scene. */
const FIGHTS = [
  { ruleset: 'tempo', combat: 'demoTpCombat0000', hero: 'demoTpCAilsa0000', fighters: 6 },
  { ruleset: 'clash', combat: 'demoClCombat0000', hero: 'demoClCWystan000', fighters: 6 },
  { ruleset: 'seconds', combat: 'demoScCombat0000', hero: 'demoScCTamsin000', fighters: 5 },
  { ruleset: 'slots', combat: 'demoSlCombat0000', hero: 'demoSlCRowena000', fighters: 6 },
] as const;

/** The sheet of a fighter, open and in front. */
async function sheetOf(page: Seat['page'], combat: string, fighter: string) {
  const name = await page.evaluate(
    async ({ combat, fighter }): Promise<string> => {
      const { actor } = game.combats.get(combat).combatants.get(fighter);
      await actor.sheet.render({ force: true });
      return actor.name;
    },
    { combat, fighter },
  );
  const sheet = page.locator('.cadence-sheet--actor').last();
  await sheet.getByText(name).first().waitFor();
  return sheet;
}

describe('the fights of the demo world', () => {
  let table: Table;
  let gm: Seat;
  let ann: Seat;
  const both = () => [gm, ann];

  beforeAll(async () => {
    table = await openTable();
    gm = await table.sit('Gamemaster', SEEN);
    ann = await table.sit('Ann', SEEN);
  });
  afterAll(() => table?.close());

  it.each(FIGHTS)('the one of $ruleset is ready: it starts, and its hero has something to do', async (fight) => {
    const { combat, hero, ruleset, fighters } = fight;
    await gm.page.evaluate(async (combatId) => {
      const combat = game.combats.get(combatId);
      await combat.scene.activate();
      await combat.activate();
      await combat.startCombat();
    }, combat);
    for (const { page } of both()) {
      await page.waitForFunction(
        (id) => {
          const it = game.combats.get(id);
          // Some clocks run only once everybody has rolled for the order of turns.
          const started = it.system.clock.phase !== 'idle' || it.openAsks.length > 0;
          return game.scenes.viewed?.id === it.scene.id && started;
        },
        combat,
        { timeout: 20_000 },
      );
      await openTracker(page);
      await expect.poll(() => page.locator('#combat li.combatant').count()).toBe(fighters);
    }
    await look(`${ruleset}-tracker`, ...both());
    for (const { page } of both()) {
      const sheet = await sheetOf(page, combat, hero);
      await expect.poll(() => sheet.locator('[data-tab="actions"] button').count()).toBeGreaterThan(3);
    }
    for (const tab of ['actions', 'gear', 'stats']) {
      for (const { page } of both()) await turnTo(page.locator('.cadence-sheet--actor').last(), tab);
      await look(`${ruleset}-${tab}`, ...both());
    }
    for (const { page } of both()) {
      await closeSheets(page);
      await page.evaluate(
        async ({ combat, hero }) => {
          const { actor } = game.combats.get(combat).combatants.get(hero);
          await actor.items.find(({ type }) => type.endsWith('Weapon')).sheet.render({ force: true });
        },
        { combat, hero },
      );
      await page.locator('.cadence-sheet--item').waitFor();
      await openChat(page);
    }
    await look(`${ruleset}-item-chat`, ...both());
    for (const { page } of both()) await closeSheets(page);
  });

  it('has journals that open, tables within them', async () => {
    for (const name of ['Tempo at a glance', 'Clash at a glance', 'Seconds at a glance', 'Slots at a glance']) {
      await ann.page.evaluate(async (name) => {
        await game.journal.getName(name).sheet.render({ force: true });
      }, name);
      await ann.page.locator('.journal-sheet h1, .journal-entry h1').first().waitFor();
      await look(`${name.split(' ')[0]!.toLowerCase()}-journal`, ann);
      await closeSheets(ann.page);
    }
  });

  it('logs no error at either screen', () => {
    for (const { errors } of both()) expect(errors).toEqual([]);
  });
});
