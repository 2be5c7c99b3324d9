import type { Command } from '../../encounter/command';
import { type Exchange, sectionOf } from '../../encounter/exchange';
import type { Viewer } from '../../encounter/view';
import type { Answer } from '../../kernel/ask';
import type { Entry } from '../../kernel/transcript';

/** What a ruleset keeps secret of a command: each command of an exchange, and each line, for itself. */
export interface ConcealRules {
  /** Returns true if the viewer may not know the command. @param own its entries, without those of commands inside it */
  isConcealed(command: Command, own: readonly Entry[], viewer: Viewer): boolean;
  /** Returns true for an entry of a concealed command that the viewer knows all the same. */
  isVisible(entry: Entry, viewer: Viewer): boolean;
  /** The action that stands for it. */
  readonly shownAs: string;
}

/** A command of an exchange, with its own entries. */
interface Act {
  readonly command: Command;
  readonly own: Entry[];
}

/** Returns the act of each entry; the entry that opens or closes a section belongs to the act in it. */
function actsOf({ command, entries }: Exchange): readonly Act[] {
  const open: Act[] = [{ command, own: [] }];
  return entries.map((entry) => {
    const child = sectionOf(entry);
    if (child) open.push({ command: child, own: [] });
    const act = open.at(-1) as Act;
    if (entry.ask.kind !== 'section') act.own.push(entry);
    else if (!child && open.length > 1) open.pop();
    return act;
  });
}

/** Returns the entry with the parts of its question that are kept; none if nothing remains. */
export function keepParts(entry: Entry, isKept: (part: Entry) => boolean): Entry[] {
  const { ask, answer } = entry;
  if (ask.kind !== 'all') return isKept(entry) ? [entry] : [];
  const answers = answer as readonly Answer[];
  const kept = ask.asks.map((part, at) => isKept({ ...entry, ask: part, answer: answers[at] } as Entry));
  if (!kept.includes(true)) return [];
  const asks = ask.asks.filter((_, at) => kept[at]);
  return [{ ...entry, ask: { ...ask, asks }, answer: answers.filter((_, at) => kept[at]) }];
}

/** Returns the exchange as its viewer may know it: concealed commands without target and item, and without their lines. */
export function redactExchange(rules: ConcealRules, exchange: Exchange, viewer: Viewer): Exchange {
  if (viewer.gm) return exchange;
  const acts = actsOf(exchange);
  const isConcealed = new Map<Command, boolean>();
  for (const { command, own } of [{ command: exchange.command, own: [] as Entry[] }, ...acts])
    isConcealed.set(command, rules.isConcealed(command, own, viewer));
  if (![...isConcealed.values()].includes(true)) return exchange;
  const shown = (command: Command): Command =>
    isConcealed.get(command) ? { do: rules.shownAs, by: command.by } : command;
  const entries = exchange.entries.flatMap((entry, at): Entry[] => {
    const { command } = acts[at] as Act;
    const child = sectionOf(entry);
    if (child) return [{ ask: { kind: 'section', command: shown(child) }, answer: null }];
    // How a concealed interrupt is called would tell it.
    if (entry.ask.kind === 'interrupt') return [];
    if (entry.ask.kind === 'section' || !isConcealed.get(command)) return [entry];
    return keepParts(entry, (part) => rules.isVisible(part, viewer));
  });
  return { ...exchange, command: shown(exchange.command), entries };
}
