import { partsOf, responderOf } from '../kernel/answer';
import { GM } from '../kernel/ask';
import type { Entry } from '../kernel/transcript';
import type { Command } from './command';
import type { Effect } from './effect';
import type { FighterId } from './fighter-id';

/** A root command with all its entries. Showing it never runs the rules again. */
export interface Exchange {
  readonly version: number;
  readonly command: Command;
  readonly entries: readonly Entry[];
}

/** Returns the effect of an entry, or null. The record is our own, so it is not validated. */
export const effectIn = ({ ask, answer }: Entry): Effect | null =>
  ask.kind === 'apply' && answer ? (answer as Effect) : null;

export const effectsOf = (entries: readonly Entry[]): Effect[] => entries.flatMap((entry) => effectIn(entry) ?? []);

/** Returns the command whose section an entry opens, or null. */
export const sectionOf = ({ ask }: Entry): Command | null =>
  ask.kind === 'section' && ask.command ? (ask.command as Command) : null;

/** Returns the commands of the open sections at these entries, outermost first. */
export function sectionsIn(entries: readonly Entry[]): readonly Command[] {
  const sections: Command[] = [];
  for (const entry of entries) {
    if (entry.ask.kind !== 'section') continue;
    const child = sectionOf(entry);
    if (child) sections.push(child);
    else sections.pop();
  }
  return sections;
}

/** Returns the command in progress at these entries: that of the innermost section, else of the exchange. */
export const activeCommandIn = (command: Command, entries: readonly Entry[]): Command =>
  sectionsIn(entries).at(-1) ?? command;

/** Returns all fighters of an exchange: actor, target, responders and those affected, but not who only left meanwhile. */
export function fightersIn({ command, entries }: Exchange): FighterId[] {
  const ids = new Set([command.by, command.at]);
  for (const { ask } of entries)
    if (ask.kind !== 'apply' && ask.kind !== 'section' && ask.kind !== 'interrupt')
      for (const part of partsOf(ask)) ids.add(responderOf(part));
  for (const effect of effectsOf(entries)) {
    if ('of' in effect && effect.kind !== 'departure') ids.add(effect.of);
    if (effect.kind === 'item-transferred') ids.add(effect.to);
  }
  return [...ids].filter((id) => id !== undefined && id !== GM) as FighterId[];
}
