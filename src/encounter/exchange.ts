import type { Entry } from '../kernel/transcript';
import type { Command } from './command';
import type { Effect } from './effect';

/** One root command and all that came of it: what was asked, answered, and done. The rules are never run again to show it. */
export interface Exchange {
  readonly version: number;
  readonly command: Command;
  readonly entries: readonly Entry[];
}

/** Everything the entries say was done, in order. */
export function effectsOf(entries: readonly Entry[]): Effect[] {
  return entries.flatMap(({ ask, answer }) => (ask.kind === 'apply' && answer ? [answer as Effect] : []));
}
