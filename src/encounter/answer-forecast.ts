import { partsOf, responderOf } from '../kernel/answer';
import { type Answer, type Ask, type InputAsk, type OfferAsk, PASS, type SingleAsk } from '../kernel/ask';
import { lineKey } from '../kernel/drivers/odds';
import type { Procedure } from '../kernel/procedure';
import { run } from '../kernel/run';
import type { Command } from './command';
import { applyEffect, type Effect, invertEffect, type Outcome } from './effect';
import { type Exchange, effectsOf } from './exchange';
import { cloneEncounter, forecastGames, scratchTable } from './forecast';
import type { Ruleset } from './ruleset';
import type { Encounter, FighterId } from './state';

/** How an answer ends, if everybody chooses best for themselves afterwards. */
interface AnswerForecast {
  /** The chance of a success of the attempt. */
  readonly chance: number;
  /** Expected, misses included. */
  readonly damage: number;
  /** Whether any game deals damage. */
  readonly isHarmful: boolean;
  /** Whether any game has a result. */
  readonly isDecided: boolean;
  readonly exact: boolean;
}

interface AnswerQuestion {
  /** One responder's part of the open ask. */
  readonly ask: SingleAsk | OfferAsk;
  /** Whom the attempt is aimed at: the responder, or another who may be helped. */
  readonly defender: FighterId;
  /** Ids of asks for a place where any place gives the same result; elsewhere a place makes the answer unforeseeable. */
  readonly anyPlace: readonly string[];
  /** Returns the outcome of an effect, or null if it has none. */
  outcomeIn(effect: Effect): Outcome | null;
  /** Returns true if no later outcome replaces this one. */
  isFinal(outcome: Outcome): boolean;
}

/** The answer leads to a place or a text that no forecast can choose. */
export class UnpredictableError extends Error {
  override readonly name = 'UnpredictableError';
}

/** Each leaf replays the exchange up to the ask, so the budget is smaller than that of a button. */
const LEAF_BUDGET = 4000;
const SIMULATED_GAMES = 1000;

/**
 * Returns the chances of an open exchange after an answer: everything up to the ask has happened, the rest is played
 * until the attempt ends. Offers pass. Of later choices, the defender takes the best and others the worst for the
 * defender. Runs on a copy.
 * @throws UnpredictableError
 */
export function forecastAnswer<E extends Encounter>(
  { play }: Pick<Ruleset<E>, 'play'>,
  encounter: E,
  { command, entries }: Exchange,
  question: AnswerQuestion,
  answer: Answer,
): AnswerForecast {
  const { ask } = question;
  const copy = cloneEncounter(encounter);
  const recorded = effectsOf(entries).reverse();
  const effects: Effect[] = [];
  const table = scratchTable(copy, effects);
  const ownAsks = new Set<string>();
  let attempt: Attempt | null = null;
  const start = (): Procedure<unknown> => {
    for (const effect of recorded) applyEffect(copy, invertEffect(effect));
    const running = run(play(copy, command), table, entries, (interrupt, interrupted) =>
      play(copy, interrupt as Command, interrupted),
    );
    const whole = running.open && wholeAnswer(running.open, ask, answer);
    if (!whole) throw new UnpredictableError(`${ask.id} is not open alone`);
    attempt = new Attempt(question, ownAsks);
    return attempt.play(running.restAfter(whole));
  };
  const outcomeOf = (): string => JSON.stringify(attempt?.result ?? NO_RESULT);
  const { lines, exact } = forecastGames({ start, table, effects, outcomeOf }, LEAF_BUDGET, SIMULATED_GAMES);
  /** The worst line for each sequence of the defender's own choices. */
  const worst = new Map<string, Branch>();
  for (const { choices, chances } of lines) {
    const key = lineKey(choices.filter((choice) => ownAsks.has(choice.ask)));
    const branch = branchOf(chances);
    const other = worst.get(key);
    if (!other || byHarm(other, branch) < 0) worst.set(key, branch);
  }
  const [best = branchOf(new Map())] = [...worst.values()].sort(byHarm);
  return { ...best, exact };
}

type Branch = Omit<AnswerForecast, 'exact'>;

/** The least damage first, then the smallest chance. */
const byHarm = (a: Branch, b: Branch): number => a.damage - b.damage || a.chance - b.chance;

/** @param chances by result, as JSON */
function branchOf(chances: ReadonlyMap<string, number>): Branch {
  let [chance, damage, isHarmful, isDecided] = [0, 0, false, false];
  for (const [key, share] of chances) {
    const result = JSON.parse(key) as AttemptResult;
    if (result.success) chance += share;
    damage += share * result.damage;
    isHarmful ||= result.damage > 0;
    isDecided ||= result.success !== null;
  }
  return { chance, damage, isHarmful, isDecided };
}

interface AttemptResult {
  /** Null without a result. */
  success: boolean | null;
  damage: number;
}

const NO_RESULT: AttemptResult = { success: null, damage: 0 };

/** Returns the answer to the whole ask: others pass. Null if others must answer, too. */
function wholeAnswer(open: InputAsk, part: SingleAsk | OfferAsk, answer: Answer): Answer | null {
  const by = responderOf(part);
  const isPart = (other: SingleAsk | OfferAsk): boolean => other.id === part.id && responderOf(other) === by;
  const parts = partsOf(open);
  if (!parts.some(isPart)) return null;
  if (open.kind === 'offer') return parts.map((other) => (isPart(other) ? answer[0] : PASS));
  return open.kind === 'all' ? null : answer;
}

/** The rest of an exchange until the attempt has ended that the question belongs to. */
class Attempt {
  readonly result: AttemptResult = { ...NO_RESULT };
  /** Sections inside the attempt, such as a counterattack: their results are others. */
  private depth = 0;

  constructor(
    private readonly question: AnswerQuestion,
    /** Collects the ids of the defender's later choices. */
    private readonly ownAsks: Set<string>,
  ) {}

  *play(procedure: Procedure<unknown>): Procedure<void> {
    let step = procedure.next();
    while (!step.done) {
      const ask = step.value;
      if (ask.kind === 'section') this.depth += ask.command === null ? -1 : 1;
      if (this.depth < 0 || this.isOver(ask)) return;
      let answer: unknown;
      if (ask.kind === 'place' && this.question.anyPlace.includes(ask.id)) answer = ask.places[0];
      else if (ask.kind === 'text' || (ask.kind === 'place' && !ask.hints?.mayStay)) {
        // What happens after the result does not matter.
        if (this.result.success !== null) return;
        throw new UnpredictableError(`${ask.id} cannot be predicted`);
      } else answer = yield ask;
      if (ask.kind === 'apply' && answer && this.depth === 0 && this.isFinal(answer as Effect)) return;
      step = procedure.next(answer);
    }
  }

  /** Another target's turn to defend itself. Notes the defender's later choices, too. */
  private isOver(ask: Ask): boolean {
    if (ask.kind === 'apply' || ask.kind === 'section') return false;
    const { ask: own, defender: by } = this.question;
    const parts = partsOf(ask);
    if (ask.kind !== 'offer' && parts.some((part) => part.id === own.id && responderOf(part) !== by)) return true;
    for (const part of parts) if (responderOf(part) === by) this.ownAsks.add(part.id);
    return false;
  }

  /** Notes an outcome and returns true if it is final. In some games a failed dodge is followed by the blow. */
  private isFinal(effect: Effect): boolean {
    const outcome = this.question.outcomeIn(effect);
    if (outcome?.success === undefined) return false;
    this.result.success = outcome.success;
    if (outcome.success) this.result.damage += outcome.damage ?? 0;
    return this.question.isFinal(outcome);
  }
}
