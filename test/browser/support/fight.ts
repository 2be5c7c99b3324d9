import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { turnTo } from './sheet';
import { loadDice, openTab, type Seat, setSetting } from './table';

export const COMBAT = 'demoCombat000000';
export const MIRA = 'demoCombatMira00';
export const KOR = 'demoCombatKor000';
export const GNOLL = 'demoCombatGnoll0';
export const BRUTE = 'demoCombatBrute0';

/** The cells of the tokens in the demo world's fight. */
const CELLS = [
  { _id: 'demoTokenMira000', x: 700, y: 600, rotation: 270 },
  { _id: 'demoTokenKor0000', x: 700, y: 800, rotation: 270 },
  { _id: 'demoTokenGnoll00', x: 900, y: 600, rotation: 90 },
  { _id: 'demoTokenBrute00', x: 1000, y: 800, rotation: 90 },
];

/** Opens the tracker if it is not open. */
export async function openTracker(page: Page): Promise<void> {
  await openTab(page, 'combat');
  await page.locator('.cadence-rows').waitFor();
}

export async function openChat(page: Page): Promise<void> {
  await openTab(page, 'chat');
  await page.locator('#chat').waitFor();
}

export const row = (page: Page, fighter: string) =>
  page.locator(`#combat .cadence-row[data-combatant-id="${fighter}"]`);

/**
 * Clicks the GM's button that starts the encounter, and waits until the first round is open. Disables the pause for
 * declarations; tests of it enable it.
 */
export async function startEncounter(page: Page): Promise<void> {
  await setSetting(page, 'energy.pause', 0);
  await openTracker(page);
  await page.locator('#combat .cadence-footer__controls button').first().click();
  await page.waitForFunction((id) => game.combats.get(id).system.clock.phase === 'open', COMBAT);
}

/**
 * Undoes the encounter to the moment after its start, step by step, and resets cells, standing orders, targets, sheets
 * and dice, so that each test starts alike at one table.
 */
export async function startOver(gm: Seat, ...players: readonly Seat[]): Promise<void> {
  await gm.page.evaluate(
    async ({ combatId, cells }) => {
      const combat = game.combats.get(combatId);
      while (combat.system.cursor > 1) await combat.previousTurn();
      const orders = new foundry.data.operators.ForcedReplacement({});
      await combat.updateEmbeddedDocuments(
        'Combatant',
        combat.combatants.map(({ id }) => ({ _id: id, system: { orders } })),
      );
      await combat.scene.updateEmbeddedDocuments('Token', cells, { cadence: { step: 0 }, animate: false });
    },
    { combatId: COMBAT, cells: CELLS },
  );
  const { step, fighters } = await state(gm.page);
  for (const { page } of [gm, ...players]) {
    await loadDice(page);
    await page.evaluate(async () => {
      for (const token of [...game.user.targets]) token.setTarget(false, { releaseOthers: false });
      for (const app of [...foundry.applications.instances.values()])
        if (app.document) await app.close({ animate: false });
    });
    await untilStep(page, step);
    await expect.poll(async () => (await state(page)).fighters).toEqual(fighters);
  }
}

/** Targets a fighter on the map as the T key does. */
export async function target(page: Page, fighter: string): Promise<void> {
  await page.evaluate(
    ({ combat, fighter }) => {
      const token = game.combats.get(combat).combatants.get(fighter).token.object;
      token.setTarget(true, { releaseOthers: true });
    },
    { combat: COMBAT, fighter },
  );
}

/** Opens a fighter's sheet as a double click on the token does. */
export async function openSheet(page: Page, fighter: string, combat = COMBAT) {
  await page.evaluate(
    async ({ combat, fighter }) => {
      await game.combats.get(combat).combatants.get(fighter).actor.sheet.render({ force: true });
    },
    { combat, fighter },
  );
  const sheet = page.locator('.cadence-sheet--actor').last();
  await sheet.waitFor();
  return sheet;
}

/** Clicks an action on a fighter's sheet, and opens the sheet if needed. */
export async function perform(page: Page, fighter: string, action: string): Promise<void> {
  const sheet = await openSheet(page, fighter);
  await turnTo(sheet, 'actions');
  await sheet.locator(`[data-tab="actions"] [data-id="${action}"]`).first().click();
}

/** Stores the standing order not to dodge, for tests of something else, and waits until the referee has it. */
export async function standFirm(page: Page, fighter: string, referee: Page): Promise<void> {
  await page.evaluate(
    async ({ combat, fighter }) => {
      await game.combats
        .get(combat)
        .combatants.get(fighter)
        .update({ 'system.orders': { 'agile-move': 'pass' } });
    },
    { combat: COMBAT, fighter },
  );
  await referee.waitForFunction(
    ({ combat, fighter }) => game.combats.get(combat).combatants.get(fighter).system.orders['agile-move'] === 'pass',
    { combat: COMBAT, fighter },
  );
}

export async function state(page: Page) {
  return page.evaluate(
    (
      combatId,
    ): {
      step: number;
      cursor: number;
      round: number;
      phase: string;
      open: { key: string; id: string; by: string } | null;
      fighters: Record<
        string,
        { energy: number; aura: number; stamina: number; statuses: string[]; x: number; y: number }
      >;
    } => {
      const combat = game.combats.get(combatId);
      const { step, cursor, clock, open } = combat.system;
      const ask = open?.asks[0];
      return {
        step,
        cursor,
        round: clock.round,
        phase: clock.phase,
        open: ask ? { key: ask.key, id: ask.ask.id, by: ask.ask.by } : null,
        fighters: Object.fromEntries(
          combat.combatants.map((c) => [
            c.id,
            {
              energy: combat.system.states[c.id]?.energy as number,
              aura: c.actor.system.aura.value,
              stamina: c.actor.system.stamina.value,
              statuses: [...c.actor.statuses].sort(),
              x: c.token._source.x,
              y: c.token._source.y,
            },
          ]),
        ),
      };
    },
    COMBAT,
  );
}

/** Waits until this client has reached that step and rendered everything. */
export async function untilStep(page: Page, step: number): Promise<void> {
  await page.waitForFunction(
    ([id, least]) => game.combats.get(id).system.step >= (least as number),
    [COMBAT, step] as const,
    { timeout: 30_000 },
  );
}

/** Waits until an ask with that id is open in the encounter. */
export async function untilAsked(page: Page, ask: string): Promise<void> {
  await page.waitForFunction(
    ([id, wanted]) => game.combats.get(id).system.open?.asks[0]?.ask.id === wanted,
    [COMBAT, ask] as const,
    { timeout: 30_000 },
  );
}

export async function untilClosed(page: Page): Promise<void> {
  await page.waitForFunction((id) => game.combats.get(id).system.open === null, COMBAT, {
    timeout: 30_000,
  });
}
