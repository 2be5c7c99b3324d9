import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  FIGHT,
  GNOLL,
  KOR,
  lastCard,
  MIRA,
  press,
  prompt,
  SWORD,
  setStage,
  state,
  submit,
  sword,
  untilAsked,
  untilSet,
} from './support/clash';
import { inGame, loadDice, openTable, type Seat, type Table } from './support/table';

const DREAD = 'clashDread000000';
const dread = {
  ...{ _id: DREAD, name: 'Dread', type: 'clashSpell' },
  system: {
    line: 'SA INT vs WIL',
    purpose: 'offensive',
    baseMp: 0,
    effect: 'damage',
    dice: '1d6',
    needsFocus: false,
    targets: 2,
  },
};

const countdown = (seat: Seat, seconds: number) =>
  inGame(seat.page, `await game.settings.set('cadence', 'countdown', ${seconds});`);

/** Who is asked, for how long, and what was settled beforehand, at three screens. The steps build on each other. */
describe('questions of a clash at three screens', () => {
  let table: Table;
  let gm: Seat;
  let ann: Seat;
  let bob: Seat;

  beforeAll(async () => {
    table = await openTable();
    [gm, ann, bob] = [await table.sit('Gamemaster'), await table.sit('Ann'), await table.sit('Bob')];
    await setStage(gm.page, [
      { id: GNOLL, name: 'Gnoll', at: [7, 12], items: [sword(), dread], initiative: 20 },
      {
        id: MIRA,
        name: 'Mira',
        owner: 'Ann',
        at: [6, 12],
        items: [sword()],
        system: { mod: { dex: 2 } },
        initiative: 10,
      },
      { id: KOR, name: 'Kor', owner: 'Bob', at: [7, 11], items: [sword()], initiative: 5 },
    ]);
    for (const { page } of [ann, bob]) await untilSet(page, 3);
    await countdown(gm, 120);
  });
  afterAll(() => table?.close());

  it('[C-80] two are asked at once; one reloads and answers, for the other the time runs out', async () => {
    await loadDice(gm.page, { face: 9, of: 20 });
    await submit(gm.page, { do: 'attack-spell', by: GNOLL, at: MIRA, with: DREAD, options: { also: KOR } });
    await Promise.all([ann, bob].map(({ page }) => untilAsked(page, 'save')));
    const { asks } = await state(ann.page);
    expect(asks.map(({ by }) => by)).toEqual([MIRA, KOR]);
    for (const { page } of [ann, bob]) await prompt(page).locator('.cadence-countdown').waitFor();

    await ann.reload();
    await prompt(ann.page).locator('.cadence-countdown').waitFor();
    expect((await state(ann.page)).asks).toEqual(asks);
    await loadDice(ann.page, { face: 9, of: 20 });
    await prompt(ann.page).locator('button[data-ask]').click();
    await ann.page.locator('#cadence-prompt').waitFor({ state: 'detached' });
    expect((await state(gm.page)).asks).toHaveLength(2);

    // The clock of the referee is the one that counts: it says that two minutes have gone by.
    await loadDice(gm.page, { face: 4, of: 20 }, { face: 3, of: 6 });
    await inGame(
      gm.page,
      `const { offset = 0 } = game.time;
       Object.defineProperty(game.time, 'serverTime', { configurable: true, get: () => Date.now() + offset + 121_000 });
       Hooks.callAll('userConnected', game.user, true);`,
    );
    await untilAsked(gm.page, null);
    await expect.poll(async () => (await state(bob.page)).hp).toEqual({ [MIRA]: 20, [KOR]: 17, [GNOLL]: 20 });
    await bob.page.locator('#cadence-prompt').waitFor({ state: 'detached' });
    await inGame(gm.page, 'delete game.time.serverTime;');
  });

  it('who lets the time of a defense run out takes the blow, and the card says so', async () => {
    await countdown(gm, 5);
    await inGame(
      gm.page,
      `await game.combats.get('${FIGHT}').combatants.get('${GNOLL}').update({ 'system.book.attack': 1 });`,
    );
    await loadDice(gm.page, { face: 10, of: 20 }, { face: 4, of: 6 }, { face: 1, of: 10 });
    await submit(gm.page, { do: 'attack-basic-melee', by: GNOLL, at: KOR, with: SWORD });
    await untilAsked(bob.page, 'defense');
    await untilAsked(gm.page, null);
    await expect.poll(async () => (await state(bob.page)).hp[KOR]).toBe(13);
    await expect.poll(() => lastCard(bob.page)).toContain('Time was up for Kor');
    await countdown(gm, 0);
  });

  it('[C-A13] where the total is hidden, nothing of it is on any client while the defender chooses', async () => {
    await inGame(
      gm.page,
      `await game.settings.set('cadence', 'clash.attackTotal', 'hidden');
       await game.combats.get('${FIGHT}').combatants.get('${GNOLL}').update({ 'system.book.attack': 1 });`,
    );
    await loadDice(gm.page, { face: 17, of: 20 }, { face: 1, of: 6 }, { face: 1, of: 10 });
    await submit(gm.page, { do: 'attack-basic-melee', by: GNOLL, at: MIRA, with: SWORD });
    await untilAsked(ann.page, 'defense-unseen');
    const thrown = await inGame<number>(
      ann.page,
      `const { open, history } = game.combats.get('${FIGHT}').system;
       const steps = Object.values(history).filter(({ exchange }) => exchange === open.exchange);
       const entries = [...steps, game.messages.get(open.card).system].flatMap((each) => each.entries);
       return entries.filter(({ ask }) => ask.kind === 'dice').length;`,
    );
    expect(thrown).toBe(0);
    await press(ann.page, 'none');
    await untilAsked(gm.page, null);
    await expect.poll(async () => (await state(ann.page)).hp[MIRA]).toBe(19);
    await inGame(gm.page, `await game.settings.set('cadence', 'clash.attackTotal', 'open');`);
  });

  it('what Ann has settled on her sheet answers at once: too high to parry, so she dodges', async () => {
    await inGame(ann.page, `await game.actors.get('${MIRA}').sheet.render({ force: true });`);
    const sheet = ann.page.locator('.cadence-sheet--actor').last();
    await sheet.locator('nav [data-tab="actions"]').click();
    for (const [settles, order] of [
      ['defense', 'parry'],
      ['defense-margin', '6'],
      ['defense-else', 'dodge'],
    ] as const) {
      const button = sheet.locator(`[data-settles="${settles}"][data-order="${order}"]`);
      await button.click();
      await expect.poll(() => button.getAttribute('aria-pressed')).toBe('true');
    }
    await inGame(ann.page, `await game.actors.get('${MIRA}').sheet.close();`);
    await gm.page.waitForFunction(
      ([id, who]) =>
        (globalThis as any).game.combats.get(id!).combatants.get(who!).system.orders['defense-else'] === 'dodge',
      [FIGHT, MIRA],
    );
    await inGame(
      gm.page,
      `await game.combats.get('${FIGHT}').combatants.get('${GNOLL}').update({ 'system.book.attack': 1 });`,
    );
    await loadDice(gm.page, { face: 8, of: 20 });
    await submit(gm.page, { do: 'attack-basic-melee', by: GNOLL, at: MIRA, with: SWORD });
    await untilAsked(ann.page, 'dodge');
    await loadDice(ann.page, { face: 12, of: 12 });
    await prompt(ann.page).locator('button[data-ask]').click();
    await untilAsked(gm.page, null);
    expect((await state(gm.page)).hp[MIRA]).toBe(19);
    await expect.poll(() => lastCard(ann.page)).toContain('Mira had settled this beforehand');
  });

  it('an ask of somebody who has left goes to the game master, and back with the player', async () => {
    await bob.leave();
    await inGame(
      gm.page,
      `await game.combats.get('${FIGHT}').combatants.get('${GNOLL}').update({ 'system.book.attack': 1 });`,
    );
    await gm.page.waitForFunction(() => !(globalThis as any).game.users.getName('Bob').active);
    await loadDice(gm.page, { face: 8, of: 20 });
    await submit(gm.page, { do: 'attack-basic-melee', by: GNOLL, at: KOR, with: SWORD });
    await prompt(gm.page).locator('[data-option="none"]').waitFor();
    bob = await table.sit('Bob');
    await gm.page.locator('#cadence-prompt').waitFor({ state: 'detached' });
    await loadDice(gm.page, { face: 2, of: 6 }, { face: 1, of: 10 });
    await press(bob.page, 'none');
    await untilAsked(gm.page, null);
    await expect.poll(async () => (await state(bob.page)).hp[KOR]).toBe(11);
  });

  it('no browser has logged an error', () => {
    expect([...gm.errors, ...ann.errors, ...bob.errors]).toEqual([]);
  });
});
