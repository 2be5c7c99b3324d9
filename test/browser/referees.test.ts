import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  COMBAT,
  GNOLL,
  KOR,
  MIRA,
  openTracker,
  perform,
  startEncounter,
  state,
  target,
  untilAsked,
  untilClosed,
  untilStep,
} from './support/fight';
import { inGame, loadDice, openTable, type Seat, type Table } from './support/table';

const refereeOf = (seat: Seat) =>
  inGame<{ user: string; client: string } | null>(seat.page, `return game.combats.get('${COMBAT}').system.referee;`);

describe('more than one who could referee', () => {
  let table: Table;
  let gm: Seat;
  let ann: Seat;

  beforeEach(async () => {
    table = await openTable();
    gm = await table.sit('Gamemaster');
    ann = await table.sit('Ann');
    await startEncounter(gm.page);
    await untilStep(ann.page, 1);
  });
  afterEach(() => table?.close());

  it('two tabs of one game master take a request once', async () => {
    const tab = await gm.secondTab();
    const { step } = await state(ann.page);
    await perform(ann.page, MIRA, 'defend');
    await untilStep(ann.page, step + 1);
    await ann.page.waitForTimeout(2500);
    expect((await state(ann.page)).step).toBe(step + 1);
    expect((await state(tab)).fighters[MIRA]!.energy).toBe(4);
    const cards = await inGame<number>(
      gm.page,
      `return game.messages.filter((m) => m.type === 'energy' && m.system.command.do === 'defend').length;`,
    );
    expect(cards).toBe(1);
  });

  it('the second tab sends its own commands to the first, and takes over when the first is closed', async () => {
    const tab = await gm.secondTab();
    const before = await refereeOf(gm);
    await perform(tab, GNOLL, 'defend');
    await untilStep(ann.page, 2);
    await expect.poll(() => refereeOf(ann)).toEqual(before);

    await gm.page.close();
    await perform(ann.page, MIRA, 'defend');
    await untilStep(ann.page, 3);
    expect((await refereeOf(ann))!.client).not.toBe(before!.client);
    expect((await refereeOf(ann))!.user).toBe(before!.user);
  });

  it('a second game master goes on where the referee has closed its window in the middle of an exchange', async () => {
    const other = await table.sit('Assistant');
    await loadDice(gm.page, { face: 12, of: 20 });
    await target(gm.page, MIRA);
    await perform(gm.page, GNOLL, 'melee-attack');
    await Promise.all([ann, other].map(({ page }) => untilAsked(page, 'evasion')));
    const { step } = await state(ann.page);
    await gm.leave();
    await loadDice(ann.page, { face: 9, of: 10 });
    await ann.page.locator('.cadence-prompt button[data-ask]').first().click();
    await untilStep(ann.page, step + 1);
    await untilClosed(ann.page);
    await expect.poll(() => state(ann.page)).toEqual(await state(other.page));
  });

  it('another game master becomes the referee by a button', async () => {
    const other = await table.sit('Assistant');
    await openTracker(other.page);
    await other.page.locator('#combat [data-action="cadenceTakeReferee"]').click();
    await expect
      .poll(async () => (await refereeOf(ann))?.user)
      .toBe(await other.page.evaluate(() => (globalThis as any).game.user.id));
    const { step } = await state(ann.page);
    await perform(ann.page, MIRA, 'defend');
    await untilStep(ann.page, step + 1);
    expect((await refereeOf(ann))!.user).toBe(await other.page.evaluate(() => (globalThis as any).game.user.id));
  });

  it('takes what waited while nobody was there in the order it was sent, each on what the last has left (13.8)', async () => {
    const bob = await table.sit('Bob');
    await inGame(
      gm.page,
      `await game.combats.get('${COMBAT}').combatants.get('${KOR}').update({ 'system.book.energy': 1 });`,
    );
    await gm.leave();
    const { step } = await state(ann.page);
    await perform(ann.page, MIRA, 'defend');
    await perform(bob.page, KOR, 'defend');
    await ann.page.locator('.cadence-request').first().waitFor({ state: 'attached' });
    // Her second click is grey: one waiting intent a fighter.
    const again = ann.page.locator('.cadence-sheet--actor [data-tab="actions"] [data-id="defend"]').first();
    await expect.poll(() => again.getAttribute('aria-disabled')).toBe('true');
    // A second intent of Bob's fighter, past its own button, lacks the Energy the first has spent.
    await inGame(
      bob.page,
      `await ChatMessage.create({ type: 'request', system: { combat: '${COMBAT}', fighter: '${KOR}', moment: 'r1',
         command: { do: 'defend', by: '${KOR}' }, ask: null, answers: [], force: false } });
       await ChatMessage.create({ type: 'request', system: { combat: '${COMBAT}', fighter: '${KOR}', moment: 'r0',
         command: { do: 'defend', by: '${KOR}' }, ask: null, answers: [], force: false } });`,
    );
    gm = await table.sit('Gamemaster');
    await untilStep(ann.page, step + 2);
    await expect
      .poll(() =>
        inGame(
          bob.page,
          `return game.messages.filter((m) => m.type === 'request').map((m) => m.system.refused.map(({ id }) => id)).flat();`,
        ),
      )
      .toEqual(['energy', 'moment-passed']);
    const { fighters } = await state(ann.page);
    expect([fighters[MIRA]!.energy, fighters[KOR]!.energy]).toEqual([4, 0]);
  });
});
