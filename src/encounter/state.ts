import type { Json } from '../kernel/json';
import type { Condition } from './condition';
import type { FighterId } from './fighter-id';

export type { FighterId };

/** A value between zero and a maximum; the maximum is derived, and never changed by an effect. */
export interface Pool {
  value: number;
  readonly max: number;
}

/** What a fighter has done or spent within the ruleset's own stretch of time: the marks its ruleset declares, each plain data. */
export type FighterState = Record<string, Json | undefined>;

/** Where a fighter stands, in metres of the map; `x`, `y` is the center, `facing` in degrees clockwise from south. */
export type Place = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly elevation: number;
  readonly facing: number;
};

export interface Item {
  readonly id: string;
  readonly name: string;
  readonly type: string;
}

/**
 * A fighter as rules see it: a view of documents made by the ruleset's reader. `stats` are derived from what lasts and never
 * the target of an effect; pools, conditions, book, items and place are.
 */
export interface Fighter<
  Stats = unknown,
  Gear extends Item = Item,
  Marks extends FighterState = FighterState,
  PoolId extends string = string,
> {
  readonly id: FighterId;
  readonly name: string;
  readonly side: string;
  /** Whether a player owns it; who exactly is looked up at the click. */
  readonly player: boolean;
  readonly stats: Stats;
  readonly pools: Record<PoolId, Pool>;
  conditions: Condition[];
  readonly state: Marks;
  readonly items: Gear[];
  place: Place | null;
}

/** The encounter's own time. Every ruleset has a round; what else it counts stands beside it. */
export interface Clock {
  readonly round: number;
  readonly phase: string;
  readonly [own: string]: Json;
}

export type Grid = 'square' | 'hex-rows' | 'hex-columns' | 'gridless';

/** A stretch of ground, by its center, and what walking on it is like: how many times as dear as elsewhere, twice where nothing is said; null where nobody may walk. */
export type Area = Pick<Place, 'x' | 'y' | 'width' | 'height'> & {
  readonly cost?: number | null;
  /** Water: who swims goes there as anywhere else. */
  readonly water?: true;
};

/** A point of the map, in metres. */
export type Point = Pick<Place, 'x' | 'y'>;

/** A wall, or a door that is shut, from one point to another. */
export interface Wall {
  readonly from: Point;
  readonly to: Point;
  /** Whether it stops looks, and whether it stops whoever and whatever moves. */
  readonly sight: boolean;
  readonly move: boolean;
  /** The only side it stops what comes from, seen from `from` towards `to`; both where it is left out. */
  readonly side?: 'left' | 'right';
}

/** How well one sees in a place. */
export type Brightness = 'bright' | 'dim' | 'dark';

/** A lamp, a torch, a fire: bright up to so many metres, dim up to so many. */
export interface Lamp extends Point {
  readonly bright: number;
  readonly dim: number;
}

/** The ground the fighters stand on: the kind of cells, how many metres one measures, and what else is known of the map. */
export interface Ground {
  readonly grid: Grid;
  readonly cell: number;
  /** Where it is hard to walk on, or forbidden. */
  readonly difficult?: readonly Area[];
  /** What stands on it; left out where the map does not tell, and where the table does not want to know. */
  readonly walls?: readonly Wall[];
  /** How bright it is where no lamp shines, and the lamps; left out where the map does not tell. */
  readonly light?: { readonly ambient: Brightness; readonly lamps: readonly Lamp[] };
}

/** An encounter as plain JSON. A driver changes it in place, so that a fighter held by a procedure is always the present one. */
export interface Encounter<F extends Fighter = Fighter> {
  readonly ruleset: string;
  clock: Clock;
  readonly fighters: Record<FighterId, F>;
  readonly ground: Ground;
  /** The world's settings of this ruleset, by their key. */
  readonly settings: Readonly<Record<string, string | number | boolean>>;
}

/** The fighter of that id. Throws where the encounter has none: a caller that may name a stranger asks `fighters` itself. */
export function fighterOf<F extends Fighter>(encounter: Encounter<F>, id: FighterId): F {
  const fighter = encounter.fighters[id];
  if (!fighter) throw new Error(`no fighter ${id} in this encounter`);
  return fighter;
}

/** The fighters of an encounter. */
export type FighterIn<E extends Encounter> = E['fighters'][FighterId] & Fighter;

/** A pool of a fighter. Throws where it has none of that id: a caller that may name a strange one asks `pools` itself. */
export function poolOf({ id: of, pools }: Pick<Fighter, 'id' | 'pools'>, id: string): Pool {
  const pool = pools[id];
  if (!pool) throw new Error(`fighter ${of} has no pool ${id}`);
  return pool;
}
