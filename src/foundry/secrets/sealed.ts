import type { Change } from '../../encounter/change';
import { HIDDEN } from '../../encounter/ruleset';
import type { FighterState } from '../../encounter/state';
import type { Answer } from '../../kernel/ask';
import type { Entry } from '../../kernel/transcript';
import { secretAt } from '../stored/secrets';

/** Prefix of the stamp of a secret answer. */
const ANSWER = `${HIDDEN}:`;

type LogChange = Extract<Change, { kind: 'log' }>;

/** Returns the log change of an entry, or null. */
export function logChangeOf({ ask }: Entry): LogChange | null {
  const change = ask.kind === 'apply' ? (ask.change as Change) : null;
  return change?.kind === 'log' ? change : null;
}

/** Returns the log entry with other facts, in the requested change and in its effect. */
export function withFacts(entry: Entry, facts: FighterState): Entry {
  const { ask, answer } = entry as Extract<Entry, { ask: { kind: 'apply' } }>;
  const change = { ...(ask.change as LogChange), facts };
  return { ask: { ...ask, change }, answer: answer && { ...(answer as LogChange), facts } };
}

/** Returns the stored form of a secret answer. */
export const sealedAnswer = (stamp: string): Answer => [ANSWER + stamp];

/** Returns the stored form of an entry of which nothing may be known. */
export function sealedEntry(stamp: string): Entry {
  const line: LogChange = { kind: 'log', id: HIDDEN, facts: { [HIDDEN]: stamp } };
  return { ask: { kind: 'apply', change: line }, answer: line };
}

/** Returns the entries with all secrets that this client knows. */
export const unsealEntries = (entries: readonly Entry[]): Entry[] =>
  entries.map((entry) => {
    const known = secretAt(stampOfEntry(entry) ?? '')?.state;
    if (!known) return entry;
    if ('entry' in known) return known.entry as unknown as Entry;
    return logChangeOf(entry) ? withFacts(entry, known) : ({ ...entry, answer: [known.answer] } as Entry);
  });

/** Returns the answer if this client knows it, else its stamp. */
export function unsealAnswer(answer: Answer): Answer {
  const known = secretAt(stampIn(answer) ?? '')?.state;
  return known ? [known.answer] : answer;
}

export const stampsIn = (entries: readonly Entry[]): string[] => entries.flatMap((entry) => stampOfEntry(entry) ?? []);

function stampOfEntry(entry: Entry): string | null {
  const logChange = logChangeOf(entry);
  if (logChange) return HIDDEN in logChange.facts ? String(logChange.facts[HIDDEN]) : null;
  return stampIn(entry.answer);
}

/** Returns the stamp in place of an answer, or null. A player may have written the answer, so it can be anything. */
export function stampIn(answer: unknown): string | null {
  const first: unknown = Array.isArray(answer) ? answer[0] : null;
  return typeof first === 'string' && first.startsWith(ANSWER) ? first.slice(ANSWER.length) : null;
}
