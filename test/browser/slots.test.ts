import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openChat, openTracker } from './support/fight';
import { inGame, loadDice, openTable, type Seat, type Table } from './support/table';

/** Ids of the encounter this test makes. */
const FIGHT = 'slotsCombat00000';
const ROOK = 'slotsRook0000000';
const WREN = 'slotsWren0000000';
const OGRE = 'slotsOgre0000000';

/** A swordswoman of Ann's, a caster of hers, and between them an ogre with an axe, on the demo's map. */
const SET_THE_STAGE = `
  const ann = game.users.find((user) => user.name === 'Ann');
  const make = (id, name, system, items, owned) => ({
    _id: id, name, type: 'slots', ownership: { default: 0, ...(owned && { [ann.id]: 3 }) }, system, items,
    prototypeToken: { actorLink: true, disposition: owned ? 1 : -1 },
  });
  const weapon = (name, dice) => ({ name, type: 'slotsWeapon', system: { dice } });
  await Actor.createDocuments([
    make('${ROOK}', 'Rook', { bab: 4, str: 3, hpMax: 20 }, [weapon('Sword', '1d8')], true),
    make('${WREN}', 'Wren', { int: 3, sqMax: 6, hpMax: 4 }, [
      { name: 'Spark', type: 'slotsSpell', system: { order: 2, school: 'Flame', damage: '2d6', damageType: 'heat' } },
      { name: 'Charm', type: 'slotsGear', system: { kind: 'focus', equipped: true } },
    ], true),
    make('${OGRE}', 'Ogre', { bab: 2, str: 4, hpMax: 30, acBonus: 4, sqMax: 9 }, [
      weapon('Axe', '1d6'),
      { name: 'Ember', type: 'slotsSpell', system: { school: 'Flame' } },
    ], false),
  ], { keepId: true });
  const { size } = canvas.scene.grid;
  const token = (id, x, y, disposition) => ({ _id: id, actorId: id, actorLink: true, name: game.actors.get(id).name, x: x * size, y: y * size, disposition });
  await canvas.scene.createEmbeddedDocuments('Token', [token('${ROOK}', 6, 8, 1), token('${OGRE}', 7, 8, -1), token('${WREN}', 8, 8, 1)], { keepId: true });
  // The tracker shows the one encounter there is.
  for (const combat of game.combats.contents) await combat.delete();
  const combat = await Combat.create({ _id: '${FIGHT}', type: 'slots', scene: canvas.scene.id, active: true }, { keepId: true });
  await combat.createEmbeddedDocuments('Combatant', ['${ROOK}', '${OGRE}', '${WREN}'].map((id) => ({ _id: id, tokenId: id, sceneId: canvas.scene.id, actorId: id })), { keepId: true });
`;

const state = (page: Page) =>
  inGame<{
    turn: string | null;
    round: number;
    hp: Record<string, number | null>;
    sq: Record<string, number | null>;
    x: Record<string, number>;
    book: Record<string, Record<string, unknown>>;
    statuses: Record<string, string[]>;
  }>(
    page,
    `const combat = game.combats.get('${FIGHT}');
     const { clock } = combat.system;
     const of = (read) => Object.fromEntries(combat.combatants.map((each) => [each.id, read(each)]));
     return {
       turn: clock.turn, round: clock.round,
       hp: of(({ actor }) => actor.system.hp.value), sq: of(({ actor }) => actor.system.sq.value),
       x: of(({ token }) => token.x / canvas.scene.grid.size),
       book: of(({ system }) => ({ ...system.book })), statuses: of(({ actor }) => [...actor.statuses].sort()),
     };`,
  );

const untilAsked = (page: Page, ask: string | null) =>
  page.waitForFunction(
    ([id, wanted]) => {
      const { open } = (globalThis as any).game.combats.get(id).system;
      return wanted === null ? open === null : open?.asks[0]?.ask.id === wanted;
    },
    [FIGHT, ask] as const,
    { timeout: 20_000 },
  );

const press = (page: Page, option: string) =>
  page.locator(`.cadence-prompt [data-option="${option}"]`).first().click({ timeout: 20_000 });

/** Throws the dice this person is asked for, falling as told. */
async function roll(page: Page, face: number, of: number): Promise<void> {
  await loadDice(page, { face, of });
  await page.locator('.cadence-prompt button[data-ask]').first().click();
}

/** Opens somebody's sheet at a tab. */
async function openSheet(page: Page, actor: string, tab: string) {
  await inGame(page, `await game.actors.get('${actor}').sheet.render({ force: true });`);
  const sheet = page.locator('.cadence-sheet--actor').last();
  await sheet.locator(`nav [data-tab="${tab}"]`).click();
  return sheet;
}

const target = (page: Page, id: string) =>
  inGame(page, `canvas.scene.tokens.get('${id}').object.setTarget(true, { releaseOthers: true });`);

/** Drags a token by whole cells. */
async function drag(page: Page, fighter: string, east: number, south: number): Promise<void> {
  const at = (dx: number, dy: number) =>
    inGame<{ x: number; y: number }>(
      page,
      `const token = game.combats.get('${FIGHT}').combatants.get('${fighter}').token.object;
       const { x, y } = canvas.stage.worldTransform.apply({ x: token.center.x + ${dx} * canvas.scene.grid.size, y: token.center.y + ${dy} * canvas.scene.grid.size });
       return { x, y };`,
    );
  const from = await at(0, 0);
  const to = await at(east, south);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 4 });
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await page.waitForTimeout(200);
  await page.mouse.up();
}

/** Initiative, a blow, a foe that provokes by running, a spell that is struck down. The steps build on each other. */
describe('slots at two screens', () => {
  let table: Table;
  let gm: Seat;
  let ann: Seat;

  beforeAll(async () => {
    table = await openTable();
    gm = await table.sit('Gamemaster');
    ann = await table.sit('Ann');
    await inGame(gm.page, SET_THE_STAGE);
    await ann.page.waitForFunction((id) => (globalThis as any).game.combats.get(id)?.combatants.size === 3, FIGHT);
  });
  afterAll(() => table?.close());

  it('all roll initiative at once, and the strip shows the order', async () => {
    // Who begins it throws for its own at once; the others one after the other, each by who is asked.
    await loadDice(gm.page, { face: 10, of: 20 });
    await inGame(gm.page, `await game.combats.get('${FIGHT}').submit({ do: 'start', by: 'gm' });`);
    await untilAsked(ann.page, 'initiative');
    for (const [fighter, face] of [
      [ROOK, 15],
      [WREN, 5],
    ] as const) {
      await inGame(
        ann.page,
        `const combat = game.combats.get('${FIGHT}');
         for (const { key, by, isGiven } of combat.openAsks) if (by === '${fighter}' && !isGiven) await combat.answer(key, [${face}]);`,
      );
      await gm.page.waitForFunction(
        ([id, who]) =>
          (globalThis as any).game.combats
            .get(id!)
            .openAsks.every((part: { by: string; isGiven: boolean }) => part.by !== who || part.isGiven),
        [FIGHT, fighter],
      );
    }
    await untilAsked(gm.page, null);
    const { turn, round, statuses, book } = await state(gm.page);
    expect([turn, round]).toEqual([ROOK, 1]);
    expect(statuses).toEqual({ [ROOK]: [], [OGRE]: ['surprised'], [WREN]: ['surprised'] });
    expect(book[ROOK]).toMatchObject({ standard: 1, move: 1, quick: 1, reaction: 1 });
    await openTracker(ann.page);
    const cells = ann.page.locator('#combat .cadence-track__cell');
    await cells.first().waitFor();
    const who = await cells
      .locator('[data-fighter]')
      .evaluateAll((faces) => faces.map((face) => (face as HTMLElement).dataset.fighter));
    expect(who).toEqual([ROOK, OGRE, WREN]);
  });

  it('a Primary Attack from the sheet pays the Standard slot, and the second one is grey', async () => {
    await target(ann.page, OGRE);
    await loadDice(ann.page, { face: 12, of: 20 }, { face: 5, of: 8 });
    const sheet = await openSheet(ann.page, ROOK, 'gear');
    await sheet.locator('[data-tab="gear"] [data-id="primary-attack"]').first().click();
    await expect.poll(async () => (await state(gm.page)).hp[OGRE]).toBe(22);
    await expect.poll(async () => (await state(ann.page)).book[ROOK]).toMatchObject({ standard: 0, move: 1 });
    await expect
      .poll(() => sheet.locator('[data-tab="gear"] [data-id="primary-attack"]').first().getAttribute('aria-disabled'))
      .toBe('true');
  });

  it('the foe runs, for which a button was pressed first; she strikes at it as it leaves', async () => {
    await openTracker(ann.page);
    await ann.page.locator(`#combat li[data-combatant-id="${ROOK}"] [data-id="end-turn"]`).click();
    await expect.poll(async () => (await state(gm.page)).turn).toBe(OGRE);
    const sheet = await openSheet(gm.page, OGRE, 'actions');
    await sheet.locator('[data-tab="actions"] [data-id="dash"]').first().click();
    await inGame(gm.page, `await game.actors.get('${OGRE}').sheet.close();`);
    await drag(gm.page, OGRE, 2, 1);
    await untilAsked(ann.page, 'provoked');
    await press(ann.page, '0');
    await untilAsked(ann.page, 'attack');
    await roll(ann.page, 14, 20);
    await untilAsked(ann.page, 'damage');
    await roll(ann.page, 2, 8);
    await expect.poll(async () => (await state(gm.page)).hp[OGRE]).toBe(17);
    await untilAsked(gm.page, null);
    const { book } = await state(gm.page);
    expect(book[ROOK]!.reaction).toBe(0);
    expect(book[OGRE]).toMatchObject({ standard: 0, move: 1 });
  });

  it('a spell under threat: known to the foe, struck at, and lost with its caster', async () => {
    await inGame(gm.page, `await game.combats.get('${FIGHT}').submit({ do: 'end-turn', by: 'gm' });`);
    await expect.poll(async () => (await state(gm.page)).turn).toBe(WREN);
    await target(ann.page, OGRE);
    const sheet = await openSheet(ann.page, WREN, 'gear');
    await sheet.locator('[data-tab="gear"] [data-id="cast-spell"]').first().click();
    await untilAsked(gm.page, 'identify-spell');
    expect((await state(gm.page)).sq[WREN]).toBe(4);
    // What the game master takes for a foe, its own tab throws for at once.
    await loadDice(gm.page, { face: 15, of: 20 });
    await press(gm.page, '0');
    await untilAsked(gm.page, 'provoked');
    await gm.reload();
    await loadDice(gm.page, { face: 18, of: 20 }, { face: 3, of: 6 });
    await press(gm.page, '0');
    await untilAsked(ann.page, null);
    await expect
      .poll(async () => {
        const { hp } = await state(ann.page);
        return [hp[WREN], hp[OGRE]];
      })
      .toEqual([0, 17]);
    const { statuses, book } = await state(ann.page);
    expect(statuses[WREN]).toEqual(expect.arrayContaining(['dying', 'unconscious']));
    // Nobody was offered to unravel what is lost already.
    expect(book[OGRE]!.reaction).toBe(0);
    await openChat(ann.page);
    await expect.poll(() => ann.page.locator('#chat .cadence-card').last().innerText()).toContain('loses Spark');
  });

  it('the dying save is thrown as the next turn of the caster begins, and that turn is skipped', async () => {
    for (const next of [ROOK, OGRE]) {
      await inGame(gm.page, `await game.combats.get('${FIGHT}').submit({ do: 'end-turn', by: 'gm' });`);
      await expect.poll(async () => (await state(gm.page)).turn).toBe(next);
    }
    await inGame(gm.page, `await game.combats.get('${FIGHT}').submit({ do: 'end-turn', by: 'gm' });`);
    await untilAsked(ann.page, 'dying');
    await roll(ann.page, 19, 20);
    await expect.poll(async () => (await state(gm.page)).turn).toBe(ROOK);
    expect((await state(gm.page)).round).toBe(3);
  });

  it('neither browser has logged an error', () => {
    expect([...gm.errors, ...ann.errors]).toEqual([]);
  });
});
