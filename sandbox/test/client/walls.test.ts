import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Scene } from '../../src/client/documents/scene';
import type { TokenDocument } from '../../src/client/documents/token';
import type { Restriction } from '../../src/client/geometry/edge';
import type { Sandbox } from '../../src/server/server';
import { useVariants } from '../../src/variants';
import { folders, start } from '../server/table';
import { createIn, openTab, settle, type Tab } from './table';

let place: Awaited<ReturnType<typeof folders>>;
let sandbox: Sandbox;
let gm: Tab;
let ann: Tab;
let scene: Scene;

beforeAll(async () => {
  place = await folders();
  sandbox = await start(place);
  gm = await openTab(sandbox, 'Gamemaster');
  ann = await openTab(sandbox, 'Ann');
});
afterAll(async () => {
  gm.close();
  ann.close();
  await sandbox.close();
  await place.remove();
});
beforeEach(async () => {
  scene = (await gm.documents.Scene.create({ name: 'Cellar', width: 1000, height: 1000, padding: 0 }))!;
});

const wall = (data: object) => createIn(scene, 'Wall', data);
type Spot = [x: number, y: number];
/** Returns the backend for a type and the arguments of a collision test. */
const question = (tab: Tab, type: Restriction, [x, y]: Spot, [toX, toY]: Spot) => {
  const own = tab.game.scenes.get(scene.id)!;
  if (!own.initializedEdges) own.initializeEdges();
  const backend = tab.CONFIG.Canvas.polygonBackends[type]!;
  return { backend, origin: { x, y }, destination: { x: toX, y: toY }, config: { type, level: own.initialLevel } };
};
const test = (tab: Tab, type: Restriction, from: Spot, to: Spot, options: object = {}) => {
  const { backend, origin, destination, config } = question(tab, type, from, to);
  return backend.testCollision(origin, destination, { ...config, mode: 'any', ...options });
};
const closest = (tab: Tab, type: Restriction, from: Spot, to: Spot) => {
  const { backend, origin, destination, config } = question(tab, type, from, to);
  return backend.testCollision(origin, destination, { ...config, mode: 'closest' });
};
const all = (tab: Tab, type: Restriction, from: Spot, to: Spot) => {
  const { backend, origin, destination, config } = question(tab, type, from, to);
  return backend.testCollision(origin, destination, { ...config, mode: 'all' });
};
const across: [Spot, Spot] = [
  [450, 250],
  [550, 250],
];
const upright = { c: [500, 0, 500, 500] };

describe('walls of a scene that is not viewed', () => {
  it('block their restriction types up to their ends', async () => {
    await wall({ ...upright, sight: 0 });
    expect(test(gm, 'move', ...across)).toBe(true);
    expect(test(gm, 'sight', ...across)).toBe(false);
    expect(test(gm, 'move', [450, 550], [550, 550])).toBe(false);
    expect(test(gm, 'move', [450, 250], [490, 250])).toBe(false);
  });

  it('return collisions, nearest first', async () => {
    await wall(upright);
    await wall({ c: [600, 0, 600, 500] });
    expect(all(gm, 'move', [450, 250], [650, 250]).map(({ x, y }) => [x, y])).toEqual([
      [500, 250],
      [600, 250],
    ]);
    expect(closest(gm, 'move', [650, 250], [450, 250])?.x).toBe(600);
  });

  it('let a ray pass once if limited', async () => {
    await wall({ ...upright, sight: 10 });
    expect(test(gm, 'sight', ...across)).toBe(false);
    await wall({ c: [520, 0, 520, 500], sight: 10 });
    expect(test(gm, 'sight', ...across)).toBe(true);
    expect(closest(gm, 'sight', ...across)?.x).toBe(520);
  });

  it('block one side if directional', async () => {
    await wall({ ...upright, dir: 1 });
    const [there, back] = across;
    expect(test(gm, 'move', there, back)).not.toBe(test(gm, 'move', back, there));
    expect(test(gm, 'move', there, back, { edgeDirectionMode: 2 })).toBe(true);
    expect(test(gm, 'move', back, there, { edgeDirectionMode: 2 })).toBe(true);
  });

  it('do not block sight within their proximity threshold', async () => {
    await wall({ ...upright, sight: 30, threshold: { sight: 100 / scene.dimensions.distancePixels } });
    expect(test(gm, 'sight', ...across)).toBe(true);
    expect(test(gm, 'sight', ...across, { useThreshold: true })).toBe(false);
    expect(test(gm, 'sight', [100, 250], [550, 250], { useThreshold: true })).toBe(true);
  });

  it('block only on their levels', async () => {
    scene.initializeEdges();
    const attic = await createIn(scene, 'Level', { name: 'Attic' });
    await wall({ ...upright, levels: [attic.id] });
    expect(test(gm, 'move', ...across)).toBe(false);
    expect(test(gm, 'move', ...across, { level: attic })).toBe(true);
  });

  it('block nothing after deletion', async () => {
    const gone = await wall(upright);
    expect(test(gm, 'move', ...across)).toBe(true);
    await gone.delete();
    expect(test(gm, 'move', ...across)).toBe(false);
  });
});

describe('doors', () => {
  it('block nothing while open, on every client', async () => {
    const door = await wall({ ...upright, door: 1 });
    await settle(ann);
    expect([gm, ann].map((tab) => test(tab, 'move', ...across))).toEqual([true, true]);
    await ann.game.scenes.get(scene.id)!.walls.get(door.id)!.update({ ds: 1 });
    await settle(gm);
    for (const type of ['move', 'sight', 'light', 'sound'] as const)
      expect([gm, ann].map((tab) => test(tab, type, ...across))).toEqual([false, false]);
  });

  it('cannot be unlocked, changed or created by players', async () => {
    const door = await wall({ ...upright, door: 1, ds: 2 });
    await settle(ann);
    const own = ann.game.scenes.get(scene.id)!.walls.get(door.id)!;
    await expect(own.update({ ds: 1 })).rejects.toThrow(/permission/);
    await door.update({ ds: 0 });
    await settle(ann);
    await expect(own.update({ ds: 2 })).rejects.toThrow(/permission/);
    await expect(own.update({ move: 0 })).rejects.toThrow(/permission/);
    await expect(own.parent!.createEmbeddedDocuments('Wall', [upright])).rejects.toThrow(/permission/);
  });
});

describe('tokens that move', () => {
  const place = (token: TokenDocument): [number, number] => [token._source.x, token._source.y];
  const walker = async () => {
    const { defaultMovementConfig } = await import('../../src/client/canvas/movement/config');
    Object.assign(globalThis, { canvas: null, game: gm.game, CONFIG: gm.CONFIG });
    gm.CONFIG.Token.movement = defaultMovementConfig();
    return createIn(scene, 'Token', { name: 'Walker', x: 200, y: 200 });
  };

  it('stop at a wall, between two spaces', async () => {
    await wall(upright);
    const token = await walker();
    await token.move([{ x: 700, y: 200 }]);
    expect(place(token)).toEqual([449, 200]);
    expect(token.movement).toMatchObject({ constrained: true });
  });

  it('stop on the last whole space with the variant last-space', async () => {
    useVariants({ wallStop: 'last-space' });
    await wall(upright);
    const token = await walker();
    await token.move([{ x: 700, y: 200 }]);
    expect(place(token)).toEqual([400, 200]);
    useVariants();
  });

  it('do not move through an adjacent wall, but around it', async () => {
    await wall({ c: [300, 0, 300, 500] });
    const token = await walker();
    await token.move([{ x: 249, y: 200, action: 'displace' }]);
    await token.move([{ x: 700, y: 200 }]);
    expect(place(token)).toEqual([249, 200]);
    await token.move([
      { x: 200, y: 600 },
      { x: 700, y: 600 },
    ]);
    expect(place(token)).toEqual([700, 600]);
  });

  it('pass a wall with ignoreWalls, by displacement, or through an open door', async () => {
    const door = await wall({ ...upright, door: 1 });
    const token = await walker();
    await token.move([{ x: 700, y: 200 }], { constrainOptions: { ignoreWalls: true } });
    expect(place(token)).toEqual([700, 200]);
    await token.move([{ x: 200, y: 200, action: 'displace' }]);
    expect(place(token)).toEqual([200, 200]);
    await door.update({ ds: 1 });
    await token.move([{ x: 700, y: 200 }]);
    expect(place(token)).toEqual([700, 200]);
  });

  it('trigger events of regions that they enter, move within and leave', async () => {
    const told: string[] = [];
    const token = await walker();
    const shapes = [{ type: 'circle', x: 600, y: 250, radius: 160 }];
    const region = await createIn(scene, 'Region', { name: 'Fog', shapes });
    region._handleEvent = async ({ name }) => void told.push(name);
    await token.move([{ x: 500, y: 200 }]);
    expect([...region.tokens]).toEqual([token]);
    await token.move([{ x: 600, y: 200 }]);
    await token.move([{ x: 900, y: 200 }]);
    expect([...region.tokens]).toEqual([]);
    expect(told).toEqual(['tokenEnter', 'tokenMoveIn', 'tokenMoveWithin', 'tokenExit', 'tokenMoveOut']);
  });
});

it('tests points against each shape of a region', async () => {
  const shapes: Record<string, [object, [number, number][], [number, number][]]> = {
    cone: [
      { x: 0, y: 0, radius: 300, angle: 90, rotation: 0 },
      [
        [290, 0],
        [150, 140],
      ],
      [
        [0, 200],
        [-10, 0],
        [310, 0],
      ],
    ],
    line: [
      { x: 100, y: 100, length: 300, width: 50, rotation: 90 },
      [
        [100, 390],
        [120, 200],
      ],
      [
        [130, 200],
        [100, 90],
      ],
    ],
    emanation: [
      { base: { type: 'token', x: 400, y: 400, width: 1, height: 1, shape: 4 }, radius: 100 },
      [
        [310, 450],
        [590, 450],
        [450, 450],
      ],
      [
        [305, 305],
        [610, 450],
      ],
    ],
  };
  for (const [type, [shape, inside, outside]] of Object.entries(shapes)) {
    const region = await createIn(scene, 'Region', { name: type, shapes: [{ type, ...shape }] });
    const covered = (at: [number, number]) => region.testPoint({ x: at[0], y: at[1] });
    expect([type, inside.map(covered), outside.map(covered)]).toEqual([
      type,
      inside.map(() => true),
      outside.map(() => false),
    ]);
  }
});

it('refuses invalid walls', async () => {
  await expect(wall({ c: [0, 0, 10] })).rejects.toThrow();
  await expect(wall({ ...upright, move: 10 })).rejects.toThrow();
});

it('stores lights and the global light of a scene', async () => {
  const light = await createIn(scene, 'AmbientLight', { x: 100, y: 100, config: { bright: 20, dim: 40 } });
  await scene.update({ 'environment.globalLight': { enabled: true, bright: true } });
  await settle(ann);
  const own = ann.game.scenes.get(scene.id)!;
  expect(own.lights.get(light.id)!.config).toMatchObject({
    bright: 20,
    dim: 40,
    angle: 360,
    darkness: { min: 0, max: 1 },
  });
  expect(own.environment).toMatchObject({ darknessLevel: 0, globalLight: { enabled: true, bright: true } });
});

describe('a point of a scene', () => {
  const lit = async (): Promise<(x: number, y: number) => boolean> => {
    const { EffectsCanvasGroup } = await import('../../src/client/canvas/groups/effects');
    Object.assign(globalThis, { canvas: { scene, level: scene.initialLevel, dimensions: scene.dimensions } });
    if (!scene.initializedEdges) scene.initializeEdges();
    const effects = new EffectsCanvasGroup();
    return (x, y) => effects.testInsideLight({ x, y, elevation: 0 });
  };
  const lamp = (config: object, more: object = {}) => {
    const { distancePixels } = scene.dimensions;
    const radii = { bright: 100 / distancePixels, dim: 200 / distancePixels };
    return createIn(scene, 'AmbientLight', { x: 500, y: 500, config: { ...radii, ...config }, ...more });
  };

  it('is lit by the global light and dark without it', async () => {
    const at = await lit();
    expect(at(500, 600)).toBe(false);
    await scene.update({ 'environment.globalLight.enabled': true });
    expect(at(500, 600)).toBe(true);
    await scene.update({ 'environment.globalLight.darkness.max': 0.5, 'environment.darknessLevel': 0.8 });
    expect(at(500, 600)).toBe(false);
  });

  it('is lit within the radius of an active light unless a wall blocks it', async () => {
    await lamp({});
    const at = await lit();
    expect([at(500, 690), at(500, 710)]).toEqual([true, false]);
    await wall({ c: [400, 600, 600, 600], light: 0 });
    expect(at(500, 690)).toBe(true);
    await wall({ c: [400, 650, 600, 650] });
    expect([at(500, 640), at(500, 690)]).toEqual([true, false]);
    await scene.lights.contents[0]!.update({ hidden: true });
    expect(at(500, 640)).toBe(false);
  });

  it('is lit within the angle of a light', async () => {
    await lamp({ angle: 90 }, { rotation: 90 });
    const at = await lit();
    expect([at(400, 500), at(600, 500), at(500, 600)]).toEqual([true, false, false]);
  });

  it('is dark inside a darkness source despite other lights', async () => {
    await lamp({ negative: true });
    await scene.update({ 'environment.globalLight.enabled': true });
    const at = await lit();
    expect([at(500, 600), at(500, 800)]).toEqual([false, true]);
  });
});
