import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEncounter } from './support/fight';
import { inGame, openTable, type Seat, type Table } from './support/table';
import { FIGHT, setUp, until, watch } from './support/tempo';

/** Names of the tokens below which a marker lies. */
const marked = (seat: Seat) =>
  inGame<string[]>(seat.page, `return [...canvas.tokens.turnMarkers].map(({ name }) => name).sort();`);

const submit = (seat: Seat, command: string) => inGame(seat.page, `await ${FIGHT}.submit(${command});`);
const idOf = (name: string) => `${FIGHT}.combatants.find((each) => each.name === '${name}').id`;

/** Foundry's marker below the tokens of those who act. The steps build on each other. */
describe('the turn marker', () => {
  let table: Table;
  let gm: Seat;
  let ann: Seat;

  beforeAll(async () => {
    table = await openTable();
    gm = await table.sit('Gamemaster');
    ann = await table.sit('Ann');
  });
  afterAll(() => table?.close());

  it('lies below nobody where everybody may act', async () => {
    await startEncounter(gm.page);
    expect(await inGame(gm.page, 'return game.combat.round;')).toBe(1);
    expect(await marked(gm)).toEqual([]);
  });

  it('lies below all who are due on a number, then below whoever has the turn, at every screen that may know it', async () => {
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

  it('is not shown where the world does not want it', async () => {
    await inGame(
      gm.page,
      `CONFIG.Combat.settings.turnMarker.enabled = false; canvas.tokens.placeables.forEach((token) => token.renderFlags.set({ refreshTurnMarker: true }));`,
    );
    await expect.poll(() => marked(gm)).toEqual([]);
  });
});
