import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { look, SEEN } from './support/look';
import { openTable, type Seat, type Table } from './support/table';
import { countTo, plan, setUp, submit, until, watch } from './support/tempo';

const NAMES = ['Rhea', 'Dov', 'Wight', 'Ghoul', 'Rat', 'Fen witch'] as const;

describe('the tracker of six fighters on a screen of 900 pixels', () => {
  let table: Table;
  let gm: Seat;

  beforeAll(async () => {
    table = await openTable();
    gm = await table.sit('Gamemaster', { ...SEEN, width: 1440, height: 900 });
    await setUp(
      gm,
      NAMES.map((name, at) => ({ name, ...(at < 2 && { owner: 'Ann' as const }) })),
    );
    await watch(gm, NAMES.length);
    await submit(gm, 'Wight', { do: 'start', by: 'gm' });
    await until([gm], ({ combat }) => combat.system.clock.phase === 'planning');
  });
  afterAll(() => table?.close());

  const trackerNow = () =>
    gm.page.evaluate(() => {
      const boxOf = (selector: string) => document.querySelector(selector)?.getBoundingClientRect();
      const list = boxOf('#combat .cadence-rows');
      const rows = [...document.querySelectorAll('#combat .cadence-row')].map((row) => row.getBoundingClientRect());
      const buttons = [
        ...document.querySelectorAll<HTMLElement>('#combat .cadence-footer :is(button, a)[data-action]'),
      ];
      return {
        track: boxOf('#combat .cadence-track')?.height,
        shown: rows.filter(({ top, bottom }) => list && top >= list.top - 1 && bottom <= list.bottom + 1).length,
        highest: Math.max(...rows.map(({ height }) => height)),
        places: Object.fromEntries(
          buttons.map((button) => {
            const { left, top } = button.getBoundingClientRect();
            return [button.dataset.id ?? button.dataset.action, [Math.round(left), Math.round(top)]];
          }),
        ),
      };
    });

  it('shows all rows in two lines, with a track and buttons that stay where they are', async () => {
    const empty = await trackerNow();
    expect(empty.shown).toBe(NAMES.length);
    for (const name of NAMES) await plan(gm, name, 'rest', 'guard');
    await countTo(gm, [gm], 1);
    const card = gm.page.locator('#combat [data-cell="tempo-1"] [data-fighter]');
    await expect.poll(() => card.count()).toBe(NAMES.length);
    const full = await trackerNow();
    expect(full).toMatchObject({ track: empty.track, shown: NAMES.length });
    expect(full.highest).toBeLessThan(60);
    for (const id of ['count', 'cadenceRewind', 'many']) expect([id, full.places[id]]).toEqual([id, empty.places[id]]);
    // On other screens.
    await look('tracker-six', gm);
  });

  it('keeps the running turn in view on a low screen', async () => {
    await submit(gm, 'Dov', { do: 'rest' });
    await until([gm], ({ combat }) => combat.system.clock.turn !== null);
    await gm.page.setViewportSize({ width: 1280, height: 620 });
    const rows = gm.page.locator('#combat .cadence-rows');
    const isCurrentShown = () =>
      rows.evaluate((list) => {
        const row = list.querySelector('.cadence-row--current')?.getBoundingClientRect();
        const { top, bottom } = list.getBoundingClientRect();
        return row !== undefined && row.top >= top - 1 && row.bottom <= bottom + 1;
      });
    for (const at of [0, 10_000]) {
      await rows.evaluate((list, at) => list.scrollTo({ top: at }), at);
      await expect.poll(isCurrentShown).toBe(true);
    }
    await gm.page.setViewportSize({ width: 1440, height: 900 });
  });

  it('asks before the next number drops the action of a foe', async () => {
    await submit(gm, 'Dov', { do: 'end-turn' });
    await countTo(gm, [gm], 1, 'npcs');
    await gm.page.locator('#combat .cadence-footer__controls [data-id="count"]').click();
    const question = gm.page.locator('.cadence-confirm');
    await question.getByText('Still to act: Rhea, Wight, Ghoul, Rat, Fen witch.').waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    expect(await gm.page.evaluate(() => game.combat?.system.clock.tempo)).toBe(1);
    expect(gm.errors).toEqual([]);
  });
});
