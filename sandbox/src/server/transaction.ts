import { deepClone } from '../shared/utils';
import type { Store, Write } from './store';

/**
 * A view of the store in which things may be changed freely: primary documents are copied when first touched, and nothing
 * is seen outside before `commit`. Dropping it is the rollback.
 */
export class Transaction {
  private readonly changed = new Map<string, Map<string, any>>();

  constructor(private readonly store: Store) {}

  /** To read; what it gives must not be changed. */
  peek(collection: string, id: string): any {
    const changed = this.changed.get(collection);
    return changed?.has(id) ? (changed.get(id) ?? undefined) : this.store.collection(collection).get(id);
  }

  /** To change: a copy that is written at the commit. */
  edit(collection: string, id: string): any {
    const present = this.peek(collection, id);
    if (present === undefined || this.changed.get(collection)?.has(id)) return present;
    const copy = deepClone(present);
    this.put(collection, id, copy);
    return copy;
  }

  put(collection: string, id: string, source: any): void {
    if (!this.changed.has(collection)) this.changed.set(collection, new Map());
    this.changed.get(collection)!.set(id, source);
  }

  delete(collection: string, id: string): void {
    this.put(collection, id, null);
  }

  all(collection: string): any[] {
    const ids = new Set([...this.store.collection(collection).keys(), ...(this.changed.get(collection)?.keys() ?? [])]);
    return [...ids].map((id) => this.peek(collection, id)).filter((source) => source !== undefined);
  }

  async commit(): Promise<void> {
    const writes: Write[] = [];
    for (const [collection, documents] of this.changed) {
      for (const [id, source] of documents) writes.push({ collection, id, source });
    }
    await this.store.write(writes);
  }
}
