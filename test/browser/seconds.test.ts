import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTracker } from './support/fight';
import { prepareFight, type SecondsFight } from './support/seconds';
import { turnTo } from './support/sheet';
import { loadDice, openTable, type Seat, type Table, untilSo } from './support/table';

/** A turn of three seconds at two screens: a held blow falls when the enemy comes near. The steps build on each other. */
describe('three seconds', () => {
  let table: Table;
  let gm: Seat;
  let ann: Seat;
  let fight: SecondsFight;

  beforeAll(async () => {
    table = await openTable();
    gm = await table.sit('Gamemaster');
    ann = await table.sit('Ann');
    fight = await prepareFight(gm.page);
    await ann.page.waitForFunction((id) => game.combats.get(id)?.combatants.size === 2, fight.combat);
  });
  afterAll(() => table?.close());

  const until = <Given = null>(
    page: Page,
    isSo: (seen: { combat: PageCombat; given: Given }) => unknown,
    given?: Given,
  ) => untilSo(page, fight.combat, isSo, given);
  const asked = (page: Page, ask: string) =>
    until(page, ({ combat, given }) => combat.system.open?.asks[0]?.ask.id === given, ask);
  const closed = (page: Page) => until(page, ({ combat }) => combat.system.open === null);
  const prompt = (page: Page, words: RegExp) =>
    page.locator('.cadence-prompt button[data-ask]', { hasText: words }).first().click();
  const press = async (page: Page, fighter: string, action: string) => {
    await page.evaluate(
      async ({ combat, fighter }) => {
        await game.combats.get(combat).combatants.get(fighter).actor.sheet.render({ force: true });
      },
      { combat: fight.combat, fighter },
    );
    const sheet = page.locator('.cadence-sheet--actor').last();
    await sheet.waitFor();
    await turnTo(sheet, 'actions');
    await sheet.locator(`[data-tab="actions"] [data-id="${action}"]`).first().click();
  };
  const seconds = (page: Page, fighter: string) =>
    page.evaluate(({ combat, fighter }): number => game.combats.get(combat).system.books[fighter].seconds, {
      combat: fight.combat,
      fighter,
    });

  it('the game master begins: all roll, and the first has three seconds on the lane', async () => {
    await Promise.all([gm, ann].map(({ page }) => openTracker(page)));
    await loadDice(gm.page, { face: 18, of: 20 }, { face: 3, of: 20 });
    await gm.page.locator('#combat .cadence-footer__controls button').first().click();
    await until(ann.page, ({ combat, given }) => combat.system.clock.turn === given, fight.kor);
    await expect.poll(() => seconds(ann.page, fight.kor)).toBe(30);
    const lane = ann.page.locator(`#combat li[data-combatant-id="${fight.kor}"] .cadence-lane`);
    await lane.waitFor();
    await expect.poll(() => lane.locator('.cadence-lane__rest').innerText()).toContain('3');
    await expect.poll(() => gm.page.locator('#combat .cadence-rows .cadence-empty').count()).toBe(0);
  });

  it('a player holds a blow: what, and until when, is asked on her screen alone', async () => {
    await press(ann.page, fight.kor, 'hold');
    await asked(ann.page, 'hold-what');
    await expect.poll(() => gm.page.locator('.cadence-prompt button[data-ask]').count()).toBe(0);
    await prompt(ann.page, /Attack.*Spear/);
    await ann.page.locator('.cadence-prompt button[data-option="done"]').click();
    await asked(ann.page, 'trigger');
    const words = ann.page.locator('.cadence-prompt input[data-ask-input]');
    await words.fill('the brute <b>comes</b> near');
    await words.press('Enter');
    await ann.page.locator('.cadence-prompt button[data-option="any"]').click();
    await closed(ann.page);
    await expect.poll(() => seconds(gm.page, fight.kor)).toBe(11);
    const flag = gm.page.locator(`#combat li[data-combatant-id="${fight.kor}"] .cadence-lane__flag`);
    await flag.waitFor();
    await expect.poll(() => flag.innerText()).toContain('the brute <b>comes</b> near');
    const spans = gm.page.locator(`#combat li[data-combatant-id="${fight.kor}"] .cadence-lane__span`);
    await expect.poll(() => spans.allInnerTexts()).toEqual([expect.stringContaining('1.9')]);
  });

  it('she ends her turn from the tracker; the enemy walks, is answered to, and walks on', async () => {
    await ann.page
      .locator(
        `#combat li[data-combatant-id="${fight.kor}"] .cadence-row__actions button, #combat li[data-combatant-id="${fight.kor}"] .cadence-action`,
      )
      .first()
      .click();
    await until(gm.page, ({ combat, given }) => combat.system.clock.turn === given, fight.brute);
    await loadDice(gm.page, { face: 15, of: 20 }, { face: 4, of: 6 });
    await gm.page.evaluate(
      ({ combat, brute }) => {
        const { token } = game.combats.get(combat).combatants.get(brute);
        const way = [1, 2, 3, 4, 5, 6, 7].map((n) => ({ x: token._source.x - n * 100, y: token._source.y }));
        token.move(way, { method: 'dragging' });
      },
      { combat: fight.combat, brute: fight.brute },
    );
    await asked(ann.page, 'held');
    await prompt(ann.page, /Pass/);
    await until(
      ann.page,
      ({ combat, given }) =>
        combat.combatants.get(given).token._source.x === 900 && combat.system.open?.asks[0]?.ask.id === 'held',
      fight.brute,
    );
    await expect.poll(() => seconds(gm.page, fight.brute)).toBe(13);
    await prompt(ann.page, /Do what you held/);
    await closed(gm.page);
    await expect
      .poll(() =>
        gm.page.evaluate(({ combat, brute }) => game.combats.get(combat).combatants.get(brute).actor.system.hp.value, {
          combat: fight.combat,
          brute: fight.brute,
        }),
      )
      .toBe(11);
    await expect
      .poll(() =>
        gm.page.evaluate(({ combat, brute }) => game.combats.get(combat).combatants.get(brute).token._source.x, {
          combat: fight.combat,
          brute: fight.brute,
        }),
      )
      .toBe(700);
    await expect
      .poll(() =>
        ann.page.evaluate(({ combat, kor }) => game.combats.get(combat).system.books[kor].reactions, {
          combat: fight.combat,
          kor: fight.kor,
        }),
      )
      .toBe(0);
    await expect
      .poll(() =>
        ann.page.evaluate(({ combat, kor }) => game.combats.get(combat).system.books[kor].held ?? null, {
          combat: fight.combat,
          kor: fight.kor,
        }),
      )
      .toBeNull();
  });

  it('rewound to before the blow, the trigger is asked anew', async () => {
    await gm.page.locator('#combat [data-action="cadenceRewind"]').click();
    await asked(ann.page, 'held');
    await expect
      .poll(() =>
        gm.page.evaluate(
          ({ combat, brute }) => game.combats.get(combat).combatants.get(brute).actor.system.hp.value ?? 18,
          { combat: fight.combat, brute: fight.brute },
        ),
      )
      .toBe(18);
    await expect
      .poll(() =>
        gm.page.evaluate(({ combat, brute }) => game.combats.get(combat).combatants.get(brute).token._source.x, {
          combat: fight.combat,
          brute: fight.brute,
        }),
      )
      .toBe(900);
    await ann.page.locator('.cadence-prompt').waitFor();
    // It could still come to pass once the way is gone.
    for (let passed = 0; passed < 2; passed++) {
      const key = await ann.page.evaluate(
        (combat): string => game.combats.get(combat).system.open!.asks[0]!.key,
        fight.combat,
      );
      await ann.page.locator(`.cadence-prompt button[data-ask="${key}"]`, { hasText: /Pass/ }).click();
      await until(ann.page, ({ combat, given }) => combat.system.open?.asks[0]?.key !== given, key);
    }
    await closed(gm.page);
    await expect
      .poll(() =>
        gm.page.evaluate(({ combat, brute }) => game.combats.get(combat).combatants.get(brute).token._source.x, {
          combat: fight.combat,
          brute: fight.brute,
        }),
      )
      .toBe(700);
  });

  it('a weapon struck away is caught: it is gone from one actor and in the hand of the other, and rewound it is back', async () => {
    const held = (fighter: string) =>
      gm.page.evaluate(
        ({ combat, fighter }): object[] =>
          game.combats
            .get(combat)
            .combatants.get(fighter)
            .actor.items.filter(({ name }) => name === 'Greatsword')
            .map(({ id, system }) => ({ id, held: system.held, equipped: system.equipped })),
        { combat: fight.combat, fighter },
      );
    const [sword] = await held(fight.brute);
    await gm.page.evaluate(
      async ({ combat, kor }) => {
        await game.combats
          .get(combat)
          .combatants.get(kor)
          .actor.items.getName('Sword')
          .update({ 'system.equipped': false });
        await game.combats.get(combat).submit({ do: 'next-turn', by: 'gm' });
      },
      { combat: fight.combat, kor: fight.kor },
    );
    await until(
      gm.page,
      ({ combat: { system }, given }) => system.clock.turn === given && system.open === null,
      fight.kor,
    );
    await gm.page.evaluate(
      async ({ combat, kor }) => {
        await game.combats
          .get(combat)
          .update({ system: { books: { [kor]: { progress: 'disarm', progressTicks: 10 } } } });
      },
      { combat: fight.combat, kor: fight.kor },
    );
    await loadDice(gm.page, { face: 20, of: 20 }, { face: 1, of: 20 }, { face: 2, of: 3 }, { face: 20, of: 20 });
    await gm.page.evaluate(
      async ({ combatId, kor, brute }) => {
        const combat = game.combats.get(combatId);
        await combat.submit({ do: 'disarm', by: kor, at: brute, options: { check: 'str' } });
        const answers: Record<string, (ask: PageAsk) => Answer> = {
          'keep-by': () => ['str'],
          'fling-weapon': ({ places }) => [places[0]],
          catch: () => [0],
        };
        for (let asked = 0; asked < 3; asked++) {
          const { key, ask } = combat.openAsks[0]!;
          await combat.answer(key, answers[ask.id]!(ask));
        }
      },
      { combatId: fight.combat, kor: fight.kor, brute: fight.brute },
    );
    await closed(ann.page);
    await expect.poll(() => held(fight.brute)).toEqual([]);
    await expect.poll(() => held(fight.kor)).toEqual([expect.objectContaining({ held: true, equipped: false })]);

    for (let step = 0; step < 2; step++)
      await gm.page.evaluate(async (combat) => {
        await game.combats.get(combat).previousTurn();
      }, fight.combat);
    await until(gm.page, ({ combat, given }) => combat.combatants.get(given.brute).actor.items.has(given.sword), {
      brute: fight.brute,
      sword: (sword as { id: string }).id,
    });
    await expect.poll(() => held(fight.brute)).toEqual([sword]);
    await expect.poll(() => held(fight.kor)).toEqual([]);
  });

  it('neither browser has logged an error', () => {
    expect([...gm.errors, ...ann.errors]).toEqual([]);
  });
});
