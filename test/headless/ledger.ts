import type { DatabaseWrite } from '@cadence/sandbox';
import { requestIn } from '../support/request';

/** The newest step of an encounter's history, and the current one. */
interface HistoryPosition {
  step?: number;
  cursor?: number;
}

/** What became of each request, as it stands on the disk: it was answered by a step, taken back by hand, or is still there. */
export class Ledger {
  private readonly sent = new Set<string>();
  private readonly answered = new Map<string, number>();
  private readonly takenBack = new Set<string>();
  /** How far along its history each encounter stood. */
  private readonly cursors = new Map<string, number>();
  steps = 0;
  rewinds = 0;
  redos = 0;

  /** Notes a batch that was written. A step writes its encounter or its card, too. */
  written(writes: readonly DatabaseWrite[]): void {
    const isStep = writes.some((write) => write.type === 'put' && !requestIn(write.value as object));
    for (const write of writes) {
      const [, collection, id] = write.key.split('!') as [string, string, string];
      if (collection === 'combats' && write.type === 'put') this.moved(id, write.value['system'] as HistoryPosition);
      if (collection !== 'messages') continue;
      if (write.type === 'put') {
        if (requestIn(write.value as object)) this.came(id);
      } else if (isStep) this.answered.set(id, (this.answered.get(id) ?? 0) + 1);
      else this.takenBack.add(id);
    }
  }

  /** Sent, or back again, because the step that answered it was taken back for not being whole. */
  private came(id: string): void {
    this.sent.add(id);
    this.takenBack.delete(id);
    this.answered.delete(id);
  }

  private moved(id: string, { step = 0, cursor = 0 }: HistoryPosition): void {
    const before = this.cursors.get(id) ?? 0;
    this.cursors.set(id, cursor);
    // A new step is the newest number there is; whatever else the cursor goes to was there already.
    if (cursor < before) this.rewinds++;
    else if (cursor > before && cursor < step) this.redos++;
    else if (cursor > before) this.steps++;
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

  /** How much there was of all this. */
  get counts(): Record<'sent' | 'answered' | 'taken back', number> {
    const { sent, answered, takenBack } = this;
    return { sent: sent.size, answered: answered.size, 'taken back': takenBack.size };
  }
}
