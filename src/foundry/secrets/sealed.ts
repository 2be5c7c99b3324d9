import type { Change } from '../../encounter/change';
import { SEALED } from '../../encounter/ruleset';
import type { Book } from '../../encounter/state';
import type { Answer } from '../../kernel/ask';
import type { Entry } from '../../kernel/transcript';
import { secretAt } from '../stored/secrets';

/** What stands before the stamp of an answer that not everybody may know. */
const ANSWER = `${SEALED}:`;

export type Said = Extract<Change, { kind: 'say' }>;

/** The line of the card an entry writes, or null. */
export function saidIn({ ask }: Entry): Said | null {
  const change = ask.kind === 'apply' ? (ask.change as Change) : null;
  return change?.kind === 'say' ? change : null;
}

/** The line with other facts, in the wish as in what came of it. */
export function withFacts(entry: Entry, facts: Book): Entry {
  const { ask, answer } = entry as Extract<Entry, { ask: { kind: 'apply' } }>;
  const change = { ...(ask.change as Said), facts };
  return { ask: { ...ask, change }, answer: answer && { ...(answer as Said), facts } };
}

/** What is written in place of an answer. */
export const answerUnder = (stamp: string): Answer => [ANSWER + stamp];

/** Entries as this client knows them. */
export const unsealed = (entries: readonly Entry[]): Entry[] =>
  entries.map((entry) => {
    const known = secretAt(stampOfEntry(entry) ?? '')?.marks;
    if (!known) return entry;
    return saidIn(entry) ? withFacts(entry, known) : ({ ...entry, answer: [known.answer] } as Entry);
  });

/** An answer as this client knows it. */
export function unsealedAnswer(answer: Answer): Answer {
  const known = secretAt(stampIn(answer) ?? '')?.marks;
  return known ? [known.answer] : answer;
}

/** The stamps of what is sealed in these entries. */
export const stampsIn = (entries: readonly Entry[]): string[] => entries.flatMap((entry) => stampOfEntry(entry) ?? []);

function stampOfEntry(entry: Entry): string | null {
  const said = saidIn(entry);
  if (said) return SEALED in said.facts ? String(said.facts[SEALED]) : null;
  return stampIn(entry.answer);
}

/** The stamp that stands in place of an answer; null where none does. A player may have written the answer, so it can be anything. */
export function stampIn(answer: unknown): string | null {
  const first: unknown = Array.isArray(answer) ? answer[0] : null;
  return typeof first === 'string' && first.startsWith(ANSWER) ? first.slice(ANSWER.length) : null;
}
