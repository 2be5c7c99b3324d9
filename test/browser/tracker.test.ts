import { afterEach, describe, expect, it } from 'vitest';
import { COMBAT, KOR, MIRA, openTracker, row, startEncounter, untilStep } from './support/fight';
import { openTable, submit, type Table } from './support/table';

/**
 * It is unproven which parts of its tracker Foundry renders again, and when it knows the viewed combat; both variants
 * must work.
 */
describe.each([
  [{ trackerParts: 'replaced', trackerViewed: 'after-parts' }],
  [{ trackerParts: 'kept', trackerViewed: 'before-parts', actorRedraw: 'at-once' }],
] as const)('the tracker with %o', (variants) => {
  let table: Table;
  afterEach(() => table?.close());

  it('shows our part beside Foundry’s, keeps unchanged elements, and makes way for other encounters', async () => {
    table = await openTable({ variants });
    const { page, errors } = await table.sit('Gamemaster');
    await startEncounter(page);
    const parts = await page
      .locator('#combat > [data-application-part]')
      .evaluateAll((all) => all.map((each) => each.getAttribute('data-application-part')));
    expect(parts).toEqual(['header', 'cadence', 'tracker', 'footer']);
    // A query for a combatant's row finds ours, and no other.
    await expect.poll(() => page.locator(`#combat li.combatant[data-combatant-id="${MIRA}"]`).count()).toBe(1);
    await row(page, KOR).evaluate((element) => {
      Object.assign(element, { isTheSame: true });
    });
    await row(page, KOR).focus();
    await page.evaluate(() => {
      const seen = { renders: 0, replaced: 0, templates: [] as string[] };
      globalThis.trackerSeen = seen;
      Hooks.on('renderCombatTracker', () => {
        seen.renders += 1;
      });
      const { handlebars } = foundry.applications;
      const { renderTemplate } = handlebars;
      handlebars.renderTemplate = (path, context) => {
        seen.templates.push(path.replace(/^.*templates\//, ''));
        return renderTemplate(path, context);
      };
      new MutationObserver((changes) => {
        seen.replaced += changes.flatMap(({ removedNodes }) => [...removedNodes]).length;
      }).observe(document.querySelector('#combat .cadence-rows')!, { childList: true });
    });
    await submit(page, COMBAT, { do: 'defend', by: MIRA }, true);
    await untilStep(page, 2);
    await row(page, MIRA).locator('[data-gauge="energy"][aria-valuenow="4"]').waitFor();
    expect(
      await row(page, KOR).evaluate((element) => 'isTheSame' in element && document.activeElement === element),
    ).toBe(true);
    // One rendering for all changes of a step, also when Foundry has set up its turns; and no row replaces another.
    await page.waitForTimeout(200);
    const { templates, ...counts } = await page.evaluate(() => globalThis.trackerSeen);
    expect(counts).toEqual({ renders: 1, replaced: 0 });
    // The card is drawn once, for the log and for the notification, and the tracker before it.
    const drawn = templates.filter((name) => name === 'tracker/tracker.hbs' || name === 'chat/card.hbs');
    expect(drawn).toEqual(['tracker/tracker.hbs', 'chat/card.hbs']);

    await page.evaluate(async () => {
      const other = await Combat.create({ type: 'base', scene: canvas.scene.id });
      await other.createEmbeddedDocuments('Combatant', [{ name: 'Somebody' }]);
      await ui.combat.render({ combat: other });
    });
    await page.locator('#combat .combatant .name', { hasText: 'Somebody' }).waitFor();
    await expect.poll(() => page.locator('#combat .cadence-row').count()).toBe(0);
    // Core’s tracker hears of an encounter that it does not show.
    await submit(page, COMBAT, { do: 'defend', by: KOR }, true);
    await untilStep(page, 3);
    await page.evaluate(async (combat) => {
      await ui.combat.render({ combat: game.combats.get(combat) });
    }, COMBAT);
    await openTracker(page);
    await row(page, KOR).waitFor();
    // An icon in a button is not the row, in which a double click opens the sheet.
    const doubleClick = (inRow: string) => row(page, MIRA).locator(inRow).first().dispatchEvent('dblclick');
    const sheets = () =>
      page.evaluate(() => [...foundry.applications.instances.values()].filter(({ id }) => id.includes('Sheet')).length);
    await doubleClick('button *');
    await page.waitForTimeout(300);
    expect(await sheets()).toBe(0);
    await doubleClick('.name');
    await expect.poll(sheets).toBe(1);
    expect(errors).toEqual([]);
  });
});
