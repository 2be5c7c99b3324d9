import { createGrid, PolygonTree } from '@cadence/sandbox/testing';
import { expect, it } from 'vitest';
import { difficultAreas } from '../../src/foundry/host/terrain';

const rectangle = { type: 'rectangle', x: 100, y: 200, width: 300, height: 100, rotation: 0 };
const slow = { type: 'modifyMovementCost', system: { difficulties: { walk: 2 } } };
const region = (shapes: object[] = [rectangle], behaviors: object[] = [slow]) =>
  ({ polygonTree: new PolygonTree(shapes as never), behaviors }) as never;
const square = createGrid({ type: 1, size: 100, distance: 1 }) as never;
const gridless = createGrid({ type: 0, size: 100, distance: 1 }) as never;

it.each([
  ['as older worlds have it', rectangle],
  ['about its middle', { ...rectangle, x: 250, y: 250, anchorX: 0.5, anchorY: 0.5 }],
  ['from its last corner', { ...rectangle, x: 400, y: 300, anchorX: 1, anchorY: 1, gridBased: true }],
  ['turned on its origin', { ...rectangle, x: 400, y: 200, width: 100, height: 300, rotation: 90 }],
  ['turned on its middle', { ...rectangle, x: 250, y: 250, anchorX: 0.5, anchorY: 0.5, rotation: 180 }],
])('reads a rectangle with a higher price for walking, in meters: %s', (_, shape) => {
  for (const grid of [square, gridless])
    expect(difficultAreas({ regions: [region([shape])], grid: grid })).toEqual([
      { x: 2.5, y: 2.5, width: 3, height: 1 },
    ]);
});

it('reads between which heights a region lies, in meters, where it says so', () => {
  const feet = createGrid({ type: 1, size: 100, distance: 5, units: 'ft' } as never) as never;
  const heightsOf = (elevation?: object) => {
    const [{ bottom, top }] = difficultAreas({
      regions: [{ ...(region() as object), elevation } as never],
      grid: feet,
    });
    return [bottom, top];
  };
  expect(heightsOf({ bottom: 0, top: 10 })).toEqual([0, 3.048]);
  expect(heightsOf({ bottom: null, top: 5 })).toEqual([undefined, 1.524]);
  expect(heightsOf()).toEqual([undefined, undefined]);
});

it('reads any other shape by the spaces whose center lies in it', () => {
  const diamond = { type: 'polygon', points: [250, 100, 400, 250, 250, 400, 100, 250] };
  expect(difficultAreas({ regions: [region([diamond])], grid: square })).toEqual([
    { x: 2.5, y: 2.5, width: 3, height: 1 },
    { x: 2.5, y: 1.5, width: 1, height: 1 },
    { x: 2.5, y: 3.5, width: 1, height: 1 },
  ]);
  const hole = { ...rectangle, x: 200, width: 100, hole: true };
  expect(difficultAreas({ regions: [region([rectangle, hole])], grid: square })).toEqual([
    { x: 1.5, y: 2.5, width: 1, height: 1 },
    { x: 3.5, y: 2.5, width: 1, height: 1 },
  ]);
});

it('follows the outline of any shape on a scene without a grid', () => {
  const circle = { type: 'circle', x: 300, y: 300, radius: 200 };
  const areas = difficultAreas({ regions: [region([circle])], grid: gridless });
  const covered = areas.reduce((sum, { width, height }) => sum + width * height, 0);
  expect(Math.abs(covered - Math.PI * 4)).toBeLessThan(0.5);
  expect(areas.some(({ x, y, width, height }) => Math.abs(4.3 - x) < width / 2 && Math.abs(4.3 - y) < height / 2)).toBe(
    true,
  );
});

it('knows the spaces of hexagons', () => {
  const grid = createGrid({ type: 2, size: 100, distance: 1 });
  const { x, y } = grid.getCenterPoint({ i: 3, j: 2 });
  const spot = { type: 'rectangle', x, y, width: 20, height: 20, anchorX: 0.5, anchorY: 0.5 };
  const [area, ...others] = difficultAreas({ regions: [region([spot])], grid: grid as never });
  expect(others).toEqual([]);
  expect(area.x).toBeCloseTo(x / 100, 2);
  expect(area.y).toBeCloseTo(y / 100, 2);
});

it('[L-154] recognizes water by the prices: where swimming costs less than walking', () => {
  const priced = (difficulties: object) =>
    difficultAreas({ regions: [region(undefined, [{ ...slow, system: { difficulties } }])], grid: square });
  const area = { x: 2.5, y: 2.5, width: 3, height: 1 };
  expect(priced({ walk: 2, swim: 1 })).toEqual([{ ...area, water: true }]);
  // To the map, this is a pit.
  expect(priced({ walk: null, swim: 1 })).toEqual([{ ...area, cost: null }]);
  expect(priced({ walk: 3, swim: 3 })).toEqual([{ ...area, cost: 3 }]);
  expect(priced({ walk: null, swim: null })).toEqual([{ ...area, cost: null }]);
});

it('ignores regions that slow no movement or are disabled', () => {
  const swim = { ...slow, system: { difficulties: { walk: 1, swim: 2 } } };
  const others = [{ ...slow, disabled: true }, swim, { type: 'pauseGame' }];
  expect(difficultAreas({ regions: others.map((each) => region(undefined, [each])), grid: square })).toEqual([]);
});

it('reads the regions again after a change of the grid', () => {
  const same = region();
  const coarse = createGrid({ type: 1, size: 100, distance: 2 }) as never;
  expect(difficultAreas({ regions: [same], grid: square })).toEqual([{ x: 2.5, y: 2.5, width: 3, height: 1 }]);
  expect(difficultAreas({ regions: [same], grid: coarse })).toEqual([{ x: 5, y: 5, width: 6, height: 2 }]);
});
