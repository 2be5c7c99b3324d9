import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openChat } from './support/fight';
import { loadDice, openTable, type Seat, setSetting, type Table } from './support/table';
import {
  acted,
  answer,
  clock,
  countTo,
  expectPools,
  fight,
  fighter,
  known,
  plan,
  press,
  setUp,
  submit,
  target,
  until,
  watch,
} from './support/tempo';

const stepOf = async (seat: Seat) => (await fight(seat)).evaluate(({ system }) => system.step);
const openKey = async (seat: Seat) => (await fight(seat)).evaluate(({ system }) => system.open?.asks[0]?.key ?? null);
const statuses = async (seat: Seat, name: string) =>
  (await fighter(seat, name)).evaluate(({ actor }) => [...actor.statuses]);
const ready = async (seat: Seat, name: string) => (await fighter(seat, name)).evaluate(({ system }) => system.ready);
const stampOf = async (seat: Seat, name: string) => (await fighter(seat, name)).evaluate(({ system }) => system.stamp);
/** What a browser keeps of its own. */
const kept = ({ page }: Seat) => page.evaluate(() => JSON.stringify({ ...localStorage }));

const TOLD = 'the bell is rung at midnight';

/** A game master and two players at one table, who play one fight after the other. */
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
});
afterAll(() => table?.close());

/** A game master and two players, from the first Planning to a death in the third Round. The steps build on each other. */
describe('three rounds of tempo at three screens', () => {
  beforeAll(async () => {
    await setUp(gm, [
      {
        name: 'Rhea',
        owner: 'Ann',
        system: { dex: 2, str: 1, for: 1, hpMax: 10 },
        items: [
          { name: 'Blade', type: 'tempoWeapon', system: { speed: 'quick', dice: '1d6' } },
          { name: 'Knife', type: 'tempoWeapon', system: { speed: 'quick', dice: '1d4' } },
          { name: 'Feint', type: 'tempoAbility', system: { tag: 'extra', tempo: 1 } },
        ],
      },
      {
        name: 'Dov',
        owner: 'Bob',
        items: [
          { name: 'Flame', type: 'tempoParadigm', system: { active: true } },
          { name: 'Frost', type: 'tempoParadigm' },
        ],
        system: { hpMax: 14, deflection: 1, sturdy: 1, mana1: 2, mana: { tier1: { indefinite: { value: 2 } } } },
      },
      {
        name: 'Wight',
        system: { dex: 2, str: 2, hpMax: 40 },
        items: [{ name: 'Sword', type: 'tempoWeapon', system: { dice: '1d8', range: 3 } }],
      },
    ]);
    for (const seat of all) await watch(seat, 3);
  });

  const idOf = async (seat: Seat, name: string, item: string) =>
    (await fighter(seat, name)).evaluate(({ actor }, item) => actor.items.getName(item).id, item);
  const wights = async () => {
    await submit(gm, 'Wight', { do: 'standard-attack' }, 'Rhea');
  };

  it('everybody plans in secret, and who has planned is known', async () => {
    await gm.page.locator('#combat .cadence-footer__controls [data-id="start"]').click();
    await until(all, ({ combat }) => combat.system.clock.phase === 'planning');
    await press(ann, 'Rhea', 'quick-attack');
    await press(ann, 'Rhea', 'help');
    await plan(bob, 'Dov', 'guard', 'shift');
    await plan(gm, 'Wight', 'standard-attack');
    const lit = (seat: Seat) => seat.page.locator('#combat li [data-badge="planned"]').count();
    await expect.poll(() => lit(gm)).toBe(2);
    await expect.poll(() => lit(ann)).toBe(2);
    const known = await kept(bob);
    expect(known).toContain('guard');
    expect(known).not.toContain('quick-attack');
  });

  it('a plan is changed during the count', async () => {
    await countTo(gm, all, 0);
    await press(ann, 'Rhea', 'mark');
    await expect.poll(() => kept(ann)).toContain('mark');
    await countTo(gm, all, 1);
  });

  it('an Extra action comes on its number, on top of the two', async () => {
    await press(ann, 'Rhea', `ability-${await idOf(ann, 'Rhea', 'Feint')}`);
    await acted(all);
    await expect.poll(() => clock(ann)).toMatchObject({ tempo: 1, action: { action: 'ability' } });
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
    await answer(bob, 'Done');
    await acted(all);
    await expectPools(ann, 'Dov', { 'mana.tier1.indefinite.value': 0, 'mana.tier1.scene.value': 1 });
    await expect
      .poll(async () => (await fighter(ann, 'Dov')).evaluate(({ actor }) => actor.items.getName('Frost').system.active))
      .toBe(true);
  });

  it('what an NPC did in one Round it plans again in the next', async () => {
    await countTo(gm, all, -1, 'planning');
    await expect.poll(async () => (await clock(ann)).round).toBe(2);
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
    await until(all, ({ combat }) => combat.system.clock.justEnded);
    await press(ann, 'Rhea', 'exert-action');
    await answer(ann, /Quick Attack/);
    await ann.page.locator('.cadence-prompt input').fill('6');
    await ann.page.locator('.cadence-prompt .cadence-answer--main').click();
    await until(all, ({ combat }) => combat.system.open === null);
    await expectPools(bob, 'Rhea', { 'exertion.value': 2 });
    await countTo(gm, all, 6);
    await loadDice(ann.page, { face: 2, of: 20 });
    await submit(ann, 'Rhea', { do: 'quick-attack' }, 'Wight');
    await answer(ann, 'Pass');
    await acted(all);
  });

  it('in the third Round a blow at the maximum of Exertion kills', async () => {
    await countTo(gm, all, -1, 'planning');
    await expect.poll(async () => (await clock(bob)).round).toBe(3);
    await gm.page.locator('#combat .cadence-footer__controls [data-id="npcs-again"]').click();
    await plan(ann, 'Rhea', 'rest');
    await countTo(gm, all, 1);
    await submit(ann, 'Rhea', { do: 'rest' });
    await acted(all);
    await loadDice(ann.page, { face: 1, of: 4 });
    await submit(ann, 'Rhea', { do: 'exert-momentum' });
    await until(all, ({ combat }) => combat.system.open === null);
    await expectPools(gm, 'Rhea', { 'exertion.value': 3, 'momentum.value': 1 });
    await countTo(gm, all, 5, 'npcs');
    await loadDice(gm.page, { face: 15, of: 20 }, { face: 7, of: 8 });
    await wights();
    await acted(all);
    await expect.poll(() => statuses(bob, 'Rhea')).toContain('dead');
    await countTo(gm, all, 9);
  });
});

/** Who is called, what is let pass, the count by key and by itself, and what a rewind does to it. The steps build on each other. */
describe('the count of tempo at three screens', () => {
  beforeAll(async () => {
    await setUp(gm, [
      { name: 'Rhea', owner: 'Ann', items: [{ name: 'Blade', type: 'tempoWeapon', system: { speed: 'quick' } }] },
      { name: 'Kor', owner: 'Bob', system: { hpMax: 5, sturdy: 1, deflection: 1, exertion: { value: 1 } } },
      {
        name: 'Brute',
        system: { str: 2 },
        items: [{ name: 'Club', type: 'tempoWeapon', system: { dice: '1d12', range: 3 } }],
      },
    ]);
    for (const seat of all) await watch(seat, 3);
    await submit(gm, 'Brute', { do: 'start', by: 'gm' });
    await until(all, ({ combat }) => combat.system.clock.phase === 'planning');
    await plan(ann, 'Rhea', 'rest', 'help');
    await plan(bob, 'Kor', 'guard');
    await plan(gm, 'Brute', 'standard-attack');
  });

  const prompt = (seat: Seat) => seat.page.locator('#cadence-prompt');

  it('[T-04] the game master calls the next number with a key', async () => {
    await gm.page.keyboard.press('Shift+N');
    await until(all, ({ combat }) => combat.system.clock.tempo === 0);
    await gm.page.keyboard.press('Shift+N');
    await until(all, ({ combat }) => combat.system.clock.tempo === 1);
  });

  it('[T-05] a player whose number it is, and nobody else, is called on her own screen, and acts from there', async () => {
    await prompt(ann).getByText('Number 1: Rest').waitFor();
    await expect.poll(() => prompt(bob).count()).toBe(0);
    await prompt(ann).getByRole('button', { name: 'Rest', exact: true }).click();
    await acted(all);
    await expect.poll(() => prompt(ann).count()).toBe(0);
  });

  it('[T-05] letting it pass is between her and the game master, and the slot is missed', async () => {
    await countTo(gm, all, 3);
    const step = await stepOf(gm);
    await prompt(ann).getByRole('button', { name: 'Skip this number' }).click();
    const missed = (seat: Seat) =>
      seat.page.locator('#combat li', { hasText: 'Rhea' }).locator('.cadence-plan--missed').count();
    await expect.poll(() => missed(ann)).toBe(1);
    await expect.poll(() => missed(gm)).toBe(1);
    await expect.poll(() => missed(bob)).toBe(0);
    await expect.poll(() => stepOf(bob)).toBe(step);
  });

  it('an Intercept is offered, taken back, offered anew, and ends with the same dice (T-A43)', async () => {
    await countTo(gm, all, 4);
    await submit(bob, 'Kor', { do: 'guard' }, 'Rhea');
    await acted(all);
    await countTo(gm, all, 5, 'npcs');
    await loadDice(gm.page, { face: 17, of: 20 }, { face: 16, of: 20 }, { face: 9, of: 12 });
    await submit(gm, 'Brute', { do: 'standard-attack' }, 'Rhea');
    await answer(bob, 'Intercept').then(() => acted(all));
    await expectPools(gm, 'Kor', { 'hp.value': 0, 'exertion.value': 2 });
    await expect.poll(() => statuses(bob, 'Kor')).toContain('dying');

    // Back into the question, and past it; a late answer finds it closed.
    const rewind = gm.page.locator('#combat [data-action="cadenceRewind"]');
    await rewind.click();
    await until(all, ({ combat }) => combat.system.open?.asks[0]?.ask.id === 'hit');
    const late = (await openKey(bob))!;
    await expectPools(bob, 'Kor', { 'hp.value': 5, 'exertion.value': 1 });
    await rewind.click();
    await until(all, ({ combat }) => combat.system.open === null && !combat.system.clock.acted);
    await (await fight(bob)).evaluate(async (combat, late) => {
      await combat.answer(late, [0]);
    }, late);
    await expect.poll(() => openKey(gm)).toBeNull();

    await gm.page.locator('#combat [data-action="cadenceRedo"]').click();
    await until(all, ({ combat }) => combat.system.open?.asks[0]?.ask.id === 'hit');
    const faces = await (await fight(gm)).evaluate(({ system }) =>
      Object.values(system.history)
        .flatMap(({ entries }) => entries)
        .flatMap(({ ask, answer }) => ('id' in ask && ask.id === 'to-hit' ? [answer] : [])),
    );
    expect(faces).toEqual([[17, 16]]);
    await expect.poll(() => openKey(bob)).not.toBe(late);
    await loadDice(gm.page, { face: 9, of: 12 });
    await answer(bob, 'Intercept').then(() => acted(all));
    await expectPools(ann, 'Kor', { 'hp.value': 0, 'exertion.value': 2 });
  });

  it('[T-08] set to, the count goes on by itself to the next Round, and what is taken back stays so', async () => {
    await setSetting(gm.page, 'tempo.pause', 0);
    await setSetting(gm.page, 'tempo.count', 'automatic');
    await gm.page.locator('#combat li [data-id="end-turn"]').click();
    await until(all, ({ combat }) => combat.system.clock.phase === 'planning');
    await expect.poll(async () => (await clock(bob)).round).toBe(2);
    await gm.page.locator('#combat [data-action="cadenceRewind"]').click();
    await until(all, ({ combat }) => combat.system.clock.tempo === 9);
    await gm.page.waitForTimeout(1000);
    await expect.poll(async () => (await clock(bob)).tempo).toBe(9);
  });

  it('[T-03] plans made while the game master is away are there when they come back', async () => {
    await setSetting(gm.page, 'tempo.count', 'called');
    await submit(gm, 'Brute', { do: 'count', by: 'gm' });
    await until(all, ({ combat }) => combat.system.clock.phase === 'planning');
    await gm.leave();
    await plan(ann, 'Rhea', 'shift', 'quick-attack');
    const plans = (seat: Seat) => seat.page.locator('#combat [data-cell] [data-plan]').count();
    await expect.poll(() => plans(ann)).toBe(2);
    await expect.poll(() => ready(bob, 'Rhea')).toBe('r2/plan');
    gm = await table.sit('Gamemaster');
    all = [gm, ann, bob];
    await watch(gm, 3);
    await expect.poll(() => plans(gm)).toBe(2);
    await countTo(gm, all, 3);
    await prompt(ann).getByText('Number 3: Quick Attack').waitFor();
  });
});

/** What only some may know: what a Scan brings to light, and plans. The steps build on each other. */
describe('secrets of tempo, at three screens', () => {
  beforeAll(async () => {
    await setUp(gm, [
      { name: 'Rhea', owner: 'Ann', system: { str: 1 }, items: [{ name: 'Blade', type: 'tempoWeapon' }] },
      { name: 'Dov', owner: 'Bob', system: { deflection: 1 } },
      { name: 'Wight', items: [{ name: 'Sword', type: 'tempoWeapon', system: { range: 3 } }] },
    ]);
    for (const seat of [gm, ann, bob]) await watch(seat, 3);
    await submit(gm, 'Wight', { do: 'start', by: 'gm' });
    await until([gm, ann, bob], ({ combat }) => combat.system.clock.phase === 'planning');
  });

  it('[T-23, T-30] what a Scan brings to light is told to whoever scans, and stands on nobody else’s client', async () => {
    await plan(ann, 'Rhea', 'scan', 'rest');
    await countTo(gm, [gm, ann, bob], 2);
    await submit(ann, 'Rhea', { do: 'scan' }, 'Wight');
    await answer(ann, 'Something else');
    await ann.page.locator('.cadence-prompt input').fill('When?');
    await ann.page.locator('.cadence-prompt .cadence-answer--main').click();
    await answer(gm, 'No roll');
    await gm.page.locator('.cadence-prompt input').fill(TOLD);
    await gm.page.locator('.cadence-prompt .cadence-answer--main').click();
    await acted([gm, ann, bob]);
    await expect.poll(() => known(gm)).toContain(TOLD);
    await expect.poll(() => known(ann)).toContain(TOLD);
    await expect.poll(() => known(bob)).not.toContain(TOLD);
    for (const seat of [ann, bob]) await openChat(seat.page);
    const card = (seat: Seat) => seat.page.locator('#chat .cadence-card').last();
    await expect.poll(() => card(ann).textContent()).toContain(TOLD);
    await expect.poll(() => card(bob).textContent()).toContain('Rhea learns something');
  });

  it('nobody gets at it, nor at a plan, by bearing another’s stamp', async () => {
    const stamp = await stampOf(bob, 'Rhea');
    await (await fighter(bob, 'Dov')).evaluate(async (dov, stamp) => {
      await dov.update({ 'system.stamp': stamp });
    }, stamp);
    await expect.poll(() => stampOf(gm, 'Dov')).toBe(stamp);
    await bob.reload();
    // Whoever comes is told what they may know before they can have planned anew.
    await plan(bob, 'Dov', 'shift');
    await expect.poll(() => stampOf(gm, 'Dov')).not.toBe(stamp);
    const has = await known(bob);
    expect(has).toContain('shift');
    expect(has).not.toContain(TOLD);
    expect(has).not.toMatch(/"plan-\d":"(scan|rest)"/);
  });

  it('who scanned reads it with another browser too, as long as the game master is there', async () => {
    await ann.leave();
    ann = await table.sit('Ann');
    await openChat(ann.page);
    await expect.poll(() => ann.page.locator('#chat .cadence-card').last().textContent()).toContain(TOLD);
    await expect.poll(() => clock(ann).then(({ tempo }) => tempo)).toBe(2);
  });

  it('[T-09] a plan that no browser knows any more is simply made again', async () => {
    const laid = (seat: Seat) => seat.page.locator('#combat [data-cell] [aria-label^="Rhea"]').count();
    await plan(ann, 'Rhea', 'shift');
    await watch(gm, 3);
    await expect.poll(() => laid(gm)).toBe(1);
    await ann.leave();
    await gm.page.evaluate(() => localStorage.clear());
    await gm.reload();
    ann = await table.sit('Ann');
    for (const seat of [gm, ann]) await watch(seat, 3);
    await expect.poll(() => laid(gm)).toBe(0);
    await expect.poll(() => laid(ann)).toBe(0);
    await plan(ann, 'Rhea', 'hide');
    await expect.poll(() => laid(gm)).toBe(1);
  });
});

it('no browser has logged an error', () => {
  expect([...gm.errors, ...ann.errors, ...bob.errors]).toEqual([]);
});
