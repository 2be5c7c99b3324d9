import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTab, openTable, type Seat, type Table } from './support/table';

/** A GM's own compendium, from its creation to an update of Cadence. The steps build on each other. */
describe('a compendium of the world', () => {
  let table: Table;
  let gm: Seat;
  let ann: Seat;

  beforeAll(async () => {
    table = await openTable();
    [gm, ann] = [await table.sit('Gamemaster'), await table.sit('Ann')];
    for (const { page } of [gm, ann]) await openTab(page, 'compendium');
  });
  afterAll(() => table?.close());

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
