import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEncounter } from './support/fight';
import { openTable, type Seat, setSetting, type Table } from './support/table';
import { setUp, submit, until, watch } from './support/tempo';

/** Names of the tokens with a marker below them. */
const marked = (seat: Seat) =>
  seat.page.evaluate((): string[] => [...canvas.tokens.turnMarkers].map(({ name }) => name).sort());

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

  /** The entries of the context menu of a combatant's row, and of the encounter's menu. */
  const offered = (seat: Seat) =>
    seat.page.evaluate((): string[] => {
      const row = ui.combat.element.querySelector('[data-combatant-id]');
      const entries = [...ui.combat._getEntryContextOptions(), ...ui.combat._getCombatContextOptions()];
      return entries
        .filter(({ visible = true }) => (typeof visible === 'function' ? visible(row) : visible))
        .map(({ label }) => label);
    });

  it('offer no tracker menu entry without a meaning here', async () => {
    await gm.page.evaluate(async () => {
      ui.sidebar.changeTab('combat', 'primary');
      await ui.combat.render({ force: true });
    });
    const labels = await offered(gm);
    expect(labels).toEqual(
      expect.arrayContaining(['COMBAT.CombatantSheet', 'COMBAT.CombatantRemove', 'COMBAT.Delete']),
    );
    for (const label of ['COMBAT.CombatantReroll', 'COMBAT.CombatantClear', 'COMBAT.InitiativeReset'])
      expect(labels).not.toContain(label);
  });

  it('mark no token where every fighter may act', async () => {
    await startEncounter(gm.page);
    expect(await gm.page.evaluate(() => game.combat.round)).toBe(1);
    expect(await marked(gm)).toEqual([]);
  });

  it('mark all who are due on a number, then the one whose turn it is, in every window that may know it', async () => {
    await setUp(gm, [{ name: 'Rhea', owner: 'Ann' }, { name: 'Dell', owner: 'Bob' }, { name: 'Wight' }]);
    for (const seat of [gm, ann]) await watch(seat, 3);
    await setSetting(gm.page, 'tempo.plans', 'open');
    await submit(gm, 'Wight', { do: 'start', by: 'gm' });
    await until([gm, ann], ({ combat }) => combat.system.clock.phase === 'planning');
    for (const name of ['Rhea', 'Dell']) await submit(gm, name, { do: 'plan', options: { action: 'rest', slot: '1' } });
    await submit(gm, 'Wight', { do: 'count', by: 'gm', options: { skip: true } });
    await until([gm, ann], ({ combat }) => combat.system.clock.phase === 'players');
    for (const seat of [gm, ann]) await expect.poll(() => marked(seat)).toEqual(['Dell', 'Rhea']);
    await submit(gm, 'Rhea', { do: 'turn', options: { action: 'rest' } });
    await until([gm, ann], ({ combat }) => combat.system.clock.turn !== null);
    for (const seat of [gm, ann]) await expect.poll(() => marked(seat)).toEqual(['Rhea']);
  });

  it('mark no token where the world disables it', async () => {
    await gm.page.evaluate(() => {
      CONFIG.Combat.settings.turnMarker.enabled = false;
      for (const { renderFlags } of canvas.tokens.placeables) renderFlags.set({ refreshTurnMarker: true });
    });
    await expect.poll(() => marked(gm)).toEqual([]);
  });
});
