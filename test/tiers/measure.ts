import { afterAll } from 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    /** Seconds of the processor that the file took in its process, from its import to its last test. */
    cpu?: number;
  }
}

let shared = 0;

const secondsSince = (before: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
};

/** Does what later files of the process find done; the file that happens to be the first does not pay for it. */
export async function doForAll<T>(work: () => Promise<T>): Promise<T> {
  const before = process.cpuUsage();
  try {
    return await work();
  } finally {
    shared += secondsSince(before);
  }
}

/** Notes what a file costs. */
export function measureFile(): void {
  const before = process.cpuUsage();
  const sharedBefore = shared;
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the names of fixtures from the pattern.
  afterAll(({}, suite) => {
    suite.meta.cpu = secondsSince(before) - (shared - sharedBefore);
  });
}
