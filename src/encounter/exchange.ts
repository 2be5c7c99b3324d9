import { askedBy, partsOf } from '../kernel/answer';
import { GM } from '../kernel/ask';
import type { Entry } from '../kernel/transcript';
import type { Command } from './command';
import type { Effect } from './effect';
import type { FighterId } from './fighter-id';

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

/** Everybody an exchange has to do with: whose command it is and at whom, who was asked, and whom something was done to. */
export function fightersIn({ command, entries }: Exchange): FighterId[] {
  const ids = new Set([command.by, command.at]);
  for (const { ask } of entries)
    if (ask.kind !== 'apply' && ask.kind !== 'section' && ask.kind !== 'interrupt')
      for (const part of partsOf(ask)) ids.add(askedBy(part));
  for (const effect of effectsOf(entries)) {
    if ('of' in effect) ids.add(effect.of);
    if (effect.kind === 'hand') ids.add(effect.to);
  }
  return [...ids].filter((id) => id !== undefined && id !== GM) as FighterId[];
}
