import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openChat, openTracker } from './support/fight';
import {
  drag,
  FIGHT,
  type Hero,
  openSheet,
  press,
  roll,
  setTheStage,
  state,
  target,
  untilAsked,
  word,
} from './support/slots';
import { loadDice, openTable, type Seat, type Table } from './support/table';

const ROOK = 'slotsRook0000000';
const WREN = 'slotsWren0000000';
const OGRE = 'slotsOgre0000000';

const weapon = (name: string, dice: string) => ({ name, type: 'slotsWeapon', system: { dice } });

/** A swordswoman of Ann's, a caster of hers, and between them an ogre with an axe. */
const FIGHTERS: readonly Hero[] = [
  {
    id: ROOK,
    name: 'Rook',
    owner: 'Ann',
    at: [6, 8],
    system: { bab: 4, str: 3, hpMax: 20 },
    items: [weapon('Sword', '1d8')],
  },
  {
    id: OGRE,
    name: 'Ogre',
    at: [7, 8],
    system: { bab: 2, str: 4, hpMax: 30, acBonus: 4, sqMax: 9 },
    items: [weapon('Axe', '1d6'), { name: 'Ember', type: 'slotsSpell', system: { school: 'Flame' } }],
  },
  {
    id: WREN,
    name: 'Wren',
    owner: 'Ann',
    at: [8, 8],
    system: { int: 3, sqMax: 6, hpMax: 4 },
    items: [
      {
        name: 'Spark',
        type: 'slotsSpell',
        system: { order: 2, school: 'Flame', damage: '2d6', damageType: 'heat' },
      },
      { name: 'Charm', type: 'slotsGear', system: { kind: 'focus', equipped: true } },
    ],
  },
];

/** Initiative, a blow, a foe that provokes by running, a spell that is struck down. The steps build on each other. */
describe('slots at two screens', () => {
  let table: Table;
  let gm: Seat;
  let ann: Seat;

  beforeAll(async () => {
    table = await openTable();
    gm = await table.sit('Gamemaster');
    ann = await table.sit('Ann');
    await setTheStage(gm.page, FIGHTERS);
    await ann.page.waitForFunction((id) => game.combats.get(id)?.combatants.size === 3, FIGHT);
  });
  afterAll(() => table?.close());

  it('all roll initiative at once, and the strip shows the order', async () => {
    // Who begins it throws for its own at once; the others one after the other, each by who is asked.
    await loadDice(gm.page, { face: 10, of: 20 });
    await word(gm.page, { do: 'start' });
    await untilAsked(ann.page, 'initiative');
    for (const [fighter, face] of [
      [ROOK, 15],
      [WREN, 5],
    ] as const) {
      await ann.page.evaluate(
        async ({ fight, fighter, face }) => {
          const combat = game.combats.get(fight);
          for (const { key, by, isGiven } of combat.openAsks)
            if (by === fighter && !isGiven) await combat.answer(key, [face]);
        },
        { fight: FIGHT, fighter, face },
      );
      await gm.page.waitForFunction(
        ([id, who]) =>
          game.combats
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
    await gm.page.evaluate(async (ogre) => {
      await game.actors.get(ogre).sheet.close();
    }, OGRE);
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
    await word(gm.page, { do: 'end-turn' });
    await expect.poll(async () => (await state(gm.page)).turn).toBe(WREN);
    await target(ann.page, OGRE);
    const sheet = await openSheet(ann.page, WREN, 'gear');
    await sheet.locator('[data-tab="gear"] [data-id="cast-spell"]').first().click();
    await untilAsked(gm.page, 'identify-spell');
    await expect.poll(async () => (await state(gm.page)).sq[WREN]).toBe(4);
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
      .toEqual([-3, 17]);
    const { statuses, book } = await state(ann.page);
    expect(statuses[WREN]).toEqual(expect.arrayContaining(['dying', 'unconscious']));
    // Nobody was offered to unravel what is lost already.
    expect(book[OGRE]!.reaction).toBe(0);
    await openChat(ann.page);
    await expect.poll(() => ann.page.locator('#chat .cadence-card').last().textContent()).toContain('loses Spark');
  });

  it('the dying save is thrown as the next turn of the caster begins, and that turn is skipped', async () => {
    for (const next of [ROOK, OGRE]) {
      await word(gm.page, { do: 'end-turn' });
      await expect.poll(async () => (await state(gm.page)).turn).toBe(next);
    }
    await word(gm.page, { do: 'end-turn' });
    await untilAsked(ann.page, 'dying');
    await roll(ann.page, 19, 20);
    await expect.poll(async () => (await state(gm.page)).turn).toBe(ROOK);
    await expect.poll(async () => (await state(gm.page)).round).toBe(3);
  });

  it('neither browser has logged an error', () => {
    expect([...gm.errors, ...ann.errors]).toEqual([]);
  });
});
