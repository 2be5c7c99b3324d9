import type { World } from '../../sandbox/server/world';

/** What became of each request, as the server has seen it: it was answered by a step, taken back by hand, or is still there. */
export class Ledger {
  private readonly sent = new Set<string>();
  private readonly answered = new Map<string, number>();
  private readonly takenBack = new Set<string>();

  /** Listens to all that is written to a world. */
  watch({ operations }: World): void {
    const modify = operations.modify.bind(operations);
    operations.modify = async (user, requests) => {
      const responses = await modify(user, requests);
      const isStep = responses.some(({ operation }) => operation.cadence);
      for (const { type, action, result } of responses)
        if (type === 'ChatMessage') for (const each of result) this.note(action, each, isStep);
      return responses;
    };
  }

  private note(action: string, message: any, isStep: boolean): void {
    if (action === 'create' && message.type === 'request') this.sent.add(message._id);
    if (action !== 'delete') return;
    if (isStep) this.answered.set(message, (this.answered.get(message) ?? 0) + 1);
    else this.takenBack.add(message);
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
