import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PICTURES, SEEN } from './support/look';
import { loadDice, openTable, type Seat, setSetting, type Table } from './support/table';

/** The prepared fights, and what a foe does in them that asks something. */
const FIGHTS = [
  { ruleset: 'energy', combat: 'demoCombat000000', does: 'melee-attack' },
  { ruleset: 'tempo', combat: 'demoTpCombat0000', does: 'skill-roll' },
  { ruleset: 'clash', combat: 'demoClCombat0000', does: 'attack-basic-melee' },
  { ruleset: 'seconds', combat: 'demoScCombat0000', does: 'attack' },
  { ruleset: 'slots', combat: 'demoSlCombat0000', does: 'primary-attack' },
] as const;

/** The last is what 1280×800 leaves at 200 % zoom. */
const SIZES = [
  [1024, 768],
  [1366, 768],
  [2560, 1440],
  [640, 400],
] as const;

/** All one fights with can be seen and reached on every screen, and zoomed to twice its size. */
describe('the fight on screens of every size', () => {
  let table: Table;
  let gm: Seat;
  let ann: Seat;

  beforeAll(async () => {
    table = await openTable();
    gm = await table.sit('Gamemaster', SEEN);
    ann = await table.sit('Ann', SEEN);
    await setSetting(gm.page, 'gmStrictness', 'off');
    await setSetting(gm.page, 'energy.pause', 0);
    for (const { page } of [gm, ann]) await setSetting(page, 'autoThrow', 'never');
  });
  afterAll(() => table?.close());

  /** What leaves the screen, lies over another of ours, or cannot be scrolled to. */
  const faults = (page: Page) =>
    page.evaluate(async (): Promise<string[]> => {
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(drawn, 60))));
      const shown = ['.cadence-bar__inner', '.cadence-prompt__card', '#combat'].flatMap((name) => {
        const part = document.querySelector<HTMLElement>(name);
        return part?.checkVisibility() && part.clientWidth > 0 ? [{ name, part }] : [];
      });
      const boxOf = (part: Element) => part.getBoundingClientRect();
      const meets = (a: DOMRect, b: DOMRect) =>
        a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
      return shown.flatMap(({ name, part }, at) => {
        const { left, top, right, bottom } = boxOf(part);
        const isOff = left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1;
        const hidden = [...part.querySelectorAll('button')].filter((button) => {
          if (!button.checkVisibility()) return false;
          button.scrollIntoView({ block: 'center' });
          const { x, y, width, height } = boxOf(button);
          const hit = document.elementFromPoint(x + width / 2, y + height / 2);
          // A new message goes by itself.
          return !hit || !(button.contains(hit) || hit.contains(button) || hit.closest('#chat-notifications'));
        });
        return [
          ...(isOff ? [`${name} leaves the screen`] : []),
          ...shown
            .slice(0, at)
            .flatMap((other) => (meets(boxOf(part), boxOf(other.part)) ? [`${name} lies over ${other.name}`] : [])),
          ...hidden.map((button) => `${name}: nobody reaches ${button.ariaLabel ?? button.textContent!.trim()}`),
        ];
      });
    });

  const isIdle = (combat: string) =>
    gm.page.evaluate((id): boolean => game.combats.get(id).system.clock.phase === 'idle', combat);

  async function faultsAtAllSizes(name: string): Promise<string[]> {
    const wrong: string[] = [];
    for (const [width, height] of SIZES)
      for (const expanded of [true, false])
        for (const { page, user } of [gm, ann]) {
          await page.setViewportSize({ width, height });
          await page.evaluate((expanded) => {
            ui.sidebar.toggleExpanded(expanded);
          }, expanded);
          const at = `${name}-${user}-${width}x${height}-${expanded ? 'open' : 'shut'}`;
          // What slides in comes to rest, and then everything has its place.
          let found = await faults(page);
          for (let again = 0; found.length > 0 && again < 8; again++) found = await faults(page);
          if (PICTURES) await page.screenshot({ path: `test/browser/.shots/sizes-${at}.png` });
          for (const fault of found) wrong.push(`${at}: ${fault}`);
        }
    return wrong;
  }

  it.each(FIGHTS)(
    '$ruleset: bar, prompt and tracker stand beside each other, down to their last button',
    async (fight) => {
      await gm.page.evaluate(async (id) => {
        const it = game.combats.get(id);
        await it.scene.activate();
        await it.activate();
        await it.startCombat();
      }, fight.combat);
      for (const { page } of [gm, ann]) {
        await page.setViewportSize({ width: 1280, height: 800 });
        await page.waitForFunction((id) => {
          const { scene, system, openAsks } = game.combats.get(id);
          return game.scenes.viewed?.id === scene.id && (system.clock.phase !== 'idle' || openAsks.length > 0);
        }, fight.combat);
        await page.evaluate((id) => {
          const isHero = ({ actor }: PageCombatant) => actor.hasPlayerOwner && (game.user.isGM || actor.isOwner);
          game.combats.get(id).combatants.find(isHero).token.object.control({ releaseOthers: true });
          ui.sidebar.changeTab('combat', 'primary');
        }, fight.combat);
      }
      const question = ann.page.locator('#cadence-prompt:not(.cadence-prompt--fresh) button[data-ask]').first();
      // Some ask as they start.
      await ann.page.waitForTimeout(500);
      // A critical hit or a fumble asks for no defense.
      await loadDice(gm.page, { face: 12, of: 20 });
      if (!(await question.isVisible()))
        await gm.page.evaluate(({ combat: id, does }) => {
          const combat = game.combats.get(id);
          const hero = combat.combatants.find(({ actor }) => actor.hasPlayerOwner);
          const foe = combat.combatants.find(({ actor }) => !actor.hasPlayerOwner);
          const weapon = foe.actor.items.find(({ type }: { type: string }) => type.endsWith('Weapon'));
          const blow = { by: foe.id, at: hero.id, ...(weapon && { with: weapon.id }) };
          const skill = { by: hero.id, options: { attribute: 'str', against: 10 } };
          void combat.submit({ do: does, ...(does === 'skill-roll' ? skill : blow) }, { force: true });
        }, fight);
      await question.waitFor();
      const wrong = await faultsAtAllSizes(fight.ruleset);
      // Where everybody rolls before the fight begins, nobody has had a bar so far.
      if (await isIdle(fight.combat)) {
        await expect
          .poll(async () => {
            if (await question.isVisible()) await question.click({ timeout: 500 }).catch(() => null);
            return isIdle(fight.combat);
          })
          .toBe(false);
        await ann.page.locator('#cadence-bar .cadence-bar__inner').waitFor();
        wrong.push(...(await faultsAtAllSizes(`${fight.ruleset}-begun`)));
      }
      expect(wrong).toEqual([]);
      expect([...gm.errors, ...ann.errors]).toEqual([]);
    },
  );
});
