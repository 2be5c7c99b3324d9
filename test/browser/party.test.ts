import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faultsOf } from './support/look';
import { atRest, openTab, openTable, type Seat, type Table, tokenAt } from './support/table';

describe('the party sheet', () => {
  let table: Table;
  let gm: Seat;

  beforeAll(async () => {
    table = await openTable();
    const shots = process.env.CADENCE_SHOTS;
    gm = await table.sit('Gamemaster', { ...(shots && { sharpness: 1 }), width: 1280, height: 800 });
  });
  afterAll(() => table?.close());

  const party = () => gm.page.locator('#cadence-party');
  const hero = (name: string) =>
    party().locator('.cadence-party__hero', { has: gm.page.getByRole('heading', { name: new RegExp(`^${name}`) }) });
  const item = (name: string, of: string) => hero(of).locator('.cadence-item', { hasText: name });
  const shoot = async (name: string) => {
    const { CADENCE_SHOTS: folder } = process.env;
    if (folder) await gm.page.screenshot({ path: `${folder}/party-${name}.png` });
  };
  async function dropAt(source: Locator, { x, y }: { readonly x: number; readonly y: number }): Promise<void> {
    await source.hover();
    await gm.page.mouse.down();
    await gm.page.mouse.move(x - 4, y - 4, { steps: 3 });
    await gm.page.mouse.move(x, y, { steps: 3 });
    await gm.page.mouse.up();
  }

  it('shows the heroes side by side, with pools, gear by click or drag, rests and time', async () => {
    await openTab(gm.page, 'actors');
    await gm.page.locator('#actors .cadence-open-party').click();
    await party()
      .getByRole('button', { name: /^Energy/ })
      .click();
    await hero('Mira').waitFor();
    await shoot('open');
    expect(await faultsOf(gm.page)).toEqual([]);

    const aura = hero('Mira').locator('input[data-pool="aura"]');
    await aura.fill('4');
    await aura.press('Tab');
    const stored = () => gm.page.evaluate(() => game.actors.getName('Mira').system.aura.value);
    await expect.poll(stored).toBe(4);

    const gear = await hero('Mira').locator('.cadence-party__item').allInnerTexts();
    const [first = '', second = '', third = ''] = gear.map((name) => name.trim());
    await item(first, 'Mira').locator('[data-action="give"]').click();
    await party().getByText(`Giving ${first}: choose who gets it.`).waitFor();
    await shoot('giving');
    await hero('Kor').locator('[data-action="giveTo"]').click();
    await item(first, 'Kor').waitFor();
    await item(first, 'Mira').waitFor({ state: 'detached' });

    await item(second, 'Mira').dragTo(hero('Kor').locator('.cadence-party__head'));
    await item(second, 'Kor').waitFor();
    await item(second, 'Mira').waitFor({ state: 'detached' });

    // From a sheet to a token on the map.
    await gm.page.evaluate(() => game.actors.getName('Mira').sheet.render({ force: true }));
    const sheet = gm.page.locator('.cadence-sheet--actor');
    await sheet.locator('nav [data-tab="gear"]').click();
    await gm.page.evaluate(() => {
      for (const app of foundry.applications.instances.values())
        if (app.id === 'cadence-party') app.setPosition({ left: 700, top: 300, width: 560, height: 480 });
        else if (app.document) app.setPosition({ left: 60, top: 20, width: 420 });
    });
    await gm.page.evaluate(() => {
      const { object } = canvas.scene.tokens.getName('Kor');
      // Between the windows, below messages.
      canvas.pan({ x: object.center.x, y: object.center.y + 120, scale: 1 });
    });
    const at = await atRest(gm.page, () => tokenAt(gm.page, 'Kor'));
    await dropAt(sheet.locator('[data-tab="gear"] .cadence-item', { hasText: third }).first(), at);
    await shoot('token');
    await item(third, 'Kor').waitFor();
    await item(third, 'Mira').waitFor({ state: 'detached' });
    await gm.page.evaluate(() => game.actors.getName('Mira').sheet.close());

    const time = () => gm.page.evaluate(() => game.time.worldTime);
    const before = await time();
    await party().getByRole('button', { name: '1 hour' }).click();
    await expect.poll(time).toBe(before + 3600);
    await party()
      .getByRole('button', { name: /^Short Rest/ })
      .click();
    await gm.page.locator('.cadence-prompt').getByText('block 1 of').waitFor();
    await shoot('rest');
    expect(gm.errors).toEqual([]);
  });
});
