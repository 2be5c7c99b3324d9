import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  COMBAT,
  GNOLL,
  KOR,
  MIRA,
  perform,
  startEncounter,
  target,
  untilAsked,
  untilClosed,
  untilStep,
} from './support/fight';
import { openTable, type Seat, setSetting, type Table } from './support/table';

describe('a declaration that others may answer', () => {
  let table: Table;
  let gm: Seat;
  let ann: Seat;

  beforeAll(async () => {
    table = await openTable();
    gm = await table.sit('Gamemaster');
    ann = await table.sit('Ann');
    await startEncounter(gm.page);
    await untilStep(ann.page, 1);
    await setSetting(gm.page, 'energy.pause', 60);
    // Of those who are not attacked, who wants to be asked always.
    await gm.page.evaluate(
      ({ combat, kor }) => game.combats.get(combat).combatants.get(kor).update({ 'system.orders.asking': 'always' }),
      { combat: COMBAT, kor: KOR },
    );
    // Of the GM's decision follows a roll of hers.
    await setSetting(ann.page, 'autoThrow', 'always');
  });
  afterAll(() => table?.close());

  it('is shown with its time, is withdrawn by the button in the bar, and is not asked again by a click', async () => {
    await target(gm.page, MIRA);
    await perform(gm.page, GNOLL, 'melee-attack');
    await Promise.all([gm, ann].map(({ page }) => untilAsked(page, 'declared')));
    const asked = ann.page.locator('.cadence-prompt:not(.cadence-prompt--fresh)');
    await asked.locator('.cadence-countdown').waitFor();
    // The odds come from a worker.
    await asked.getByText(/is about to act: Melee Attack at Mira \(≈? ?\d+% hit, [\d.]+ damage\)/).waitFor();
    expect(await asked.locator('.cadence-answer--main').innerText()).toContain('Let it happen');
    await gm.page.evaluate(
      ([combat, gnoll]) => {
        game.combats.get(combat).combatants.get(gnoll).token.object.control({ releaseOthers: true });
      },
      [COMBAT, GNOLL],
    );
    const withdraw = gm.page.locator('#cadence-bar [data-id="withdraw"]');
    // The question to the GM has the place of the bar until it is put aside.
    await gm.page.locator('.cadence-prompt:not(.cadence-prompt--fresh) [data-action="cadenceLater"]').click();
    // The sheet may lie over the bar.
    await gm.page.locator('#cadence-bar [data-id="bar-more"]').dispatchEvent('click');
    await withdraw.dispatchEvent('click');
    // Both are asked again after it: an answer to the question before it would be refused.
    await Promise.all([gm, ann].map(({ page }) => untilStep(page, 3)));
    await withdraw.waitFor({ state: 'detached' });
    await asked.locator('button', { hasText: 'Not this round' }).click();
    // Kor, whose player is not connected, could strike at once.
    await gm.page.locator('.cadence-prompt:not(.cadence-prompt--fresh) button', { hasText: 'Let it happen' }).click();
    await untilClosed(gm.page);
    const orders = await ann.page.evaluate(
      ({ combat, mira }) => game.combats.get(combat).combatants.get(mira).system.orders,
      { combat: COMBAT, mira: MIRA },
    );
    expect(orders).toMatchObject({ asking: '1' });
    expect([...gm.errors, ...ann.errors]).toEqual([]);
  });
});
