import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  BRUTE,
  COMBAT,
  GNOLL,
  KOR,
  MIRA,
  openSheet,
  openTracker,
  perform,
  standFirm,
  startEncounter,
  startOver,
  state,
  target,
  untilAsked,
  untilClosed,
  untilStep,
} from './support/fight';
import { turnTo } from './support/sheet';
import { loadDice, openTable, type Seat, setSetting, submit, type Table } from './support/table';

const pictures = process.env.CADENCE_PICTURES && 'test/browser/.shots';

/** Presses an answer of the floating prompt by its words. */
async function press(page: Page, words: RegExp): Promise<void> {
  const { open } = await state(page);
  await page.locator(`.cadence-prompt button[data-ask="${open!.key}"]`, { hasText: words }).first().click();
}

/** Puts a fighter on a cell before the test begins, past the rules. */
const put = (page: Page, fighter: string, x: number, y: number, rotation: number) =>
  page.evaluate(
    async ({ combat, fighter, x, y, rotation }) => {
      await game.combats
        .get(combat)
        .combatants.get(fighter)
        .token.update({ x: x, y: y, rotation: rotation }, { cadence: { step: 0 } });
    },
    { combat: COMBAT, fighter, x, y, rotation },
  );

/** Walks a fighter east by whole cells, as a drag of its token does. */
const walk = (page: Page, fighter: string, cells: number) =>
  page.evaluate(
    ({ combat, fighter, cells }) => {
      const { token } = game.combats.get(combat).combatants.get(fighter);
      const { x, y } = token._source;
      const way = Array.from({ length: Math.abs(cells) }, (_, at) => ({ x: x + (at + 1) * Math.sign(cells) * 100, y }));
      token.move(way, { method: 'dragging' });
    },
    { combat: COMBAT, fighter, cells },
  );

/** Drags a fighter's token east by whole cells with the mouse. */
async function dragEast(page: Page, fighter: string, cells: number): Promise<void> {
  const { x, y, to } = await page.evaluate(
    ({ combat, fighter, given }): { x: number; y: number; to: { x: number; y: number } } => {
      const { center } = game.combats.get(combat).combatants.get(fighter).token.object;
      const on = (east: number) => {
        const { x, y } = canvas.stage.worldTransform.apply({ x: center.x + east, y: center.y });
        return { x, y };
      };
      return { ...on(0), to: on(given) };
    },
    { combat: COMBAT, fighter, given: cells * 100 },
  );
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move((x + to.x) / 2, (y + to.y) / 2, { steps: 4 });
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await page.waitForTimeout(200);
  await page.mouse.up();
}

const swiftly = (page: Page, words: RegExp) =>
  page.locator('.cadence-prompt button[data-ask]', { hasText: words }).first();

/** One table for all of it; before each test the fight is taken back to its start. */
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
beforeEach(() => startOver(gm, ann));
afterAll(() => table?.close());

describe('cutting in', () => {
  /** An Agile Move stands on Energy spent on something else than moving. */
  async function defend(): Promise<void> {
    const { step } = await state(gm.page);
    await perform(ann.page, MIRA, 'defend');
    await untilStep(gm.page, step + 1);
  }

  it('dodges a blow before its first die: it is abandoned, and two of its three Energy come back (13.1)', async () => {
    await put(gm.page, MIRA, 700, 600, 270);
    await put(gm.page, GNOLL, 800, 600, 90);
    await defend();
    await target(gm.page, MIRA);
    await perform(gm.page, GNOLL, 'unarmed-attack');
    await Promise.all([gm, ann].map(({ page }) => untilAsked(page, 'dodge')));
    const asked = await state(gm.page);
    expect(asked.fighters[GNOLL]!.energy).toBe(3);
    await press(ann.page, /Agile Move/);
    await untilAsked(ann.page, 'agile-move');
    // West, out of the reach of a fist.
    await ann.page
      .locator('.cadence-prompt button[data-ask]', { hasText: /^\s*West/ })
      .first()
      .click();
    // She is still within reach of his sword: he may answer her metre, and does not.
    await untilAsked(gm.page, 'swift');
    await press(gm.page, /Pass/);
    await untilClosed(gm.page);
    const { fighters } = await state(gm.page);
    expect(fighters[MIRA]).toMatchObject({ x: 600, aura: asked.fighters[MIRA]!.aura });
    expect(fighters[GNOLL]!.energy).toBe(4);
  });

  it('[E-11, E-24] answers what is declared, in the time there is; who says nothing lets it happen', async () => {
    await setSetting(gm.page, 'energy.pause', 60);
    await target(gm.page, MIRA);
    await perform(gm.page, GNOLL, 'melee-attack');
    await Promise.all([gm, ann].map(({ page }) => untilAsked(page, 'declared')));
    const prompt = ann.page.locator('.cadence-prompt');
    await prompt.locator('.cadence-countdown').waitFor();
    expect(await prompt.innerText()).toContain('is about to act: Melee Attack at Mira');
    await press(ann.page, /Challenge Initiative/);
    // Nobody is there for Kor: the game master answers, or nobody does.
    await gm.page.locator('.cadence-prompt button', { hasText: 'Let it happen' }).click();
    await untilAsked(ann.page, 'initiative');
    await gm.page.evaluate(async (combat) => {
      await game.combats.get(combat).previousTurn();
    }, COMBAT);
    await setSetting(gm.page, 'energy.pause', 1);
    await startOver(gm, ann);
    await loadDice(gm.page, { face: 12, of: 20 });
    await target(gm.page, MIRA);
    await perform(gm.page, GNOLL, 'melee-attack');
    await untilAsked(ann.page, 'evasion');
    await setSetting(gm.page, 'energy.pause', 0);
  });

  it('[E-37] is withdrawn by who declared it, while others think about it', async () => {
    await setSetting(gm.page, 'energy.pause', 60);
    await target(gm.page, MIRA);
    const before = await state(gm.page);
    await perform(gm.page, GNOLL, 'melee-attack');
    await untilAsked(ann.page, 'declared');
    await gm.page.evaluate(
      ([combat, gnoll]) => {
        game.combats.get(combat!).combatants.get(gnoll!).token.object.control({ releaseOthers: true });
      },
      [COMBAT, GNOLL],
    );
    const withdraw = gm.page.locator('#cadence-bar [data-id="withdraw"]');
    await withdraw.click();
    await withdraw.waitFor({ state: 'detached' });
    await gm.page.locator('.cadence-prompt button', { hasText: 'Let it happen' }).click();
    await press(ann.page, /Let it happen/);
    await untilClosed(gm.page);
    await setSetting(gm.page, 'energy.pause', 0);
    const { fighters } = await state(gm.page);
    expect(fighters[GNOLL]!.energy).toBe(before.fighters[GNOLL]!.energy);
  });

  it('is passed, and only then the die falls', async () => {
    await defend();
    await loadDice(gm.page, { face: 12, of: 20 });
    await target(gm.page, MIRA);
    await perform(gm.page, GNOLL, 'melee-attack');
    await untilAsked(ann.page, 'dodge');
    const entries = await gm.page.evaluate((combat): string[] => {
      const { history, cursor } = game.combats.get(combat).system;
      return history[cursor].entries.map(({ ask }) => ask.id ?? ask.kind);
    }, COMBAT);
    expect(entries).not.toContain('combat');
    await press(ann.page, /Pass/);
    await untilAsked(ann.page, 'evasion');
  });

  it('trips a runner in the middle of the way: the rest is lost, and what it did not use comes back (13.2)', async () => {
    await put(gm.page, MIRA, 400, 600, 270);
    await put(gm.page, GNOLL, 700, 700, 180);
    await put(gm.page, KOR, 200, 1000, 0);
    await loadDice(gm.page, { face: 20, of: 20 });
    await loadDice(ann.page, { face: 1, of: 10 });
    await walk(ann.page, MIRA, 6);
    await Promise.all([gm, ann].map(({ page }) => untilAsked(page, 'swift')));
    const cut = await state(gm.page);
    expect(cut.fighters[MIRA]!.energy).toBe(2);
    expect(cut.fighters[MIRA]!.x).toBeGreaterThan(400);
    expect(cut.fighters[MIRA]!.x).toBeLessThan(1000);
    await gm.page.locator('.cadence-prompt button[data-ask]', { hasText: /Trip/ }).first().click();
    // A critical hit asks for no Evasion, and her Fortitude falls by itself: the run is her own action.
    await untilClosed(gm.page);
    const after = await state(gm.page);
    expect(after.fighters[MIRA]!.statuses).toContain('prone');
    expect(after.fighters[MIRA]!.x).toBe(cut.fighters[MIRA]!.x);
    expect(after.fighters[MIRA]!.energy).toBeGreaterThan(2);
    expect(after.fighters[GNOLL]!.energy).toBe(4);
  });

  it('goes on with the way where nobody strikes', async () => {
    await put(gm.page, MIRA, 400, 600, 270);
    await put(gm.page, GNOLL, 700, 700, 180);
    await put(gm.page, KOR, 200, 1000, 0);
    await walk(ann.page, MIRA, 6);
    // The gnoll, and further on the brute as well, are offered a blow at each metre; the game master passes for both.
    const pass = gm.page.locator('.cadence-prompt button[data-ask]', { hasText: /Pass/ });
    await expect
      .poll(
        async () => {
          if (await pass.count())
            await pass
              .first()
              .click({ timeout: 500 })
              .catch(() => null);
          const { open, fighters } = await state(gm.page);
          return open ? 'asked' : fighters[MIRA]!.x;
        },
        { timeout: 20_000, interval: 150 },
      )
      .toBe(1000);
    await expect.poll(async () => (await state(gm.page)).fighters[MIRA]).toMatchObject({ x: 1000, energy: 2 });
  });

  it('comes unasked at a pause: the game master’s word is a child of what waits, and the same question waits anew', async () => {
    await loadDice(gm.page, { face: 12, of: 20 });
    await target(gm.page, MIRA);
    await perform(gm.page, GNOLL, 'melee-attack');
    await untilAsked(ann.page, 'evasion');
    const before = await state(gm.page);
    await submit(gm.page, COMBAT, { do: 'adjust', by: 'gm', at: KOR, options: { pool: 'aura', to: 3 } });
    await untilStep(ann.page, before.step + 1);
    const after = await state(ann.page);
    expect(after.fighters[KOR]!.aura).toBe(3);
    expect(after.open).toMatchObject({ id: 'evasion', by: MIRA });
    await ann.page.locator('.cadence-prompt button[data-ask]').first().click();
    await untilClosed(gm.page);
  });

  it('follows a standing order without a pause', async () => {
    await defend();
    await standFirm(ann.page, MIRA, gm.page);
    const { step } = await state(gm.page);
    await loadDice(gm.page, { face: 12, of: 20 });
    await target(gm.page, MIRA);
    await perform(gm.page, GNOLL, 'melee-attack');
    await untilAsked(ann.page, 'evasion');
    await expect.poll(async () => (await state(gm.page)).step).toBe(step + 1);
  });
});

describe('a player drags her token past a foe', () => {
  beforeEach(async () => {
    // The gnoll looks north upon the way she takes; nobody else is near.
    await put(gm.page, MIRA, 400, 600, 270);
    await put(gm.page, GNOLL, 700, 700, 180);
    await put(gm.page, KOR, 200, 1200, 0);
    await put(gm.page, BRUTE, 1500, 1200, 0);
    await expect.poll(async () => (await state(ann.page)).fighters[BRUTE]).toMatchObject({ x: 1500, y: 1200 });
  });

  it('[E-155] is struck at the first metre within reach, and goes on: the whole way is paid, and no second blow offered', async () => {
    await loadDice(gm.page, { face: 12, of: 20 });
    await loadDice(ann.page, { face: 1, of: 10 });
    const before = await state(gm.page);
    await dragEast(ann.page, MIRA, 6);
    await Promise.all([gm, ann].map(({ page }) => untilAsked(page, 'swift')));
    const cut = await state(gm.page);
    // Paid in full, and stopped where the gnoll's reach begins.
    expect(cut.fighters[MIRA]).toMatchObject({ x: 500, energy: 2 });
    await expect.poll(() => ann.page.locator('.cadence-prompt button[data-ask]').count()).toBe(0);
    await swiftly(gm.page, /Melee Attack/).click();
    // Her Evasion falls by itself, for the walk is hers, or is hers to throw.
    await expect
      .poll(async () => {
        const { open } = await state(ann.page);
        const roll = swiftly(ann.page, /./);
        if (open?.by === MIRA && (await roll.count()) > 0) await roll.click();
        return open;
      })
      .toBeNull();
    const { fighters, step } = await state(gm.page);
    expect(fighters[MIRA]).toMatchObject({ x: 1000, y: 600, energy: 2 });
    expect(fighters[MIRA]!.aura).toBeLessThan(before.fighters[MIRA]!.aura);
    expect(fighters[GNOLL]!.energy).toBe(4);
    await untilStep(ann.page, step);
    await expect.poll(() => state(ann.page)).toEqual(await state(gm.page));

    // Taken back step by step, she stands where she stood, unhurt.
    await openTracker(gm.page);
    for (let at = step; (await state(gm.page)).fighters[MIRA]!.x > 400; at++) {
      await gm.page.locator('#combat [data-action="cadenceRewind"]').click();
      await untilStep(gm.page, at + 1);
    }
    await expect
      .poll(async () => (await state(gm.page)).fighters[MIRA])
      .toEqual({ ...before.fighters[MIRA]!, x: 400, y: 600 });
  });

  it('[E-39, E-182] is tripped there: she lies where she was, and what she did not walk comes back', async () => {
    await loadDice(gm.page, { face: 20, of: 20 });
    await loadDice(ann.page, { face: 1, of: 10 });
    await dragEast(ann.page, MIRA, 6);
    await untilAsked(gm.page, 'swift');
    await swiftly(gm.page, /Trip/).click();
    await untilClosed(gm.page);
    const { fighters } = await state(gm.page);
    expect(fighters[MIRA]).toMatchObject({ x: 500, energy: 4 });
    expect(fighters[MIRA]!.statuses).toEqual(expect.arrayContaining(['exposed', 'prone']));
    expect(fighters[GNOLL]!.energy).toBe(4);
  });

  it('[E-152] is offered to be seized or pushed as well, after the blows', async () => {
    await dragEast(ann.page, MIRA, 3);
    await untilAsked(gm.page, 'swift');
    // A fist does not reach over the empty metre between them.
    await swiftly(gm.page, /Pass/).click();
    await expect.poll(async () => (await state(gm.page)).fighters[MIRA]!.x).toBe(600);
    await untilAsked(gm.page, 'swift');
    const order = async () => {
      const names = await gm.page.locator('.cadence-prompt button[data-ask]').allInnerTexts();
      return names.flatMap((name) => /Melee|Unarmed|Trip|Restrain|Push|Pass/.exec(name) ?? []);
    };
    await expect.poll(order).toEqual(['Melee', 'Unarmed', 'Trip', 'Restrain', 'Push', 'Pass']);
  });
});

describe('in the midst of a blow', () => {
  it('[E-24, E-25] whoever is quicker is asked what to do, and then the blow goes on', async () => {
    await target(gm.page, MIRA);
    await target(ann.page, GNOLL);
    await loadDice(gm.page, { face: 5, of: 20 });
    // A ten would explode for ever.
    await loadDice(ann.page, { face: 19, of: 20 }, { face: 3, of: 10 });
    await perform(gm.page, GNOLL, 'melee-attack');
    await Promise.all([gm, ann].map(({ page }) => untilAsked(page, 'evasion')));
    await perform(ann.page, MIRA, 'challenge-initiative');
    await untilAsked(ann.page, 'initiative');
    await press(ann.page, /./);
    await untilAsked(gm.page, 'initiative-challenge');
    await press(gm.page, /^\s*Roll/);
    await untilAsked(gm.page, 'mesh');
    await press(gm.page, /Together/);
    await untilAsked(ann.page, 'quicker');
    const asked = await state(ann.page);
    expect(asked.fighters[MIRA]!.energy).toBe(5);
    await press(ann.page, /Defend/);
    await untilAsked(ann.page, 'evasion');
    await expect
      .poll(async () => (await state(ann.page)).fighters[MIRA])
      .toMatchObject({ energy: 4, statuses: ['defending'] });
    await press(ann.page, /./);
    await untilClosed(gm.page);
    const { fighters } = await state(gm.page);
    expect(fighters[GNOLL]!.energy).toBe(2);
  });

  it('[E-25] whoever is quicker drags their token along any way, and that is what they do', async () => {
    // Out of whose reach nobody walks.
    await put(gm.page, GNOLL, 1300, 600, 90);
    await target(ann.page, GNOLL);
    await loadDice(ann.page, { face: 19, of: 20 });
    await perform(ann.page, MIRA, 'challenge-initiative');
    await untilAsked(gm.page, 'initiative-challenge');
    await press(gm.page, /Decline/);
    await untilAsked(gm.page, 'mesh');
    await press(gm.page, /Before/);
    await untilAsked(ann.page, 'quicker');
    await ann.page.evaluate(
      ({ combat, fighter }) => {
        const { token } = game.combats.get(combat).combatants.get(fighter);
        const { x, y } = token._source;
        const way = [
          { x: x - 100, y },
          { x: x - 100, y: y - 100 },
          { x: x - 100, y: y - 200 },
        ];
        token.move(way, { method: 'dragging' });
      },
      { combat: COMBAT, fighter: MIRA },
    );
    await untilClosed(gm.page);
    await expect.poll(async () => (await state(gm.page)).fighters[MIRA]).toMatchObject({ x: 600, y: 400 });
  });

  it('[E-89, E-93, E-A33] of a player’s shot the game master is asked whether its target knows of it, and how it moves', async () => {
    await put(gm.page, MIRA, 700, 600, 270);
    // With the back to her.
    await put(gm.page, GNOLL, 1000, 600, 270);
    const sling = await gm.page.evaluate(
      async ({ combat, mira }): Promise<string> => {
        const { actor } = game.combats.get(combat).combatants.get(mira);
        const system = { ranged: true, damage: '1d4', range: [1, 40, 80] };
        const [item] = await actor.createEmbeddedDocuments('Item', [{ name: 'Sling', type: 'energyWeapon', system }]);
        return item.id;
      },
      { combat: COMBAT, mira: MIRA },
    );
    await ann.page.waitForFunction(
      ({ combat, mira, sling }) => game.combats.get(combat).combatants.get(mira).actor.items.has(sling),
      { combat: COMBAT, mira: MIRA, sling },
    );
    const before = await state(gm.page);
    await loadDice(ann.page, { face: 4, of: 20 });
    await submit(ann.page, COMBAT, { do: 'ranged-attack', by: MIRA, at: GNOLL, with: sling, options: {} });
    await untilAsked(gm.page, 'shot-behind');
    if (pictures) await gm.page.screenshot({ path: `${pictures}/shot-asked.png` });
    await press(gm.page, /Unaware/);
    await untilAsked(gm.page, 'shot-still');
    await press(gm.page, /Not at all/);
    await untilClosed(gm.page);
    const card = await gm.page.evaluate(() => {
      const { id } = game.messages.contents.at(-1)!;
      return document.querySelector(`[data-message-id="${id}"]`)?.textContent ?? '';
    });
    // Eight, less what the Dexterity of Mira and a target that stands still take off.
    expect(card).toMatch(/Miss Chance [−-]?\d/);
    const left = async () => (await state(gm.page)).fighters[MIRA]!.energy;
    expect(await left()).toBe(before.fighters[MIRA]!.energy - 1);
    await gm.page.evaluate(
      async ({ id, cursor }) => {
        const combat = game.combats.get(id);
        while (combat.system.cursor > cursor) await combat.previousTurn();
      },
      { id: COMBAT, cursor: before.cursor },
    );
    await expect.poll(left).toBe(before.fighters[MIRA]!.energy);
  });

  it('[E-103, E-65] a thrown weapon lies where its target stands, and a rewind puts it back into the hand', async () => {
    const thrown = await gm.page.evaluate(
      async ({ combat, mira }): Promise<string> => {
        const [item] = await game.combats
          .get(combat)
          .combatants.get(mira)
          .actor.createEmbeddedDocuments('Item', [{ name: 'Javelin', type: 'energyWeapon', system: { thrown: true } }]);
        return item.id;
      },
      { combat: COMBAT, mira: MIRA },
    );
    const javelin = (page: Page) =>
      page.evaluate(
        ({ combat, mira, thrown }): { equipped: boolean; dropped: boolean; lies: number[] } => {
          const { equipped, dropped, lies } = game.combats
            .get(combat)
            .combatants.get(mira)
            .actor.items.get(thrown).system;
          return { equipped, dropped, lies };
        },
        { combat: COMBAT, mira: MIRA, thrown },
      );
    await expect.poll(() => javelin(ann.page).catch(() => null)).toEqual({ equipped: true, dropped: false, lies: [] });
    await loadDice(ann.page, { face: 2, of: 20 });
    const { x, y } = (await state(gm.page)).fighters[GNOLL]!;
    const before = await state(gm.page);
    await submit(ann.page, COMBAT, { do: 'ranged-attack', by: MIRA, at: GNOLL, with: thrown, options: {} });
    await untilStep(gm.page, before.step + 1);
    const pass = ann.page.locator('.cadence-prompt button[data-ask]', { hasText: /Pass/ });
    await expect
      .poll(async () => {
        if (await pass.count())
          await pass
            .first()
            .click({ timeout: 500 })
            .catch(() => null);
        const { open } = await state(gm.page);
        if (open?.by === GNOLL) await press(gm.page, /./);
        return open;
      })
      .toBeNull();
    const cell = 100;
    const lies = [(x + cell / 2) / cell, (y + cell / 2) / cell, 0];
    await expect.poll(() => javelin(ann.page)).toEqual({ equipped: false, dropped: true, lies });

    const sheet = await openSheet(ann.page, MIRA);
    await turnTo(sheet, 'gear');
    const pick = sheet.locator('[data-tab="gear"] [data-id="pick-up-item"]').first();
    const away = Math.abs(x - before.fighters[MIRA]!.x) > cell || Math.abs(y - before.fighters[MIRA]!.y) > cell;
    await expect.poll(() => pick.getAttribute('aria-disabled')).toBe(String(away));

    await openTracker(gm.page);
    for (let { step, cursor } = await state(gm.page); cursor > 1; { step, cursor } = await state(gm.page)) {
      await gm.page.locator('#combat [data-action="cadenceRewind"]').click();
      await untilStep(gm.page, step + 1);
    }
    await expect.poll(() => javelin(ann.page)).toEqual({ equipped: true, dropped: false, lies: [] });
  });
});
