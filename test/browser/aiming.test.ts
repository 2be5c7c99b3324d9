import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BRUTE, COMBAT, GNOLL, MIRA, openTracker, row, startEncounter, target, untilStep } from './support/fight';
import { openTable, type Seat, type Table } from './support/table';

const pictures = process.env.CADENCE_PICTURES && 'test/browser/.shots';

/** The number of lines on the map, each drawn twice. */
const linesOn = (page: Page): Promise<number> =>
  page.evaluate(() => canvas.interface.grid.getHighlightLayer('cadence-targets')?.geometry.graphicsData.length ?? 0);

const sortOf = (page: Page, fighter: string) =>
  page.evaluate(
    ({ combat, fighter }): number[] => {
      const { sort, _source } = game.combats.get(combat).combatants.get(fighter).token;
      return [sort, _source.sort];
    },
    { combat: COMBAT, fighter },
  );

describe('the map of a fight', () => {
  let table: Table;
  let gm: Seat;
  let ann: Seat;

  beforeAll(async () => {
    table = await openTable();
    gm = await table.sit('Gamemaster');
    ann = await table.sit('Ann');
    await startEncounter(gm.page);
    await untilStep(ann.page, 1);
  });
  afterAll(() => table?.close());

  it('has lines from a fighter to its targets, only for the user who aims', async () => {
    await ann.page.evaluate(
      ({ combat, mira }) => {
        game.combats.get(combat).combatants.get(mira).token.object.control({ releaseOthers: true });
      },
      { combat: COMBAT, mira: MIRA },
    );
    await target(ann.page, GNOLL);
    await expect.poll(() => linesOn(ann.page)).toBeGreaterThan(0);
    expect(await linesOn(gm.page)).toBe(0);
    if (pictures) await ann.page.screenshot({ path: `${pictures}/target-line.png` });
    await ann.page.evaluate(() => {
      for (const token of [...game.user.targets]) token.setTarget(false, { releaseOthers: false });
    });
    await expect.poll(() => linesOn(ann.page)).toBe(0);
  });

  it('has the fallen below the living, on every screen and without a change of stored data', async () => {
    await openTracker(gm.page);
    const toggle = row(gm.page, BRUTE).locator('[data-action="toggleDefeated"]');
    await toggle.click();
    for (const { page } of [gm, ann]) await expect.poll(() => sortOf(page, BRUTE)).toEqual([-50, 0]);
    expect(await sortOf(gm.page, GNOLL)).toEqual([0, 0]);
    await toggle.click();
    for (const { page } of [gm, ann]) await expect.poll(() => sortOf(page, BRUTE)).toEqual([0, 0]);
  });

  it('is not needed: an actor without a token joins when it is dropped on the tracker', async () => {
    const uuid = await gm.page.evaluate(async (): Promise<string> => {
      const actor = await Actor.create({ name: 'Edda', type: 'energy' });
      return actor.uuid;
    });
    const data = await gm.page.evaluateHandle((uuid) => {
      const transfer = new DataTransfer();
      transfer.setData('text/plain', JSON.stringify({ type: 'Actor', uuid }));
      return transfer;
    }, uuid);
    await gm.page.locator('#combat').dispatchEvent('drop', { dataTransfer: data });
    await gm.page.locator('#combat').getByText('Edda').first().waitFor();
    if (pictures) await gm.page.screenshot({ path: `${pictures}/without-token.png` });
    const token = await gm.page.evaluate(
      ({ combat, uuid }): string | null | undefined =>
        game.combats.get(combat).combatants.find(({ actor }) => actor?.uuid === uuid)?.tokenId,
      { combat: COMBAT, uuid },
    );
    expect(token).toBeNull();
  });
});
