import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  COMBAT,
  GNOLL,
  MIRA,
  openSheet,
  openTracker,
  perform,
  startEncounter,
  startOver,
  state,
  target,
  untilAsked,
  untilClosed,
  untilStep,
} from './support/fight';
import { inGame, loadDice, openTable, type Seat, type Table } from './support/table';

/** Presses an answer of the floating prompt by its words. */
async function press(page: Page, words: RegExp): Promise<void> {
  const { open } = await state(page);
  await page.locator(`.cadence-prompt button[data-ask="${open!.key}"]`, { hasText: words }).first().click();
}

describe('in the midst of a blow', () => {
  let table: Table;
  let gm: Seat;
  let ann: Seat;

  beforeAll(async () => {
    table = await openTable();
    gm = await table.sit('Gamemaster');
    ann = await table.sit('Ann');
    await startEncounter(gm.page);
    await untilStep(ann.page, 1);
  });
  beforeEach(() => startOver(gm, ann));
  afterAll(() => table?.close());

  it('[E-24, E-25] whoever is quicker is asked what to do, and then the blow goes on', async () => {
    await target(gm.page, MIRA);
    await target(ann.page, GNOLL);
    await loadDice(gm.page, { face: 5, of: 20 });
    // A ten would explode for ever.
    await loadDice(ann.page, { face: 19, of: 20 }, { face: 3, of: 10 });
    await perform(gm.page, GNOLL, 'melee-attack');
    await Promise.all([gm, ann].map(({ page }) => untilAsked(page, 'evasion')));
    await perform(ann.page, MIRA, 'challenge-initiative');
    await untilAsked(ann.page, 'initiative');
    await press(ann.page, /./);
    await untilAsked(gm.page, 'initiative-challenge');
    await press(gm.page, /^\s*Roll/);
    await untilAsked(gm.page, 'mesh');
    await press(gm.page, /Together/);
    await untilAsked(ann.page, 'quicker');
    const asked = await state(ann.page);
    expect(asked.fighters[MIRA]!.energy).toBe(5);
    await press(ann.page, /Defend/);
    await untilAsked(ann.page, 'evasion');
    expect((await state(ann.page)).fighters[MIRA]).toMatchObject({ energy: 4, statuses: ['defending'] });
    await press(ann.page, /./);
    await untilClosed(gm.page);
    const { fighters } = await state(gm.page);
    expect(fighters[GNOLL]!.energy).toBe(2);
  });

  it('[E-103, E-65] a thrown weapon lies where its target stands, and a rewind puts it back into the hand', async () => {
    const mira = `game.combats.get('${COMBAT}').combatants.get('${MIRA}').actor`;
    const thrown = await inGame<string>(
      gm.page,
      `const [item] = await ${mira}.createEmbeddedDocuments('Item', [{ name: 'Javelin', type: 'energyWeapon', system: { thrown: true } }]); return item.id;`,
    );
    const javelin = (page: Page) =>
      inGame<{ equipped: boolean; dropped: boolean; lies: string }>(
        page,
        `const { equipped, dropped, lies } = ${mira}.items.get('${thrown}').system; return { equipped, dropped, lies };`,
      );
    await expect.poll(() => javelin(ann.page).catch(() => null)).toEqual({ equipped: true, dropped: false, lies: '' });
    await loadDice(ann.page, { face: 2, of: 20 });
    const { x, y } = (await state(gm.page)).fighters[GNOLL]!;
    const before = await state(gm.page);
    await inGame(
      ann.page,
      `await game.combats.get('${COMBAT}').submit({ do: 'ranged-attack', by: '${MIRA}', at: '${GNOLL}', with: '${thrown}', options: {} });`,
    );
    await untilStep(gm.page, before.step + 1);
    const pass = ann.page.locator('.cadence-prompt button[data-ask]', { hasText: /Pass/ });
    if (await pass.count()) await pass.first().click();
    await expect
      .poll(async () => {
        const { open } = await state(gm.page);
        if (open?.by === GNOLL) await press(gm.page, /./);
        return open;
      })
      .toBeNull();
    const cell = 100;
    const lies = `${(x + cell / 2) / cell} ${(y + cell / 2) / cell} 0`;
    await expect.poll(() => javelin(ann.page)).toEqual({ equipped: false, dropped: true, lies });

    const sheet = await openSheet(ann.page, MIRA);
    await sheet.locator('nav [data-tab="gear"]').click();
    const pick = sheet.locator('[data-tab="gear"] [data-id="pick-up-item"]').first();
    const away = Math.abs(x - before.fighters[MIRA]!.x) > cell || Math.abs(y - before.fighters[MIRA]!.y) > cell;
    await expect.poll(() => pick.getAttribute('aria-disabled')).toBe(String(away));

    await openTracker(gm.page);
    for (let { step, cursor } = await state(gm.page); cursor > 1; { step, cursor } = await state(gm.page)) {
      await gm.page.locator('#combat [data-action="cadenceRewind"]').click();
      await untilStep(gm.page, step + 1);
    }
    await expect.poll(() => javelin(ann.page)).toEqual({ equipped: true, dropped: false, lies: '' });
  });
});
