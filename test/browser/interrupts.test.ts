import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  COMBAT,
  GNOLL,
  KOR,
  MIRA,
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
import { inGame, loadDice, openTable, type Seat, type Table } from './support/table';

/** Presses an answer of the floating prompt by its words. */
async function press(page: Page, words: RegExp): Promise<void> {
  const { open } = await state(page);
  await page.locator(`.cadence-prompt button[data-ask="${open!.key}"]`, { hasText: words }).first().click();
}

/** Walks a fighter east by whole cells, as a drag of its token does. */
const walk = (page: Page, fighter: string, cells: number) =>
  inGame(
    page,
    `const { token } = game.combats.get('${COMBAT}').combatants.get('${fighter}');
     const way = Array.from({ length: ${Math.abs(cells)} }, (_, at) => ({ x: token.x + (at + 1) * ${Math.sign(cells) * 100}, y: token.y }));
     token.move(way, { method: 'dragging' });`,
  );

/** Puts a fighter on a cell before the test begins, past the rules. */
const put = (page: Page, fighter: string, x: number, y: number, rotation: number) =>
  inGame(
    page,
    `await game.combats.get('${COMBAT}').combatants.get('${fighter}').token.update({ x: ${x}, y: ${y}, rotation: ${rotation} }, { cadence: { step: 0 } });`,
  );

describe('cutting in', () => {
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

  it('is passed, and only then the die falls', async () => {
    await defend();
    await loadDice(gm.page, { face: 12, of: 20 });
    await target(gm.page, MIRA);
    await perform(gm.page, GNOLL, 'melee-attack');
    await untilAsked(ann.page, 'dodge');
    const entries = await inGame<string[]>(
      gm.page,
      `const { history, cursor } = game.combats.get('${COMBAT}').system; return history[cursor].entries.map(({ ask }) => ask.id ?? ask.kind);`,
    );
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
    expect((await state(gm.page)).fighters[MIRA]).toMatchObject({ x: 1000, energy: 2 });
  });

  it('comes unasked at a pause: the game master’s word is a child of what waits, and the same question waits anew', async () => {
    await loadDice(gm.page, { face: 12, of: 20 });
    await target(gm.page, MIRA);
    await perform(gm.page, GNOLL, 'melee-attack');
    await untilAsked(ann.page, 'evasion');
    const before = await state(gm.page);
    await inGame(
      gm.page,
      `await game.combats.get('${COMBAT}').submit({ do: 'adjust', by: 'gm', at: '${KOR}', options: { pool: 'aura', to: 3 } });`,
    );
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
    expect((await state(gm.page)).step).toBe(step + 1);
  });
});
