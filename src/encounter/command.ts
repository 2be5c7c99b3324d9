import type { FighterId, Place } from './state';

/**
 * What somebody wants to do, as data: a button on a sheet, a drag, a line of a scenario. `by` is the fighter who acts, or 'gm' for
 * the clock and the game master's word.
 */
export interface Command {
  readonly do: string;
  readonly by: FighterId;
  /** The target. */
  readonly at?: FighterId;
  /** The item used. */
  readonly with?: string;
  /** The way to go, beginning with the first place after the present one. */
  readonly path?: readonly Place[];
  /** What else the action's table row names: numbers, marks, ids. */
  readonly options?: Readonly<Record<string, string | number | boolean>>;
}

/** So many points of a pool. */
export interface Price {
  readonly pool: string;
  readonly amount: number;
}
