import type { Variants } from '@cadence/sandbox';
import { afterEach, expect, it } from 'vitest';
import type { Token } from './documents';
import { ANN, FOE, Party } from './party';
import type { Tab } from './tab';
import { idOf } from './world';

const ATTIC = 'attic00000000000';
/** Meters. */
const ATTIC_FLOOR = 2;

let party: Party;
let gm: Tab;
let ann: Tab;
afterEach(() => party?.table.close());

/** A fight on a scene with an attic above the level of all fighters. */
async function open(variants: Variants = {}, level: object = {}): Promise<void> {
  party = await Party.open('energy', ['Gamemaster', 'Ann'], variants);
  [gm, ann] = party.table.tabs as [Tab, Tab];
  await party.done(gm, () => create('Level', { _id: ATTIC, name: 'Attic', elevation: band, ...level }));
  await party.start();
}
const band = { bottom: ATTIC_FLOOR, top: 6 };
const sceneAt = ({ page }: Tab) => page.game.scenes.contents[0];
const create = (name: string, data: object) => sceneAt(gm).createEmbeddedDocuments(name, [data], { keepId: true });
const tokenAt = (tab: Tab, token: number): Token => sceneAt(tab).tokens.get(idOf('Token', token));
const spotOf = (token: number, tab = gm): unknown[] => {
  const { level, elevation } = tokenAt(tab, token)._source;
  return [level, elevation];
};
const moves = (tab: Tab, token: number, to: object, method: string) =>
  party.done(tab, () => tokenAt(tab, token).move([to], { method }));
const energyOf = (token: number): number => party.encounter.fighters[party.of(token)].pools.energy.value;
const ground = () => party.encounter.ground;

it.each(['kept', 'clamped'] as const)(
  'a player climbs to another level for the price of its height: %s',
  async (way) => {
    await open({ levelHeight: way });
    const [before, energy, home] = [spotOf(ANN), energyOf(ANN), party.combat.system.step];
    const elevation = way === 'clamped' ? ATTIC_FLOOR : 0;
    await moves(ann, ANN, { level: ATTIC, elevation }, 'hud');
    expect(spotOf(ANN, ann)).toEqual([ATTIC, ATTIC_FLOOR]);
    expect([energyOf(ANN), party.combat.system.step]).toEqual([energy - 1, home + 1]);
    expect(party.encounter.fighters[party.of(ANN)].place).toMatchObject({ level: ATTIC, elevation: ATTIC_FLOOR });
    await party.done(gm, () => gm.page.rewindStep(party.combat));
    expect([spotOf(ANN, ann), energyOf(ANN)]).toEqual([before, energy]);
    expect(party.table.faults).toEqual([]);
  },
);

it('the GM moves a token to another level for free', async () => {
  await open();
  const energy = energyOf(FOE);
  await moves(gm, FOE, { level: ATTIC, elevation: ATTIC_FLOOR }, 'hud');
  expect([spotOf(FOE), energyOf(FOE)]).toEqual([[ATTIC, ATTIC_FLOOR], energy]);
});

it.each([
  ['that the map does not have', { level: 'nowhere000000000', elevation: 0 }],
  ['at a height that it does not have', { level: ATTIC, elevation: 0 }],
])('refuses a command to a level %s', async (_, spot) => {
  await open();
  const { place } = party.encounter.fighters[party.of(ANN)];
  await party.send(ann, { do: 'run', by: party.of(ANN), path: [{ ...place, ...spot }] });
  expect(party.refusals()).toContain('no-such-way');
  expect(spotOf(ANN)).not.toContain(spot.level);
});

it('reads walls, ground and light with their levels, and none on a scene of one level', async () => {
  await open({}, { visibility: { levels: [] } });
  const own = tokenAt(gm, ANN).level as string;
  const square = { type: 'rectangle', x: 0, y: 0, width: 200, height: 200 };
  const swamp = { type: 'modifyMovementCost', system: { difficulties: { walk: 2 } } };
  await party.done(gm, async () => {
    await create('Wall', { c: [0, 0, 100, 0], levels: [ATTIC] });
    await create('Wall', { c: [0, 0, 0, 100] });
    await create('Region', { name: 'Swamp', shapes: [square], behaviors: [swamp], levels: [own] });
    await create('AmbientLight', { x: 100, y: 100, config: { bright: 2, dim: 4 }, levels: [ATTIC] });
    await tokenAt(gm, ANN).update({ light: { bright: 1, dim: 1 } });
  });
  expect(ground().levels).toEqual({ [own]: [], [ATTIC]: [] });
  expect(ground().walls?.map(({ levels }) => levels)).toEqual([[ATTIC], undefined]);
  expect(ground().difficult?.map(({ levels }) => levels)).toEqual([[own]]);
  expect(ground().light?.lamps.map(({ levels }) => levels)).toEqual([[ATTIC], [own]]);
  await party.done(gm, () => sceneAt(gm).deleteEmbeddedDocuments('Level', [ATTIC]));
  expect(ground()).not.toHaveProperty('levels');
  expect(ground().walls?.every((wall) => !('levels' in wall))).toBe(true);
  expect(party.encounter.fighters[party.of(ANN)].place).not.toHaveProperty('level');
});

it('[E-65] shows a dropped item on the level where it lies', async () => {
  await open();
  const { actor } = party.combat.combatants.get(party.of(FOE));
  const system = { dropped: true, lies: [2, 3, ATTIC_FLOOR], sceneLevel: ATTIC };
  await party.done(gm, () => actor.createEmbeddedDocuments('Item', [{ name: 'Axe', type: 'energyWeapon', system }]));
  await party.play({ do: 'adjust', by: 'gm', at: party.of(ANN), options: { pool: 'stamina', to: 1 } });
  const [lying] = [...sceneAt(gm).tokens].filter(({ flags }) => flags.cadence?.floor);
  expect([lying.level, lying.elevation]).toEqual([ATTIC, ATTIC_FLOOR]);
});

it('moves a token whose level and movement action are gone', async () => {
  await open();
  await moves(gm, ANN, { level: ATTIC, elevation: ATTIC_FLOOR }, 'hud');
  await party.done(gm, () => sceneAt(gm).deleteEmbeddedDocuments('Level', [ATTIC]));
  await party.done(gm, () =>
    sceneAt(gm).updateEmbeddedDocuments('Token', [{ _id: idOf('Token', ANN), movementAction: 'glide' }]),
  );
  const at = () => {
    const { x, y } = tokenAt(gm, ANN)._source;
    return [x, y];
  };
  const [x, y] = at();
  const { place } = party.encounter.fighters[party.of(ANN)];
  const step = party.combat.system.step;
  await party.send(ann, { do: 'run', by: party.of(ANN), path: [{ ...place, x: (place?.x ?? 0) + 1 }] });
  expect(party.refusals()).toEqual([]);
  expect([at(), party.combat.system.step]).toEqual([[Number(x) + 100, y], step + 1]);
  expect(spotOf(ANN)[0]).not.toBe(ATTIC);
  expect(party.table.faults).toEqual([]);
});
