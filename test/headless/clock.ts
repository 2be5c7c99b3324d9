/** Time that passes only when it is told to: every client's timers, and the date they all read. Milliseconds. */
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

  /** A client is no more, and neither are its timers. */
  forget(owner: object): void {
    for (const [id, timer] of this.timers) if (timer.owner === owner) this.timers.delete(id);
  }

  /** Goes on to the next timer and runs it; false where there is none. */
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
