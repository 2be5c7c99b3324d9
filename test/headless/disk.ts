import type { Database, DatabaseWrite } from '@cadence/sandbox';
import { defined } from '../../src/kernel/defined';

type Stored = Extract<DatabaseWrite, { type: 'put' }>['value'];

/**
 * A replacement for LevelDB that survives a server: batches are atomic. A slow disk holds its batch until the power is
 * cut.
 */
export class Disk implements Database {
  isSlow = false;
  private readonly stored = new Map<string, string>();
  private pending: DatabaseWrite[] | null = null;

  /** @param written is called after each batch is stored, even if the server is gone */
  constructor(private readonly written: (writes: readonly DatabaseWrite[]) => void) {}

  async *iterator(): AsyncIterable<[string, Stored]> {
    for (const key of [...this.stored.keys()].sort())
      yield [key, JSON.parse(defined(this.stored.get(key), 'a stored document'))];
  }

  batch(writes: DatabaseWrite[]): Promise<void> {
    if (!this.isSlow) return Promise.resolve(this.store(writes));
    this.pending = writes;
    return new Promise(() => undefined);
  }

  /**
   * Cuts the power: the pending batch is stored or lost, and its writer never learns which. @returns whether a batch
   * was pending
   */
  pull(isThere: boolean): boolean {
    const isWriting = this.pending !== null;
    if (this.pending && isThere) this.store(this.pending);
    this.pending = null;
    this.isSlow = false;
    return isWriting;
  }

  private store(writes: DatabaseWrite[]): void {
    for (const write of writes) {
      if (write.type === 'del') this.stored.delete(write.key);
      else this.stored.set(write.key, JSON.stringify(write.value));
    }
    this.written(writes);
  }

  async clear(): Promise<void> {
    this.stored.clear();
  }

  async close(): Promise<void> {}
}
