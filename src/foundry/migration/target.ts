import type { DocumentSet } from './outdated';

/** The world or one of its compendia. */
export interface MigrationTarget {
  /** Shown to the GM. */
  readonly title: string;
  load(): Promise<DocumentSet>;
  /** Runs a write while the place is unlocked. */
  open(write: () => Promise<void>): Promise<void>;
}
