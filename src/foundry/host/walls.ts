import type { Brightness, Ground, LightSource, Point, Wall } from '../../encounter/state';
import { levelsOn, type OnLevels } from './levels';
import { metresOf, metricGrid } from './units';

/** API: BaseWall; T14 client/documents/wall.d.mts, CONST.EDGE_SENSE_TYPES, EDGE_DIRECTIONS, WALL_DOOR_STATES. */
interface WallLike extends OnLevels {
  readonly c: readonly number[];
  readonly move: number;
  readonly sight: number;
  readonly dir: number | null;
  readonly door: number;
  readonly ds: number | null;
}

/** API: LightData; radii are in the scene's units. It burns in this range of the scene's darkness, 0 to 1. */
interface LampLike {
  readonly bright: number;
  readonly dim: number;
  readonly negative?: boolean;
  readonly darkness?: { readonly min: number; readonly max: number };
}

/** API: BaseAmbientLight. */
interface LightLike extends OnLevels {
  readonly x: number;
  readonly y: number;
  readonly hidden: boolean;
  readonly config: LampLike;
}

/** A token that may carry a light. API: BaseToken#light. */
interface BearerLike {
  readonly hidden: boolean;
  readonly level?: string;
  readonly light: LampLike;
  /** The stored position, not the animated one. */
  readonly _source?: object;
  getCenterPoint(at?: object): Point;
}

interface SceneLike {
  readonly grid: { readonly size: number; readonly distance: number; readonly units?: string };
  readonly walls?: Iterable<WallLike>;
  readonly lights?: Iterable<LightLike>;
  readonly tokens?: Iterable<BearerLike>;
  /** API: BaseScene#environment. */
  readonly environment?: {
    readonly darknessLevel: number;
    readonly globalLight: {
      readonly enabled: boolean;
      readonly bright?: boolean;
      readonly darkness: { readonly min?: number; readonly max: number };
    };
  };
}

const NONE = 0;
/** Blocks sight only behind a second wall of its kind. */
const LIMITED = 10;
const OPEN = 1;
const SIDES = [undefined, 'left', 'right'] as const;

/** Light is omitted if neither darkness, lamps nor walls under global light show that it was set up. */
export function wallsAndLight(scene: SceneLike): Pick<Ground, 'walls' | 'light'> {
  const walls = wallsOf(scene);
  const all = lampsOf(scene);
  const lamps = all.filter(({ isBurning }) => isBurning).map(({ lamp }) => lamp);
  const light = { ambient: ambientOf(scene), lamps };
  const { darknessLevel = 0, globalLight } = scene.environment ?? {};
  const isSpecified = all.length > 0 || darknessLevel > 0 || (walls.length > 0 && globalLight?.enabled === true);
  return { ...(walls.length > 0 && { walls }), ...(isSpecified && { light }) };
}

function wallsOf(scene: SceneLike): Wall[] {
  const { grid, walls = [] } = scene;
  const { metresPerPixel: metres } = metricGrid(grid);
  return [...walls].flatMap((wall) => {
    const { c, move, sight, dir, door, ds } = wall;
    const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = c;
    if (door !== NONE && ds === OPEN) return [];
    const side = SIDES[dir ?? 0];
    return [
      {
        from: { x: x0 * metres, y: y0 * metres },
        to: { x: x1 * metres, y: y1 * metres },
        sight: sight !== NONE && sight !== LIMITED,
        move: move !== NONE,
        ...(side && { side }),
        ...levelsOn(scene, wall),
      },
    ];
  });
}

/** Without global light a scene is dark except near lamps; with it, the scene's darkness threshold counts. */
function ambientOf({ environment }: SceneLike): Brightness {
  if (!environment) return 'bright';
  const { darknessLevel, globalLight } = environment;
  const { min = 0, max } = globalLight.darkness;
  const isLit = globalLight.enabled && min <= darknessLevel && darknessLevel <= max;
  if (!isLit) return 'dark';
  return darknessLevel >= DUSK ? 'dim' : 'bright';
}
/** From this darkness on Foundry draws global light as dim. */
const DUSK = 0.5;

interface Lamp {
  readonly lamp: LightSource;
  readonly isBurning: boolean;
}

/** Returns the lamps of a scene and of its tokens, without those that are hidden or darken it. */
function lampsOf(scene: SceneLike): Lamp[] {
  const { grid, lights = [], tokens = [], environment } = scene;
  const { metresPerPixel: metres } = metricGrid(grid);
  const night = environment?.darknessLevel ?? 0;
  const lampAt = ({ x, y }: Point, config: LampLike, on: OnLevels): Lamp => {
    const { min, max } = config.darkness ?? { min: 0, max: 1 };
    const radii = { bright: metresOf(scene, config.bright), dim: metresOf(scene, config.dim) };
    const lamp = { x: x * metres, y: y * metres, ...radii, ...levelsOn(scene, on) };
    return { lamp, isBurning: min <= night && night <= max };
  };
  const fixed = [...lights].filter(({ hidden, config }) => !hidden && !config.negative);
  const carried = [...tokens].filter(({ hidden, light: { bright, dim, negative } }) => {
    return !hidden && !negative && Math.max(bright, dim) > 0;
  });
  return [
    ...fixed.map((light) => lampAt(light, light.config, light)),
    ...carried.map((token) => {
      const levels = token.level === undefined ? [] : [token.level];
      return lampAt(token.getCenterPoint(token._source), token.light, { levels });
    }),
  ];
}
