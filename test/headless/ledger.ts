import type { DatabaseWrite } from '../../sandbox/server/store';

/** What became of each request, as it stands on the disk: it was answered by a step, taken back by hand, or is still there. */
export class Ledger {
  private readonly sent = new Set<string>();
  private readonly answered = new Map<string, number>();
  private readonly takenBack = new Set<string>();

  /** Notes a batch that was written. A step writes its encounter or its card, too. */
  written(writes: readonly DatabaseWrite[]): void {
    const isStep = writes.some((write) => write.type === 'put' && write.value.type !== 'request');
    for (const write of writes) {
      const [, collection, id] = write.key.split('!') as [string, string, string];
      if (collection !== 'messages') continue;
      if (write.type === 'put') {
        if (write.value.type === 'request') this.sent.add(id);
      } else if (isStep) this.answered.set(id, (this.answered.get(id) ?? 0) + 1);
      else this.takenBack.add(id);
    }
  }

  /** Requests of which not exactly one of these is true. */
  faults(isThere: (id: string) => boolean): string[] {
    return [...this.sent].flatMap((id) => {
      const fates = [this.answered.get(id) ?? 0, Number(this.takenBack.has(id)), Number(isThere(id))];
      const [steps, back, there] = fates as [number, number, number];
      return steps + back + there === 1
        ? []
        : [`request ${id}: answered ${steps} times, taken back ${back}, there ${there}`];
    });
  }

  get size(): number {
    return this.sent.size;
  }
}
