import { deepEqual } from '../../../kernel/deep-equal';

/** Makes a value that depends on `by`. A redrawing caller passes one that caches by the key `of`. */
export type Memo = <T>(of: string, by: readonly unknown[], make: () => T) => T;

/** Returns a {@link Memo} that returns the cached value while `by` is deeply equal. */
export function createMemo(): Memo {
  const cache = new Map<string, { readonly by: readonly unknown[]; readonly what: unknown }>();
  return <T>(of: string, by: readonly unknown[], make: () => T): T => {
    const last = cache.get(of);
    if (last && deepEqual(last.by, by)) return last.what as T;
    const what = make();
    cache.set(of, { by, what });
    return what;
  };
}
