/**
 * Makes of some work one that never runs twice at once: asked for while it runs, it runs once more afterwards. What it draws goes by
 * what there is when it begins.
 */
export function oneAfterAnother(work: () => Promise<void>): () => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  let next: Promise<void> | null = null;
  return () => {
    next ??= last.then(async () => {
      next = null;
      try {
        await work();
      } catch (error) {
        console.error('Cadence | could not be drawn', error);
      }
    });
    last = next;
    return next;
  };
}

/** What somebody has begun to type as an answer, by the ask's key: the place it is typed in may be drawn anew meanwhile. */
const drafts = new Map<string, string>();

export const draftOf = (key: string): string => drafts.get(key) ?? '';

export function keepDraft(key: string, typed: string): void {
  drafts.set(key, typed);
}

export function dropDraft(key: string): void {
  drafts.delete(key);
}
