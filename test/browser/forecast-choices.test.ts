import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTracker } from './support/fight';
import { look, SEEN } from './support/look';
import { openTable, type Seat, type Table } from './support/table';

describe('the forecast window', () => {
  let table: Table;
  let gm: Seat;

  beforeAll(async () => {
    table = await openTable();
    gm = await table.sit('Gamemaster', { ...SEEN, width: 1280, height: 800 });
    await openTracker(gm.page);
  });
  afterAll(() => table?.close());

  it('measures foes that have no threat, also while it is closed', async () => {
    const { page } = gm;
    const forecast = page.locator('#cadence-forecast');
    const threat = forecast.locator('.cadence-forecast__threat');
    const button = (name: string) => forecast.locator('.cadence-forecast__budget button', { hasText: name });
    const open = () => page.locator('#combat .cadence-footer__forecast').click();
    await page.evaluate(async () => {
      const { actorId } = game.combat.combatants.find(({ name }) => name === 'Gnoll raider');
      await game.actors.get(actorId).update({ flags: { cadence: { threat: { value: 'none' } } } });
    });
    await open();
    await threat.getByText('Not measured: 1').waitFor();
    await look('forecast-unmeasured', gm);
    await button('Measure').click();
    await forecast.locator('.cadence-forecast__measuring', { hasText: /[1-9]\d* fights?/ }).waitFor();
    await look('forecast-measuring', gm);
    await forecast.locator('[data-action="close"]').click();
    await forecast.waitFor({ state: 'detached' });
    await open();
    await button('Measure again').waitFor({ timeout: 120_000 });
    expect(await threat.innerText()).toMatch(/Threat \d+ of 100: /);
    await look('forecast-measured', gm);

    await button('Measure again').click();
    await button('Cancel measuring').click();
    await button('Measure again').waitFor();
    expect(gm.errors).toEqual([]);
  }, 180_000);
});
