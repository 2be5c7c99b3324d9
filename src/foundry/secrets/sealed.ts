import type { Change } from '../../encounter/change';
import { HIDDEN } from '../../encounter/ruleset';
import type { FighterState } from '../../encounter/state';
import type { Answer } from '../../kernel/ask';
import type { Entry } from '../../kernel/transcript';
import { secretAt } from '../stored/secrets';

/** What stands before the stamp of an answer that not everybody may know. */
const ANSWER = `${HIDDEN}:`;

export type LogChange = Extract<Change, { kind: 'log' }>;

/** The line of the card an entry writes, or null. */
export function logChangeOf({ ask }: Entry): LogChange | null {
  const change = ask.kind === 'apply' ? (ask.change as Change) : null;
  return change?.kind === 'log' ? change : null;
}

/** The line with other facts, in the wish as in what came of it. */
export function withFacts(entry: Entry, facts: FighterState): Entry {
  const { ask, answer } = entry as Extract<Entry, { ask: { kind: 'apply' } }>;
  const change = { ...(ask.change as LogChange), facts };
  return { ask: { ...ask, change }, answer: answer && { ...(answer as LogChange), facts } };
}

/** What is written in place of an answer. */
export const sealedAnswer = (stamp: string): Answer => [ANSWER + stamp];

/** Entries as this client knows them. */
export const unsealEntries = (entries: readonly Entry[]): Entry[] =>
  entries.map((entry) => {
    const known = secretAt(stampOfEntry(entry) ?? '')?.marks;
    if (!known) return entry;
    return logChangeOf(entry) ? withFacts(entry, known) : ({ ...entry, answer: [known.answer] } as Entry);
  });

/** An answer as this client knows it. */
export function unsealAnswer(answer: Answer): Answer {
  const known = secretAt(stampIn(answer) ?? '')?.marks;
  return known ? [known.answer] : answer;
}

/** The stamps of what is sealed in these entries. */
export const stampsIn = (entries: readonly Entry[]): string[] => entries.flatMap((entry) => stampOfEntry(entry) ?? []);

function stampOfEntry(entry: Entry): string | null {
  const said = logChangeOf(entry);
  if (said) return HIDDEN in said.facts ? String(said.facts[HIDDEN]) : null;
  return stampIn(entry.answer);
}

/** The stamp that stands in place of an answer; null where none does. A player may have written the answer, so it can be anything. */
export function stampIn(answer: unknown): string | null {
  const first: unknown = Array.isArray(answer) ? answer[0] : null;
  return typeof first === 'string' && first.startsWith(ANSWER) ? first.slice(ANSWER.length) : null;
}
