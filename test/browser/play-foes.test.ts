import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { FIGHT, GNOLL, MIRA, press, prompt, setStage, submit, sword, untilAsked, untilSet } from './support/clash';
import { openSheet, openTracker, row } from './support/fight';
import { closeSheets, look, SEEN } from './support/look';
import { turnTo } from './support/sheet';
import { openTable, type Seat, setSetting, type Table } from './support/table';

const ANSWER = '#cadence-prompt[data-kind="ask"]:not(.cadence-prompt--fresh) .cadence-answer--main';

describe('foes that play by themselves', () => {
  let table: Table;
  let gm: Seat;
  let ann: Seat;
  /** What the GM has clicked since the start of a test. */
  let clicks = 0;

  beforeAll(async () => {
    table = await openTable();
    gm = await table.sit('Gamemaster', SEEN);
    ann = await table.sit('Ann', SEEN);
    // Each roll is clicked here.
    await setSetting(ann.page, 'autoThrow', 'never');
  });
  afterAll(() => table?.close());
  afterEach(() => expect([...gm.errors, ...ann.errors]).toEqual([]));

  const mira = { id: MIRA, name: 'Mira', owner: 'Ann', at: [6, 12], items: [sword()], initiative: 10 } as const;
  const set = async (...fighters: Parameters<typeof setStage>[1]) => {
    await setStage(gm.page, fighters);
    for (const { page } of [gm, ann]) await untilSet(page, fighters.length);
    await openTracker(gm.page);
    clicks = 0;
  };
  const button = (foes: string) => gm.page.locator(`#combat .cadence-foes [data-foes="${foes}"]`);
  const line = () => gm.page.locator('#combat .cadence-foes__line');
  const click = async (foes: string) => {
    clicks += 1;
    await button(foes).click();
  };
  const now = () =>
    gm.page.evaluate((id) => {
      const { cursor, clock, open } = game.combats.get(id).system;
      return { cursor, round: clock.round, turn: clock.turn, isOpen: open !== null };
    }, FIGHT);
  /** Answers what Ann is asked as her prompt suggests, and ends Mira’s turns. */
  const playMira = async (isSo: () => Promise<boolean>) => {
    while (!(await isSo())) {
      const answer = ann.page.locator(ANSWER).first();
      const { turn, isOpen } = await now();
      if (await answer.isVisible()) await answer.click({ timeout: 2000 }).catch(() => undefined);
      else if (turn === MIRA && !isOpen) await submit(ann.page, { do: 'end-turn', by: MIRA });
      await gm.page.waitForTimeout(100);
    }
  };

  it('play this round by one click, a player parries meanwhile, and an undo takes the last step back', async () => {
    await setSetting(gm.page, 'foePause', 0.5);
    await set({ id: GNOLL, name: 'Gnoll', at: [7, 12], items: [sword()], initiative: 20 }, mira);
    await click('round');
    await untilAsked(ann.page, 'defense');
    await line().getByText('Waiting for Mira').waitFor();
    await row(gm.page, GNOLL).locator('.cadence-row__foe[aria-pressed="true"]').waitFor();
    await look('play-foes', gm);
    await press(ann.page, 'parry');
    await untilAsked(ann.page, 'parry');
    await prompt(ann.page).locator('button[data-ask]').first().click();
    await playMira(() => button('round').isVisible());
    expect([(await now()).round, clicks]).toEqual([2, 1]);
    const { cursor } = await now();
    await gm.page.locator('#combat [data-action="cadenceRewind"]').click();
    await expect.poll(async () => (await now()).cursor).toBeLessThan(cursor);
    expect(await button('round').isVisible()).toBe(true);
    await look('play-foes-begin', gm);
  });

  it('have a temperament that the GM chooses on the sheet', async () => {
    await set({ id: GNOLL, name: 'Gnoll', at: [7, 12], items: [sword()], initiative: 20 }, mira);
    const sheet = await openSheet(gm.page, GNOLL, FIGHT);
    const choice = sheet.locator('select[name="flags.cadence.temperament"]');
    expect(await choice.count()).toBe(0);
    await turnTo(sheet, 'stats');
    expect(await choice.inputValue()).toBe('');
    await choice.selectOption('brutal');
    const stored = () =>
      gm.page.evaluate(
        ([id, gnoll]) =>
          foundry.utils.getProperty(
            game.combats.get(id).combatants.get(gnoll).actor,
            'flags.cadence.temperament',
          ) as unknown,
        [FIGHT, GNOLL] as const,
      );
    await expect.poll(stored).toBe('brutal');
    await look('play-foes-temperament', gm);
    await closeSheets(gm.page);
  });
});
