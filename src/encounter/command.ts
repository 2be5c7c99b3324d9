import type { Json } from '../kernel/json';
import type { FighterId, Place } from './state';

/** What a user wants to do, as data. `by` is the acting fighter, or 'gm' for the clock and GM commands. */
export type Command = {
  readonly do: string;
  readonly by: FighterId;
  readonly at?: FighterId;
  readonly with?: string;
  /** Without the starting place. */
  readonly path?: readonly Place[];
  /** By the options that the ruleset declares. */
  readonly options?: Readonly<Record<string, Json | undefined>>;
};

export interface Price {
  readonly pool: string;
  readonly amount: number;
}
