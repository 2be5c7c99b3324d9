import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMBAT, GNOLL, KOR, MIRA, standFirm, startEncounter, state } from './support/fight';
import { look, SEEN } from './support/look';
import { openTable, type Seat, type Table } from './support/table';

const LIST = '#cadence-suggest';
const BULB = '#cadence-bar [data-id="bar-suggest"]';

describe('suggestions', () => {
  let table: Table;
  let gm: Seat;
  const rows = ({ page }: Seat) => page.locator(`${LIST} [data-suggestion]`);
  const status = ({ page }: Seat) => page.locator(`${LIST} [role="status"]`);
  const untilDone = (seat: Seat) =>
    expect.poll(() => status(seat).textContent(), { timeout: 20_000 }).not.toBe('Thinking…');
  const control = (seat: Seat, fighter: string) =>
    seat.page.evaluate(
      ({ combat, fighter }) => {
        game.combats.get(combat).combatants.get(fighter).token.object.control({ releaseOthers: true });
      },
      { combat: COMBAT, fighter },
    );
  /** The lines and spaces of the suggestion on the map. */
  const drawn = (page: Page): Promise<string> =>
    page.evaluate(() =>
      JSON.stringify(
        ['cadence-suggested-way', 'cadence-suggested-spaces'].map((layer) =>
          (canvas.interface.grid.getHighlightLayer(layer)?.geometry.graphicsData ?? []).map(
            ({ shape }: { shape: object }) =>
              Object.values(shape).filter((value) => typeof value !== 'object' || Array.isArray(value)),
          ),
        ),
      ),
    );
  /** The center of a row's target; empty without one. */
  const targetOf = (row: Locator): Promise<string> =>
    row.evaluate((button, combat) => {
      const { at } = JSON.parse((button as HTMLElement).dataset.suggestion ?? '{}');
      const center = at && game.combats.get(combat).combatants.get(at).token.object.center;
      return center ? `${center.x},${center.y}]` : '';
    }, COMBAT);
  const NOTHING = '[[],[]]';

  beforeAll(async () => {
    table = await openTable();
    gm = await table.sit('Gamemaster', SEEN);
    await startEncounter(gm.page);
    await standFirm(gm.page, GNOLL, gm.page);
  });
  afterAll(() => table?.close());

  it('appear at once and grow better; what is pointed at is drawn on the map; Escape closes them', async () => {
    await control(gm, MIRA);
    await gm.page.locator('#cadence-bar .cadence-bar__who', { hasText: 'Mira' }).waitFor();
    await gm.page.locator(BULB).click();
    await gm.page.locator(LIST).waitFor();
    await rows(gm).first().waitFor();
    await untilDone(gm);
    expect(await status(gm).textContent()).toMatch(/^\d suggestions?$/);
    expect(await rows(gm).count()).toBeGreaterThan(1);
    expect(await gm.page.evaluate(() => document.activeElement?.id)).toBe('cadence-suggest');
    await look('suggest', gm);
    await gm.page.mouse.move(1, 1);
    const first = await drawn(gm.page);
    // The best one may have no target; another has.
    expect(first).toContain(await targetOf(rows(gm).first()));
    const targets: string[] = [];
    for (const row of await rows(gm).all()) {
      const target = await targetOf(row);
      await row.hover();
      await expect.poll(() => drawn(gm.page)).toContain(target);
      targets.push(target);
    }
    expect(targets.join('')).not.toBe('');
    await gm.page.mouse.move(1, 1);
    await expect.poll(() => drawn(gm.page)).toBe(first);
    await gm.page.keyboard.press('Escape');
    await gm.page.locator(LIST).waitFor({ state: 'detached' });
    expect(await drawn(gm.page)).toBe(NOTHING);
    expect(await gm.page.evaluate(() => document.activeElement?.getAttribute('data-id'))).toBe('bar-suggest');
  });

  it('are opened and closed with a key, follow the selection, and one key gives a command', async () => {
    await control(gm, KOR);
    await gm.page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await gm.page.keyboard.press('Shift+I');
    await untilDone(gm);
    const title = gm.page.locator(`${LIST} header strong`);
    expect(await title.textContent()).toBe('Suggestions for Kor');
    await control(gm, GNOLL);
    await expect.poll(() => title.textContent()).toContain('Gnoll');
    await untilDone(gm);
    await gm.page.locator(LIST).focus();
    await gm.page.keyboard.press('ArrowDown');
    const command = await gm.page.evaluate(
      () => (document.activeElement as HTMLElement | null)?.dataset.suggestion ?? '{}',
    );
    expect(JSON.parse(command)).toMatchObject({ by: GNOLL });
    const { step } = await state(gm.page);
    await gm.page.keyboard.press('1');
    await gm.page.locator(LIST).waitFor({ state: 'detached' });
    await expect.poll(async () => (await state(gm.page)).step).toBeGreaterThan(step);
    const given = await gm.page.evaluate(
      ({ combat, step }) => game.combats.get(combat).system.history[step + 1].command.do,
      { combat: COMBAT, step },
    );
    expect(given).toBe(JSON.parse(command).do);
    await control(gm, KOR);
    await gm.page.keyboard.press('Shift+I');
    await gm.page.locator(LIST).waitFor();
    await gm.page.keyboard.press('Shift+I');
    await gm.page.locator(LIST).waitFor({ state: 'detached' });
    expect(gm.errors).toEqual([]);
  });
});
