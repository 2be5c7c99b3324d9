export const BASE: string;
export function addresses(base: string, version: string): Record<string, string>;
export class ReleaseError extends Error {}
/** Makes `cadence.zip` and `system.json` of what is committed, and resolves to their folder. */
export function release(options?: {
  readonly root?: string;
  readonly target?: string;
  readonly base?: string;
}): Promise<string>;
/** A folder as the bytes of a zip, the same for the same files. */
export function zipped(folder: string): Promise<Uint8Array>;
