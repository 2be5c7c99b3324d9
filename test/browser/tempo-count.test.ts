import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inGame, loadDice, openTable, type Seat, type Table } from './support/table';
import {
  acted,
  answer,
  clock,
  countTo,
  expectPools,
  FIGHT,
  fighter,
  plan,
  setUp,
  submit,
  until,
  watch,
} from './support/tempo';

/** Who is called, what is let pass, the count by key and by itself, and what a rewind does to it. The steps build on each other. */
describe('the count of tempo at three screens', () => {
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
        { name: 'Rhea', ownership: { [ann]: 3 }, items: [{ name: 'Blade', type: 'tempoWeapon', system: { speed: 'quick' } }] },
        { name: 'Kor', ownership: { [bob]: 3 }, system: { hpMax: 5, sturdy: 1, deflection: 1, exertion: { value: 1 } } },
        { name: 'Brute', system: { str: 2 }, items: [{ name: 'Club', type: 'tempoWeapon', system: { dice: '1d12', range: 3 } }] },
      ]`,
    );
    for (const seat of all) await watch(seat, 3);
    await submit(gm, 'Brute', { do: 'start', by: 'gm' });
    await until(all, `combat.system.clock.phase === 'planning'`);
    await plan(ann, 'Rhea', 'rest', 'help');
    await plan(bob, 'Kor', 'guard');
    await plan(gm, 'Brute', 'standard-attack');
  });
  afterAll(() => table?.close());

  const prompt = (seat: Seat) => seat.page.locator('#cadence-prompt');

  it('[T-04] the game master calls the next number with a key', async () => {
    await gm.page.keyboard.press('Shift+N');
    await until(all, 'combat.system.clock.tempo === 0');
    await gm.page.keyboard.press('Shift+N');
    await until(all, 'combat.system.clock.tempo === 1');
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
    const { step } = await inGame<{ step: number }>(gm.page, `return { step: ${FIGHT}.system.step };`);
    await prompt(ann).getByRole('button', { name: 'Let it pass' }).click();
    const missed = (seat: Seat) =>
      seat.page.locator('#combat li', { hasText: 'Rhea' }).locator('.cadence-plan--missed').count();
    await expect.poll(() => missed(ann)).toBe(1);
    await expect.poll(() => missed(gm)).toBe(1);
    await expect.poll(() => missed(bob)).toBe(0);
    await expect.poll(() => inGame(bob.page, `return ${FIGHT}.system.step;`)).toBe(step);
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
    await expect.poll(() => inGame(bob.page, `return [...${fighter('Kor')}.actor.statuses];`)).toContain('dying');

    // Back into the question, and past it; a late answer finds it closed.
    const rewind = gm.page.locator('#combat [data-action="cadenceRewind"]');
    await rewind.click();
    await until(all, `combat.system.open?.asks[0]?.ask.id === 'hit'`);
    const late = await inGame<string>(bob.page, `return ${FIGHT}.system.open.asks[0].key;`);
    await expectPools(bob, 'Kor', { 'hp.value': 5, 'exertion.value': 1 });
    await rewind.click();
    await until(all, 'combat.system.open === null && !combat.system.clock.acted');
    await inGame(bob.page, `await ${FIGHT}.answer('${late}', [0]);`);
    await expect.poll(() => inGame(gm.page, `return ${FIGHT}.system.open;`)).toBeNull();

    await gm.page.locator('#combat [data-action="cadenceRedo"]').click();
    await until(all, `combat.system.open?.asks[0]?.ask.id === 'hit'`);
    const faces = await inGame<number[][]>(
      gm.page,
      `return Object.values(${FIGHT}.system.history).flatMap(({ entries }) => entries)
         .filter(({ ask }) => ask.id === 'to-hit').map(({ answer }) => answer);`,
    );
    expect(faces).toEqual([[17, 16]]);
    await expect.poll(() => inGame(bob.page, `return ${FIGHT}.system.open.asks[0].key;`)).not.toBe(late);
    await loadDice(gm.page, { face: 9, of: 12 });
    await answer(bob, 'Intercept').then(() => acted(all));
    await expectPools(ann, 'Kor', { 'hp.value': 0, 'exertion.value': 2 });
  });

  it('[T-08] set to, the count goes on by itself to the next Round, and what is taken back stays so', async () => {
    await inGame(gm.page, `await game.settings.set('cadence', 'tempo.pause', 0);`);
    await inGame(gm.page, `await game.settings.set('cadence', 'tempo.count', 'automatic');`);
    await gm.page.locator('#combat li [data-id="end-turn"]').click();
    await until(all, `combat.system.clock.phase === 'planning'`);
    expect((await clock(bob)).round).toBe(2);
    await gm.page.locator('#combat [data-action="cadenceRewind"]').click();
    await until(all, 'combat.system.clock.tempo === 9');
    await gm.page.waitForTimeout(2500);
    expect((await clock(bob)).tempo).toBe(9);
  });

  it('[T-03] plans made while the game master is away are there when they come back', async () => {
    await inGame(gm.page, `await game.settings.set('cadence', 'tempo.count', 'called');`);
    await submit(gm, 'Brute', { do: 'count', by: 'gm' });
    await until(all, `combat.system.clock.phase === 'planning'`);
    await gm.leave();
    await plan(ann, 'Rhea', 'shift', 'quick-attack');
    const plans = (seat: Seat) => seat.page.locator('#combat [data-cell] [data-plan]').count();
    await expect.poll(() => plans(ann)).toBe(2);
    await expect.poll(() => inGame(bob.page, `return ${fighter('Rhea')}.system.ready;`)).toBe('r2/plan');
    gm = await table.sit('Gamemaster');
    all = [gm, ann, bob];
    await watch(gm, 3);
    await expect.poll(() => plans(gm)).toBe(2);
    await countTo(gm, all, 3);
    await prompt(ann).getByText('Number 3: Quick Attack').waitFor();
  });

  it('no browser has logged an error', () => {
    expect([...gm.errors, ...ann.errors, ...bob.errors]).toEqual([]);
  });
});
