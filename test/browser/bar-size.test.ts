import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fewByDay } from '../tiers/tier';
import { openTracker } from './support/fight';
import { faultsOf, PICTURES, SEEN } from './support/look';
import { atRest, openTable, type Seat, setSetting, type Table } from './support/table';

const FIGHTS = [
  ['energy', 'demoCombat000000', 'Mira'],
  ['tempo', 'demoTpCombat0000', 'Ailsa'],
  ['clash', 'demoClCombat0000', 'Wystan'],
  ['seconds', 'demoScCombat0000', 'Tamsin'],
  ['slots', 'demoSlCombat0000', 'Rowena'],
] as const;

const SIZES = [
  [1280, 800],
  [1440, 900],
  [1920, 1080],
] as const;

const ANSWER = '#cadence-prompt:not(.cadence-prompt--fresh) .cadence-answer--main';
const MOST = 0.334;
const FEWEST_ACTIONS = 12;

/** Returns the bar's share of the screen's height, and how many of its actions can be seen and clicked. */
const measure = (page: Page) =>
  page.evaluate(() => {
    const share = document.querySelector('.cadence-bar__inner')!.getBoundingClientRect().height / innerHeight;
    const actions = [...document.querySelectorAll('.cadence-bar__panel .cadence-action')].filter((action) => {
      const { x, y, width, height } = action.getBoundingClientRect();
      const hit = document.elementFromPoint(x + width / 2, y + height / 2);
      return hit !== null && action.contains(hit);
    }).length;
    return { share, actions };
  });

describe('the action bar', () => {
  let table: Table;
  let gm: Seat;
  let ann: Seat;
  const both = () => [gm, ann];

  beforeAll(async () => {
    table = await openTable();
    gm = await table.sit('Gamemaster', SEEN);
    ann = await table.sit('Ann', SEEN);
    await setSetting(gm.page, 'energy.pause', 0);
    for (const { page } of both()) await openTracker(page);
  });
  afterAll(() => table?.close());

  /** Answers what is asked at the start, such as initiative, until the bar is shown. */
  const untilShown = async (page: Page, ruleset: string) => {
    const actions = page.locator(`#cadence-bar[data-ruleset="${ruleset}"] .cadence-action`);
    for (let n = 0; n < 40 && !(await actions.first().isVisible()); n++) {
      for (const seat of both()) {
        const answer = seat.page.locator(ANSWER).first();
        if (await answer.isVisible()) await answer.click({ timeout: 2000 }).catch(() => {});
      }
      await page.waitForTimeout(250);
    }
    await actions.first().waitFor();
  };

  /** Starts a fight on its scene, unless it runs already. */
  const begin = (id: string) =>
    gm.page.evaluate(async (id) => {
      const combat = game.combats.get(id);
      await combat.scene.activate();
      await combat.activate();
      if (!combat.started) await combat.startCombat();
    }, id);

  /** Shows the bar of a hero with a foe as target. */
  const show = async (page: Page, ruleset: string, id: string, hero: string) => {
    await page.waitForFunction((id) => canvas.ready && canvas.scene?.id === game.combats.get(id).scene.id, id);
    await page.evaluate(
      ({ id, hero }) => {
        const combat = game.combats.get(id);
        combat.combatants.getName(hero).token.object.control({ releaseOthers: true });
        const foe = combat.combatants.find(({ token }) => token._source.disposition < 0);
        foe?.token.object?.setTarget(true, { releaseOthers: true });
        ui.sidebar.changeTab('combat', 'primary');
      },
      { id, hero },
    );
    await untilShown(page, ruleset);
  };

  it.each(fewByDay(FIGHTS))(
    'covers at most a third of the height in %s, and shows twelve actions',
    async (ruleset, id, hero) => {
      await begin(id);
      const found: string[] = [];
      for (const { page, user } of both()) {
        await show(page, ruleset, id, hero);
        // While all plan in Tempo, there is no turn to end.
        const end = page.locator('#cadence-bar .cadence-bar__end .cadence-action');
        expect(await end.isVisible()).toBe(ruleset !== 'tempo');
        // Names need more space, and the panel scrolls.
        for (const look of user === 'Ann' ? (['words', 'icons'] as const) : (['icons'] as const)) {
          await setSetting(page, 'barLook', look);
          for (const [width, height] of look === 'icons' ? SIZES : SIZES.slice(0, 1)) {
            await page.setViewportSize({ width, height });
            const { share, actions } = await atRest(page, () => measure(page));
            const place = `${ruleset}-${user}-${look}-${width}`;
            if (PICTURES) await page.screenshot({ path: `test/browser/.shots/bar-size-${place}.png` });
            if (share > MOST) found.push(`${place}: ${share}`);
            if (look === 'icons' && actions < FEWEST_ACTIONS) found.push(`${place}: only ${actions} actions`);
          }
          await page.setViewportSize({ width: 1280, height: 800 });
          for (const fault of await faultsOf(page)) found.push(`${ruleset}-${user}-${look}: ${fault}`);
        }
      }
      expect(found).toEqual([]);
      expect(both().flatMap(({ errors }) => errors)).toEqual([]);
    },
  );

  it('can be read on any screen: small, large, doubled, with forced colors, without the sidebar', async () => {
    const [[ruleset, id, hero]] = FIGHTS;
    const { page } = ann;
    await begin(id);
    await show(page, ruleset, id, hero);
    const wrong: string[] = [];
    const sizes = [
      { width: 1024, height: 768 },
      { width: 2560, height: 1440 },
      // A screen of 1920 by 1080 at 200 %.
      { width: 960, height: 540 },
    ];
    for (const forcedColors of ['none', 'active'] as const) {
      await page.emulateMedia({ forcedColors });
      for (const size of forcedColors === 'active' ? sizes.slice(0, 1) : sizes) {
        await page.setViewportSize(size);
        for (const open of [false, true]) {
          await page.evaluate((open) => ui.sidebar.toggleExpanded(open), open);
          await page.waitForTimeout(300);
          // The contrast of a message that fades out is meaningless.
          await page.waitForFunction(() => !document.querySelector('#chat-notifications .chat-message'));
          const place = `${size.width} ${forcedColors} ${open ? 'sidebar' : 'collapsed'}`;
          if (PICTURES) await page.screenshot({ path: `test/browser/.shots/any-${place.replaceAll(' ', '-')}.png` });
          for (const fault of await faultsOf(page)) wrong.push(`${place}: ${fault}`);
        }
      }
    }
    await page.emulateMedia({ forcedColors: 'none' });
    await page.setViewportSize({ width: 1280, height: 800 });
    expect(wrong).toEqual([]);
  });
});
