/** A manual clock in milliseconds: the timers of all clients and their shared date. */
export class Clock {
  now = Date.UTC(2026, 0, 1);
  private readonly timers = new Map<number, { at: number; run: () => void; owner: object }>();
  private count = 0;

  set(owner: object, run: () => void, delay = 0): number {
    this.timers.set(++this.count, { at: this.now + Math.max(1, Number(delay) || 0), run, owner });
    return this.count;
  }

  clear(id: number | undefined): void {
    if (id !== undefined) this.timers.delete(id);
  }

  /** Removes the timers of a closed client. */
  forget(owner: object): void {
    for (const [id, timer] of this.timers) if (timer.owner === owner) this.timers.delete(id);
  }

  /** Advances to the next timer and runs it; returns false without one. */
  next(): boolean {
    const [first] = [...this.timers].sort(([a, one], [b, other]) => one.at - other.at || a - b);
    if (!first) return false;
    const [id, { at, run }] = first;
    this.timers.delete(id);
    this.now = Math.max(this.now, at);
    run();
    return true;
  }
}
