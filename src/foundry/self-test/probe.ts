import type { Capability } from '../platform/v14';

/** A part of Cadence that depends on Foundry; notices are named after it. */
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
  | 'durations'
  | 'compendia';

/** Writes nothing. */
export interface Probe {
  readonly part: ProbePart;
  /** The ability to switch off after a failure, if a fallback exists; without one the part does not work. */
  readonly ability?: Capability;
  /** Returns true on success; an exception is a failure. */
  readonly works: () => boolean;
}

/** A class or object of Foundry that is only inspected: the installed types are of an older version. */
export type Untyped = any;
