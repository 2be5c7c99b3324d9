import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openChat } from './support/fight';
import { faultsOf } from './support/look';
import { openTab, openTable, type Seat, type Table } from './support/table';

/** What users see of a requested roll; `test/headless/group-roll.test.ts` tests its documents. The steps build on each other. */
describe('a requested roll', () => {
  let table: Table;
  let gm: Seat;
  let ann: Seat;
  let clicks = 0;

  beforeAll(async () => {
    table = await openTable();
    const look = { ...(process.env.CADENCE_SHOTS && { sharpness: 1 }), width: 1280, height: 800 };
    gm = await table.sit('Gamemaster', look);
    ann = await table.sit('Ann', { ...look, width: 900, scheme: 'dark' });
    for (const { page } of [gm, ann]) await openChat(page);
  });
  afterAll(() => table?.close());

  const roller = () => gm.page.locator('#cadence-group-roll');
  const card = ({ page }: Seat) => page.locator('#chat .cadence-card').last();
  const click = async (on: Locator): Promise<void> => {
    clicks += 1;
    await on.click();
  };
  const shoot = async ({ page }: Seat, name: string) => {
    const { CADENCE_SHOTS: folder } = process.env;
    if (folder) await page.screenshot({ path: `${folder}/roll-${name}.png` });
  };

  it('takes four clicks of the GM and one of the player', async () => {
    await click(gm.page.locator('#scene-controls [data-tool="cadenceGroupRoll"]'));
    await roller().locator('[data-action="chooseRoll"]').first().waitFor();
    await click(roller().locator('[data-roll="fortitude-roll"]'));
    await click(roller().locator('[data-value="10"]'));
    await expect
      .poll(() => roller().locator('[data-action="request"]').innerText())
      .toMatch(/^Request Fortitude from \d$/);
    expect(await faultsOf(gm.page)).toEqual([]);
    await shoot(gm, 'window');
    await click(roller().locator('[data-action="request"]'));
    await roller().waitFor({ state: 'detached' });
    expect(clicks).toBe(4);

    const asked = ann.page.locator('.cadence-prompt button[data-ask]');
    await asked.waitFor();
    await shoot(ann, 'asked');
    await shoot(gm, 'waiting');
    // One click for each of her fighters.
    await asked.click();
    await ann.page
      .locator('.cadence-prompt')
      .getByText(/^Tamsin/)
      .waitFor();
    await asked.click();
    await card(gm)
      .locator('.cadence-card__effects')
      .getByText(/of \d succeeded/)
      .first()
      .waitFor();
    await card(ann)
      .locator('.cadence-card__effects')
      .getByText(/of \d succeeded/)
      .first()
      .waitFor();
    expect(await card(ann).locator('.cadence-rolls tr').count()).toBeGreaterThan(1);
    await shoot(gm, 'card');
    await shoot(ann, 'card');
  });

  it('is opened by a link, and its secret card is the GM’s', async () => {
    await gm.page.evaluate(() =>
      ChatMessage.implementation.create({
        content: '@Check[energy.will-roll difficulty=hard secret]{resist} @Check[energy.chance difficulty=5]',
      }),
    );
    await gm.page.locator('#chat a[data-reference="will-roll"]').click();
    await expect.poll(() => roller().locator('[data-action="toggleSecret"]').getAttribute('aria-pressed')).toBe('true');
    await shoot(gm, 'secret');
    await roller().locator('[data-action="request"]').click();
    await card(gm)
      .locator('.cadence-card__effects')
      .getByText(/of \d succeeded/)
      .first()
      .waitFor();
    await shoot(gm, 'secret-card');
    expect(await ann.page.locator('.cadence-prompt').count()).toBe(0);

    await ann.page.locator('#chat a[data-reference="chance"]').click();
    await card(ann)
      .locator('.cadence-card__effects')
      .getByText(/: (success|failure)/)
      .first()
      .waitFor();
    await expect.poll(() => ann.page.locator('#chat .cadence-card').count()).toBe(2);
    await shoot(ann, 'link');
    expect([gm.errors, ann.errors]).toEqual([[], []]);
  });

  it('is requested from the party sheet', async () => {
    await openTab(gm.page, 'actors');
    await gm.page.locator('#actors .cadence-open-party').click();
    await gm.page.locator('#cadence-party [data-action="requestRoll"]').click();
    await roller().locator('[data-action="toggleFighter"]').first().waitFor();
    await shoot(gm, 'party');
    await roller().locator('[data-action="toggleFighter"]').first().click();
    await expect.poll(() => roller().locator('[aria-pressed="false"][data-action="toggleFighter"]').count()).toBe(1);
  });
});
