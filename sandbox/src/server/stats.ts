import type { DocumentOperationRequest } from '../shared/wire';

export interface WriteRecord {
  userId: string;
  event: string;
  operations: { action: string; documentName: string; count: number }[];
  at: number;
  refused?: string;
}

const KEPT = 500;

/** Counts write requests: browser tests read how many writes a step costs. */
export class Stats {
  private readonly counts = new Map<string, number>();
  private log: WriteRecord[] = [];

  /** Ignores reads. A refused request is listed but not counted as a write. */
  record(userId: string, event: string, requests: DocumentOperationRequest[], refused?: string): void {
    const writing = requests.filter(({ action }) => action !== 'get');
    if (!writing.length) return;
    if (!refused) this.counts.set(userId, (this.counts.get(userId) ?? 0) + 1);
    const operations = writing.map(({ action, type, operation: { data, updates, ids } = {} }) => ({
      action,
      documentName: type,
      count: (data ?? updates ?? ids ?? []).length,
    }));
    this.log = [...this.log, { userId, event, operations, at: Date.now(), ...(refused && { refused }) }].slice(-KEPT);
  }

  report(): { writes: Record<string, number>; log: WriteRecord[] } {
    return { writes: Object.fromEntries(this.counts), log: this.log };
  }
}
