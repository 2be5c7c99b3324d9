import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeSheets, faultsOf, look } from './support/look';
import { openTab, openTable, type Seat, type Table } from './support/table';

let table: Table;
let gm: Seat;
let ann: Seat;

beforeAll(async () => {
  table = await openTable();
  const size = { ...(process.env.CADENCE_SHOTS && { sharpness: 1 }), width: 1280, height: 800 };
  gm = await table.sit('Gamemaster', size);
  ann = await table.sit('Ann', size);
});
afterAll(() => table?.close());

describe('the compendium browser', () => {
  const browser = ({ page }: Seat) => page.locator('#cadence-browser');
  const shown = (seat: Seat) => browser(seat).locator('.cadence-browser__entry:visible');
  const entry = (seat: Seat, name: string) =>
    browser(seat).locator('.cadence-browser__entry', { has: seat.page.getByRole('button', { name, exact: true }) });
  const names = (seat: Seat) => shown(seat).locator('.cadence-browser__name').allInnerTexts();
  const shoot = async ({ page }: Seat, name: string) => {
    const { CADENCE_SHOTS: folder } = process.env;
    if (folder) await page.screenshot({ path: `${folder}/browser-${name}.png` });
  };

  it('finds a foe for the GM, by filters that can be cleared, and drags it to the map', async () => {
    await openTab(gm.page, 'compendium');
    await gm.page.locator('#compendium .cadence-open-browser').click();
    await browser(gm).getByRole('button', { name: 'Energy', exact: true }).click();
    await entry(gm, 'Halberd').waitFor();
    const all = await shown(gm).count();
    const budget = browser(gm).locator('.cadence-browser__budget');
    expect(await budget.innerText()).toMatch(/^\s*Threat \d+ of 100: \w+$/);
    await entry(gm, 'Stone drake').hover();
    await expect.poll(() => budget.innerText()).toMatch(/One more Stone drake: Threat \d+ of 100: \w+$/);
    expect(await entry(gm, 'Stone drake').locator('.cadence-browser__threat').innerText()).toMatch(/^Threat \d+$/);
    await look('compendium-browser-threat', gm);
    await shoot(gm, 'open');
    expect(await faultsOf(gm.page)).toEqual([]);

    // Typing hides rows and renders none.
    await entry(gm, 'Goblin').evaluate((row) => row.setAttribute('data-kept', ''));
    await browser(gm).getByLabel('Search by name').pressSequentially('gob');
    await expect.poll(() => names(gm)).toEqual(['Goblin']);
    expect(await entry(gm, 'Goblin').getAttribute('data-kept')).toBe('');
    await browser(gm).getByLabel('Search by name').press('ArrowDown');
    await gm.page.keyboard.press('Enter');
    const sheet = gm.page.locator('.cadence-sheet--actor');
    await sheet.waitFor();
    await closeSheets(gm.page);

    await browser(gm).getByLabel('Damage type').selectOption({ label: 'Slashing' });
    await browser(gm).getByText('Nothing matches.').waitFor();
    await shoot(gm, 'nothing');
    expect(await faultsOf(gm.page)).toEqual([]);
    await browser(gm).getByRole('button', { name: 'Clear filters' }).last().click();
    await expect.poll(() => shown(gm).count()).toBe(all);
    expect(await browser(gm).getByLabel('Search by name').inputValue()).toBe('');

    await browser(gm).locator('[data-facet="kind"]').selectOption({ label: 'Foes' });
    await browser(gm).getByText('Damage type').waitFor({ state: 'detached' });
    await browser(gm).getByLabel('Level, at most').fill('1');
    await expect.poll(() => names(gm)).toContain('Goblin');
    expect(await names(gm)).not.toContain('Stone drake');
    await shoot(gm, 'foes');
    const tokens = () => gm.page.evaluate(() => canvas.scene.tokens.size);
    const before = await tokens();
    await gm.page.evaluate(() => {
      for (const app of foundry.applications.instances.values())
        if (app.id === 'cadence-browser') app.setPosition({ left: 280, top: 60, width: 600 });
    });
    // A place of the map that no window covers.
    await entry(gm, 'Goblin').dragTo(gm.page.locator('#board'), { targetPosition: { x: 60, y: 400 }, force: true });
    await expect.poll(tokens).toBe(before + 1);
    expect(gm.errors).toEqual([]);
  });

  it('gives a player gear for their sheet, by drag and by keyboard, and no foes', async () => {
    await openTab(ann.page, 'compendium');
    await ann.page.locator('#compendium .cadence-open-browser').click();
    await browser(ann).getByRole('button', { name: 'Energy', exact: true }).click();
    await entry(ann, 'Halberd').waitFor();
    expect(await names(ann)).not.toContain('Goblin');
    expect(
      await browser(ann).locator('.cadence-browser__budget, .cadence-browser__threat').locator('visible=true').count(),
    ).toBe(0);
    await look('compendium-browser', ann);
    await shoot(ann, 'player');

    const id = await ann.page.evaluate(async () => {
      const mira = game.actors.find((actor) => actor.name === 'Mira' && actor.type === 'energy');
      await mira.sheet.render({ force: true });
      return mira.id;
    });
    const sheet = ann.page.locator('.cadence-sheet--actor');
    await sheet.locator('nav [data-tab="gear"]').click();
    await shoot(ann, 'sheet');
    await sheet.getByRole('button', { name: 'Add from compendium' }).click();
    await entry(ann, 'Halberd').getByRole('button', { name: 'Add Halberd to Mira' }).waitFor();
    await ann.page.evaluate(() => {
      for (const app of foundry.applications.instances.values())
        if (app.id === 'cadence-browser') {
          app.setPosition({ left: 440, top: 20, width: 440 });
          app.bringToFront();
        } else if (app.document) app.setPosition({ left: 10, top: 20, width: 420 });
    });
    const has = (name: string) =>
      ann.page.evaluate(({ id, name }) => game.actors.get(id).items.filter((item) => item.name === name).length, {
        id,
        name,
      });
    const [halberds, maces] = [await has('Halberd'), await has('Mace')];
    await browser(ann).getByLabel('Search by name').fill('halb');
    await expect.poll(() => names(ann)).toEqual(['Halberd']);
    await entry(ann, 'Halberd')
      .locator('img')
      .dragTo(sheet.locator('[data-tab="gear"]').last(), { targetPosition: { x: 30, y: 80 } });
    await expect.poll(() => has('Halberd')).toBe(halberds + 1);
    await browser(ann).getByLabel('Search by name').fill('mace');
    await browser(ann).getByRole('button', { name: 'Add Mace to Mira' }).focus();
    await ann.page.keyboard.press('Enter');
    await expect.poll(() => has('Mace')).toBe(maces + 1);
    await shoot(ann, 'given');
    expect(await faultsOf(ann.page)).toEqual([]);
    expect(ann.errors).toEqual([]);
  });
});

/** A GM's own compendium, from its creation to an update of Cadence. The steps build on each other. */
describe('a compendium of the world', () => {
  beforeAll(async () => {
    for (const { page } of [gm, ann]) await openTab(page, 'compendium');
  });

  const listed = ({ page }: Seat) => page.locator('#compendium [data-pack="world.attic"]');
  const shelf = () => gm.page.locator('#compendium-world\\.attic');

  it('is created with a name and a type, and listed for all users', async () => {
    await gm.page.getByRole('button', { name: 'Create compendium' }).click();
    const dialog = gm.page.locator('.application.dialog');
    await dialog.locator('[name="label"]').fill('Attic');
    await dialog.locator('[name="type"]').selectOption('Item');
    await dialog.locator('[name="label"]').press('Enter');
    for (const seat of [gm, ann]) await expect.poll(() => listed(seat).innerText()).toMatch(/^Attic\s*Items · world$/);
    expect(await ann.page.getByRole('button', { name: 'Create compendium' }).count()).toBe(0);
  });

  it('accepts documents that are dropped on it', async () => {
    await gm.page.evaluate(async () => {
      await Item.create({ name: 'Veil of thorns', type: 'clashSpell' });
    });
    await listed(gm).getByRole('button').click();
    await shelf().waitFor();
    await openTab(gm.page, 'items');
    await gm.page
      .locator('#items .directory-item', { hasText: 'Veil of thorns' })
      .dragTo(shelf().locator('.directory-list'), { targetPosition: { x: 20, y: 20 } });
    await expect.poll(() => shelf().locator('.entry').allInnerTexts()).toEqual(['Veil of thorns']);
  });

  it('is locked from its menu, for all users', async () => {
    await openTab(gm.page, 'compendium');
    await gm.page.evaluate(async () => {
      const spell = { name: 'Old veil', type: 'clashSpell', system: { ethereal: 'always' } };
      const operation = { data: [spell], pack: 'world.attic', broadcast: false };
      await new Promise((done) =>
        game.socket.emit('modifyDocument', { type: 'Item', action: 'create', operation }, done),
      );
    });
    await listed(gm).click({ button: 'right' });
    await gm.page.locator('#context-menu').getByText('Lock or unlock').click();
    for (const seat of [gm, ann]) await expect.poll(() => listed(seat).getByLabel('Locked').count()).toBe(1);
  });
});
