/** A window that is not looked at draws no frames; whoever waits for one waits no longer than so many milliseconds. */
const PATIENCE = 100;

/** Until the next frame is drawn: what has arrived together is drawn together. */
export const nextFrame = (): Promise<void> =>
  new Promise((done) => {
    const timer = setTimeout(done, PATIENCE);
    requestAnimationFrame(() => {
      clearTimeout(timer);
      done();
    });
  });

/** Makes of some work one that is done once in the next frame, however often it is asked for until then. */
export function inFrame(work: () => void): () => Promise<void> {
  let next: Promise<void> | null = null;
  return () => {
    next ??= nextFrame().then(() => {
      next = null;
      work();
    });
    return next;
  };
}
