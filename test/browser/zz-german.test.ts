import { afterAll, beforeAll, expect, it } from 'vitest';
import { FIGHTS, showFight } from './support/prepared-fights';
import { openTable, type Seat, setSetting, type Table } from './support/table';

let table: Table;
let gm: Seat;
const lang = process.env.LANG_OF ?? 'de';
beforeAll(async () => {
  table = await openTable();
  gm = await table.sit('Gamemaster', {
    sharpness: 1,
    width: 1280,
    height: 800,
    scheme: process.env.SCHEME === 'light' ? 'light' : 'dark',
  } as never);
  await gm.page.evaluate((lang) => (game.settings as any).set('core', 'language', lang), lang);
  await gm.page.reload();
  await gm.page.waitForFunction(() => (globalThis as any).game?.ready === true && (globalThis as any).canvas?.ready);
  await setSetting(gm.page, 'energy.pause', 0);
});
afterAll(() => table?.close());
it.each(FIGHTS)(
  '$ruleset',
  async (fight) => {
    const { page } = gm;
    await showFight(gm, [gm], fight);
    await page.evaluate(async (id) => {
      const combat = game.combats.get(id);
      if (combat.system.clock.phase === 'idle') await combat.startCombat();
      ui.sidebar.changeTab('combat', 'primary');
      ui.sidebar.expand();
    }, fight.combat);
    await page.evaluate(
      async ({ combat: id, hero }) => {
        const { combatants } = game.combats.get(id);
        const who = combatants.getName(hero);
        who.token.object.control({ releaseOthers: true });
      },
      { combat: fight.combat, hero: fight.hero },
    );
    await page.waitForTimeout(1500);
    await page.screenshot({ path: `/tmp/de/${lang}-${fight.ruleset}-bar.png` });
    await page.evaluate(
      async ({ combat: id, hero }) => {
        const { combatants } = game.combats.get(id);
        await combatants.getName(hero).actor.sheet.render({ force: true });
      },
      { combat: fight.combat, hero: fight.hero },
    );
    await page.waitForTimeout(1200);
    await page.screenshot({ path: `/tmp/de/${lang}-${fight.ruleset}-sheet.png` });
    await page.evaluate(async () => {
      for (const app of [...foundry.applications.instances.values()])
        if (app.document) await app.close({ animate: false });
    });
    expect(gm.errors).toEqual([]);
  },
  60_000,
);
