import { mkdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  COMBAT,
  GNOLL,
  KOR,
  MIRA,
  openChat,
  openSheet,
  openTracker,
  perform,
  standFirm,
  startEncounter,
  target,
  untilAsked,
  untilStep,
} from './support/fight';
import { inGame, loadDice, openTable, type Seat, type Table } from './support/table';

/** Where the pictures go; nobody keeps them but the documentation, which takes two of them. */
const SHOTS = 'test/browser/.shots';
const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

interface View {
  readonly user: string;
  readonly width: number;
  readonly scheme: 'light' | 'dark';
}

const VIEWS: readonly View[] = [
  { user: 'Gamemaster', width: 1280, scheme: 'dark' },
  { user: 'Ann', width: 1280, scheme: 'light' },
  { user: 'Gamemaster', width: 900, scheme: 'light' },
  { user: 'Ann', width: 900, scheme: 'dark' },
];

/** What a screen reader or a keyboard could not use, in our own parts; Foundry's frame around them is not ours to judge. */
async function unusable(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis)))
    await page.addScriptTag({ content: await readFile(AXE, 'utf8') });
  return page.evaluate(async () => {
    const parts = [...document.querySelectorAll('.cadence')].filter(
      (part) => (part as HTMLElement).offsetParent !== null,
    );
    const { violations } = await (globalThis as any).axe.run(
      { include: parts },
      { runOnly: ['wcag2a', 'wcag2aa'], resultTypes: ['violations'] },
    );
    return violations.flatMap(({ id, nodes }: any) =>
      nodes.map((node: any) => `${id}: ${node.target} ${node.failureSummary}`),
    );
  });
}

/** Parts of ours whose content runs out of them sideways. */
const overflowing = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('.cadence, .cadence *')]
      .filter((part) => part.offsetParent !== null && part.scrollWidth > part.clientWidth + 1 && part.clientWidth > 0)
      .filter((part) => !['hidden', 'clip', 'auto', 'scroll'].includes(getComputedStyle(part).overflowX))
      .filter((part) => getComputedStyle(part).display !== 'inline')
      .map((part) => `${part.className || part.tagName}: ${part.scrollWidth} in ${part.clientWidth}`),
  );

describe.each(VIEWS)('$user at $width, $scheme', ({ user, width, scheme }) => {
  let table: Table;
  let gm: Seat;
  let ann: Seat;
  let seat: Seat;
  const shot = async (name: string) => {
    await seat.page.waitForTimeout(250);
    await seat.page.screenshot({ path: `${SHOTS}/${name}-${user === 'Ann' ? 'player' : 'gm'}-${width}-${scheme}.png` });
  };
  const closeSheets = (page: Page) =>
    inGame(
      page,
      `for (const app of [...foundry.applications.instances.values()]) if (app.document) await app.close();`,
    );
  const check = async (name: string) => {
    await shot(name);
    expect(await unusable(seat.page)).toEqual([]);
    expect(await overflowing(seat.page)).toEqual([]);
  };

  beforeAll(async () => {
    await mkdir(SHOTS, { recursive: true });
    table = await openTable();
    gm = await table.sit('Gamemaster', user === 'Gamemaster' ? { width, scheme } : {});
    ann = await table.sit('Ann', user === 'Ann' ? { width, scheme } : {});
    seat = user === 'Ann' ? ann : gm;
    await inGame(
      seat.page,
      `await game.settings.set('core', 'uiConfig', { ...game.settings.get('core', 'uiConfig'), colorScheme: { applications: '${scheme}', interface: '${scheme}' } });`,
    );
  });
  afterAll(() => table?.close());

  afterEach(() => Promise.all([gm, ann].map(({ page }) => closeSheets(page))));

  it('shows the tracker before the fight', async () => {
    await openTracker(seat.page);
    await check('tracker-idle');
  });

  it('shows the fight: tracker, conditions, a name of German length', async () => {
    await startEncounter(gm.page);
    await standFirm(ann.page, MIRA, gm.page);
    await inGame(
      gm.page,
      `const gnoll = game.combats.get('${COMBAT}').combatants.get('${GNOLL}');
       await gnoll.update({ name: 'Donaudampfschifffahrtsgesellschaftskapitän' });
       const kor = game.combats.get('${COMBAT}').combatants.get('${KOR}');
       const mira = game.combats.get('${COMBAT}').combatants.get('${MIRA}');
       for (const { actor } of [gnoll, kor, mira])
         for (const id of ['dazed', 'prone', 'slowed']) await actor.toggleStatusEffect(id, { active: true });`,
    );
    await untilStep(ann.page, 1);
    await openTracker(seat.page);
    await check('tracker-fight');
  });

  it('shows the sheet, on each of its tabs', async () => {
    await target(seat.page, GNOLL);
    const sheet = await openSheet(seat.page, user === 'Ann' ? MIRA : KOR);
    for (const tab of ['actions', 'stats', 'gear', 'conditions', 'notes']) {
      await sheet.locator(`nav [data-tab="${tab}"]`).click();
      await check(`sheet-${tab}`);
    }
    await closeSheets(seat.page);
  });

  it('shows the action bar for a fighter one has in hand, open and folded', async () => {
    await inGame(
      seat.page,
      `const fighter = game.combats.get('${COMBAT}').combatants.get('${user === 'Ann' ? MIRA : KOR}');
       fighter.token.object.control({ releaseOthers: true });`,
    );
    await seat.page.locator('#cadence-bar .cadence-action').first().waitFor();
    await target(seat.page, GNOLL);
    await openTracker(seat.page);
    await check('bar');
    await seat.page.locator('#cadence-bar [data-id="run"]').focus();
    await seat.page.keyboard.press('ArrowLeft');
    await check('bar-focus');
    await seat.page.locator('#cadence-bar [data-action="cadenceFold"]').click();
    await seat.page.locator('#cadence-bar .cadence-bar__inner--folded').waitFor();
    await check('bar-folded');
    await seat.page.locator('#cadence-bar [data-action="cadenceFold"]').click();
  });

  it('shows what an action may be told besides', async () => {
    const sheet = await openSheet(seat.page, user === 'Ann' ? MIRA : KOR);
    await sheet.locator('nav [data-tab="actions"]').click();
    await sheet.locator('[data-tab="actions"] [data-id="melee-attack-options"]').first().click();
    const options = seat.page.locator('#cadence-options');
    await options.waitFor();
    await check('options');
    await options.locator('[data-option="enhance"]').fill('6');
    await options.locator('.cadence-reasons').waitFor();
    await check('options-barred');
    await inGame(seat.page, `await foundry.applications.instances.get('cadence-options').close();`);
  });

  it('shows an item', async () => {
    await inGame(
      seat.page,
      `const actor = game.combats.get('${COMBAT}').combatants.get('${user === 'Ann' ? MIRA : KOR}').actor;
       await actor.items.find((item) => item.type === 'energyWeapon').sheet.render({ force: true });`,
    );
    await seat.page.locator('.cadence-sheet--item').waitFor();
    await check('item');
    await closeSheets(seat.page);
  });

  it('shows the quick reference and the compendia', async () => {
    await inGame(
      seat.page,
      `const pack = game.packs.get('cadence.energy-rules');
       await pack.getIndex();
       await (await pack.getDocument(pack.index.getName('Energy at a glance')._id)).sheet.render({ force: true });`,
    );
    const journal = seat.page.locator('.journal-sheet');
    await journal.locator('.toc button').nth(1).click();
    await journal.locator('h1', { hasText: 'What everything costs' }).waitFor();
    await check('journal-costs');
    await journal.locator('a.content-link', { hasText: 'maneuvers' }).first().click();
    await journal.locator('h1', { hasText: 'Maneuvers' }).waitFor();
    await closeSheets(seat.page);
    await inGame(
      seat.page,
      `await foundry.applications.sidebar.apps.Compendium.open(game.packs.get('cadence.energy-gear'));`,
    );
    await seat.page.locator('.compendium .entry', { hasText: 'Halberd' }).waitFor();
    await check('compendium');
    await inGame(seat.page, `await foundry.applications.instances.get('compendium-cadence.energy-gear').close();`);
  });

  it('shows the mill yard, three against three', async () => {
    await inGame(seat.page, `await game.scenes.getName('The mill yard').view();`);
    await openTracker(seat.page);
    await seat.page.locator('#combat li[data-combatant-id="demoMillCTamsin0"]').waitFor();
    await check('mill-yard');
    expect(await seat.page.locator('#combat li.combatant').count()).toBe(6);
    await inGame(seat.page, `await game.scenes.getName('The ford').view();`);
  });

  it('shows cards, and a question that waits', async () => {
    await loadDice(ann.page, { face: 18, of: 20 }, { face: 6, of: 8 });
    await loadDice(gm.page, { face: 3, of: 10 });
    await target(ann.page, GNOLL);
    await perform(ann.page, MIRA, 'melee-attack');
    await untilStep(gm.page, 3);
    await closeSheets(ann.page);
    await loadDice(gm.page, { face: 12, of: 20 });
    await target(gm.page, MIRA);
    await perform(gm.page, GNOLL, 'melee-attack');
    await Promise.all([gm, ann].map(({ page }) => untilAsked(page, 'evasion')));
    await closeSheets(gm.page);
    await openChat(seat.page);
    await check('chat-ask');
    await openTracker(seat.page);
    await check('tracker-ask');
  });
});
