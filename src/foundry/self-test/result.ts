import type { ProbePart } from './probe';

export interface SelfTest {
  /** Versions of Foundry and Cadence. */
  readonly of: string;
  readonly failed: readonly ProbePart[];
  readonly milliseconds: number;
}

export const testedVersions = (): string => `${game.release.version} ${game.system.version}`;
