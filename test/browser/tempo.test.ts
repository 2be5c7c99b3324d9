import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openChat } from './support/fight';
import { loadDice, openTab, openTable, type Seat, type Table } from './support/table';
import { clock, expectPools, fight, fighter, known, setUp, sheet, target, until, watch } from './support/tempo';

/** A round of tempo from Planning to its end, at two screens. The steps build on each other. */
describe('a round of tempo at two screens', () => {
  let table: Table;
  let gm: Seat;
  let ann: Seat;

  /** Presses a button of a fighter's sheet, which stays. */
  const press = async (seat: Seat, name: string, button: string) =>
    (await sheet(seat, name)).locator(`[data-id="${button}"]`).first().click();
  const bothUntil = <Given = null>(what: (seen: { combat: PageCombat; given: Given }) => unknown, given?: Given) =>
    until([gm, ann], what, given);
  const count = async (times: number) => {
    for (let n = 0; n < times; n++) {
      const { tempo, phase } = await clock(gm);
      await gm.page.locator('#combat .cadence-footer__controls [data-id="count"]').click();
      await bothUntil(
        ({ combat: { system }, given }) => system.clock.tempo !== given.tempo || system.clock.phase !== given.phase,
        { tempo, phase },
      );
    }
  };
  /** How many plans stand on the sheet of who made them. */
  const planned = async (seat: Seat, name: string, plans: number) => {
    const actions = await sheet(seat, name);
    await expect.poll(() => actions.locator('[data-id^="slot-"]').count()).toBe(plans);
  };
  beforeAll(async () => {
    table = await openTable();
    gm = await table.sit('Gamemaster');
    ann = await table.sit('Ann');
    const blade = { name: 'Blade', type: 'tempoWeapon', system: { speed: 'quick', dice: '1d6' } };
    await setUp(gm, [
      { name: 'Rhea', owner: 'Ann', system: { dex: 2, str: 1 }, items: [blade] },
      { name: 'Wight', system: { hpMax: 9 }, items: [blade] },
    ]);
    for (const seat of [gm, ann]) await watch(seat, 2);
  });
  afterAll(() => table?.close());

  it('everybody plans on the sheet, and what a player plans the others do not see on the strip', async () => {
    await gm.page.locator('#combat .cadence-footer__controls [data-id="start"]').click();
    await bothUntil(({ combat }) => combat.system.clock.phase === 'planning');
    await press(ann, 'Rhea', 'quick-attack');
    await planned(ann, 'Rhea', 1);
    await press(ann, 'Rhea', 'guard');
    await planned(ann, 'Rhea', 2);
    await press(gm, 'Wight', 'quick-attack');
    await planned(gm, 'Wight', 1);
    const faces = (seat: Seat) => seat.page.locator('#combat [data-cell="tempo-3"] .cadence-track__face').count();
    await expect.poll(() => faces(ann)).toBe(1);
    await expect.poll(() => faces(gm)).toBe(2);
    await expect.poll(() => ann.page.locator('#combat .cadence-track__cell').count()).toBe(10);
  });

  it('what is planned is nowhere on another player’s client, only that it is', async () => {
    const bob = await table.sit('Bob');
    await bob.page.waitForFunction(() =>
      game.combats.find(({ type, active, combatants }) => type === 'tempo' && active && combatants.size === 2),
    );
    const secrets = async (seat: Seat) => (await known(seat)).match(/plan-\d|quick-attack|"guard"/g) ?? [];
    await expect.poll(() => secrets(ann)).not.toEqual([]);
    await expect.poll(() => secrets(gm)).not.toEqual([]);
    await expect.poll(() => secrets(bob)).toEqual([]);
    await expect
      .poll(() => fighter(bob, 'Rhea').then((rhea) => rhea.evaluate(({ system }) => system.ready)))
      .toBe('r1/plan');
    await watch(bob, 2);
    const rhea = await (await fighter(bob, 'Rhea')).evaluate(({ id }) => id);
    await bob.page.locator(`#combat li[data-combatant-id="${rhea}"] [data-badge="planned"]`).waitFor();
    await expect.poll(() => bob.page.locator('#combat .cadence-track__face').count()).toBe(0);
    expect(bob.errors).toEqual([]);
    await bob.leave();
  });

  it('a plan outlives a reload of either side', async () => {
    await ann.reload();
    await gm.reload();
    for (const seat of [ann, gm]) await watch(seat, 2);
    await expect.poll(() => ann.page.locator('#combat .cadence-track__face').count()).toBe(2);
    await expect.poll(() => gm.page.locator('#combat .cadence-track__face').count()).toBe(3);
  });

  it('a player who comes with another browser is told her plan by the game master', async () => {
    await ann.leave();
    ann = await table.sit('Ann');
    await watch(ann, 2);
    await expect.poll(() => ann.page.locator('#combat .cadence-track__face').count()).toBe(2);
  });

  it('the game master counts, and on her number the player strikes before the foe', async () => {
    await count(4);
    await expect.poll(() => clock(ann)).toMatchObject({ phase: 'players', tempo: 3 });
    await loadDice(ann.page, { face: 15, of: 20 }, { face: 4, of: 6 });
    await target(ann, 'Wight');
    await press(ann, 'Rhea', 'quick-attack');
    await bothUntil(({ combat }) => combat.system.clock.acted === true && combat.system.open === null);
    for (const seat of [gm, ann]) await expectPools(seat, 'Wight', { 'hp.value': 4 });
    await openChat(ann.page);
    await expect.poll(() => ann.page.locator('#chat .cadence-card').last().textContent()).toContain('Rhea hits');
    await openTab(ann.page, 'combat');
  });

  it('the foe answers with the NPCs, and the count goes on', async () => {
    await count(1);
    await expect.poll(() => clock(gm)).toMatchObject({ phase: 'npcs', tempo: 3 });
    await loadDice(gm.page, { face: 15, of: 20 }, { face: 6, of: 6 });
    await target(gm, 'Rhea');
    await press(gm, 'Wight', 'quick-attack');
    for (const seat of [gm, ann]) await expectPools(seat, 'Rhea', { 'hp.value': 6 });
    await count(1);
    await expect.poll(() => clock(ann)).toMatchObject({ phase: 'players', tempo: 4, turn: null });
  });

  it('a blow can be taken back, the clock with it', async () => {
    const rewind = gm.page.locator('#combat [data-action="cadenceRewind"]');
    await rewind.click();
    await bothUntil(({ combat }) => combat.system.clock.tempo === 3);
    await rewind.click();
    for (const seat of [gm, ann]) await expectPools(seat, 'Rhea', { 'hp.value': 12 });
    await expect.poll(() => clock(ann)).toMatchObject({ phase: 'npcs', tempo: 3, turn: null });
  });

  it('a guard is asked in her own browser whether she takes the blow, and pays for more with Exertion', async () => {
    await (await fight(gm)).evaluate(async (combat) => {
      const [dov] = await Actor.createDocuments([
        {
          name: 'Dov',
          type: 'tempo',
          ownership: { [game.users.getName('Bob').id]: 3 },
          prototypeToken: { name: 'Dov', actorLink: true, disposition: 1 },
        },
      ]);
      const data = (await dov.getTokenDocument({ x: 600, y: 1000 })).toObject();
      const [token] = await canvas.scene.createEmbeddedDocuments('Token', [data]);
      const combatant = { type: 'tempo', tokenId: token.id, sceneId: canvas.scene.id, actorId: dov.id };
      await combat.createEmbeddedDocuments('Combatant', [combatant]);
      const { actor } = combat.combatants.getName('Wight');
      await actor.items.getName('Blade').update({ 'system.range': 3 });
    });
    await bothUntil(({ combat }) => combat.combatants.size === 3);
    await count(1);
    await target(ann, 'Dov');
    await press(ann, 'Rhea', 'guard');
    await bothUntil(({ combat }) => combat.system.clock.acted === true && combat.system.open === null);
    await press(ann, 'Rhea', 'exert-momentum');
    for (const seat of [gm, ann]) await expectPools(seat, 'Rhea', { 'exertion.value': 1 });
    await count(1);
    await loadDice(gm.page, { face: 15, of: 20 }, { face: 15, of: 20 }, { face: 4, of: 6 });
    await target(gm, 'Dov');
    await press(gm, 'Wight', 'standard-attack');
    await bothUntil(({ combat }) => combat.system.open?.asks[0]?.ask.id === 'hit');
    await ann.page.locator('.cadence-prompt').getByRole('button', { name: 'Intercept' }).click();
    await bothUntil(({ combat }) => combat.system.open === null && combat.system.clock.acted === true);
    await expectPools(gm, 'Dov', { 'hp.value': 12 });
    await expectPools(gm, 'Rhea', { 'hp.value': 8 });
  });

  it('neither browser has logged an error', () => {
    expect([...gm.errors, ...ann.errors]).toEqual([]);
  });
});
