import { afterEach, expect, it } from 'vitest';
import { ANN, FOE, Party } from './party';
import type { Tab } from './tab';
import { COMBAT, idOf } from './world';

const CELLAR = 'cellar0000000000';

let party: Party;
let gm: Tab;
let ann: Tab;
afterEach(() => party?.table.close());

async function open(): Promise<void> {
  party = await Party.open('energy', ['Gamemaster', 'Ann']);
  [gm, ann] = party.table.tabs as [Tab, Tab];
  const cellar = { _id: CELLAR, name: 'Cellar', grid: { type: 1, size: 50, distance: 2, units: 'm' } };
  await party.done(gm, () => gm.page.game.scenes.documentClass.create(cellar, { keepId: true }));
  await party.start();
}
const tokenOf = (token: number) => party.combat.combatants.get(party.of(token)).token;
const fighter = (token: number) => party.encounter.fighters[party.of(token)];
const attack = (by: number, at: number) => ({ do: 'melee-attack', by: party.of(by), at: party.of(at) });
const reasons = (by: number, at: number): string[] =>
  party.rules.whyNot(party.encounter, attack(by, at)).map(({ id }) => id);

/**
 * Moves a token to the cellar, as core's region behavior does: it creates a token of the same id, deletes the old one,
 * moves the combatant along, and unlinks the encounter from its scene. Source: RegionDocument#teleportToken of core 13,
 * foundryvtt issue 10829.
 */
const teleports = (token: number, x: number, y: number): Promise<void> =>
  party.done(gm, async () => {
    const old = tokenOf(token);
    const combatant = party.combat.combatants.get(party.of(token));
    const data = { ...old.toObject(), x, y };
    await gm.page.game.scenes.get(CELLAR).createEmbeddedDocuments('Token', [data], { keepId: true });
    await party.combat.update({ scene: null });
    await combatant.update({ sceneId: CELLAR, tokenId: idOf('Token', token) });
    await old.delete();
  });

it('a foe at the same pixels of another scene cannot be struck, and one on the same scene can', async () => {
  await open();
  const { x, y } = tokenOf(ANN)._source;
  await teleports(FOE, x, y - 100);
  expect(fighter(FOE).place).toMatchObject({ scene: CELLAR });
  const { windows } = gm.page;
  const { rows } = windows.trackerContext(windows.fightOf(party.combat));
  const places = rows as unknown as readonly { readonly id: string; readonly elsewhere: string | null }[];
  // Without a map all rows of a fight on several scenes say where they are.
  const shown = (token: number) => places.find(({ id }) => id === party.of(token))?.elsewhere;
  expect([shown(FOE), shown(ANN)]).toEqual(['On another scene: Cellar', 'On another scene: Field']);
  expect(reasons(ANN, FOE)).toEqual(['other-scene']);
  // A client may send what its own check refuses.
  const moment = party.rules.momentOf(party.combat.system.clock);
  const system = { combat: COMBAT, fighter: party.of(ANN), moment, command: attack(ANN, FOE), answers: [] };
  await party.done(ann, () => ann.page.CONFIG.ChatMessage.documentClass.create({ type: 'request', system }));
  expect(party.refusals()).toEqual(['other-scene']);
  await teleports(ANN, x, y - 50);
  expect(reasons(ANN, FOE)).not.toEqual(expect.arrayContaining(['other-scene']));
  expect(reasons(ANN, FOE)).not.toEqual(expect.arrayContaining(['out-of-reach']));
  const wall = { c: [0, y - 50, 2000, y - 50] };
  await party.done(gm, () => gm.page.game.scenes.get(CELLAR).createEmbeddedDocuments('Wall', [wall]));
  expect(reasons(ANN, FOE)).toContain('wall');
  expect(party.table.faults).toEqual([]);
});

it('a teleported fighter walks on, by the grid of its new scene', async () => {
  await open();
  await teleports(ANN, 500, 500);
  const energy = fighter(ANN).pools.energy.value;
  const token = () => ann.page.game.scenes.get(CELLAR).tokens.get(idOf('Token', ANN));
  await party.done(ann, () => token().move([{ x: 500, y: 600 }], { method: 'dragging' }));
  expect(fighter(ANN).place).toMatchObject({ scene: CELLAR, x: 21, y: 25, width: 2 });
  // Two spaces of two metres.
  expect(fighter(ANN).pools.energy.value).toBe(energy - 2);
  await party.done(gm, () => gm.page.rewindStep(party.combat));
  expect([token()._source.y, fighter(ANN).pools.energy.value]).toEqual([500, energy]);
  expect(party.table.faults).toEqual([]);
});

it('a step is not undone by half after its mover has left the scene', async () => {
  await open();
  const { x, y } = tokenOf(ANN)._source;
  await party.done(ann, () => tokenOf(ANN).move([{ x, y: y - 100 }], { method: 'dragging' }));
  await party.play({ do: 'adjust', by: 'gm', at: party.of(FOE), options: { pool: 'stamina', to: 1 } });
  await teleports(ANN, 500, 500);
  const stateOf = () => [party.combat.system.cursor, fighter(ANN).place, fighter(ANN).pools, fighter(FOE).pools];
  const before = structuredClone(stateOf());
  const first = Math.min(...Object.keys(party.combat.system.history).map(Number)) + 1;
  const from = party.table.log.length;
  await party.done(gm, () => gm.page.rewindTo(party.combat, first));
  expect(stateOf()).toEqual(before);
  expect(party.heard(gm, from)).toContain('has left the scene of that move');
  expect(party.table.faults).toEqual([]);
});

/** Brings the foe beside Ann, opens her attack, and teleports one of them. */
async function teleportsInside(who: number): Promise<void> {
  await open();
  const { x, y } = tokenOf(ANN)._source;
  await party.done(gm, () => tokenOf(FOE).update({ x, y: y - 100 }, { teleport: true }));
  expect(reasons(ANN, FOE)).toEqual([]);
  await party.send(gm, attack(ANN, FOE));
  expect(gm.page.openAsks(party.combat)).toHaveLength(1);
  await teleports(who, 500, 500);
}

it('an exchange goes on without harm when its attacker is teleported away', async () => {
  await teleportsInside(ANN);
  const { pools } = fighter(FOE);
  await party.answerAll();
  expect([gm.page.openAsks(party.combat), fighter(FOE).pools]).toEqual([[], pools]);
  expect(fighter(ANN).place).toMatchObject({ scene: CELLAR });
  expect(party.table.faults).toEqual([]);
});

it('an exchange whose target is teleported away goes on without harm, and the GM cancels it', async () => {
  await teleportsInside(FOE);
  const { pools } = fighter(FOE);
  expect(party.combat.system.open?.fault).toBeUndefined();
  await party.answerAll();
  expect([gm.page.openAsks(party.combat), fighter(FOE).pools]).toEqual([[], pools]);
  expect(fighter(FOE).place).toMatchObject({ scene: CELLAR });
  expect(party.table.faults).toEqual([]);
  for (const step of Object.keys(party.combat.system.history))
    if (Number(step) > 1) await party.done(gm, () => gm.page.rewindStep(party.combat));
  expect(fighter(FOE).place).toMatchObject({ scene: CELLAR });
  expect(party.table.faults).toEqual([]);
});

it('a question that is asked again by an undo, with its target on another scene, stops with a notice', async () => {
  await teleportsInside(FOE);
  const { name } = fighter(FOE);
  await party.done(gm, () => gm.page.rewindStep(party.combat));
  expect(party.combat.system.open?.fault).toEqual({ id: 'fighter-elsewhere', data: { name } });
  await party.done(gm, () => gm.page.cancelExchange(party.combat));
  expect(gm.page.openAsks(party.combat)).toEqual([]);
  expect(party.table.faults).toEqual([]);
});

it('a player attacks on the scene to which both were teleported', async () => {
  await open();
  await teleports(ANN, 500, 500);
  await teleports(FOE, 500, 450);
  const energy = fighter(ANN).pools.energy.value;
  await party.send(ann, attack(ANN, FOE));
  await party.answerAll();
  expect([party.refusals(), fighter(ANN).pools.energy.value < energy]).toEqual([[], true]);
  const { fighters } = ann.page.encounterOf(party.combatAt(ann));
  expect(fighters[party.of(ANN)]?.place).toMatchObject({ scene: CELLAR });
  expect(party.table.faults).toEqual([]);
});
