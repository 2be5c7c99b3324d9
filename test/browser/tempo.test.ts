import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openChat } from './support/fight';
import { inGame, loadDice, openTable, type Seat, type Table } from './support/table';

/** A round of tempo from Planning to its end, at two screens. The steps build on each other. */
describe('a round of tempo at two screens', () => {
  let table: Table;
  let gm: Seat;
  let ann: Seat;

  const fight = `game.combats.find((combat) => combat.type === 'tempo' && combat.active)`;
  const fighter = (name: string) => `${fight}.combatants.find((each) => each.name === '${name}')`;
  const clock = (seat: Seat) => inGame<any>(seat.page, `return ${fight}.system.clock;`);
  const until = async (what: string) => {
    for (const { page } of [gm, ann])
      await page.waitForFunction(`(() => { const combat = ${fight}; return ${what}; })()`);
  };
  const sheet = async (seat: Seat, name: string) => {
    await inGame(seat.page, `await ${fighter(name)}.actor.sheet.render({ force: true });`);
    const open = seat.page.locator('.cadence-sheet--actor').last();
    await open.locator('nav [data-tab="actions"]').click();
    return open;
  };
  const press = async (seat: Seat, name: string, button: string) =>
    (await sheet(seat, name)).locator(`[data-tab="actions"] [data-id="${button}"]`).first().click();
  const count = async (times: number) => {
    for (let n = 0; n < times; n++) {
      const { tempo, phase } = await clock(gm);
      await gm.page.locator('#combat .cadence-footer__controls [data-id="count"]').click();
      await until(`combat.system.clock.tempo !== ${tempo} || combat.system.clock.phase !== '${phase}'`);
    }
  };
  const target = (seat: Seat, name: string) =>
    inGame(seat.page, `${fighter(name)}.token.object.setTarget(true, { releaseOthers: true });`);

  /** How many plans stand on the sheet of who made them. */
  const planned = async (seat: Seat, name: string, plans: number) => {
    const open = await sheet(seat, name);
    await expect.poll(() => open.locator('[data-tab="actions"] [data-id^="slot-"]').count()).toBe(plans);
  };
  /** All that this client knows: every document of the fight, the chat, and what its browser keeps. */
  const known = (seat: Seat) =>
    inGame<string>(
      seat.page,
      `const documents = [...game.combats, ...game.messages, ...game.actors].map((each) => each.toObject());
       return JSON.stringify([documents, { ...localStorage }, { ...sessionStorage }]);`,
    );

  beforeAll(async () => {
    table = await openTable();
    gm = await table.sit('Gamemaster');
    ann = await table.sit('Ann');
    await inGame(
      gm.page,
      `const ann = game.users.getName('Ann').id;
       const blade = { name: 'Blade', type: 'tempoWeapon', system: { speed: 'quick', dice: '1d6' } };
       const made = await Actor.createDocuments([
         { name: 'Rhea', type: 'tempo', ownership: { [ann]: 3 }, system: { dex: 2, str: 1 }, items: [blade],
           prototypeToken: { name: 'Rhea', actorLink: true, disposition: 1 } },
         { name: 'Wight', type: 'tempo', system: { hpMax: 9 }, items: [blade],
           prototypeToken: { name: 'Wight', actorLink: true, disposition: -1 } },
       ]);
       const tokens = [];
       for (const [at, actor] of made.entries())
         tokens.push((await actor.getTokenDocument({ x: 600 + 100 * at, y: 900 })).toObject());
       const placed = await canvas.scene.createEmbeddedDocuments('Token', tokens);
       const combat = await Combat.create({ type: 'tempo', scene: canvas.scene.id, active: true });
       await combat.createEmbeddedDocuments('Combatant', placed.map((token) => ({
         type: 'tempo', tokenId: token.id, sceneId: canvas.scene.id, actorId: token.actorId,
       })));
       await combat.activate();`,
    );
    for (const { page } of [gm, ann]) {
      await page.waitForFunction(`${fight}?.combatants.size === 2`);
      await inGame(
        page,
        `ui.combat.viewed = ${fight}; ui.sidebar.changeTab('combat', 'primary'); await ui.combat.render({ force: true });`,
      );
      await page.locator('#combat .cadence-rows').waitFor();
    }
  });
  afterAll(() => table?.close());

  it('everybody plans on the sheet, and what a player plans the others do not see on the strip', async () => {
    await gm.page.locator('#combat .cadence-footer__controls [data-id="start"]').click();
    await until(`combat.system.clock.phase === 'planning'`);
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
    await bob.page.waitForFunction(`${fight}?.combatants.size === 2`);
    const secrets = async (seat: Seat) => (await known(seat)).match(/plan-\d|quick-attack|"guard"/g) ?? [];
    await expect.poll(() => secrets(ann)).not.toEqual([]);
    await expect.poll(() => secrets(gm)).not.toEqual([]);
    await expect.poll(() => secrets(bob)).toEqual([]);
    await expect.poll(() => inGame(bob.page, `return ${fighter('Rhea')}.system.ready;`)).toBe('r1/plan');
    await inGame(
      bob.page,
      `ui.combat.viewed = ${fight}; ui.sidebar.changeTab('combat', 'primary'); await ui.combat.render({ force: true });`,
    );
    const rhea = await inGame<string>(bob.page, `return ${fighter('Rhea')}.id;`);
    await bob.page.locator(`#combat li[data-combatant-id="${rhea}"] [data-badge="planned"]`).waitFor();
    await expect.poll(() => bob.page.locator('#combat .cadence-track__face').count()).toBe(0);
    expect(bob.errors).toEqual([]);
    await bob.leave();
  });

  it('a plan outlives a reload of either side', async () => {
    await ann.reload();
    await gm.reload();
    for (const seat of [ann, gm])
      await inGame(
        seat.page,
        `ui.combat.viewed = ${fight}; ui.sidebar.changeTab('combat', 'primary'); await ui.combat.render({ force: true });`,
      );
    await expect.poll(() => ann.page.locator('#combat .cadence-track__face').count()).toBe(2);
    await expect.poll(() => gm.page.locator('#combat .cadence-track__face').count()).toBe(3);
  });

  it('a player who comes with another browser is told her plan by the game master', async () => {
    await ann.leave();
    ann = await table.sit('Ann');
    await inGame(
      ann.page,
      `ui.combat.viewed = ${fight}; ui.sidebar.changeTab('combat', 'primary'); await ui.combat.render({ force: true });`,
    );
    await expect.poll(() => ann.page.locator('#combat .cadence-track__face').count()).toBe(2);
  });

  it('the game master counts, and on her number the player strikes before the foe', async () => {
    await count(4);
    await expect.poll(() => clock(ann)).toMatchObject({ phase: 'players', tempo: 3 });
    await loadDice(ann.page, { face: 15, of: 20 }, { face: 4, of: 6 });
    await target(ann, 'Wight');
    await press(ann, 'Rhea', 'quick-attack');
    await until(`combat.system.clock.acted === true && combat.system.open === null`);
    await until(`combat.combatants.find((c) => c.name === 'Wight').actor.system.hp.value === 4`);
    await openChat(ann.page);
    await expect.poll(() => ann.page.locator('#chat .cadence-card').last().innerText()).toContain('Rhea hits');
    await inGame(ann.page, `ui.sidebar.changeTab('combat', 'primary');`);
  });

  it('the foe answers with the NPCs, and the count goes on', async () => {
    await count(1);
    await expect.poll(() => clock(gm)).toMatchObject({ phase: 'npcs', tempo: 3 });
    await loadDice(gm.page, { face: 15, of: 20 }, { face: 6, of: 6 });
    await target(gm, 'Rhea');
    await press(gm, 'Wight', 'quick-attack');
    await until(`combat.combatants.find((c) => c.name === 'Rhea').actor.system.hp.value === 6`);
    await count(1);
    await expect.poll(() => clock(ann)).toMatchObject({ phase: 'players', tempo: 4, turn: null });
  });

  it('a blow can be taken back, the clock with it', async () => {
    const rewind = gm.page.locator('#combat [data-action="cadenceRewind"]');
    await rewind.click();
    await until(`combat.system.clock.tempo === 3`);
    await rewind.click();
    await until(`combat.combatants.find((c) => c.name === 'Rhea').actor.system.hp.value === 12`);
    await expect.poll(() => clock(ann)).toMatchObject({ phase: 'npcs', tempo: 3, turn: null });
  });

  it('a guard is asked in her own browser whether she takes the blow, and pays for more with Exertion', async () => {
    await inGame(
      gm.page,
      `const bob = game.users.getName('Bob').id;
       const [dov] = await Actor.createDocuments([{ name: 'Dov', type: 'tempo', ownership: { [bob]: 3 },
         prototypeToken: { name: 'Dov', actorLink: true, disposition: 1 } }]);
       const [token] = await canvas.scene.createEmbeddedDocuments('Token', [(await dov.getTokenDocument({ x: 600, y: 1000 })).toObject()]);
       await ${fight}.createEmbeddedDocuments('Combatant', [{ type: 'tempo', tokenId: token.id, sceneId: canvas.scene.id, actorId: dov.id }]);
       await ${fighter('Wight')}.actor.items.getName('Blade').update({ 'system.range': 3 });`,
    );
    await until(`combat.combatants.size === 3`);
    await count(1);
    await target(ann, 'Dov');
    await press(ann, 'Rhea', 'guard');
    await until(`combat.system.clock.acted === true && combat.system.open === null`);
    await press(ann, 'Rhea', 'exert-momentum');
    await until(`combat.combatants.find((c) => c.name === 'Rhea').actor.system.exertion.value === 1`);
    await count(1);
    await loadDice(gm.page, { face: 15, of: 20 }, { face: 15, of: 20 }, { face: 4, of: 6 });
    await target(gm, 'Dov');
    await press(gm, 'Wight', 'standard-attack');
    await until(`combat.system.open?.asks[0]?.ask.id === 'hit'`);
    await ann.page.locator('.cadence-prompt').getByRole('button', { name: 'Intercept' }).click();
    await until(`combat.system.open === null && combat.system.clock.acted === true`);
    const hp = await inGame<number[]>(
      gm.page,
      `return ['Dov', 'Rhea'].map((name) => ${fight}.combatants.find((c) => c.name === name).actor.system.hp.value);`,
    );
    expect(hp).toEqual([12, 8]);
  });

  it('neither browser has logged an error', () => {
    expect([...gm.errors, ...ann.errors]).toEqual([]);
  });
});
