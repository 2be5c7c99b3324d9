import { deepEqual } from '../../../kernel/deep-equal';

/** Makes something of what it goes by; whoever draws again and again hands over one that remembers what it made. */
export type Memo = <T>(of: string, by: readonly unknown[], make: () => T) => T;

/** A {@link Memo} that gives back what it made before, as long as that goes by the same. */
export function createMemo(): Memo {
  const made = new Map<string, { readonly by: readonly unknown[]; readonly what: unknown }>();
  return <T>(of: string, by: readonly unknown[], make: () => T): T => {
    const last = made.get(of);
    if (last && deepEqual(last.by, by)) return last.what as T;
    const what = make();
    made.set(of, { by, what });
    return what;
  };
}
