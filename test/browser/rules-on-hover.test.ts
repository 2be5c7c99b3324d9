import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { look, SEEN } from './support/look';
import { openTable, type Seat, type Table } from './support/table';

/** Everything with a rule shows it: in a tooltip that can be locked, and on the cheat sheet. */
describe('the rules at hand', () => {
  let table: Table;
  let ann: Seat;

  beforeAll(async () => {
    table = await openTable();
    ann = await table.sit('Ann', SEEN);
    await ann.page.evaluate(() => game.user.character.sheet.render({ force: true }));
    await ann.page.locator('.cadence-sheet .cadence-gauge').first().waitFor();
  });
  afterAll(() => table?.close());

  it('stay in the tooltip of an element that is redrawn under a resting pointer', async () => {
    const { page } = ann;
    const gauge = page.locator('.cadence-sheet [data-gauge="stamina"]').first();
    const built = () => gauge.getAttribute('data-tooltip-html');
    await gauge.hover();
    await expect.poll(built).toContain('cadence-rule__name');
    const before = await gauge.getAttribute('data-tooltip-text');
    await page.evaluate(async () => {
      const actor = game.user.character;
      await actor.update({ 'system.stamina.value': actor.system.stamina.value - 1 });
      await actor.sheet.render();
    });
    await expect.poll(() => gauge.getAttribute('data-tooltip-text')).not.toBe(before);
    expect(await built()).toContain('cadence-rule__name');
    await page.mouse.move(700, 500);
    expect(ann.errors).toEqual([]);
  });

  it('are shown in a tooltip, which a middle click locks and which links to the quick reference', async () => {
    const { page } = ann;
    await page.locator('.cadence-sheet [data-gauge="aura"]').first().hover();
    const tooltip = page.locator('#tooltip.active .cadence-rule');
    await tooltip.waitFor();
    expect(await tooltip.locator('strong').textContent()).toBe('Aura');
    expect(await tooltip.textContent()).toContain('Damage reduces Aura first.');
    await look('tooltip-gauge', ann);
    await page.mouse.move(700, 500);
    await tooltip.waitFor({ state: 'hidden' });
    await page.locator('.cadence-sheet [data-gauge="aura"]').first().hover();
    await tooltip.waitFor();
    await page.mouse.down({ button: 'middle' });
    await page.mouse.up({ button: 'middle' });
    const link = page.locator('.locked-tooltip a.content-link');
    await link.click();
    await page.locator('.journal-entry, .journal-sheet').first().waitFor();
    expect(await page.locator('.journal-entry, .journal-sheet').first().textContent()).toContain('How a Round goes');
    expect(ann.errors).toEqual([]);
  });

  it('are shown in the tooltip of the element that the keyboard focuses', async () => {
    const { page } = ann;
    const tooltip = page.locator('#tooltip.active');
    const actions = page.locator('.cadence-sheet .cadence-action[data-rule]');
    await actions.first().focus();
    await page.mouse.move(2, 2);
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Tab');
    await tooltip.waitFor();
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-describedby'))).toBe('tooltip');
    const name = await actions.first().getAttribute('data-label');
    expect(await tooltip.locator('.cadence-rule strong').textContent()).toBe(name);
    await look('tooltip-focus', ann);
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await tooltip.waitFor({ state: 'hidden' });
    expect(ann.errors).toEqual([]);
  });

  it('are shown on a cheat sheet, at the focused element', async () => {
    const { page } = ann;
    const action = page.locator('.cadence-sheet .cadence-action[data-id="run"]').first();
    await action.focus();
    const rule = await action.getAttribute('data-rule');
    await page.keyboard.press('Shift+Slash');
    const sheet = page.locator('.cadence-cheat');
    await sheet.waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-entry'))).toBe(rule);
    expect(await sheet.locator('.cadence-cheat__turn li').count()).toBe(5);
    const told = await sheet.locator('.cadence-cheat__row').allTextContents();
    const rows = told.map((row) => row.replaceAll(/\s+/g, ' ').trim());
    expect(rows).toContainEqual(expect.stringMatching(/^Melee Attack \d Energy /));
    expect(rows).toContainEqual(expect.stringMatching(/^Prone /));
    expect(rows).toContainEqual(expect.stringMatching(/^Aura /));
    expect(rows).toContainEqual(expect.stringMatching(/^Cheat sheet ?Shift/));
    await look('cheat-sheet', ann);
    expect(ann.errors).toEqual([]);
  });
});
