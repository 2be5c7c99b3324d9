import type { Brightness, Ground, Lamp, Wall } from '../../encounter/state';

/** What is read of a wall. API: BaseWall; T14 client/documents/wall.d.mts, CONST.EDGE_SENSE_TYPES, EDGE_DIRECTIONS, WALL_DOOR_STATES. */
interface WallLike {
  readonly c: readonly number[];
  readonly move: number;
  readonly sight: number;
  readonly dir: number | null;
  readonly door: number;
  readonly ds: number | null;
}

/** What is read of a light. API: BaseAmbientLight, LightData; radii are in the scene's units. */
interface LightLike {
  readonly x: number;
  readonly y: number;
  readonly hidden: boolean;
  readonly config: { readonly bright: number; readonly dim: number; readonly negative?: boolean };
}

/** What is read of a token that may carry a light. API: BaseToken#light. */
interface BearerLike {
  readonly hidden: boolean;
  readonly light: { readonly bright: number; readonly dim: number };
  /** Where it is, not where it is seen while it walks. */
  readonly _source?: object;
  getCenterPoint(at?: object): { readonly x: number; readonly y: number };
}

interface SceneLike {
  readonly grid: { readonly size: number; readonly distance: number };
  readonly walls?: Iterable<WallLike>;
  readonly lights?: Iterable<LightLike>;
  readonly tokens?: Iterable<BearerLike>;
  /** API: BaseScene#environment. */
  readonly environment?: {
    readonly darknessLevel: number;
    readonly globalLight: {
      readonly enabled: boolean;
      readonly bright?: boolean;
      readonly darkness: { readonly max: number };
    };
  };
}

const NONE = 0;
/** Lets the first look through, and stops at the second of its kind. */
const LIMITED = 10;
const OPEN = 1;
const SIDES = [undefined, 'left', 'right'] as const;

/**
 * What a scene tells of walls and light; nothing of either where it has neither, and nothing of light where it is neither day nor night
 * and no lamp stands on it: then nobody has thought of it.
 */
export function wallsAndLight(scene: SceneLike): Pick<Ground, 'walls' | 'light'> {
  const walls = wallsOf(scene);
  const light = lightOf(scene);
  const { darknessLevel = 0, globalLight } = scene.environment ?? {};
  const isMeant = light.lamps.length > 0 || darknessLevel > 0 || (walls.length > 0 && globalLight?.enabled === true);
  return { ...(walls.length > 0 && { walls }), ...(isMeant && { light }) };
}

/** The walls of a scene as rules count them, in metres; a door that stands open is none. */
function wallsOf({ grid, walls = [] }: SceneLike): Wall[] {
  const metres = grid.distance / grid.size;
  return [...walls].flatMap(({ c: [x0 = 0, y0 = 0, x1 = 0, y1 = 0], move, sight, dir, door, ds }) => {
    if (door !== NONE && ds === OPEN) return [];
    const side = SIDES[dir ?? 0];
    return [
      {
        from: { x: x0 * metres, y: y0 * metres },
        to: { x: x1 * metres, y: y1 * metres },
        sight: sight !== NONE && sight !== LIMITED,
        move: move !== NONE,
        ...(side && { side }),
      },
    ];
  });
}

/** Without global light a scene is dark but where lamps shine; with it darkness falls by the scene's own threshold. */
function ambientOf({ environment }: SceneLike): Brightness {
  if (!environment) return 'bright';
  const { darknessLevel, globalLight } = environment;
  const isLit = globalLight.enabled && darknessLevel <= globalLight.darkness.max;
  if (!isLit) return 'dark';
  return darknessLevel >= DUSK ? 'dim' : 'bright';
}
/** From this darkness on Foundry draws global light as dim. */
const DUSK = 0.5;

/** How bright it is on a scene, and what shines on it. */
function lightOf(scene: SceneLike): NonNullable<Ground['light']> {
  const { grid, lights = [], tokens = [] } = scene;
  const metres = grid.distance / grid.size;
  const standing: Lamp[] = [...lights]
    .filter(({ hidden, config }) => !hidden && !config.negative)
    .map(({ x, y, config: { bright, dim } }) => ({ x: x * metres, y: y * metres, bright, dim }));
  const carried: Lamp[] = [...tokens].flatMap((token) => {
    const { bright, dim } = token.light;
    if (token.hidden || !(Math.max(bright, dim) > 0)) return [];
    const { x, y } = token.getCenterPoint(token._source);
    return [{ x: x * metres, y: y * metres, bright, dim }];
  });
  return { ambient: ambientOf(scene), lamps: [...standing, ...carried] };
}
