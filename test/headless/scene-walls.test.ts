import { expect, it } from 'vitest';
import { wallsAndLight } from '../../src/foundry/host/walls';

const wall = (rest: object = {}) => ({ c: [100, 0, 100, 300], move: 20, sight: 20, dir: 0, door: 0, ds: 0, ...rest });
const scene = (rest: object = {}) => ({ grid: { size: 100, distance: 2 }, ...rest });
const walls = (...all: object[]) => wallsAndLight(scene({ walls: all }) as never).walls;

it('reads walls in meters', () => {
  expect(walls(wall())).toEqual([{ from: { x: 2, y: 0 }, to: { x: 2, y: 6 }, sight: true, move: true }]);
});

it.each([
  ['a door that stands open', { door: 1, ds: 1 }, undefined],
  ['a shut door', { door: 1, ds: 0 }, [{ sight: true, move: true }]],
  ['a locked secret door', { door: 2, ds: 2 }, [{ sight: true, move: true }]],
  ['a window', { sight: 0 }, [{ sight: false, move: true }]],
  ['bushes', { sight: 10, move: 0 }, [{ sight: false, move: false }]],
  ['a wall seen through from one side', { dir: 2 }, [{ side: 'right' }]],
])('reads %s as its kind of wall', (_, rest, wanted) => {
  const read = walls(wall(rest));
  if (wanted) expect(read).toMatchObject(wanted);
  else expect(read).toBeUndefined();
});

it('reports nothing for a daylight scene without walls and lights, so that users are asked', () => {
  const environment = { darknessLevel: 0, globalLight: { enabled: true, darkness: { max: 1 } } };
  expect(wallsAndLight(scene({ environment }) as never)).toEqual({});
});

it('reports no light for a scene with walls that no one has lit or darkened', () => {
  const environment = { darknessLevel: 0, globalLight: { enabled: false, darkness: { max: 1 } } };
  expect(wallsAndLight(scene({ environment, walls: [wall()] }) as never).light).toBeUndefined();
});

it.each([
  [0, true, 'bright'],
  [0.6, true, 'dim'],
  [0.9, true, 'dark'],
  [0.1, false, 'dark'],
])('reads a scene of darkness %d with global light %s as %s', (darknessLevel, enabled, ambient) => {
  const environment = { darknessLevel, globalLight: { enabled, darkness: { max: 0.8 } } };
  const { light } = wallsAndLight(scene({ environment, walls: [wall()] }) as never);
  expect(light).toEqual({ ambient, lamps: [] });
});

it.each([
  [0, [1, 3]],
  [0.5, [1, 2, 3]],
  [1, [1, 2]],
])('counts in darkness %d only the lamps that burn then, and is lit where all are out', (darknessLevel, burning) => {
  const lamp = (dim: number, darkness?: object) => ({
    x: 0,
    y: 0,
    hidden: false,
    config: { bright: 0, dim, darkness },
  });
  const lights = [lamp(1), lamp(2, { min: 0.3, max: 1 })];
  const light = { bright: 0, dim: 3, darkness: { min: 0, max: 0.5 } };
  const tokens = [{ hidden: false, light, getCenterPoint: () => ({ x: 50, y: 50 }) }];
  const environment = { darknessLevel, globalLight: { enabled: true, darkness: { min: 0, max: 1 } } };
  const read = (rest: object) => wallsAndLight(scene({ environment, ...rest }) as never).light;
  expect(read({ lights, tokens })?.lamps.map(({ dim }) => dim)).toEqual(burning);
  expect(read({ lights: [lamp(2, { min: 2, max: 3 })] })).toMatchObject({ lamps: [] });
});

it('is dark where global light begins only later', () => {
  const globalLight = { enabled: true, darkness: { min: 0.5, max: 1 } };
  const read = (darknessLevel: number) =>
    wallsAndLight(scene({ environment: { darknessLevel, globalLight }, walls: [wall()] }) as never).light?.ambient;
  expect([read(0), read(0.6)]).toEqual(['dark', 'dim']);
});

it('counts lamps of the scene and of tokens, except those that are hidden or darken it', () => {
  const lamp = (rest: object = {}) => ({ x: 200, y: 100, hidden: false, config: { bright: 4, dim: 8 }, ...rest });
  const torch = { hidden: false, light: { bright: 2, dim: 6 }, getCenterPoint: () => ({ x: 50, y: 50 }) };
  const unlit = { ...torch, light: { bright: 0, dim: 0 } };
  const gloom = { ...torch, light: { bright: 2, dim: 6, negative: true } };
  const lights = [lamp(), lamp({ hidden: true }), lamp({ config: { bright: 1, dim: 1, negative: true } })];
  const { light } = wallsAndLight(scene({ lights, tokens: [torch, unlit, gloom] }) as never);
  expect(light?.lamps).toEqual([
    { x: 4, y: 2, bright: 4, dim: 8 },
    { x: 1, y: 1, bright: 2, dim: 6 },
  ]);
});
