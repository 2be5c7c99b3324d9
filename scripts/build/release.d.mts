export const BASE: string;
export function addresses(base: string, version: string): Record<string, string>;
export class ReleaseError extends Error {}
/** Writes `cadence.zip` and `system.json` from the commit; resolves to their folder. */
export function release(options?: {
  readonly root?: string;
  readonly target?: string;
  readonly base?: string;
}): Promise<string>;
/** Returns a folder as zip bytes, equal for equal files. */
export function zipped(folder: string): Promise<Uint8Array>;
