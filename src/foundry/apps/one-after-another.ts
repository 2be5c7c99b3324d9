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
