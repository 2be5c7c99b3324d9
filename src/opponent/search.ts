import { cloneEncounter } from '../encounter/forecast';
import type { Encounter, FighterId } from '../encounter/state';
import { seededDie } from '../kernel/rng';
import { worthFor } from './evaluate';
import { Fight } from './fight';
import type { Judge } from './judge';
import { Board } from './play';
import type { QuickAgent } from './quick-agent';
import { makeQuickAnswerer } from './quick-answers';
import type { Weights } from './temperament';

/** What is known of a line of play so far. */
export interface Estimate<T> {
  readonly option: T;
  /** The average worth of what it leads to. */
  readonly value: number;
  /** Half of the 95 % interval of this worth; infinite before it is known. */
  readonly spread: number;
  readonly games: number;
  /** The share of games whose attempt succeeded; null without an attempt. */
  readonly chance: number | null;
  /** Damage to expect, misses included; null if no game dealt any. */
  readonly damage: number | null;
}

interface SearchInput<T> {
  readonly judge: Judge;
  /** As the fighter's side knows it. */
  readonly encounter: Encounter;
  readonly fighter: FighterId;
  readonly weights: Weights;
  readonly seed: number;
  readonly quickAgent: QuickAgent;
  readonly options: readonly T[];
  /** Plays an option on the board; returns false if it turns out to be impossible. */
  play(option: T, fight: Fight, board: Board): boolean;
  /** Returns what an option is worth beyond what it changes at once. Default: nothing. */
  promise?(option: T): number;
}

/** An option is played on until the round is over, with this many commands at least and at most, before the result is judged. */
const LEAST_COMMANDS = 8;
const MOST_COMMANDS = 40;
/** How much the worth right after an option counts. */
const SOON = 0.6;
/** How often each option is tried, to choose those that are played on. */
const TRIES = 3;
const SHORTLIST = 8;
/** Games of each of these before the worse half is left out. */
const FIRST_GAMES = 2;
/** The options that are compared to the end. */
const FINALISTS = 3;

interface Tally<T> {
  readonly option: T;
  readonly promise: number;
  /** Sums of the worth right after it, and after some more commands. */
  soon: number;
  games: number;
  later: number;
  laterSquares: number;
  longGames: number;
  attempts: number;
  successes: number;
  damage: number;
}

/**
 * Tries all options, then plays the best of them on by quick agents, with the same dice for each. Yields what it knows
 * after every game, the best first. The worse half is left out after each round. It never ends by itself while there is
 * something to compare.
 */
export function* search<T>(input: SearchInput<T>): Generator<readonly Estimate<T>[]> {
  const { judge, encounter, options } = input;
  const board = new Board(judge.ruleset, cloneEncounter(encounter));
  let left = options.map((option) => emptyTally(option, input.promise?.(option) ?? 0));
  let known: readonly Estimate<T>[] = [];
  const rank = (): void => {
    left.sort(byValue);
    known = left.map(estimateOf);
  };
  let seed = input.seed;
  const round = function* (games: number, isPlayedOn: boolean) {
    for (let nth = 0; nth < games; nth++, seed++) {
      for (const tally of [...left]) {
        if (!playOne(input, board, tally, seed, isPlayedOn)) left = left.filter((other) => other !== tally);
        // Options that were played on are compared with each other only.
        if (!isPlayedOn && nth === 0) rank();
        yield known;
      }
      rank();
    }
  };
  yield* round(TRIES, false);
  left.length = Math.min(left.length, SHORTLIST);
  for (let games = FIRST_GAMES; left.length > 0; games *= 2) {
    yield* round(games, true);
    left.length = Math.min(left.length, Math.max(FINALISTS, Math.ceil(left.length / 2)));
  }
}

const emptyTally = <T>(option: T, promise: number): Tally<T> => ({
  ...{ option, promise, soon: 0, games: 0, later: 0, laterSquares: 0, longGames: 0 },
  ...{ attempts: 0, successes: 0, damage: 0 },
});

function mean({ soon, games, later, longGames }: Tally<unknown>): number {
  if (games === 0) return Number.NEGATIVE_INFINITY;
  return longGames === 0 ? soon / games : (SOON * soon) / games + ((1 - SOON) * later) / longGames;
}
/** What comes at once is nearly the same each time; what comes later makes the difference. */
function spreadOf({ later, laterSquares, longGames }: Tally<unknown>): number {
  if (longGames < 2) return Number.POSITIVE_INFINITY;
  const variance = Math.max(0, laterSquares - later ** 2 / longGames) / (longGames - 1);
  return (1 - SOON) * 1.96 * Math.sqrt(variance / longGames);
}

const byValue = (a: Tally<unknown>, b: Tally<unknown>): number => mean(b) - mean(a);

const estimateOf = <T>(tally: Tally<T>): Estimate<T> => ({
  option: tally.option,
  value: mean(tally),
  spread: spreadOf(tally),
  games: tally.games,
  chance: tally.attempts > 0 ? tally.successes / tally.attempts : null,
  damage: tally.damage > 0 ? tally.damage / tally.games : null,
});

function playOne<T>(input: SearchInput<T>, board: Board, tally: Tally<T>, seed: number, isPlayedOn: boolean): boolean {
  const { judge, fighter, weights, quickAgent } = input;
  const { round } = board.encounter.clock;
  const die = seededDie(seed);
  const fight = new Fight(judge, board, () => quickAgent, makeQuickAnswerer(judge, board.encounter, die), die);
  try {
    if (!input.play(tally.option, fight, board)) return false;
    count(tally, board);
    // What comes at once is certain, what comes later depends on many dice.
    tally.soon += worthFor(judge, board.encounter, fighter, weights) + tally.promise;
    tally.games++;
    if (!isPlayedOn) return true;
    const isOver = (commands: number): boolean =>
      commands >= (board.encounter.clock.round > round ? LEAST_COMMANDS : MOST_COMMANDS) || fight.isOver;
    for (let commands = 0; !isOver(commands) && fight.next(); commands++);
    const worth = worthFor(judge, board.encounter, fighter, weights);
    tally.later += worth;
    tally.laterSquares += worth ** 2;
    tally.longGames++;
    return true;
  } finally {
    board.backTo(0);
  }
}

/** Notes the first attempt and its damage. */
function count(tally: Tally<unknown>, { effects }: Board): void {
  const outcomes = effects.flatMap((effect) => (effect.kind === 'outcome' ? [effect.outcome] : []));
  const attempt = outcomes.findLast(({ success }) => success !== undefined);
  if (!attempt) return;
  tally.attempts++;
  if (attempt.success) tally.successes++;
  tally.damage += outcomes.reduce((sum, { success, damage = 0 }) => (success === false ? sum : sum + damage), 0);
}
