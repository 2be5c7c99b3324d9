import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  BRUTE,
  COMBAT,
  GNOLL,
  KOR,
  MIRA,
  openChat,
  openSheet,
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
import { turnTo } from './support/sheet';
import { loadDice, openTable, type Seat, type Table } from './support/table';

const TAMSIN = 'testCombatTamsin';
const GOBLIN = 'testCombatGoblin';

/** Where everybody stands when it begins: cells from the map's corner, and where they look. The heroes west, the foes east. */
const PLACES: Readonly<Record<string, readonly [column: number, row: number, rotation: number]>> = {
  [TAMSIN]: [1, 6, 270],
  [MIRA]: [1, 1, 270],
  [KOR]: [3, 8, 0],
  [GOBLIN]: [5, 6, 90],
  [GNOLL]: [10, 6, 90],
  [BRUTE]: [15, 6, 90],
};

/** Throws an item from the gear tab of a fighter's sheet. */
async function hurl(page: Page, fighter: string, item: string): Promise<void> {
  const sheet = await openSheet(page, fighter);
  await turnTo(sheet, 'gear');
  const id = await page.evaluate(
    ({ combat, fighter, item }): string =>
      game.combats.get(combat).combatants.get(fighter).actor.items.getName(item).id,
    { combat: COMBAT, fighter, item },
  );
  await sheet.locator(`[data-tab="gear"] [data-item-id="${id}"] [data-id="ranged-attack"]`).click();
}

/** Presses an answer of the floating prompt by its words. */
const press = (page: Page, words: RegExp) =>
  page.locator('.cadence-prompt button[data-ask]', { hasText: words }).first().click();

/** Throws the dice a fighter is asked for, in the floating prompt. */
async function throwFor(page: Page, ask: string): Promise<void> {
  await untilAsked(page, ask);
  const { open } = await state(page);
  await page.locator(`.cadence-prompt button[data-ask="${open!.key}"]`).first().click();
}

/** The faces of the last throw of that id, and what the card says they came to. */
const lastRoll = (page: Page, id: string) =>
  page.evaluate(
    ({ combat, id }): { answer: number[]; facts: Record<string, number> } => {
      const { history, cursor } = game.combats.get(combat).system;
      const { answer, ask } = history[cursor]!.entries.filter(({ ask }) => ask.id === id).at(-1)!;
      return { answer, facts: ask.facts };
    },
    { combat: COMBAT, id },
  );

/** Three heroes against three foes, from the first shot to the rest by the fire. The steps build on each other. */
describe('a whole encounter', () => {
  let table: Table;
  let gm: Seat;
  let ann: Seat;
  let bob: Seat;
  const everybody = () => [gm, ann, bob];

  beforeAll(async () => {
    table = await openTable();
    gm = await table.sit('Gamemaster');
    await gm.page.evaluate(
      async ({ combatId, tamsinId, goblin, places }) => {
        const combat = game.combats.get(combatId);
        const ann = game.users.getName('Ann');
        const add = async (name: string, combatant: string, changes: object) => {
          const pack = game.packs.get('cadence.energy-fighters');
          const { _id } = pack.index.find((entry) => entry.name === name);
          const actor = await game.actors.importFromCompendium(pack, _id, changes);
          const prototype = await actor.getTokenDocument({ x: 0, y: 0 });
          const [token] = await canvas.scene.createEmbeddedDocuments('Token', [prototype.toObject()]);
          await combat.createEmbeddedDocuments(
            'Combatant',
            [{ _id: combatant, type: 'energy', tokenId: token.id, sceneId: canvas.scene.id, actorId: actor.id }],
            { keepId: true },
          );
          return actor;
        };
        const tamsin = await add('Tamsin', tamsinId, { ownership: { default: 0, [ann.id]: 3 } });
        await add('Goblin', goblin, {});
        const gear = game.packs.get('cadence.energy-gear');
        const axe = await gear.getDocument(gear.index.find((entry) => entry.name === 'Throwing axe')._id);
        const { _id, ...data } = axe.toObject();
        await tamsin.createEmbeddedDocuments(
          'Item',
          [1, 2, 3].map((n) => ({ ...data, name: 'Axe ' + n })),
        );
        for (const [id, [column, row, rotation]] of Object.entries(places))
          await combat.combatants.get(id).token.update({ x: column * 100, y: row * 100, rotation });
      },
      { combatId: COMBAT, tamsinId: TAMSIN, goblin: GOBLIN, places: PLACES },
    );
    ann = await table.sit('Ann');
    bob = await table.sit('Bob');
  });
  afterAll(() => table?.close());

  it('begins with six fighters, each with the Energy their Stamina gives', async () => {
    await startEncounter(gm.page);
    for (const { page } of everybody()) {
      await untilStep(page, 1);
      await openTracker(page);
      await expect.poll(() => page.locator('.cadence-rows > li').count()).toBe(6);
      expect(Object.values((await state(page)).fighters).map(({ energy }) => energy)).toEqual([5, 5, 5, 5, 5, 5]);
    }
    for (const fighter of [MIRA, TAMSIN]) await standFirm(ann.page, fighter, gm.page);
    await standFirm(bob.page, KOR, gm.page);
  });

  it.each([
    { range: 'close by, with two dice and the better one', foe: GOBLIN, item: 'Axe 1', dice: 2 },
    { range: 'within the range, with one die', foe: GNOLL, item: 'Axe 2', dice: 1 },
    { range: 'far off, with two dice and the worse one', foe: BRUTE, item: 'Axe 3', dice: 2 },
  ])('throws an axe $range', async ({ foe, item, dice }) => {
    const { step, fighters } = await state(gm.page);
    await loadDice(gm.page, { face: 1, of: 4 });
    await loadDice(ann.page, { face: 16, of: 20 }, { face: 15, of: 20 }, { face: 4, of: 6 });
    await target(ann.page, foe);
    await hurl(ann.page, TAMSIN, item);
    await untilStep(gm.page, step + 1);
    await untilClosed(gm.page);
    const after = await state(gm.page);
    expect(after.fighters[TAMSIN]!.energy).toBe(fighters[TAMSIN]!.energy - 1);
    const { answer } = await lastRoll(gm.page, 'hit');
    expect(answer).toEqual(dice === 1 ? [16] : [16, 15]);
    expect(after.fighters[foe]!.aura).toBeLessThan(fighters[foe]!.aura);
    // What has been thrown lies there.
    const lies = await ann.page.evaluate(
      ({ combat, tamsin, item }): boolean =>
        game.combats.get(combat).combatants.get(tamsin).actor.items.getName(item).system.equipped,
      { combat: COMBAT, tamsin: TAMSIN, item },
    );
    expect(lies).toBe(false);
  });

  it('a goblin runs past Kor, and Bob is asked whether he strikes', async () => {
    const before = await state(gm.page);
    await loadDice(bob.page, { face: 12, of: 20 }, { face: 5, of: 8 });
    await loadDice(gm.page, { face: 3, of: 10 });
    await gm.page.evaluate(
      ({ combat, goblin }) => {
        const { token } = game.combats.get(combat).combatants.get(goblin);
        token.move(
          [1, 2, 3, 4].map((n) => ({ x: 500, y: 600 + n * 100 })),
          { method: 'dragging' },
        );
      },
      { combat: COMBAT, goblin: GOBLIN },
    );
    await untilAsked(bob.page, 'swift');
    await expect.poll(() => gm.page.locator('.cadence-prompt button[data-ask]').count()).toBe(0);
    await press(bob.page, /Melee/);
    await throwFor(bob.page, 'combat');
    await throwFor(bob.page, 'damage');
    await untilAsked(gm.page, 'cut-into');
    await press(gm.page, /Carry on/);
    await untilClosed(gm.page);
    const after = await state(gm.page);
    expect(after.fighters[KOR]!.energy).toBe(before.fighters[KOR]!.energy - 1);
    expect(after.fighters[GOBLIN]!.aura).toBeLessThan(before.fighters[GOBLIN]!.aura);
  });

  it('Mira closes in and trips the gnoll', async () => {
    const before = await state(gm.page);
    await gm.page.evaluate(
      async ({ combat, mira }) => {
        await game.combats
          .get(combat)
          .combatants.get(mira)
          .token.update({ x: 800, y: 600, rotation: 270 }, { cadence: { step: 0 } });
      },
      { combat: COMBAT, mira: MIRA },
    );
    await loadDice(ann.page, { face: 20, of: 20 });
    await loadDice(gm.page, { face: 1, of: 10 });
    await target(ann.page, GNOLL);
    await perform(ann.page, MIRA, 'trip');
    await untilStep(gm.page, before.step + 1);
    await untilClosed(gm.page);
    const after = await state(gm.page);
    expect(after.fighters[GNOLL]!.statuses).toEqual(expect.arrayContaining(['prone', 'exposed']));
    expect(after.fighters[GNOLL]!.aura).toBe(before.fighters[GNOLL]!.aura);
    expect(after.fighters[MIRA]!.energy).toBe(2);
  });

  it('nobody wants to go on, and the game master ends the Round', async () => {
    await openTracker(gm.page);
    const { step } = await state(gm.page);
    await gm.page.locator('#combat .cadence-footer__controls [data-id="end-round"]').click();
    await untilStep(gm.page, step + 1);
    await untilClosed(gm.page);
    const { round, fighters } = await state(gm.page);
    expect(round).toBe(2);
    expect(Object.values(fighters).map(({ energy }) => energy)).toEqual([5, 5, 5, 5, 5, 5]);
  });

  it('the brute finds Tamsin without Aura, and her death is in her own hands', async () => {
    await gm.page.evaluate(
      async ({ combat, tamsin, brute }) => {
        const { combatants } = game.combats.get(combat);
        await combatants.get(tamsin).actor.update({ 'system.aura.value': 0 });
        await combatants.get(brute).token.update({ x: 200, y: 600, rotation: 90 }, { cadence: { step: 0 } });
      },
      { combat: COMBAT, tamsin: TAMSIN, brute: BRUTE },
    );
    await loadDice(gm.page, { face: 15, of: 20 }, { face: 6, of: 6 });
    await target(gm.page, TAMSIN);
    await perform(gm.page, BRUTE, 'melee-attack');
    await loadDice(ann.page, { face: 1, of: 10 }, { face: 4, of: 20 });
    await throwFor(ann.page, 'evasion');
    await throwFor(ann.page, 'death');
    await untilClosed(gm.page);
    const { statuses } = (await state(gm.page)).fighters[TAMSIN]!;
    expect(statuses).toEqual(expect.arrayContaining(['bleeding-out', 'exhausted', 'unconscious', 'unguarded']));
    await expect.poll(() => row(gm.page, TAMSIN).getAttribute('class')).toContain('out');
  });

  it('at the start of the next Round she saves herself', async () => {
    await openTracker(gm.page);
    await gm.page.locator('#combat .cadence-footer__controls [data-id="end-round"]').click();
    await loadDice(ann.page, { face: 20, of: 20 });
    await throwFor(ann.page, 'death-save');
    await untilClosed(gm.page);
    const { round, fighters } = await state(gm.page);
    expect(round).toBe(3);
    expect(fighters[TAMSIN]!.statuses).not.toContain('bleeding-out');
    expect(fighters[TAMSIN]!.statuses).toContain('unconscious');
  });

  it('the foes have had enough: the encounter ends, and what lasted for Rounds is gone', async () => {
    await openTracker(gm.page);
    const { step } = await state(gm.page);
    await gm.page.locator('#combat .cadence-footer__controls [data-id="end"]').click();
    await untilStep(gm.page, step + 1);
    const { phase, fighters } = await state(gm.page);
    expect(phase).toBe('idle');
    expect(fighters[MIRA]!.statuses).not.toContain('exposed');
  });

  it('Mira takes a Short Rest: a Surge in the first block, and then somebody comes', async () => {
    await gm.page.evaluate(
      async ({ combat, mira }) => {
        await game.combats
          .get(combat)
          .combatants.get(mira)
          .actor.update({ 'system.aura.value': 10, 'system.stamina.value': 4 });
      },
      { combat: COMBAT, mira: MIRA },
    );
    await perform(ann.page, MIRA, 'short-rest');
    await untilAsked(ann.page, 'rest-block');
    await press(ann.page, /Surge/);
    await expect.poll(async () => (await state(gm.page)).fighters[MIRA]!.stamina).toBe(13);
    await press(ann.page, /Break off/);
    await untilClosed(gm.page);
    const { aura, stamina } = (await state(gm.page)).fighters[MIRA]!;
    expect(aura).toBeGreaterThan(10);
    expect(stamina).toBe(13);
    await openChat(ann.page);
    await expect.poll(() => ann.page.locator('#chat .cadence-card').last().textContent()).toContain('Short Rest');
  });

  it('everybody has seen the same, and no browser has logged an error', async () => {
    const { step } = await state(gm.page);
    for (const { page } of everybody()) await untilStep(page, step);
    for (const { page } of everybody()) await expect.poll(() => state(page)).toEqual(await state(gm.page));
    expect(everybody().flatMap(({ errors }) => errors)).toEqual([]);
  });
});
