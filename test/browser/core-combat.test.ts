import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEncounter } from './support/fight';
import { inGame, openTable, type Seat, type Table } from './support/table';
import { FIGHT, setUp, until, watch } from './support/tempo';

/** Names of the tokens below which a marker lies. */
const marked = (seat: Seat) =>
  inGame<string[]>(seat.page, `return [...canvas.tokens.turnMarkers].map(({ name }) => name).sort();`);

const submit = (seat: Seat, command: string) => inGame(seat.page, `await ${FIGHT}.submit(${command});`);
const idOf = (name: string) => `${FIGHT}.combatants.find((each) => each.name === '${name}').id`;

/** What Foundry itself shows and does of our encounters. The steps build on each other. */
describe('Foundry’s own parts of an encounter', () => {
  let table: Table;
  let gm: Seat;
  let ann: Seat;

  beforeAll(async () => {
    table = await openTable();
    gm = await table.sit('Gamemaster');
    ann = await table.sit('Ann');
  });
  afterAll(() => table?.close());

  /** Which entries of the menu of a fighter's row, and of the encounter's, are offered. */
  const offered = (seat: Seat) =>
    inGame<string[]>(
      seat.page,
      `const row = ui.combat.element.querySelector('[data-combatant-id]');
       const entries = [...ui.combat._getEntryContextOptions(), ...ui.combat._getCombatContextOptions()];
       return entries.filter(({ visible = true }) => typeof visible === 'function' ? visible(row) : visible).map(({ label }) => label);`,
    );

  it('offers nothing in the tracker’s menus that means nothing here', async () => {
    await inGame(gm.page, `ui.sidebar.changeTab('combat', 'primary'); await ui.combat.render({ force: true });`);
    const labels = await offered(gm);
    expect(labels).toEqual(
      expect.arrayContaining(['COMBAT.CombatantSheet', 'COMBAT.CombatantRemove', 'COMBAT.Delete']),
    );
    for (const label of ['COMBAT.CombatantReroll', 'COMBAT.CombatantClear', 'COMBAT.InitiativeReset'])
      expect(labels).not.toContain(label);
  });

  it('takes a token in and out of the encounter by its HUD', async () => {
    const fighters = () => inGame<number>(gm.page, 'return game.combat.combatants.size;');
    const before = await fighters();
    const toggle = `await game.combat.combatants.get('demoCombatMira00').actor.getTokenDocument({ x: 300, y: 300 })
      .then(async (token) => canvas.scene.createEmbeddedDocuments('Token', [token.toObject()]))
      .then(async ([token]) => { globalThis.toggled = token; await token.toggleCombatant(); });`;
    await inGame(gm.page, toggle);
    expect(await fighters()).toBe(before + 1);
    expect(await inGame(gm.page, 'return toggled.combatant.type;')).toBe('energy');
    await inGame(gm.page, 'await toggled.toggleCombatant(); await toggled.delete();');
    expect(await fighters()).toBe(before);
  });

  it('marks nobody’s token where everybody may act', async () => {
    await startEncounter(gm.page);
    expect(await inGame(gm.page, 'return game.combat.round;')).toBe(1);
    expect(await marked(gm)).toEqual([]);
  });

  it('marks all who are due on a number, then whoever has the turn, at every screen that may know it', async () => {
    await setUp(
      gm,
      `[{ name: 'Rhea', ownership: { [ann]: 3 } }, { name: 'Dell', ownership: { [bob]: 3 } }, { name: 'Wight' }]`,
    );
    for (const seat of [gm, ann]) await watch(seat, 3);
    await inGame(gm.page, `await game.settings.set('cadence', 'tempo.plans', 'open');`);
    await submit(gm, `{ do: 'start', by: 'gm' }`);
    await until([gm, ann], `combat.system.clock.phase === 'planning'`);
    for (const name of ['Rhea', 'Dell'])
      await submit(gm, `{ do: 'plan', by: ${idOf(name)}, options: { action: 'rest', slot: '1' } }`);
    await submit(gm, `{ do: 'count', by: 'gm', options: { skip: true } }`);
    await until([gm, ann], `combat.system.clock.phase === 'players'`);
    for (const seat of [gm, ann]) await expect.poll(() => marked(seat)).toEqual(['Dell', 'Rhea']);
    await submit(gm, `{ do: 'turn', by: ${idOf('Rhea')}, options: { action: 'rest' } }`);
    await until([gm, ann], `combat.system.clock.turn !== null`);
    for (const seat of [gm, ann]) await expect.poll(() => marked(seat)).toEqual(['Rhea']);
  });

  it('marks nobody where the world does not want it', async () => {
    await inGame(
      gm.page,
      `CONFIG.Combat.settings.turnMarker.enabled = false; canvas.tokens.placeables.forEach((token) => token.renderFlags.set({ refreshTurnMarker: true }));`,
    );
    await expect.poll(() => marked(gm)).toEqual([]);
  });
});
