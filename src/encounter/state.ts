import type { Json } from '../kernel/json';
import { lookup } from '../kernel/lookup';
import type { Condition } from './condition';
import type { FighterId } from './fighter-id';
import type { Reserve } from './reserve';

export type { FighterId };

/** A value between 0 and a derived maximum. Effects never change the maximum. */
export interface Pool {
  value: number;
  readonly max: number;
}

/** What a fighter has done or spent, by the state fields its ruleset declares. */
export type FighterState = Record<string, Json | undefined>;

/**
 * Metres on the map. `x`, `y` is the center, of several hexagons their mean, and on a grid always that of whole spaces;
 * `facing` in degrees clockwise from south. `level` is the id of the scene's level, omitted on a scene of one level.
 * `scene` is the id of the scene; a place without one is on the fight's own scene.
 */
export type Place = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly elevation: number;
  readonly facing: number;
  readonly level?: string;
  readonly scene?: string;
  /** From its feet upwards; a cell by default. */
  readonly depth?: number;
  /** Only matters on hexagons, for bodies of several; `ellipse-1` by default. */
  readonly shape?: HexShape;
};

/** The shapes that Foundry knows, in its order. API: CONST.TOKEN_SHAPES. */
export const HEX_SHAPES = [
  'ellipse-1',
  'ellipse-2',
  'trapezoid-1',
  'trapezoid-2',
  'rectangle-1',
  'rectangle-2',
] as const;

export type HexShape = (typeof HEX_SHAPES)[number];

/** A point on a level of a scene. */
export type Location = Pick<Place, 'x' | 'y' | 'level' | 'scene'>;

/** A part of the map that is only on some levels; on all of them by default. */
interface OnLevels {
  readonly levels?: readonly string[];
}

export interface Item {
  readonly id: string;
  readonly name: string;
  readonly type: string;
}

/**
 * A fighter as the rules see it, built from documents. `stats` are derived; effects change pools, conditions, state,
 * items and place.
 */
export interface Fighter<
  Stats = unknown,
  Gear extends Item = Item,
  State extends FighterState = FighterState,
  PoolId extends string = string,
> {
  readonly id: FighterId;
  readonly name: string;
  readonly side: string;
  /** Which player is looked up at the click. */
  readonly player: boolean;
  readonly stats: Stats;
  readonly pools: Record<PoolId, Pool>;
  conditions: Condition[];
  readonly state: State;
  readonly items: Gear[];
  place: Place | null;
}

/** The encounter's time. Every ruleset has rounds and adds its own members. */
export interface Clock {
  readonly round: number;
  readonly phase: string;
  readonly [own: string]: Json;
}

export type Grid = 'square' | 'hex-rows' | 'hex-columns' | 'gridless';

/** Ground by its center with the cost factor of walking on it: default 2, null if impassable. */
export type Area = Pick<Place, 'x' | 'y' | 'width' | 'height'> &
  OnLevels & {
    readonly cost?: number | null;
    /** Water costs nothing extra for swimmers. */
    readonly water?: true;
    /** Elevations in metres between which it lies, without a limit by default. */
    readonly bottom?: number;
    readonly top?: number;
  };

/** In metres. */
export type Point = Pick<Place, 'x' | 'y'>;

/** A wall or a closed door between two points. */
export interface Wall extends OnLevels {
  readonly from: Point;
  readonly to: Point;
  /** Whether it blocks sight, and whether it blocks movement. */
  readonly sight: boolean;
  readonly move: boolean;
  /** The only side it blocks from, seen from `from` towards `to`. Default: both. */
  readonly side?: 'left' | 'right';
}

export type Brightness = 'bright' | 'dim' | 'dark';

/** A light source; radii in metres. */
export interface LightSource extends Point, OnLevels {
  readonly bright: number;
  readonly dim: number;
}

/** The map: grid, metres per cell, terrain, walls and light. */
export interface Ground {
  /** The id of its scene; omitted if places name none. */
  readonly scene?: string;
  /** The ground of the other scenes on which fighters are, by scene; omitted if there are none. */
  readonly scenes?: Readonly<Record<string, Ground>>;
  readonly grid: Grid;
  readonly cell: number;
  /** Metres. Without a grid, bodies closer than this touch: tokens are on whole pixels. */
  readonly pixel?: number;
  /** For each level the others that can be seen from it; omitted on a scene of one level. */
  readonly levels?: Readonly<Record<string, readonly string[]>>;
  /** Difficult or impassable ground. */
  readonly difficult?: readonly Area[];
  /** Omitted if unknown, or if the world ignores walls. */
  readonly walls?: readonly Wall[];
  /** Ambient light and lamps; omitted if unknown. */
  readonly light?: { readonly ambient: Brightness; readonly lamps: readonly LightSource[] };
}

/** Plain JSON. Drivers change it in place so that a procedure never holds a stale fighter. */
export interface Encounter<F extends Fighter = Fighter> {
  readonly ruleset: string;
  clock: Clock;
  /** Has no prototype where ids may come from users or files: `cloneEncounter` makes it so. */
  readonly fighters: Record<FighterId, F>;
  /** Those who left during the exchange that is played, for what still names them; omitted if there are none. */
  departed?: Readonly<Record<FighterId, F>>;
  /** Omitted without one. */
  reserve?: Reserve | undefined;
  readonly ground: Ground;
  readonly settings: Readonly<Record<string, string | number | boolean>>;
}

/** Returns the fighter, also one who has departed. Throws if the id is unknown; use `fighters` for unchecked ids. */
export function fighterOf<F extends Fighter>(encounter: Encounter<F>, id: FighterId): F {
  const fighter = lookup(encounter.fighters, id) ?? (encounter.departed && lookup(encounter.departed, id));
  if (!fighter) throw new Error(`no fighter ${id} in this encounter`);
  return fighter;
}

/** Returns true if a fighter has left during the exchange that is played. */
export const hasDeparted = ({ departed }: Pick<Encounter, 'departed'>, id: FighterId): boolean =>
  departed !== undefined && lookup(departed, id) !== undefined;

export type FighterIn<E extends Encounter> = E['fighters'][FighterId];

/** Returns the pool. Throws if the id is unknown; use `pools` for unchecked ids. */
export function poolOf({ id: of, pools }: Pick<Fighter, 'id' | 'pools'>, id: string): Pool {
  const pool = lookup(pools, id);
  if (!pool) throw new Error(`fighter ${of} has no pool ${id}`);
  return pool;
}
