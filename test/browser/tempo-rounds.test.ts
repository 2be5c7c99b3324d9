import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inGame, loadDice, openTable, type Seat, type Table } from './support/table';
import {
  acted,
  answer,
  clock,
  countTo,
  expectPools,
  plan,
  press,
  setUp,
  submit,
  system,
  target,
  until,
  watch,
} from './support/tempo';

/** A game master and two players, from the first Planning to a death in the third Round. The steps build on each other. */
describe('three rounds of tempo at three screens', () => {
  let table: Table;
  let gm: Seat;
  let ann: Seat;
  let bob: Seat;
  let all: Seat[];

  beforeAll(async () => {
    table = await openTable();
    gm = await table.sit('Gamemaster');
    [ann, bob] = await Promise.all([table.sit('Ann'), table.sit('Bob')]);
    all = [gm, ann, bob];
    await setUp(
      gm,
      `[
        { name: 'Rhea', ownership: { [ann]: 3 }, system: { dex: 2, str: 1, for: 1, hpMax: 10 }, items: [
          { name: 'Blade', type: 'tempoWeapon', system: { speed: 'quick', dice: '1d6' } },
          { name: 'Knife', type: 'tempoWeapon', system: { speed: 'quick', dice: '1d4' } },
          { name: 'Feint', type: 'tempoAbility', system: { tag: 'extra', tempo: 1 } },
        ] },
        { name: 'Dov', ownership: { [bob]: 3 }, items: [
          { name: 'Flame', type: 'tempoParadigm', system: { active: true } },
          { name: 'Frost', type: 'tempoParadigm' },
        ], system: { hpMax: 14, deflection: 1, sturdy: 1, mana1: 2, mana: { tier1: { indefinite: { value: 2 } } } } },
        { name: 'Wight', system: { dex: 2, str: 2, hpMax: 40 }, items: [
          { name: 'Sword', type: 'tempoWeapon', system: { dice: '1d8', range: 3 } },
        ] },
      ]`,
    );
    for (const seat of all) await watch(seat, 3);
  });
  afterAll(() => table?.close());

  const idOf = (seat: Seat, name: string, item: string) =>
    inGame<string>(
      seat.page,
      `return game.combats.find((combat) => combat.type === 'tempo' && combat.active).combatants
         .find((each) => each.name === '${name}').actor.items.getName('${item}').id;`,
    );
  const wights = async () => {
    await submit(gm, 'Wight', { do: 'standard-attack' }, 'Rhea');
  };

  it('everybody plans in secret, and who has planned is known', async () => {
    await gm.page.locator('#combat .cadence-footer__controls [data-id="start"]').click();
    await until(all, `combat.system.clock.phase === 'planning'`);
    await press(ann, 'Rhea', 'quick-attack');
    await press(ann, 'Rhea', 'help');
    await plan(bob, 'Dov', 'guard', 'shift');
    await plan(gm, 'Wight', 'standard-attack');
    const lit = (seat: Seat) => seat.page.locator('#combat li [data-badge="planned"]').count();
    await expect.poll(() => lit(gm)).toBe(2);
    await expect.poll(() => lit(ann)).toBe(2);
    const known = await inGame<string>(bob.page, 'return JSON.stringify({ ...localStorage });');
    expect(known).toContain('guard');
    expect(known).not.toContain('quick-attack');
  });

  it('a plan is changed during the count', async () => {
    await countTo(gm, all, 0);
    await press(ann, 'Rhea', 'mark');
    await expect.poll(() => inGame(ann.page, 'return JSON.stringify({ ...localStorage });')).toContain('mark');
    await countTo(gm, all, 1);
  });

  it('an Extra action comes on its number, on top of the two', async () => {
    await press(ann, 'Rhea', `ability-${await idOf(ann, 'Rhea', 'Feint')}`);
    await acted(all);
    await expect.poll(() => clock(ann)).toMatchObject({ tempo: 1, action: expect.stringContaining('ability') });
    await countTo(gm, all, 2);
    await submit(ann, 'Rhea', { do: 'mark' }, 'Wight');
    await acted(all);
  });

  it('the second blade follows the first, without Strength', async () => {
    await countTo(gm, all, 3);
    const dice = [...Array(2).fill({ face: 15, of: 20 }), { face: 4, of: 6 }, ...Array(2).fill({ face: 14, of: 20 })];
    await loadDice(ann.page, ...dice, { face: 3, of: 4 });
    await target(ann, 'Wight');
    await press(ann, 'Rhea', 'quick-attack');
    await answer(ann, /Dual Wield.*Wight/);
    await acted(all);
    await expectPools(bob, 'Wight', { 'hp.value': 40 - 5 - 3 });
  });

  it('a guard takes the blow that was meant for another', async () => {
    await countTo(gm, all, 4);
    await submit(bob, 'Dov', { do: 'guard' }, 'Rhea');
    await acted(all);
    await countTo(gm, all, 5, 'npcs');
    await loadDice(gm.page, { face: 15, of: 20 }, { face: 15, of: 20 }, { face: 4, of: 8 });
    await wights();
    await answer(bob, 'Intercept');
    await acted(all);
    await expectPools(ann, 'Rhea', { 'hp.value': 10 });
    await expectPools(ann, 'Dov', { 'hp.value': 14 - 4 });
  });

  it('a Shift changes the Paradigm and Reclaims', async () => {
    await countTo(gm, all, 7);
    await submit(bob, 'Dov', { do: 'shift' });
    await answer(bob, 'Change Paradigm');
    await answer(bob, 'Frost');
    await answer(bob, 'Reclaim');
    await answer(bob, 'That is all');
    await acted(all);
    await expectPools(ann, 'Dov', { 'mana.tier1.indefinite.value': 0, 'mana.tier1.scene.value': 1 });
    await expect
      .poll(() => inGame(ann.page, `return ${system('Dov')}.parent.items.getName('Frost').system.active;`))
      .toBe(true);
  });

  it('what an NPC did in one Round it plans again in the next', async () => {
    await countTo(gm, all, -1, 'planning');
    expect((await clock(ann)).round).toBe(2);
    await gm.page.locator('#combat .cadence-footer__controls [data-id="npcs-again"]').click();
    await plan(ann, 'Rhea', 'move');
    await countTo(gm, all, 5, 'npcs');
    await loadDice(gm.page, { face: 15, of: 20 }, { face: 4, of: 8 });
    await wights();
    await acted(all);
    await expectPools(ann, 'Rhea', { 'hp.value': 10 - 6 });
  });

  it('at the end of a turn one Exerts for an action whose number has gone by, and for its new number', async () => {
    await gm.page.locator('#combat li [data-id="end-turn"]').click();
    await until(all, 'combat.system.clock.justEnded');
    await press(ann, 'Rhea', 'exert-action');
    await answer(ann, /Quick Attack/);
    await ann.page.locator('.cadence-prompt input').fill('6');
    await ann.page.locator('.cadence-prompt .cadence-answer--main').click();
    await until(all, 'combat.system.open === null');
    await expectPools(bob, 'Rhea', { 'exertion.value': 2 });
    await countTo(gm, all, 6);
    await loadDice(ann.page, { face: 2, of: 20 });
    await submit(ann, 'Rhea', { do: 'quick-attack' }, 'Wight');
    await answer(ann, 'Pass');
    await acted(all);
  });

  it('in the third Round a blow at the maximum of Exertion kills', async () => {
    await countTo(gm, all, -1, 'planning');
    expect((await clock(bob)).round).toBe(3);
    await gm.page.locator('#combat .cadence-footer__controls [data-id="npcs-again"]').click();
    await plan(ann, 'Rhea', 'rest');
    await countTo(gm, all, 1);
    await submit(ann, 'Rhea', { do: 'rest' });
    await acted(all);
    await loadDice(ann.page, { face: 1, of: 4 });
    await submit(ann, 'Rhea', { do: 'exert-momentum' });
    await until(all, 'combat.system.open === null');
    await expectPools(gm, 'Rhea', { 'exertion.value': 3, 'momentum.value': 1 });
    await countTo(gm, all, 5, 'npcs');
    await loadDice(gm.page, { face: 15, of: 20 }, { face: 7, of: 8 });
    await wights();
    await acted(all);
    await expect.poll(() => inGame(bob.page, `return [...${system('Rhea')}.parent.statuses];`)).toContain('dead');
    await countTo(gm, all, 9);
  });

  it('no browser has logged an error', () => {
    expect([...gm.errors, ...ann.errors, ...bob.errors]).toEqual([]);
  });
});
