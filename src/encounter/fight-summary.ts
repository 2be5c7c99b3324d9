import { partsOf, responderOf } from '../kernel/answer';
import type { Responder } from '../kernel/ask';
import { type Dice, FacesError, totalOf } from '../kernel/dice';
import type { Entry } from '../kernel/transcript';
import type { Command } from './command';
import { type Exchange, effectIn, sectionOf } from './exchange';
import type { FightRecord } from './fight-record-shape';
import type { FighterId } from './state';

/** What one fighter did in a fight. */
interface FighterSummary {
  readonly fighter: FighterId;
  readonly given: number;
  readonly taken: number;
  readonly attempts: number;
  readonly successes: number;
  /** Of a die with this many sides, the best and the worst roll; null without any. */
  readonly best: number | null;
  readonly worst: number | null;
}

/** The die whose rolls are compared. */
const SIDES = 20;

interface Tally {
  given: number;
  taken: number;
  attempts: number;
  successes: number;
  best: number | null;
  worst: number | null;
}

/** Returns what each fighter did, those who did nothing included, in their order. */
export function summarizeFight(
  fighters: readonly FighterId[],
  exchanges: readonly Exchange[],
): readonly FighterSummary[] {
  const tallies = new Map(
    fighters.map((id): [FighterId, Tally] => [
      id,
      { given: 0, taken: 0, attempts: 0, successes: 0, best: null, worst: null },
    ]),
  );
  for (const { command, entries } of exchanges) {
    // The innermost section's actor has caused what is recorded in it.
    const active: Command[] = [command];
    for (const entry of entries) {
      if (entry.ask.kind === 'section') {
        const child = sectionOf(entry);
        if (child) active.push(child);
        else active.pop();
      }
      countOutcome(tallies, active.at(-1) ?? command, entry);
      countRolls(tallies, entry);
    }
  }
  return [...tallies].map(([fighter, tally]) => ({ fighter, ...tally }));
}

function countOutcome(tallies: Map<FighterId, Tally>, { by, at }: Command, entry: Entry): void {
  const effect = effectIn(entry);
  if (effect?.kind !== 'outcome') return;
  const { success, damage = 0 } = effect.outcome;
  if (success === undefined) return;
  const actor = tallies.get(by);
  if (actor) {
    actor.attempts++;
    if (success) actor.successes++;
  }
  if (!success || damage <= 0) return;
  if (actor) actor.given += damage;
  const target = tallies.get(effect.of !== undefined && effect.of !== by ? effect.of : (at ?? ''));
  if (target) target.taken += damage;
}

function countRolls(tallies: Map<FighterId, Tally>, { ask, answer }: Entry): void {
  if (ask.kind === 'apply' || ask.kind === 'section' || ask.kind === 'interrupt') return;
  const answers = ask.kind === 'all' ? (answer as readonly unknown[]) : [answer];
  for (const [index, part] of partsOf(ask).entries()) {
    if (part.kind !== 'dice' || part.dice.sides !== SIDES || part.dice.count !== 1) continue;
    const tally = tallies.get(responderOf(part));
    if (!tally) continue;
    const total = totalIn(part.dice, answers[index]);
    if (total === null) continue;
    tally.best = Math.max(tally.best ?? total, total);
    tally.worst = Math.min(tally.worst ?? total, total);
  }
}

/** Returns null for faces that are no roll of these dice: the rules differ from such a record, but it can be watched. */
function totalIn(dice: Dice, answer: unknown): number | null {
  try {
    return totalOf(dice, answer as readonly number[]);
  } catch (error) {
    if (error instanceof FacesError) return null;
    throw error;
  }
}

/** A longer wait is a break. */
const LONGEST_WAIT = 10 * 60_000;

/**
 * Returns how many milliseconds a fight waited for each fighter: for its next command, or for its answer. Several who
 * are asked at once share the time. Breaks count for no one.
 */
export function waitTimesIn({
  exchanges,
  times = [],
}: Pick<FightRecord, 'exchanges' | 'times'>): ReadonlyMap<Responder, number> {
  const waits = new Map<Responder, number>();
  for (const [index, { exchange, entry, at }] of times.entries()) {
    const wait = at - (times[index - 1]?.at ?? at);
    const awaited = awaitedAt(exchanges[exchange], entry);
    if (wait <= 0 || wait > LONGEST_WAIT) continue;
    for (const id of awaited) waits.set(id, (waits.get(id) ?? 0) + wait / awaited.length);
  }
  return waits;
}

/** Returns who was awaited before an entry: who gave the command, or who was asked. */
function awaitedAt(exchange: Exchange | undefined, entry: number): readonly Responder[] {
  if (!exchange) return [];
  const ask = entry === 0 ? null : exchange.entries[entry]?.ask;
  if (!ask) return [exchange.command.by];
  if (ask.kind === 'interrupt') return [(ask.command as Command).by];
  return ask.kind === 'apply' || ask.kind === 'section' ? [] : [...new Set(partsOf(ask).map(responderOf))];
}
