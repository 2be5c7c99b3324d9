import type { Database, DatabaseWrite } from '@cadence/sandbox';
import { defined } from '../../src/kernel/defined';

type Stored = Extract<DatabaseWrite, { type: 'put' }>['value'];

/**
 * What outlives a server, in the place of LevelDB: a batch is on it whole or not at all. Made slow, it keeps a batch in its hands until
 * the current is cut.
 */
export class Disk implements Database {
  isSlow = false;
  private readonly kept = new Map<string, string>();
  private inHand: DatabaseWrite[] | null = null;

  /** @param written is told of each batch once it is kept, whoever lives to hear of it */
  constructor(private readonly written: (writes: readonly DatabaseWrite[]) => void) {}

  async *iterator(): AsyncIterable<[string, Stored]> {
    for (const key of [...this.kept.keys()].sort())
      yield [key, JSON.parse(defined(this.kept.get(key), 'a stored document'))];
  }

  batch(writes: DatabaseWrite[]): Promise<void> {
    if (!this.isSlow) return Promise.resolve(this.keep(writes));
    this.inHand = writes;
    return new Promise(() => undefined);
  }

  /** The current is cut: what was being written is there or is not; nobody is told which. @returns whether anything was */
  pull(isThere: boolean): boolean {
    const isWriting = this.inHand !== null;
    if (this.inHand && isThere) this.keep(this.inHand);
    this.inHand = null;
    this.isSlow = false;
    return isWriting;
  }

  private keep(writes: DatabaseWrite[]): void {
    for (const write of writes) {
      if (write.type === 'del') this.kept.delete(write.key);
      else this.kept.set(write.key, JSON.stringify(write.value));
    }
    this.written(writes);
  }

  async clear(): Promise<void> {
    this.kept.clear();
  }

  async close(): Promise<void> {}
}
