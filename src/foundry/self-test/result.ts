import type { ProbePart } from './probe';

/** What came of trying everything, and for what it was tried. */
export interface SelfTest {
  /** Foundry's version and ours. */
  readonly of: string;
  readonly failed: readonly ProbePart[];
  readonly milliseconds: number;
}

/** For what it is tried: Foundry's version and ours. */
export const testedVersions = (): string => `${game.release.version} ${game.system.version}`;
