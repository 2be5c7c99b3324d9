import { statfsSync } from 'node:fs';

const SHARED_MEMORY = '/dev/shm';
const MIN_FREE_BYTES = 1024 ** 3;

/**
 * Returns an environment that puts temporary files of tests into memory, if the machine has enough; it is empty
 * otherwise.
 * The tests write much, and each write would wait for the disk.
 */
export function inMemory() {
  try {
    const { bavail, bsize } = statfsSync(SHARED_MEMORY);
    return bavail * bsize > MIN_FREE_BYTES ? { TMPDIR: SHARED_MEMORY } : {};
  } catch {
    return {};
  }
}
