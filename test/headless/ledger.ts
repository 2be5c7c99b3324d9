import type { DatabaseWrite } from '@cadence/sandbox';
import { requestIn } from '../support/request';

/** The newest step of an encounter's history, and the current one. */
interface HistoryPosition {
  step?: number;
  cursor?: number;
}

/** The fate of each request as stored: answered by a step, withdrawn manually, or still present. */
export class Ledger {
  private readonly sent = new Set<string>();
  private readonly answered = new Map<string, number>();
  private readonly withdrawn = new Set<string>();
  private readonly cursors = new Map<string, number>();
  steps = 0;
  rewinds = 0;
  redos = 0;

  /** Records a stored batch. A step also writes its encounter or its card. */
  written(writes: readonly DatabaseWrite[]): void {
    const isStep = writes.some((write) => write.type === 'put' && !requestIn(write.value as object));
    for (const write of writes) {
      const [, collection, id] = write.key.split('!') as [string, string, string];
      if (collection === 'combats' && write.type === 'put')
        this.recordCursor(id, write.value['system'] as HistoryPosition);
      if (collection !== 'messages') continue;
      if (write.type === 'put') {
        if (requestIn(write.value as object)) this.recordSent(id);
      } else if (isStep) this.answered.set(id, (this.answered.get(id) ?? 0) + 1);
      else this.withdrawn.add(id);
    }
  }

  /** Sent, or restored because the incomplete step that answered it was undone. */
  private recordSent(id: string): void {
    this.sent.add(id);
    this.withdrawn.delete(id);
    this.answered.delete(id);
  }

  private recordCursor(id: string, { step = 0, cursor = 0 }: HistoryPosition): void {
    const before = this.cursors.get(id) ?? 0;
    this.cursors.set(id, cursor);
    // A new step has the highest number; other positions existed before.
    if (cursor < before) this.rewinds++;
    else if (cursor > before && cursor < step) this.redos++;
    else if (cursor > before) this.steps++;
  }

  /** Returns requests without exactly one fate. */
  faults(isThere: (id: string) => boolean): string[] {
    return [...this.sent].flatMap((id) => {
      const fates = [this.answered.get(id) ?? 0, Number(this.withdrawn.has(id)), Number(isThere(id))];
      const [steps, withdrawn, present] = fates as [number, number, number];
      return steps + withdrawn + present === 1
        ? []
        : [`request ${id}: answered ${steps} times, withdrawn ${withdrawn}, there ${present}`];
    });
  }

  get counts(): Record<'sent' | 'answered' | 'withdrawn', number> {
    const { sent, answered, withdrawn } = this;
    return { sent: sent.size, answered: answered.size, withdrawn: withdrawn.size };
  }
}
