import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as energy from './support/fight';
import {
  drag,
  eventually,
  FIGHT,
  type Hero,
  openSheet,
  perform,
  press,
  setTheStage,
  state,
  target,
  word,
} from './support/slots';
import { loadDice, openTable, type Seat, setSetting, submit, type Table } from './support/table';

const ROOK = 'slotsRook0000000';
const OGRE = 'slotsOgre0000000';
const FIGHTERS: readonly Hero[] = [
  {
    id: ROOK,
    name: 'Rook',
    owner: 'Bob',
    at: [3, 3],
    system: { bab: 4, str: 3, dex: 2, hpMax: 20 },
    items: [{ name: 'Sword', type: 'slotsWeapon', system: { dice: '1d8' } }],
  },
  {
    id: OGRE,
    name: 'Ogre',
    at: [4, 3],
    system: { bab: 2, hpMax: 30 },
    items: [{ name: 'Axe', type: 'slotsWeapon', system: { dice: '1d6' } }],
  },
];

/** Ann fights by energy, Bob by slots, on one map at the same time. The steps build on each other. */
describe('two encounters of different rulesets, side by side', () => {
  let table: Table;
  let gm: Seat;
  let ann: Seat;
  let bob: Seat;
  const dice = (...faces: readonly (readonly [face: number, of: number])[]) =>
    loadDice(gm.page, ...faces.map(([face, of]) => ({ face, of })));
  /** All of the energy fight, as one can compare it. */
  const ofEnergy = () => energy.state(gm.page);
  const ofSlots = () => state(gm.page);

  beforeAll(async () => {
    table = await openTable();
    gm = await table.sit('Gamemaster');
    ann = await table.sit('Ann');
    bob = await table.sit('Bob');
    await setSetting(gm.page, 'dice', 'referee');
    await energy.startEncounter(gm.page);
    // Nobody strikes at a metre that is walked: this is about who is charged for it.
    await gm.page.evaluate(
      async ({ gnoll, brute, combat }) => {
        for (const id of [gnoll, brute])
          await game.combats
            .get(combat)
            .combatants.get(id)
            .update({ 'system.orders': { 'swift-attack': 'pass' } });
      },
      { gnoll: energy.GNOLL, brute: energy.BRUTE, combat: energy.COMBAT },
    );
    await setTheStage(gm.page, FIGHTERS, { alone: false });
    await bob.page.waitForFunction((id) => game.combats.get(id)?.combatants.size === 2, FIGHT);
  });
  afterAll(() => table?.close());

  it('the second begins while the first goes on, each with its own clock', async () => {
    const before = await ofEnergy();
    await dice([15, 20], [5, 20]);
    await word(gm.page, { do: 'start' });
    await eventually(async () => (await state(bob.page)).turn).toBe(ROOK);
    await expect.poll(() => ofEnergy()).toEqual(before);
    expect(before).toMatchObject({ phase: 'open', round: 1 });
  });

  it('an exchange of one waits for Ann while Bob plays on in the other', async () => {
    await submit(ann.page, energy.COMBAT, { do: 'defend', by: energy.MIRA });
    await energy.untilStep(gm.page, 2);
    await submit(gm.page, energy.COMBAT, { do: 'unarmed-attack', by: energy.GNOLL, at: energy.MIRA }, true);
    await energy.untilAsked(ann.page, 'dodge');
    const waiting = await ofEnergy();
    await dice([10, 20], [5, 8]);
    await target(bob.page, OGRE);
    await perform(bob.page, ROOK, 'primary-attack');
    await eventually(async () => (await ofSlots()).hp[OGRE]).toBe(22);
    await expect.poll(async () => (await ofSlots()).book[ROOK]!.standard).toBe(0);
    await expect.poll(() => ofEnergy()).toEqual(waiting);
  });

  it('both are asked at once, each what is theirs, and neither answer goes to the other fight', async () => {
    await word(gm.page, { do: 'end-turn' });
    await eventually(async () => (await state(bob.page)).turn).toBe(OGRE);
    await drag(gm.page, OGRE, 2, 0);
    await eventually(() => bob.page.locator('.cadence-prompt').innerText()).toContain('Opportunity Attack');
    const bothWait = () =>
      gm.page.evaluate((ids) => ids.every((id) => game.combats.get(id).system.open !== null), [energy.COMBAT, FIGHT]);
    await expect.poll(bothWait).toBe(true);
    await expect.poll(() => ann.page.locator('.cadence-prompt').innerText()).not.toContain('Opportunity Attack');
    await expect.poll(() => ann.page.locator('.cadence-prompt').getAttribute('data-ruleset')).toBe('energy');
    await expect.poll(() => bob.page.locator('.cadence-prompt').getAttribute('data-ruleset')).toBe('slots');
    const waiting = await ofEnergy();
    await dice([12, 20], [3, 8]);
    await press(bob.page, '0');
    await eventually(async () => (await ofSlots()).at[OGRE]).toEqual([6, 3]);
    const after = await ofSlots();
    expect(after.hp[OGRE]).toBe(16);
    await expect.poll(() => ofEnergy()).toEqual(waiting);
    await dice([1, 20]);
    await ann.page.locator('.cadence-prompt button[data-ask]', { hasText: 'Pass' }).first().click();
    await eventually(async () => (await ofEnergy()).open).toBeNull();
    await expect.poll(() => ofSlots()).toEqual(after);
  });

  it('each charges for ways in its own coin, and whoever is of the other fight is no target', async () => {
    await word(gm.page, { do: 'end-turn' });
    await eventually(async () => (await state(bob.page)).turn).toBe(ROOK);
    const { energy: had } = (await ofEnergy()).fighters[energy.MIRA]!;
    await drag(bob.page, ROOK, 0, -2);
    await eventually(async () => (await ofSlots()).at[ROOK]).toEqual([3, 1]);
    await expect.poll(async () => (await ofSlots()).book[ROOK]).toMatchObject({ standard: 1, move: 0 });
    const slots = await ofSlots();
    await ann.page.evaluate(
      ({ combat, mira }) => {
        const { token } = game.combats.get(combat).combatants.get(mira);
        token.move(
          [
            { x: token._source.x, y: token._source.y - 100 },
            { x: token._source.x, y: token._source.y - 200 },
          ],
          { method: 'dragging' },
        );
      },
      { combat: energy.COMBAT, mira: energy.MIRA },
    );
    await eventually(async () => (await ofEnergy()).fighters[energy.MIRA]!.y).toBe(400);
    await expect.poll(async () => (await ofEnergy()).fighters[energy.MIRA]!.energy).toBeLessThan(had);
    await expect.poll(() => ofSlots()).toEqual(slots);
    await bob.page.evaluate(
      ({ combat, gnoll }) => {
        game.combats.get(combat).combatants.get(gnoll).token.object.setTarget(true, { releaseOthers: true });
      },
      { combat: energy.COMBAT, gnoll: energy.GNOLL },
    );
    const sheet = await openSheet(bob.page, ROOK, 'actions');
    const attack = sheet.locator('[data-tab="actions"] [data-id="primary-attack"]').first();
    expect(JSON.parse((await attack.getAttribute('data-command'))!)).not.toHaveProperty('at');
  });

  it('a rewind of one leaves the other as it is, and one may end while the other goes on', async () => {
    const slots = await ofSlots();
    const before = await ofEnergy();
    await gm.page.evaluate(async (combat) => {
      await game.combats.get(combat).previousTurn();
    }, energy.COMBAT);
    await eventually(async () => (await ofEnergy()).fighters[energy.MIRA]!.y).toBe(600);
    await expect.poll(() => ofSlots()).toEqual(slots);
    await word(gm.page, { do: 'end' });
    await eventually(async () => (await ofSlots()).phase).toBe('idle');
    const { phase, step } = await ofEnergy();
    expect([phase, step]).toEqual(['open', before.step + 1]);
  });

  it('no browser has logged an error', () => {
    expect([...gm.errors, ...ann.errors, ...bob.errors]).toEqual([]);
  });
});
