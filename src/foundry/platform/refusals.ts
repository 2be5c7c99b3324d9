import type { Reason } from '../../kernel/ask';

/** How many of the last refusals are kept: enough for whoever reads a report. */
const KEPT = 20;

/** What was refused in this window since it was opened, by the ids of reasons and nothing else: they name nobody. */
const refusals: string[] = [];

/** Notes that something was refused, or failed. */
export function noteRefusal(reasons: readonly Reason[]): void {
  if (reasons.length === 0) return;
  refusals.push(reasons.map(({ id }) => id).join('+'));
  refusals.splice(0, refusals.length - KEPT);
}

/** The last ones, oldest first. */
export const lastRefusals = (): readonly string[] => refusals;
