import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openChat } from './support/fight';
import { inGame, openTable, type Seat, type Table } from './support/table';
import { acted, answer, countTo, FIGHT, fighter, known, plan, setUp, submit, until, watch } from './support/tempo';

const TOLD = 'the bell is rung at midnight';

/** What only some may know: what a Scan brings to light, and plans. The steps build on each other. */
describe('secrets of tempo, at three screens', () => {
  let table: Table;
  let gm: Seat;
  let ann: Seat;
  let bob: Seat;

  beforeAll(async () => {
    table = await openTable();
    gm = await table.sit('Gamemaster');
    [ann, bob] = await Promise.all([table.sit('Ann'), table.sit('Bob')]);
    await setUp(
      gm,
      `[
        { name: 'Rhea', ownership: { [ann]: 3 }, system: { str: 1 }, items: [{ name: 'Blade', type: 'tempoWeapon' }] },
        { name: 'Dov', ownership: { [bob]: 3 }, system: { deflection: 1 } },
        { name: 'Wight', items: [{ name: 'Sword', type: 'tempoWeapon', system: { range: 3 } }] },
      ]`,
    );
    for (const seat of [gm, ann, bob]) await watch(seat, 3);
    await submit(gm, 'Wight', { do: 'start', by: 'gm' });
    await until([gm, ann, bob], `combat.system.clock.phase === 'planning'`);
  });
  afterAll(() => table?.close());

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
    await expect.poll(() => card(ann).innerText()).toContain(TOLD);
    await expect.poll(() => card(bob).innerText()).toContain('Rhea knows more now');
  });

  it('nobody gets at it, nor at a plan, by bearing another’s stamp', async () => {
    const stamp = await inGame<string>(bob.page, `return ${fighter('Rhea')}.system.stamp;`);
    await inGame(bob.page, `await ${fighter('Dov')}.update({ 'system.stamp': '${stamp}' });`);
    await until([gm], `combat.combatants.find((each) => each.name === 'Dov').system.stamp === '${stamp}'`);
    await bob.reload();
    // Whoever comes is told what they may know before they can have planned anew.
    await plan(bob, 'Dov', 'shift');
    await until([gm], `combat.combatants.find((each) => each.name === 'Dov').system.stamp !== '${stamp}'`);
    const has = await known(bob);
    expect(has).toContain('shift');
    expect(has).not.toContain(TOLD);
    expect(has).not.toMatch(/"plan-\d":"(scan|rest)"/);
  });

  it('who scanned reads it with another browser too, as long as the game master is there', async () => {
    await ann.leave();
    ann = await table.sit('Ann');
    await openChat(ann.page);
    await expect.poll(() => ann.page.locator('#chat .cadence-card').last().innerText()).toContain(TOLD);
    await expect.poll(() => inGame(ann.page, `return ${FIGHT}.system.clock.tempo;`)).toBe(2);
  });

  it('[T-09] a plan that no browser knows any more is simply made again', async () => {
    const laid = (seat: Seat) => seat.page.locator('#combat [data-cell] [aria-label^="Rhea"]').count();
    await plan(ann, 'Rhea', 'shift');
    await watch(gm, 3);
    await expect.poll(() => laid(gm)).toBe(1);
    await ann.leave();
    await inGame(gm.page, 'localStorage.clear();');
    await gm.reload();
    ann = await table.sit('Ann');
    for (const seat of [gm, ann]) await watch(seat, 3);
    await expect.poll(() => laid(gm)).toBe(0);
    await expect.poll(() => laid(ann)).toBe(0);
    await plan(ann, 'Rhea', 'hide');
    await expect.poll(() => laid(gm)).toBe(1);
  });

  it('no browser has logged an error', () => {
    expect([...gm.errors, ...ann.errors, ...bob.errors]).toEqual([]);
  });
});
