import type { Json } from '../kernel/json';
import type { FighterId, Place } from './state';

/**
 * What somebody wants to do, as data: a button on a sheet, a drag, a line of a scenario. `by` is the fighter who acts, or 'gm' for
 * the clock and the game master's word.
 */
export type Command = {
  readonly do: string;
  readonly by: FighterId;
  /** The target. */
  readonly at?: FighterId;
  /** The item used. */
  readonly with?: string;
  /** The way to go, beginning with the first place after the present one. */
  readonly path?: readonly Place[];
  /** What else it says, by the options its ruleset declares; each plain data. */
  readonly options?: Readonly<Record<string, Json | undefined>>;
};

/** So many points of a pool. */
export interface Price {
  readonly pool: string;
  readonly amount: number;
}
