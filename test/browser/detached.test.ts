import type { JSHandle, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  COMBAT,
  GNOLL,
  KOR,
  MIRA,
  openTracker,
  standFirm,
  startEncounter,
  state,
  target,
  untilStep,
} from './support/fight';
import { turnTo } from './support/sheet';
import { loadDice, openTable, type Seat, submit, type Table } from './support/table';

/** Since Foundry 14 a window can be moved into a browser window of its own, and must work there as before. */
describe('detached windows', () => {
  let table: Table;
  let gm: Seat;
  let ann: Seat;

  beforeAll(async () => {
    table = await openTable();
    gm = await table.sit('Gamemaster');
    ann = await table.sit('Ann');
    await startEncounter(gm.page);
    await untilStep(ann.page, 1);
    await standFirm(ann.page, MIRA, gm.page);
    await standFirm(gm.page, GNOLL, gm.page);
  });
  afterAll(() => table?.close());

  /** Detaches a window and returns its new page. */
  async function detached(seat: Seat, app: JSHandle<PageApplication>): Promise<Page> {
    const [page] = await Promise.all([seat.context.waitForEvent('page'), app.evaluate((app) => app.detachWindow())]);
    page.on('pageerror', (error) => seat.errors.push(error.message));
    return page;
  }

  it('act from a sheet, which changes with the fight', async () => {
    await ann.page.evaluate(
      async ({ combat, mira }) => {
        await game.combats.get(combat).combatants.get(mira).actor.sheet.render({ force: true });
      },
      { combat: COMBAT, mira: MIRA },
    );
    await target(ann.page, GNOLL);
    const own = await ann.page.evaluateHandle(
      ({ combat, mira }) => game.combats.get(combat).combatants.get(mira).actor.sheet,
      { combat: COMBAT, mira: MIRA },
    );
    const page = await detached(ann, own);
    const sheet = page.locator('.cadence-sheet--actor');
    await turnTo(sheet, 'actions');
    await sheet.locator('[data-tab="actions"] [data-id="defend"]').first().click();
    await untilStep(ann.page, 2);
    await sheet.locator('[data-gauge="energy"][aria-valuenow="4"]').first().waitFor();
    // Foundry's tooltip reads what was built for the hovered element.
    const gauge = sheet.locator('[data-gauge="aura"]').first();
    expect(await gauge.getAttribute('data-tooltip-html')).toBeNull();
    await gauge.hover();
    await expect.poll(() => gauge.getAttribute('data-tooltip-html')).toContain('Damage reduces Aura first.');
    // The right button opens the options of an action there too.
    await sheet.locator('[data-tab="actions"] [data-id="melee-attack"]').first().click({ button: 'right' });
    await ann.page.locator('#cadence-options').waitFor();
    await ann.page.evaluate(async () => {
      await foundry.applications.instances.get('cadence-options').close({ animate: false });
    });
    await ann.page.evaluate(
      async ({ combat, mira }) => {
        await game.combats.get(combat).combatants.get(mira).actor.sheet.attachWindow();
      },
      { combat: COMBAT, mira: MIRA },
    );
    await ann.page.locator('.cadence-sheet--actor').waitFor();
    await expect.poll(() => page.isClosed()).toBe(true);
  });

  it('show the tracker, which leads to the ask in the prompt of its own page', async () => {
    await openTracker(ann.page);
    await ann.page.evaluate(async () => {
      await game.settings.set('cadence', 'autoThrow', 'never');
      await ui.combat.renderPopout();
    });
    await ann.page.locator('#combat-popout .cadence-row').first().waitFor();
    const page = await detached(ann, await ann.page.evaluateHandle(() => ui.combat.popout));
    await page.locator(`.cadence-row[data-combatant-id="${KOR}"]`).waitFor();
    const { step } = await state(ann.page);
    await loadDice(gm.page, { face: 15, of: 20 });
    await submit(gm.page, COMBAT, { do: 'melee-attack', by: GNOLL, at: MIRA }, true);
    await untilStep(ann.page, step + 1);
    await page.locator('.cadence-awaited--mine button').click();
    await ann.page.locator('#cadence-prompt button[data-ask]:focus').waitFor();
    await ann.page.locator('#cadence-prompt button[data-ask]').click();
    await ann.page.waitForFunction((id) => game.combats.get(id).system.open === null, COMBAT);
    await expect.poll(() => page.locator('.cadence-awaited').count()).toBe(0);
    await page.close();
    await expect.poll(() => ann.page.evaluate((): boolean => !ui.combat.popout?.rendered)).toBe(true);
  });

  it('log no error', () => expect([...gm.errors, ...ann.errors]).toEqual([]));
});
