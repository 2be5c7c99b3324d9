import type { Keeping } from './outdated';

/** Where documents of the world are kept: in the world itself, or in one of its compendia. */
export interface Place {
  /** What the game master knows it by. */
  readonly title: string;
  load(): Promise<Keeping>;
  /** Does something while what is kept there may be changed. */
  open(write: () => Promise<void>): Promise<void>;
}
