import type { Entry } from '../kernel/transcript';
import type { Change } from './change';
import type { Effect, Outcome, SaidFacts } from './effect';

/** What a line of the card says today as an outcome, by its id: all that its facts did not say. Lines were all there was until 0.3.0. */
export type FormerOutcomes = Readonly<Record<string, Omit<Outcome, 'result'>>>;

/** Facts that name something; they stand apart in an outcome. */
const NAMES: readonly string[] = ['item', 'spell', 'ability', 'weapon'];

/** Entries as they would be recorded today. */
export function inTodaysForm(entries: readonly Entry[], outcomes: FormerOutcomes = {}): readonly Entry[] {
  return entries.map((entry) => {
    if (entry.ask.kind !== 'apply') return entry;
    const change = asOutcome(entry.ask.change as Change, outcomes);
    if (!change) return entry;
    const { answer } = entry as Extract<Entry, { ask: { kind: 'apply' } }>;
    return { ask: { ...entry.ask, change }, answer: answer && change };
  });
}

function asOutcome(change: Change, outcomes: FormerOutcomes): Extract<Effect, { kind: 'outcome' }> | null {
  if (change.kind !== 'say' || !Object.hasOwn(outcomes, change.word)) return null;
  const facts = Object.entries(change.facts);
  const named = facts.filter(([key]) => NAMES.includes(key));
  const outcome = {
    result: change.word,
    ...outcomes[change.word],
    ...Object.fromEntries(facts.filter(([key]) => !NAMES.includes(key))),
    ...(named.length > 0 && { facts: Object.fromEntries(named) as SaidFacts }),
  };
  return { kind: 'outcome', outcome, ...(change.of !== undefined && { of: change.of }) };
}
