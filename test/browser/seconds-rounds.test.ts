import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTracker } from './support/fight';
import { setTable } from './support/seconds';
import { loadDice, openTable, type Seat, type Table, untilSo } from './support/table';

const d20 = (face: number) => ({ face, of: 20 });

/** Four rounds of three seconds at three screens. The steps build on each other. */
describe('four rounds of three seconds', () => {
  let table: Table;
  let gm: Seat;
  let ann: Seat;
  let bob: Seat;
  let fight: string;
  let kor: string;
  let mira: string;
  let sellsword: string;
  let brute: string;

  beforeAll(async () => {
    table = await openTable();
    gm = await table.sit('Gamemaster');
    ann = await table.sit('Ann');
    bob = await table.sit('Bob');
    const set = await setTable(gm.page, [
      { name: 'Kor', x: 600, y: 600, owner: 'Ann' },
      { name: 'Mira', x: 900, y: 900, owner: 'Bob' },
      { name: 'Sellsword', x: 1600, y: 900, owner: null },
      { name: 'Brute', x: 1300, y: 600, owner: null },
    ]);
    fight = set.combat;
    [kor, mira, sellsword, brute] = set.of as [string, string, string, string];
    for (const { page } of [gm, ann, bob]) {
      await page.waitForFunction((fight) => game.combats.get(fight)?.combatants.size === 4, fight);
      await openTracker(page);
    }
  });
  afterAll(() => table?.close());

  const until = <Given = null>(
    page: Page,
    isSo: (seen: { combat: PageCombat; given: Given }) => unknown,
    given?: Given,
  ) => untilSo(page, fight, isSo, given);
  const asked = ({ page }: Seat, ask: string) =>
    until(page, ({ combat, given }) => combat.system.open?.asks.some(({ ask }) => ask.id === given), ask);
  const closed = () => until(gm.page, ({ combat }) => combat.system.open === null);
  /** What the book of a fighter says, on this screen. */
  const book = ({ page }: Seat, fighter: string, key: string) =>
    page.evaluate(({ fight, fighter, key }): unknown => game.combats.get(fight).system.books[fighter]?.[key] ?? null, {
      fight,
      fighter,
      key,
    });
  const hp = (fighter: string) =>
    gm.page.evaluate(
      ({ fight, fighter }): number => game.combats.get(fight).combatants.get(fighter).actor.system.hp.value,
      { fight, fighter },
    );
  const conditions = (fighter: string) =>
    gm.page.evaluate(
      ({ fight, fighter }): string[] => [...game.combats.get(fight).combatants.get(fighter).actor.statuses].sort(),
      { fight, fighter },
    );
  const step = () => gm.page.evaluate((fight): number => game.combats.get(fight).system.step, fight);
  /** The step the fight is at, once this screen has got there too: what is clicked before is refused there. */
  const stepAt = async ({ page }: Seat) => {
    const now = await step();
    await until(page, ({ combat, given }) => combat.system.step >= given, now);
    return now;
  };
  const stepped = async (before: number) => until(gm.page, ({ combat, given }) => combat.system.step > given, before);
  const spans = ({ page }: Seat, fighter: string) =>
    page.locator(`#combat li[data-combatant-id="${fighter}"] .cadence-lane__span`).allInnerTexts();

  const aim = ({ page }: Seat, fighter: string) =>
    page.evaluate(
      ({ fight, fighter }) => {
        game.combats.get(fight).combatants.get(fighter).token.object.setTarget(true, { releaseOthers: true });
      },
      { fight, fighter },
    );
  /** Presses a button of the action bar, where what cannot be done stands aside. */
  const press = async (seat: Seat, fighter: string, action: string) => {
    await seat.page.evaluate(
      ({ fight, fighter }) => {
        game.combats.get(fight).combatants.get(fighter).token.object.control({ releaseOthers: true });
      },
      { fight, fighter },
    );
    const button = seat.page.locator(`#cadence-bar .cadence-action[data-id="${action}"]`);
    await button.waitFor({ state: 'attached' });
    await seat.page.waitForFunction(
      ({ fighter, action }) => {
        const button = document.querySelector<HTMLElement>(`#cadence-bar .cadence-action[data-id="${action}"]`);
        const { by, at } = JSON.parse(button?.dataset.command ?? '{}');
        const targeted = [...game.user.targets].map(({ combatant }) => combatant?.id);
        return by === fighter && (at === undefined || targeted.includes(at));
      },
      { fighter, action },
    );
    if (!(await button.isVisible())) await seat.page.locator('#cadence-bar [data-id="bar-all"]').click();
    // It stays reachable while something stands against it, and where other things move meanwhile.
    await button.press('Enter');
  };
  const act = async (seat: Seat, fighter: string, action: string) => {
    const before = await stepAt(seat);
    await press(seat, fighter, action);
    await stepped(before);
  };
  const tool = (fighter: string, name: string) =>
    gm.page.evaluate(
      ({ fight, fighter, name }): string =>
        game.combats.get(fight).combatants.get(fighter).actor.items.getName(name).id,
      { fight, fighter, name },
    );
  const prompt = async (seat: Seat, words: RegExp) => {
    const before = await stepAt(seat);
    await seat.page.locator('.cadence-prompt button[data-ask]', { hasText: words }).first().click();
    await stepped(before);
  };
  const walk = async (seat: Seat, fighter: string, cells: readonly [number, number][]) => {
    const before = await stepAt(seat);
    const way = cells.map(([x, y]) => ({ x: x * 100, y: y * 100 }));
    await seat.page.evaluate(
      ({ fight, fighter, way }) => {
        game.combats.get(fight).combatants.get(fighter).token.move(way, { method: 'dragging' });
      },
      { fight, fighter, way },
    );
    await stepped(before);
  };
  const endTurn = async (seat: Seat, fighter: string) => {
    const before = await stepAt(seat);
    await seat.page.locator(`#combat li[data-combatant-id="${fighter}"] .cadence-action[data-id="end-turn"]`).click();
    await stepped(before);
    await closed();
  };
  /** What an action button says stands against it. */
  const why = async ({ page }: Seat, action: string) =>
    page.locator(`#cadence-bar .cadence-action[data-id="${action}"]`).getAttribute('data-tooltip-text');

  it('round 1: a tackle is refused after four metres, and made after five', async () => {
    await loadDice(gm.page, d20(19), d20(15), d20(10), d20(5));
    await gm.page.locator('#combat .cadence-footer__controls button').first().click();
    await until(ann.page, ({ combat, given }) => combat.system.clock.turn === given, kor);
    await aim(ann, brute);
    await walk(ann, kor, [[10, 6]]);
    await ann.page.evaluate(
      ({ fight, kor }) => {
        game.combats.get(fight).combatants.get(kor).token.object.control({ releaseOthers: true });
      },
      { fight, kor },
    );
    await expect.poll(() => why(ann, 'tackle')).toMatch(/run-up|more than 4/i);
    const before = await step();
    await press(ann, kor, 'tackle');
    await ann.page.locator('#notifications .notification').first().waitFor();
    await expect.poll(() => step()).toBe(before);
    await walk(ann, kor, [[11, 6]]);
    await expect.poll(() => book(gm, kor, 'seconds')).toBe(15);
    await loadDice(gm.page, d20(12), d20(8));
    await expect.poll(() => why(ann, 'tackle')).not.toMatch(/run-up|more than 4/i);
    await act(ann, kor, 'tackle');
    await asked(gm, 'save-by');
    await prompt(gm, /Fortitude/);
    await closed();
    await expect.poll(() => conditions(brute)).toEqual(expect.arrayContaining(['grappled', 'prone']));
    await expect.poll(() => spans(bob, kor)).toEqual([expect.stringContaining('1.5'), expect.stringContaining('1.4')]);
    await endTurn(ann, kor);
  });

  it('round 1: what was held fires, on its owner’s word, when the enemy comes near', async () => {
    await press(bob, mira, 'hold');
    await asked(bob, 'hold-what');
    await prompt(bob, /Attack.*Staff/);
    await bob.page.locator('.cadence-prompt button[data-option="done"]').click();
    const words = bob.page.locator('.cadence-prompt input[data-ask-input]');
    await words.fill('somebody comes at me');
    await words.press('Enter');
    await bob.page.locator('.cadence-prompt button[data-option="any"]').click();
    await closed();
    await endTurn(bob, mira);

    await loadDice(gm.page, d20(14), { face: 3, of: 6 });
    await walk(gm, sellsword, [[11, 9]]);
    // That he sets out is no trigger yet; that he is near is.
    const question = () => bob.page.locator('.cadence-prompt .cadence-ask__question').innerText();
    await asked(bob, 'held');
    await expect.poll(question).toMatch(/begins: Move.*somebody comes at me/);
    await prompt(bob, /Pass/);
    await expect.poll(question).toMatch(/comes within reach/);
    await prompt(bob, /Do what you held/);
    await closed();
    await expect.poll(() => book(gm, mira, 'reactions')).toBe(0);
    await expect.poll(() => book(gm, mira, 'held')).toBeNull();
    await expect.poll(() => hp(sellsword)).toBe(9);
  });

  it('round 1: two blows are begun that do not fit', async () => {
    await aim(gm, mira);
    const sword = `attack ${await tool(sellsword, 'Sword')}`;
    await gm.page.evaluate(
      ({ fight, sellsword }) => {
        game.combats.get(fight).combatants.get(sellsword).token.object.control({ releaseOthers: true });
      },
      { fight, sellsword },
    );
    const lane = gm.page.locator(`#combat [data-lane="${sellsword}"]`);
    // The bar makes room as it grows: no button of it may come to lie below a mouse that was left there.
    await gm.page.mouse.move(2, 2);
    const button = gm.page.locator(`#cadence-bar .cadence-action[data-id="${sword}"]`);
    const ghost = lane.locator('.cadence-lane__ghost--overflows');
    await expect
      .poll(async () => {
        await button.focus();
        return ghost.allInnerTexts();
      })
      .toEqual([expect.stringMatching(/Sword: 1\.5 s now, 0\.2 s to go/)]);
    await act(gm, sellsword, sword);
    await closed();
    await expect.poll(() => ghost.count()).toBe(0);
    await expect.poll(() => book(gm, sellsword, 'progressTicks')).toBe(15);
    await endTurn(gm, sellsword);
    await act(gm, brute, 'stand-up');
    await aim(gm, kor);
    await act(gm, brute, `attack ${await tool(brute, 'Greatsword')}`);
    await closed();
    await expect.poll(() => book(gm, brute, 'progressTicks')).toBe(5);
    const begun = ann.page.locator(`#combat li[data-combatant-id="${brute}"] .cadence-lane__span--begun`);
    await expect.poll(() => begun.count()).toBe(1);
    await endTurn(gm, brute);
  });

  it('round 2: a spell that outlasts the turn gives an opening', async () => {
    await press(ann, kor, 'hold');
    await asked(ann, 'hold-what');
    await prompt(ann, /Attack.*Sword/);
    await ann.page.locator('.cadence-prompt button[data-option="done"]').click();
    const words = ann.page.locator('.cadence-prompt input[data-ask-input]');
    await words.fill('the brute runs');
    await words.press('Enter');
    await ann.page.locator('.cadence-prompt button[data-option="any"]').click();
    await closed();
    await endTurn(ann, kor);

    await aim(bob, brute);
    await loadDice(gm.page, d20(2));
    await act(bob, mira, `cast-spell ${await tool(mira, 'Slow fire')}`);
    await asked(gm, 'distracted');
    await prompt(gm, /Opportunity attack.*Sword/);
    await expect.poll(() => book(bob, sellsword, 'reactions')).toBe(0);
    // She waits for enemies: what a friend does asks her nothing.
    await closed();
    await expect.poll(() => book(gm, mira, 'progressTicks')).toBe(30);
    // Nothing else of this round is what she waits for; she says so once.
    await ann.page.evaluate(
      async ({ fight, kor }) => {
        await game.combats
          .get(fight)
          .combatants.get(kor)
          .update({ 'system.orders': { 'held-action': 'pass' } });
      },
      { fight, kor },
    );
    await until(
      gm.page,
      ({ combat, given }) => combat.combatants.get(given).system.orders['held-action'] === 'pass',
      kor,
    );
    await endTurn(bob, mira);
  });

  it('round 2: one blow is finished for the rest of its time, the other is thrown away for something else', async () => {
    await aim(gm, mira);
    await loadDice(gm.page, d20(15), { face: 2, of: 8 });
    const before = await hp(mira);
    await act(gm, sellsword, `attack ${await tool(sellsword, 'Sword')}`);
    await closed();
    await expect.poll(() => book(gm, sellsword, 'seconds')).toBe(28);
    await expect.poll(() => book(gm, sellsword, 'progress')).toBeNull();
    await expect.poll(() => hp(mira)).toBe(before - 4);
    await endTurn(gm, sellsword);

    await aim(gm, kor);
    await loadDice(gm.page, d20(2), d20(15));
    await act(gm, brute, 'trip');
    await asked(gm, 'check-by');
    await prompt(gm, /STR/);
    await closed();
    await expect.poll(() => book(gm, brute, 'progress')).toBeNull();
    await expect.poll(() => conditions(kor)).toEqual([]);
    await endTurn(gm, brute);
  });

  it('round 3: what was held for a trigger that never came is lost; the spell falls', async () => {
    await expect.poll(() => book(ann, kor, 'held')).toBeNull();
    await expect.poll(() => book(ann, kor, 'reactions')).toBe(1);
    await aim(ann, sellsword);
    await act(ann, kor, 'disarm');
    await closed();
    await expect.poll(() => book(gm, kor, 'progressTicks')).toBe(30);
    await endTurn(ann, kor);

    await loadDice(gm.page, d20(16), { face: 2, of: 6 });
    const before = await hp(brute);
    await act(bob, mira, `cast-spell ${await tool(mira, 'Slow fire')}`);
    await closed();
    await expect.poll(() => book(gm, mira, 'seconds')).toBe(23);
    await expect.poll(() => hp(brute)).toBe(before - 6);
    for (const [seat, fighter] of [
      [bob, mira],
      [gm, sellsword],
      [gm, brute],
    ] as const)
      await endTurn(seat, fighter);
  });

  it('round 4: begun, moved, finished: the sword flies, and a third person catches it', async () => {
    await walk(ann, kor, [[11, 7]]);
    await loadDice(gm.page, d20(18), d20(3), { face: 1, of: 3 }, d20(14));
    await act(ann, kor, 'disarm');
    await asked(ann, 'disarm-by');
    await prompt(ann, /STR/);
    await asked(gm, 'keep-by');
    await prompt(gm, /DEX/);
    await asked(ann, 'fling-weapon');
    await prompt(ann, /South-west, 1/);
    await asked(bob, 'catch');
    await prompt(bob, /Catch/);
    await closed();
    await expect.poll(() => book(gm, kor, 'seconds')).toBe(21);
    await expect.poll(() => book(gm, mira, 'reactions')).toBe(0);
    await expect
      .poll(() =>
        bob.page.evaluate(
          ({ fight, mira }) => game.combats.get(fight).combatants.get(mira).actor.items.getName('Sword').system.held,
          { fight, mira },
        ),
      )
      .toBe(true);
    await expect
      .poll(() =>
        bob.page.evaluate(
          ({ fight, sellsword }) => game.combats.get(fight).combatants.get(sellsword).actor.items.size,
          { fight, sellsword },
        ),
      )
      .toBe(0);
  });

  it('no browser has logged an error', () => {
    expect([...gm.errors, ...ann.errors, ...bob.errors]).toEqual([]);
  });
});
