import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openChat, openTracker } from './support/fight';
import { turnTo } from './support/sheet';
import { loadDice, openTable, type Seat, submit, type Table } from './support/table';

/** Ids of the encounter this test makes. */
const FIGHT = 'clashCombat00000';
const MIRA = 'clashMira0000000';
const GNOLL = 'clashGnoll000000';

const state = (page: Page) =>
  page.evaluate(
    (
      fight,
    ): {
      turn: string | null;
      round: number;
      ask: string | null;
      by: string | null;
      hp: Record<string, number | null>;
      book: Record<string, Record<string, unknown>>;
    } => {
      const combat = game.combats.get(fight);
      const { clock, open } = combat.system;
      const ask = open?.asks[0]?.ask;
      const of = <T>(read: (each: PageCombatant) => T): Record<string, T> =>
        Object.fromEntries(combat.combatants.map((each) => [each.id, read(each)]));
      return {
        turn: clock.turn,
        round: clock.round,
        ask: ask?.id ?? null,
        by: ask?.by ?? null,
        hp: of(({ actor }) => actor.system.hp.value),
        book: of(({ id }) => ({ ...combat.system.books[id] })),
      };
    },
    FIGHT,
  );

const untilAsked = (page: Page, ask: string | null) =>
  page.waitForFunction(
    ([id, wanted]) => {
      const { open } = game.combats.get(id).system;
      return wanted === null ? open === null : open?.asks[0]?.ask.id === wanted;
    },
    [FIGHT, ask] as const,
    { timeout: 30_000 },
  );

const press = (page: Page, option: string) => page.locator(`.cadence-prompt [data-option="${option}"]`).click();
/** Throws the dice this person is asked for, falling as told. */
async function roll(page: Page, face: number, of: number): Promise<void> {
  await loadDice(page, { face, of });
  await page.locator('.cadence-prompt button[data-ask]').first().click();
}

/** A blow, a parry that names its zone, a second die and a Counter, in two browsers. The steps build on each other. */
describe('a clash at two screens', () => {
  let table: Table;
  let gm: Seat;
  let ann: Seat;

  beforeAll(async () => {
    table = await openTable();
    gm = await table.sit('Gamemaster');
    ann = await table.sit('Ann');
    await gm.page.evaluate(
      async ({ mira, gnoll, fight }) => {
        const ann = game.users.find((user) => user.name === 'Ann');
        const blade = { attackValue: 5, parryValue: 6, damage: '1d6', weaponProficiency: 2 };
        const make = (id: string, name: string, items: object[], ownership: Record<string, number> = {}) => ({
          _id: id,
          name,
          type: 'clash',
          ownership: { default: 0, ...ownership },
          system: { mod: { dex: 1 } },
          items,
          prototypeToken: {
            actorLink: true,
            disposition: ownership.default === undefined && name === 'Gnoll of clash' ? -1 : 1,
          },
        });
        const sword = { name: 'Blade', type: 'clashWeapon', system: blade };
        const riposte = {
          name: 'Riposte',
          type: 'clashSkill',
          system: { purpose: 'reactive', counter: true, strike: true },
        };
        await Actor.createDocuments(
          [make(mira, 'Mira of clash', [sword, riposte], { [ann.id]: 3 }), make(gnoll, 'Gnoll of clash', [sword])],
          { keepId: true },
        );
        const { size } = canvas.scene.grid;
        const token = (id: string, x: number, disposition: number) => ({
          _id: id,
          actorId: id,
          actorLink: true,
          name: game.actors.get(id).name,
          x: x * size,
          y: 12 * size,
          disposition,
        });
        await canvas.scene.createEmbeddedDocuments('Token', [token(mira, 6, 1), token(gnoll, 7, -1)], { keepId: true });
        // The tracker shows the one encounter there is.
        await Combat.deleteDocuments(game.combats.map(({ id }) => id));
        const combat = await Combat.create(
          { _id: fight, type: 'clash', scene: canvas.scene.id, active: true },
          { keepId: true },
        );
        await combat.createEmbeddedDocuments(
          'Combatant',
          [mira, gnoll].map((id) => ({ _id: id, tokenId: id, sceneId: canvas.scene.id, actorId: id })),
          { keepId: true },
        );
      },
      { mira: MIRA, gnoll: GNOLL, fight: FIGHT },
    );
    await ann.page.waitForFunction((id) => game.combats.get(id)?.combatants.size === 2, FIGHT);
  });
  afterAll(() => table?.close());

  it('the game master begins it, and both roll initiative', async () => {
    // What the game master began is thrown for his own by itself.
    await loadDice(gm.page, { face: 15, of: 20 });
    await submit(gm.page, FIGHT, { do: 'start', by: 'gm' });
    await untilAsked(ann.page, 'initiative');
    await roll(ann.page, 5, 20);
    await untilAsked(gm.page, null);
    const { turn, round, book } = await state(gm.page);
    expect([turn, round]).toEqual([GNOLL, 1]);
    expect([book[GNOLL]!.initiative, book[MIRA]!.initiative]).toEqual([16, 6]);
    await openTracker(ann.page);
    const cells = ann.page.locator('#combat .cadence-track__cell');
    await cells.first().waitFor();
    const who = await cells
      .locator('[data-fighter]')
      .evaluateAll((faces) => faces.map((face) => (face as HTMLElement).dataset.fighter));
    expect(who).toEqual([GNOLL, MIRA]);
  });

  it('a blow is put to the player with its total; she parries, reloads, names the zone, and throws a second die', async () => {
    await loadDice(gm.page, { face: 8, of: 20 }, { face: 4, of: 6 });
    await gm.page.evaluate(
      async ({ mira, gnoll }) => {
        canvas.scene.tokens.get(mira).object.setTarget(true, { releaseOthers: true });
        await game.actors.get(gnoll).sheet.render({ force: true });
      },
      { mira: MIRA, gnoll: GNOLL },
    );
    const sheet = gm.page.locator('.cadence-sheet--actor').last();
    await turnTo(sheet, 'actions');
    await sheet.locator('[data-tab="actions"] [data-id="attack-basic-melee"]').first().click();
    await untilAsked(ann.page, 'defense');
    await expect.poll(() => ann.page.locator('.cadence-prompt').innerText()).toContain('13');
    await press(ann.page, 'parry');
    await untilAsked(ann.page, 'parry');
    await roll(ann.page, 9, 12);
    await untilAsked(ann.page, 'zone');
    await ann.reload();
    await press(ann.page, 'arms');
    await untilAsked(ann.page, 'throw-second');
    await press(ann.page, 'throw');
    await untilAsked(ann.page, 'second-die');
    await roll(ann.page, 8, 12);
    await untilAsked(ann.page, 'after-parry');
    await expect.poll(async () => (await state(ann.page)).hp[MIRA]).toBe(16);
  });

  it('she counters, and the foe is asked in turn', async () => {
    await press(ann.page, 'parry-counter');
    await untilAsked(ann.page, 'attack');
    await roll(ann.page, 12, 20);
    await untilAsked(gm.page, 'defense');
    await press(gm.page, 'none');
    await untilAsked(ann.page, 'damage');
    await roll(ann.page, 5, 6);
    await untilAsked(ann.page, 'zone');
    await roll(ann.page, 10, 10);
    await untilAsked(gm.page, null);
    const { hp, book } = await state(gm.page);
    expect(hp[GNOLL]).toBe(15);
    expect([book[GNOLL]!.attack, book[MIRA]!.attack, book[MIRA]!.reaction]).toEqual([0, 1, 1]);
    await openChat(ann.page);
    await expect
      .poll(() => ann.page.locator('#chat .cadence-card').last().textContent())
      .toContain('Mira of clash: Counter');
  });

  it('the turn ends by the button of its row, and the player’s begins', async () => {
    await openTracker(gm.page);
    await gm.page.locator(`#combat li[data-combatant-id="${GNOLL}"] [data-id="end-turn"]`).click();
    await gm.page.waitForFunction(([id, who]) => game.combats.get(id!).system.clock.turn === who, [FIGHT, MIRA]);
    await expect
      .poll(async () => (await state(gm.page)).book[GNOLL])
      .toMatchObject({ done: true, attack: 0, utility: 0, movement: 0 });
  });

  it('neither browser has logged an error', () => {
    expect([...gm.errors, ...ann.errors]).toEqual([]);
  });
});
