import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openChat, openTracker } from './support/fight';
import {
  drag,
  eventually,
  FIGHT,
  type Hero,
  perform,
  press,
  setTheStage,
  state,
  target,
  untilAsked,
  word,
} from './support/slots';
import { loadDice, openTable, type Seat, setSetting, type Table } from './support/table';

const ROOK = 'slotsRook0000000';
const WREN = 'slotsWren0000000';
const OGRE = 'slotsOgre0000000';
const HEX = 'slotsHex00000000';

const weapon = (name: string, dice: string) => ({ name, type: 'slotsWeapon', system: { dice } });
const spell = (name: string, system: Record<string, unknown>) => ({ name, type: 'slotsSpell', system });

const FIGHTERS: readonly Hero[] = [
  {
    id: ROOK,
    name: 'Rook',
    owner: 'Ann',
    at: [3, 8],
    system: { bab: 4, str: 3, dex: 1, hpMax: 20, acBonus: 3, ranks: { athletics: 2 } },
    items: [weapon('Sword', '1d8')],
  },
  {
    id: WREN,
    name: 'Wren',
    owner: 'Bob',
    at: [8, 11],
    system: { bab: 1, int: 3, con: 1, hpMax: 8, acBonus: 2, sqMax: 6 },
    items: [
      weapon('Dagger', '1d4'),
      spell('Spark', { order: 2, school: 'Flame', range: 60, damage: '2d6', damageType: 'heat' }),
      { name: 'Charm', type: 'slotsGear', system: { kind: 'focus', equipped: true } },
    ],
  },
  {
    id: OGRE,
    name: 'Ogre',
    at: [7, 8],
    system: { bab: 2, str: 4, dex: 2, hpMax: 40, acBonus: 4 },
    items: [weapon('Axe', '1d6')],
  },
  {
    id: HEX,
    name: 'Hex',
    at: [9, 8],
    system: { bab: 2, int: 4, hpMax: 12, sqMax: 9, casterLevel: 5 },
    items: [spell('Ember', { school: 'Flame' })],
  },
];

/** An ambush and three rounds: Rook and Wren take an ogre and its witch between them. The steps build on each other. */
describe('three rounds of slots at three screens', () => {
  let table: Table;
  let gm: Seat;
  let ann: Seat;
  let bob: Seat;
  /** The referee throws everything: the faces that fall next, in order. */
  const dice = (...faces: readonly (readonly [face: number, of: number])[]) =>
    loadDice(gm.page, ...faces.map(([face, of]) => ({ face, of })));
  const onTracker = async ({ page }: Seat, fighter: string, action: string) => {
    await openTracker(page);
    await page.locator(`#combat li[data-combatant-id="${fighter}"] [data-id="${action}"]`).click();
  };
  const turnOf = (fighter: string) => eventually(async () => (await state(gm.page)).turn).toBe(fighter);
  /** Until these have seen what the referee has seen. */
  const together = async (...seats: readonly Seat[]) => {
    const { step } = await state(gm.page);
    for (const { page } of seats) await eventually(async () => (await state(page)).step).toBeGreaterThanOrEqual(step);
  };
  const lastCard = async ({ page }: Seat) => {
    await openChat(page);
    return (await page.locator('#chat .cadence-card').last().textContent())!;
  };

  beforeAll(async () => {
    table = await openTable();
    gm = await table.sit('Gamemaster');
    ann = await table.sit('Ann');
    bob = await table.sit('Bob');
    await setSetting(gm.page, 'dice', 'referee');
    await setTheStage(gm.page, FIGHTERS);
    // Their own dice would fall badly; they are not thrown.
    for (const { page } of [ann, bob]) await loadDice(page, { face: 1, of: 20 });
    for (const { page } of [ann, bob])
      await page.waitForFunction((id) => game.combats.get(id)?.combatants.size === 4, FIGHT);
  });
  afterAll(() => table?.close());

  it('[L-21, L-23] begins with a surprise round of the side the game master names', async () => {
    await openTracker(gm.page);
    await gm.page.locator('#combat .cadence-footer__controls [data-id="start-options"]').click();
    const options = gm.page.locator('#cadence-options');
    await options.locator('[data-option="ambushers"]').selectOption({ label: 'Heroes' });
    await options.locator('button[type="submit"]').click();
    await eventually(async () => (await state(gm.page)).phase).toBe('surprise');
    const { statuses, book } = await state(gm.page);
    expect(statuses).toEqual({ [ROOK]: [], [WREN]: [], [OGRE]: ['surprised'], [HEX]: ['surprised'] });
    expect(book[OGRE]).toMatchObject({ standard: 0, reaction: 0 });
  });

  it('[L-22, L-55, L-58] an ambusher takes her turn and charges: one button, one drag', async () => {
    await together(ann);
    await onTracker(ann, ROOK, 'take-turn');
    await turnOf(ROOK);
    await together(ann);
    await dice([12, 20], [5, 8]);
    await target(ann.page, OGRE);
    await perform(ann.page, ROOK, 'charge');
    await drag(ann.page, ROOK, 3, 0);
    // 12 and 9 with +2 for the charge and -5 for the Move slot reach the surprised ogre's 14; d8 and 3 and 2.
    await eventually(async () => (await state(gm.page)).hp[OGRE]).toBe(30);
    const { at, book, statuses } = await state(gm.page);
    expect(at[ROOK]).toEqual([6, 8]);
    expect(book[ROOK]).toMatchObject({ standard: 0, move: 0, quick: 1 });
    expect(statuses[ROOK]).toEqual(['charging']);
    await together(ann);
    await onTracker(ann, ROOK, 'end-turn');
  });

  it('[L-24] the other ambusher goes round the ogre, and initiative is rolled when she is done', async () => {
    await eventually(async () => (await state(bob.page)).turn).toBeNull();
    await onTracker(bob, WREN, 'take-turn');
    await eventually(async () => (await state(bob.page)).turn).toBe(WREN);
    await drag(bob.page, WREN, 0, -3);
    await eventually(async () => (await state(gm.page)).at[WREN]).toEqual([8, 8]);
    await together(bob);
    await dice([10, 20], [5, 20], [18, 20], [3, 20]);
    await onTracker(bob, WREN, 'end-turn');
    await turnOf(OGRE);
    const { round, book } = await state(gm.page);
    expect(round).toBe(1);
    // Both ambushers have four more.
    expect([ROOK, WREN, OGRE, HEX].map((id) => book[id]!.initiative)).toEqual([15, 9, 20, 3]);
  });

  it('[L-09, L-93, L-174] Rook waits, and strikes with her Move slot: only since the ogre is flanked does it hit', async () => {
    await dice([2, 20]);
    await word(gm.page, { do: 'primary-attack', by: OGRE, at: ROOK });
    await eventually(async () => (await state(gm.page)).book[OGRE]!.standard).toBe(0);
    await word(gm.page, { do: 'end-turn' });
    await turnOf(ROOK);
    await together(ann);
    await perform(ann.page, ROOK, 'wait');
    await eventually(async () => (await state(ann.page)).book[ROOK]).toMatchObject({ standard: 0, waited: 1 });
    await dice([12, 20], [4, 8]);
    await target(ann.page, OGRE);
    await perform(ann.page, ROOK, 'secondary-attack');
    await eventually(async () => (await state(gm.page)).hp[OGRE]).toBe(23);
    await expect.poll(() => lastCard(ann)).toContain('against 14: flanked');
    await together(ann);
    await onTracker(ann, ROOK, 'end-turn');
  });

  it('[L-118, L-121] the witch knows what Wren casts between her foes, and unravels it', async () => {
    await turnOf(WREN);
    await together(bob);
    await target(bob.page, OGRE);
    await perform(bob.page, WREN, 'cast-spell', 'gear');
    await untilAsked(gm.page, 'identify-spell');
    await dice([15, 20]);
    await press(gm.page, '0');
    // The ogre could strike at her, and does not.
    await untilAsked(gm.page, 'provoked');
    await press(gm.page, 'pass');
    await untilAsked(gm.page, 'counterspell');
    await dice([12, 20]);
    await press(gm.page, '0');
    await untilAsked(gm.page, null);
    const { sq, hp, book } = await state(gm.page);
    expect([sq[WREN], sq[HEX], hp[OGRE]]).toEqual([4, 7, 23]);
    expect(book[HEX]!.reaction).toBe(0);
    await together(bob);
    await onTracker(bob, WREN, 'end-turn');
  });

  it('[L-10, L-52, L-80] the witch runs: Wren is asked, Rook cuts in with what she banked, then Wren strikes', async () => {
    await turnOf(HEX);
    await drag(gm.page, HEX, 3, 0);
    await untilAsked(bob.page, 'provoked');
    await untilAsked(ann.page, 'provoked');
    await dice([8, 20], [6, 8]);
    await target(ann.page, OGRE);
    await perform(ann.page, ROOK, 'primary-attack');
    // 8 and 7 against 14: no slot's penalty, and the ogre still flanked.
    await eventually(async () => (await state(gm.page)).hp[OGRE]).toBe(14);
    await expect.poll(async () => (await state(gm.page)).book[ROOK]).toMatchObject({ waited: 0, reaction: 1 });
    await together(bob);
    await dice([15, 20], [3, 4]);
    await press(bob.page, '0');
    await eventually(async () => (await state(gm.page)).hp[HEX]).toBe(9);
    await untilAsked(gm.page, null);
    const { at, book } = await state(gm.page);
    expect(at[HEX]).toEqual([12, 8]);
    expect(book[WREN]!.reaction).toBe(0);
    await word(gm.page, { do: 'end-turn' });
  });

  it('[L-35, L-137] the ogre fells Wren, Rook seizes it, and Wren clings to life', async () => {
    await turnOf(OGRE);
    await expect.poll(async () => (await state(gm.page)).round).toBe(2);
    await dice([15, 20], [6, 6]);
    await word(gm.page, { do: 'primary-attack', by: OGRE, at: WREN });
    await eventually(async () => (await state(gm.page)).hp[WREN]).toBe(-2);
    await word(gm.page, { do: 'end-turn' });
    await turnOf(ROOK);
    await together(ann);
    await dice([12, 20], [5, 20]);
    await target(ann.page, OGRE);
    await perform(ann.page, ROOK, 'grapple');
    await eventually(async () => (await state(ann.page)).statuses).toMatchObject({
      [ROOK]: ['restrained'],
      [OGRE]: ['restrained'],
    });
    await dice([11, 20]);
    await onTracker(ann, ROOK, 'end-turn');
    // Twelve reach 10 and the two points she is below zero; her turn is skipped.
    await turnOf(HEX);
    const { hp, statuses } = await state(gm.page);
    expect(hp[WREN]).toBe(-2);
    expect(statuses[WREN]).toEqual(expect.arrayContaining(['dying', 'unconscious']));
    await word(gm.page, { do: 'wait', by: HEX });
    await eventually(async () => (await state(gm.page)).book[HEX]!.waited).toBe(1);
    await word(gm.page, { do: 'end-turn' });
  });

  it('[L-37, L-39, L-153] in the third round the ogre struggles; Rook keeps it, and strikes it in her arms', async () => {
    await turnOf(OGRE);
    const { round, book } = await state(gm.page);
    expect([round, book[OGRE]!.move]).toEqual([3, 0]);
    await word(gm.page, { do: 'grapple-contest', by: OGRE });
    await untilAsked(ann.page, 'oppose-grapple');
    await dice([5, 20], [14, 20]);
    await press(ann.page, '0');
    await untilAsked(ann.page, 'grapple');
    await dice([15, 20], [4, 8]);
    await press(ann.page, 'attack');
    await eventually(async () => (await state(gm.page)).hp[OGRE]).toBe(7);
    const held = await state(gm.page);
    expect([held.statuses[ROOK], held.statuses[OGRE]]).toEqual([['restrained'], ['restrained']]);
    expect(held.book[ROOK]!.reaction).toBe(0);
    await word(gm.page, { do: 'end-turn' });
  });

  it('[L-38] she lets go in her own turn, since it does not resist', async () => {
    await turnOf(ROOK);
    await together(ann);
    await perform(ann.page, ROOK, 'grapple-contest');
    await untilAsked(gm.page, 'oppose-grapple');
    await press(gm.page, 'pass');
    await untilAsked(ann.page, 'grapple');
    await press(ann.page, 'end');
    await eventually(async () => (await state(gm.page)).statuses).toMatchObject({ [ROOK]: [], [OGRE]: [] });
  });

  it('[L-11, L-138] Wren sinks deeper, and what the witch banked is lost as her turn begins', async () => {
    await together(ann);
    await dice([4, 20]);
    await onTracker(ann, ROOK, 'end-turn');
    await turnOf(HEX);
    const { hp, book, round } = await state(gm.page);
    expect([round, hp[WREN], book[HEX]!.waited]).toEqual([3, -3, 0]);
    await expect.poll(() => lastCard(gm)).toContain('readied action is lost.');
  });

  it('no browser has logged an error', () => {
    expect([...gm.errors, ...ann.errors, ...bob.errors]).toEqual([]);
  });
});
