import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  COMBAT,
  GNOLL,
  MIRA,
  openChat,
  openTracker,
  perform,
  row,
  standFirm,
  startEncounter,
  state,
  target,
  untilAsked,
  untilClosed,
  untilStep,
} from './support/fight';
import { loadDice, openTable, type Seat, type Table } from './support/table';

/** One fight from the first attack to a Death roll and back, in two browsers. The steps build on each other. */
describe('a duel in two windows', () => {
  let table: Table;
  let gm: Seat;
  let ann: Seat;

  beforeAll(async () => {
    table = await openTable();
    gm = await table.sit('Gamemaster');
    ann = await table.sit('Ann');
  });
  afterAll(() => table?.close());

  it('attacks, asks, wounds and undoes in both windows', async () => {
    // The GM starts the prepared encounter, and all fighters have Energy.
    await openTracker(ann.page);
    await startEncounter(gm.page);
    await untilStep(ann.page, 1);
    await standFirm(ann.page, MIRA, gm.page);
    for (const { page } of [gm, ann]) {
      const { round, fighters } = await state(page);
      expect(round).toBe(1);
      expect(Object.values(fighters).map(({ energy }) => energy)).toEqual([5, 5, 5, 5]);
    }
    await expect
      .poll(() => row(ann.page, MIRA).locator('[data-gauge="energy"]').getAttribute('aria-valuenow'))
      .toBe('5');

    // A player targets a foe and attacks from the sheet: both see the same card, pips and Aura.
    await loadDice(gm.page, { face: 2, of: 10 });
    await loadDice(ann.page, { face: 12, of: 20 }, { face: 6, of: 8 });
    await openChat(gm.page);
    await target(ann.page, GNOLL);
    const { aura } = (await state(ann.page)).fighters[GNOLL];
    await perform(ann.page, MIRA, 'melee-attack');
    await untilStep(gm.page, 3);
    await untilClosed(ann.page);

    const [here, there] = [await state(ann.page), await state(gm.page)];
    expect(here).toEqual(there);
    expect(here.fighters[MIRA].energy).toBe(2);
    expect(here.fighters[GNOLL].aura).toBeLessThan(aura);

    await openChat(ann.page);
    const cards = await Promise.all(
      [gm, ann].map(({ page }) => page.locator('#chat .cadence-card').last().textContent()),
    );
    expect(cards[0]).toBe(cards[1]);
    expect(cards[0]).toContain('Mira');

    // The foe attacks, and the player is asked for the Evasion roll in her own browser.
    await loadDice(gm.page, { face: 15, of: 20 }, { face: 5, of: 6 });
    await gm.page.evaluate(
      async ({ combat, miraId }) => {
        const mira = game.combats.get(combat).combatants.get(miraId).actor;
        await mira.update({ 'system.aura.value': 1 });
      },
      { combat: COMBAT, miraId: MIRA },
    );
    await target(gm.page, MIRA);
    await perform(gm.page, GNOLL, 'melee-attack');
    await untilAsked(ann.page, 'evasion');
    await expect.poll(async () => (await state(ann.page)).open).toMatchObject({ by: MIRA });

    const prompt = ann.page.locator('.cadence-prompt button[data-ask]');
    await prompt.waitFor();
    await expect.poll(() => gm.page.locator('.cadence-prompt button[data-ask]').count()).toBe(0);
    await loadDice(ann.page, { face: 1, of: 10 });
    await prompt.click();
    await untilClosed(gm.page);
    await expect.poll(async () => (await state(gm.page)).fighters[MIRA].aura).toBe(0);

    // A hit at Aura 0 asks the player for a Death roll.
    await gm.page.evaluate(
      async ({ combat, gnoll }) => {
        await game.combats.get(combat).update({ [`system.states.${gnoll}.energy`]: 5 });
      },
      { combat: COMBAT, gnoll: GNOLL },
    );
    await loadDice(gm.page, { face: 15, of: 20 }, { face: 5, of: 6 });
    await perform(gm.page, GNOLL, 'melee-attack');
    await untilAsked(ann.page, 'evasion');
    await loadDice(ann.page, { face: 1, of: 10 });
    await ann.page.locator('.cadence-prompt button[data-ask]').click();
    await untilAsked(ann.page, 'death');
    await loadDice(ann.page, { face: 7, of: 20 });
    await ann.page.locator('.cadence-prompt button[data-ask]').click();
    await untilClosed(gm.page);
    const { statuses } = (await state(gm.page)).fighters[MIRA];
    expect(statuses).toEqual(expect.arrayContaining(['bleeding-out', 'exhausted']));
    await row(ann.page, MIRA).waitFor({ state: 'attached' });

    // The GM undoes three steps: the wound, the Evasion, the attack.
    const before = await state(gm.page);
    await openTracker(gm.page);
    const rewind = gm.page.locator('#combat [data-action="cadenceRewind"]');
    for (let taken = 1; taken <= 3; taken++) {
      await rewind.click();
      await untilStep(gm.page, before.step + taken);
      await untilStep(ann.page, before.step + taken);
    }
    const after = await state(ann.page);
    expect(after.fighters[MIRA].statuses).not.toContain('bleeding-out');
    expect(after.fighters[GNOLL].energy).toBe(5);
    expect(after.open).toBeNull();
    expect(after).toEqual(await state(gm.page));
    await openChat(ann.page);
    await expect.poll(() => ann.page.locator('#chat .cadence-card--undone').count()).toBe(1);

    expect([...gm.errors, ...ann.errors]).toEqual([]);
  });
});
