import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTracker } from './support/fight';
import { faultsOf, look } from './support/look';
import { openTab, openTable, type Seat, type Table } from './support/table';

let table: Table;
let gm: Seat;

beforeAll(async () => {
  table = await openTable();
  gm = await table.sit('Gamemaster', { ...(process.env.CADENCE_SHOTS && { sharpness: 1 }), width: 1280, height: 800 });
});
afterAll(() => table?.close());

describe('the window for quick foes', () => {
  const quickFoe = () => gm.page.locator('#cadence-quick-foe');
  const press = (name: string) => quickFoe().getByRole('button', { name, exact: true }).click();
  const open = () => gm.page.locator('#actors .cadence-open-quick-foe').click();
  const shoot = async (name: string) => {
    const { CADENCE_SHOTS: folder } = process.env;
    if (folder) await quickFoe().screenshot({ path: `${folder}/quick-foe-${name}.png` });
  };

  it('makes a foe in five clicks and a name', async () => {
    await openTab(gm.page, 'actors');
    await open();
    await quickFoe().getByLabel('Name').waitFor();
    await gm.page.keyboard.type('Old Marn');
    await press('Caster');
    await press('4');
    await press('Frost bolt');
    await expect.poll(() => quickFoe().locator('.cadence-quick-foe__items').innerText()).toMatch(/Frost bolt/);
    expect(await quickFoe().getByLabel('Name').inputValue()).toBe('Old Marn');
    expect(await faultsOf(gm.page)).toEqual([]);
    await look('quick-foe', gm);
    await shoot('caster');
    await quickFoe().locator('[type="submit"]').click();
    await quickFoe().waitFor({ state: 'detached' });
    const made = await gm.page.evaluate(() => {
      const { type, flags, items } = game.actors.getName('Old Marn');
      return { type, temperament: flags.cadence?.temperament, items: items.size };
    });
    expect(made).toMatchObject({ type: 'energy', temperament: 'cunning' });
    expect(made.items).toBeGreaterThan(1);
  });

  it('shows the numbers of each ruleset, and places the foe in the encounter', async () => {
    await open();
    for (const name of ['Clash', 'Seconds', 'Slots', 'Tempo', 'Energy']) {
      await press(name);
      await expect.poll(() => quickFoe().locator(`button[aria-pressed="true"]`, { hasText: name }).count()).toBe(1);
      await press('Boss');
      if (name === 'Clash')
        await expect.poll(() => quickFoe().locator('.cadence-quick-foe__threat').innerText()).toMatch(/^Threat \d+$/);
      await expect.poll(() => quickFoe().locator('.cadence-quick-foe__numbers li').count()).toBeGreaterThan(4);
      expect(await faultsOf(gm.page)).toEqual([]);
      await shoot(name.toLowerCase());
    }
    const tokens = () =>
      gm.page.evaluate(() => canvas.scene?.tokens.contents.filter(({ name }) => name.startsWith('Boss')).length);
    expect(await tokens()).toBe(0);
    await quickFoe().locator('[data-action="place"]').click();
    await expect.poll(tokens).toBe(1);
    await quickFoe().waitFor({ state: 'detached' });
    const fights = () =>
      gm.page.evaluate(() => game.combat?.combatants.contents.filter(({ name }) => name.startsWith('Boss')).length);
    await expect.poll(fights).toBe(1);
  });

  it('makes it elite and a level stronger on its sheet, all selected foes in Group actions, and takes it back', async () => {
    const { page } = gm;
    const sheet = page.locator('.cadence-sheet--actor');
    const names = () =>
      page.evaluate(() => canvas.tokens.controlled.map(({ document }) => document.name.replace(/\d+/g, '')).sort());
    await page.evaluate(async () => {
      await game.actors.getName('Old Marn').sheet.render({ force: true });
    });
    for (const grade of ['elite', 'higher']) await sheet.locator(`[data-grade="${grade}"]`).click();
    await sheet.getByRole('heading', { name: 'Elite Old Marn (+1)' }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await look('grades', gm);
    await sheet.locator('[data-grade="none"]').click();
    await sheet.getByRole('heading', { name: 'Old Marn', exact: true }).waitFor();
    await page.evaluate(async () => {
      await game.actors.getName('Old Marn').sheet.close();
      for (const token of canvas.tokens.placeables)
        if (/^(?:Boss|Gnoll)/.test(token.document.name)) token.control({ releaseOthers: false });
    });
    const before = await names();
    expect(before.length).toBeGreaterThan(1);
    await openTracker(page);
    await page.locator('#combat [data-action="cadenceMany"]').click();
    const group = page.locator('#cadence-bulk');
    await group.locator('[data-grade="weak"]').click();
    await expect.poll(async () => (await names()).every((name) => name.startsWith('Weak '))).toBe(true);
    expect(await faultsOf(page)).toEqual([]);
    await look('grades-group', gm);
    await group.locator('[data-grade="none"]').click();
    await expect.poll(names).toEqual(before);
    expect(gm.errors).toEqual([]);
  });
});
