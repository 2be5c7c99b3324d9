export function debounce<A extends unknown[]>(callback: (...args: A) => unknown, delay: number) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return function (this: unknown, ...args: A): void {
    clearTimeout(timer);
    timer = setTimeout(() => callback.apply(this, args), delay);
  };
}

/** Limits calls to one per `delay` milliseconds; the last call of a burst runs at its end. */
export function throttle<A extends unknown[]>(callback: (...args: A) => unknown, delay: number) {
  let busy = false;
  let waiting: (() => void) | null = null;
  return function run(this: unknown, ...args: A): void {
    if (busy) {
      waiting = () => run.apply(this, args);
      return;
    }
    busy = true;
    callback.apply(this, args);
    setTimeout(() => {
      busy = false;
      const next = waiting;
      waiting = null;
      next?.();
    }, delay);
  };
}
