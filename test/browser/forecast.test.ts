import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTracker, startEncounter } from './support/fight';
import { look, SEEN } from './support/look';
import { openTable, type Seat, type Table } from './support/table';

describe('the forecast of an encounter', () => {
  let table: Table;
  let gm: Seat;

  beforeAll(async () => {
    table = await openTable();
    gm = await table.sit('Gamemaster', { ...SEEN, width: 1280, height: 800 });
  });
  afterAll(() => table?.close());

  /** Forecasts never end, or end with their first report: a whole one takes 20 seconds. */
  const endForecasts = (when: 'never' | 'soon'): Promise<void> =>
    gm.page.evaluate((when) => {
      const page = globalThis as unknown as { forecastsEnd?: 'never' | 'soon' };
      if (page.forecastsEnd === undefined) {
        const { addEventListener } = Worker.prototype;
        Worker.prototype.addEventListener = function (
          this: Worker,
          type: string,
          listener: (event: MessageEvent) => void,
        ) {
          const hear = (event: MessageEvent): void => {
            const { data } = event;
            const isFirst = page.forecastsEnd === 'soon' && data?.result && !data.isDone;
            if (isFirst) this.postMessage({ id: data.id, stop: true });
            if (isFirst) listener({ data: { ...data, isDone: true } } as MessageEvent);
            else if (page.forecastsEnd === 'soon' || !data?.isDone) listener(event);
          };
          addEventListener.call(this, type, hear as EventListener);
        } as typeof addEventListener;
      }
      page.forecastsEnd = when;
    }, when);

  it('runs, is cancelled and finished, labels the tracker, and answers what if', async () => {
    const { page } = gm;
    const forecast = page.locator('#cadence-forecast');
    const notes = forecast.locator('.cadence-forecast__notes');
    const label = page.locator('#combat .cadence-clock__forecast');
    const go = (name: string) => forecast.locator('.cadence-forecast__bar button', { hasText: name });
    const chanceOf = async (side: string): Promise<number> => {
      const shown = forecast.locator('.cadence-forecast__side', { hasText: side }).locator('strong');
      return Number.parseInt(await shown.innerText(), 10);
    };
    await openTracker(page);
    await endForecasts('never');
    await page.locator('#combat .cadence-footer__forecast').click();
    await go('Run forecast').waitFor();
    expect(await forecast.locator('.cadence-forecast__fighter').count()).toBe(4);
    const threat = forecast.locator('.cadence-forecast__threat');
    const spent = async (): Promise<number> => Number(/Threat (\d+) of 100: /.exec(await threat.innerText())?.[1]);
    const before = await spent();
    expect(before).toBeGreaterThan(0);
    await look('forecast-empty', gm);
    const more = forecast.getByRole('button', { name: /^One more: Gnoll/ });
    await more.click();
    await expect.poll(spent).toBeGreaterThan(before);
    await go('Undo changes').click();
    await expect.poll(spent).toBe(before);

    await go('Run forecast').click();
    await forecast.locator('.cadence-forecast__side').first().waitFor();
    await look('forecast-running', gm);
    await go('Cancel').click();
    await notes.getByText(/Stopped after \d+ of 400 fights\./).waitFor();
    expect(await label.count()).toBe(0);

    await endForecasts('soon');
    await go('Run again').click();
    await notes.getByText(/From \d+ fights?\./).waitFor();
    const chance = await chanceOf('Heroes');
    expect(chance + (await chanceOf('Foes'))).toBeGreaterThan(90);
    expect(await label.innerText()).toBe(await forecast.locator('.cadence-forecast__difficulty').innerText());
    await look('forecast-finished', gm);

    const row = (name: string) => forecast.locator('.cadence-forecast__fighter', { hasText: name });
    await row('Mira').getByRole('checkbox').uncheck();
    await row('Gnoll')
      .first()
      .getByRole('button', { name: /^One more/ })
      .click();
    const level = row('Kor').locator('[data-id="level"]');
    const ownLevel = await level.inputValue();
    await level.fill('9');
    await level.press('Tab');
    await notes.getByText('Your latest changes are not in these numbers yet.').waitFor();
    await go('Run again').click();
    await notes.getByText(/These numbers are for a changed fight: without Mira, Kor at level 9, .* ×2\./).waitFor();
    await notes.getByText(/From \d+ fights?\./).waitFor();
    await look('forecast-changed', gm);
    const labeled = await label.innerText();
    expect(labeled).toContain(`${chance}%`);
    await go('Undo changes').click();
    await expect.poll(() => row('Mira').getByRole('checkbox').isChecked()).toBe(true);
    expect(await level.inputValue()).toBe(ownLevel);

    await forecast.locator('[data-action="close"]').click();
    await forecast.waitFor({ state: 'detached' });
    await startEncounter(page);
    await page.locator('#combat .cadence-clock__forecast--old').waitFor();
    await label.click();
    await notes.getByText('The fight has moved on since this forecast.').waitFor();
    expect(gm.errors).toEqual([]);
  });
});
