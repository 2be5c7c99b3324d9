import { statfsSync } from 'node:fs';

const SHARED_MEMORY = '/dev/shm';
const ENOUGH = 1024 ** 3;

/**
 * Environment that lets tests keep the worlds and browser profiles they throw away in memory, where the machine has room for that: they
 * write much, each write waits for the disk, and nobody reads it again. Empty elsewhere.
 */
export function inMemory() {
  try {
    const { bavail, bsize } = statfsSync(SHARED_MEMORY);
    return bavail * bsize > ENOUGH ? { TMPDIR: SHARED_MEMORY } : {};
  } catch {
    return {};
  }
}
