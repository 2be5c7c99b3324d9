import { partsOf, responderOf } from '../kernel/answer';
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

/** What an entry says was done; null where it tells of something else, or nothing was done. The record is ours: it is believed. */
export const effectIn = ({ ask, answer }: Entry): Effect | null =>
  ask.kind === 'apply' && answer ? (answer as Effect) : null;

/** Everything the entries say was done, in order. */
export const effectsOf = (entries: readonly Entry[]): Effect[] => entries.flatMap((entry) => effectIn(entry) ?? []);

/** The command whose section an entry begins; null where it begins none. */
export const sectionOf = ({ ask }: Entry): Command | null =>
  ask.kind === 'section' && ask.command ? (ask.command as Command) : null;

/** Everybody an exchange has to do with: whose command it is and at whom, who was asked, and whom something was done to. */
export function fightersIn({ command, entries }: Exchange): FighterId[] {
  const ids = new Set([command.by, command.at]);
  for (const { ask } of entries)
    if (ask.kind !== 'apply' && ask.kind !== 'section' && ask.kind !== 'interrupt')
      for (const part of partsOf(ask)) ids.add(responderOf(part));
  for (const effect of effectsOf(entries)) {
    if ('of' in effect) ids.add(effect.of);
    if (effect.kind === 'item-transferred') ids.add(effect.to);
  }
  return [...ids].filter((id) => id !== undefined && id !== GM) as FighterId[];
}
