import type { Capability } from '../platform/v14';

/** Part of Cadence that rests on something of Foundry's; what is told where it does not work is called by it. */
export type ProbePart =
  | 'deletion'
  | 'replacement'
  | 'partial'
  | 'packed'
  | 'batch'
  | 'groups'
  | 'requests'
  | 'queries'
  | 'documents'
  | 'encounters'
  | 'numbers'
  | 'cards'
  | 'tracker'
  | 'sheets'
  | 'map'
  | 'conditions'
  | 'compendia';

/** Something we rest on, and how to find out whether it is so without writing anything. */
export interface Probe {
  readonly part: ProbePart;
  /** What is taken to be absent where it fails, because there is another way; without one the part does not work. */
  readonly ability?: Capability;
  /** Whether it is so; throwing means that it is not. */
  readonly works: () => boolean;
}

/** A class or object of Foundry's that is looked at, not used: the installed types are those of an older version. */
export type Untyped = any;
