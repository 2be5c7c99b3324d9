import type { Stored } from '../shared/data';
import { deepClone } from '../shared/utils';
import type { DocumentIn, Store, Write } from './store';

/**
 * An editable view of the store: copies primary documents on first access and publishes them at `commit`. Dropping it
 * is the rollback.
 */
export class Transaction {
  private readonly changed = new Map<string, Map<string, Stored | null>>();

  constructor(private readonly store: Store) {}

  /** For reading; the result must not be changed. */
  peek<C extends string>(collection: C, id: string | null | undefined): DocumentIn<C> | undefined;
  peek(collection: string, id: string | null | undefined): Stored | undefined {
    if (!id) return undefined;
    const changed = this.changed.get(collection);
    return changed?.has(id) ? (changed.get(id) ?? undefined) : this.store.collection(collection).get(id);
  }

  /** Returns a copy to change, which is written at the commit. */
  edit<C extends string>(collection: C, id: string): DocumentIn<C> | undefined;
  edit(collection: string, id: string): Stored | undefined {
    const present = this.peek(collection, id);
    if (present === undefined || this.changed.get(collection)?.has(id)) return present;
    const copy = deepClone(present);
    this.put(collection, id, copy);
    return copy;
  }

  put(collection: string, id: string, source: Stored | null): void {
    if (!this.changed.has(collection)) this.changed.set(collection, new Map());
    this.changed.get(collection)!.set(id, source);
  }

  delete(collection: string, id: string): void {
    this.put(collection, id, null);
  }

  all<C extends string>(collection: C): DocumentIn<C>[];
  all(collection: string): Stored[] {
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
