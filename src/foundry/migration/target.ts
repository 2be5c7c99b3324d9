import type { DocumentSet } from './outdated';

/** Where documents of the world are kept: in the world itself, or in one of its compendia. */
export interface MigrationTarget {
  /** What the game master knows it by. */
  readonly title: string;
  load(): Promise<DocumentSet>;
  /** Does something while what is kept there may be changed. */
  open(write: () => Promise<void>): Promise<void>;
}
