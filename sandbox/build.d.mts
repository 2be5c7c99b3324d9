import type { BuildResult } from 'esbuild';

/** The folder in which programs are built. */
export const BUILD: string;
/** The server as a program for Node. */
export const SERVER: string;

export interface BuildStep {
  readonly name: string;
  readonly inputs: readonly string[];
  readonly output: string;
  run(): Promise<BuildResult>;
}

export const sandboxSteps: readonly BuildStep[];

/** Bundles the server. @param outfile in a folder of this package, from where it finds its libraries */
export function buildServer(outfile: string): Promise<BuildResult>;
