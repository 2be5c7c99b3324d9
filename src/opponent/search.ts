import { cloneEncounter } from '../encounter/forecast';
import type { Encounter, FighterId } from '../encounter/state';
import { type Die, rollTotal } from '../kernel/dice';
import { seededDie } from '../kernel/rng';
import { worthFor } from './evaluate';
import { Fight } from './fight';
import type { Judge } from './judge';
import { type Answerer, Board } from './play';
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
  /** Returns the option that stands unless another one is better beyond doubt. It is asked after all were tried. */
  usual(): T | undefined;
  /** Plays an option on the board; returns false if it turns out to be impossible. */
  play(option: T, fight: Fight, board: Board): boolean;
  /** Returns what an option is worth beyond what it changes at once, until it is played on. Default: nothing. */
  promise?(option: T): number;
}

/**
 * An option is played on until a round is over, with this many commands at least and at most, before the result is
 * judged. After a few commands it looks good to have stepped back for a moment.
 */
const LEAST_COMMANDS = 16;
const MOST_COMMANDS = 40;
/** By how many standard errors another option has to be better than the usual one. */
const BEYOND_DOUBT = 1;
/** The same for all others, after as many games as tell something, to end. */
const BEYOND_ANY_DOUBT = 3;
const ENOUGH = 8;
/** How often each option is tried, to choose those that are played on. */
const TRIES = 2;
const SHORTLIST = 8;
/** Games of each of these before the worse half is left out. */
const FIRST_GAMES = 2;
/** The options that are compared to the end. */
const FINALISTS = 3;

interface Tally<T> {
  readonly option: T;
  readonly promise: number;
  /** The worth right after it, with what it promises, when it was only tried. */
  readonly tries: number[];
  /** What it led to when it was played on; game by game the same dice as for the other options. */
  readonly values: number[];
  attempts: number;
  successes: number;
  damage: number;
}

/** What is known after each game, the best first; null in the midst of one, so that others can get their turn. */
export type Thoughts<T> = Generator<readonly Estimate<T>[] | null, void>;

/**
 * Tries all options, then plays the best of them on by quick agents, with the same dice for each. The worse half is left
 * out after each round, but never the usual option. It ends when one is the best beyond any doubt.
 */
export function* search<T>(input: SearchInput<T>): Thoughts<T> {
  const { judge, encounter, options } = input;
  const board = new Board(judge.ruleset, cloneEncounter(encounter));
  let left = options.map((option) => emptyTally(option, input.promise?.(option) ?? 0));
  let usual: Tally<T> | undefined;
  let known: readonly Estimate<T>[] = [];
  const rank = (): void => {
    left.sort(byValue);
    const [best] = left;
    if (best && usual && !isBetter(best, usual)) left = [usual, ...left.filter((other) => other !== usual)];
    known = left.map(estimateOf);
  };
  const leave = (count: number): void => {
    left = left.filter((tally, at) => at < count || tally === usual);
  };
  let seed = input.seed;
  const round = function* (games: number, isPlayedOn: boolean): Thoughts<T> {
    for (let nth = 0; nth < games; nth++, seed++) {
      for (const tally of [...left]) {
        if (!(yield* playOne(input, board, tally, seed, isPlayedOn))) left = left.filter((other) => other !== tally);
        // Options that were played on are compared with each other only.
        if (!isPlayedOn && nth === 0) rank();
        yield known;
      }
      rank();
    }
  };
  yield* round(TRIES, false);
  const option = left.length > 0 ? input.usual() : undefined;
  usual = left.find((tally) => tally.option === option);
  leave(SHORTLIST);
  for (let games = FIRST_GAMES; left.length > 0 && !isDecided(left); games *= 2) {
    yield* round(games, true);
    leave(Math.max(FINALISTS, Math.ceil(left.length / 2)));
  }
}

/** Returns what is known of an option that was not tried. */
export const untriedEstimate = <T>(option: T): Estimate<T> => ({
  ...{ option, value: 0, spread: Number.POSITIVE_INFINITY, games: 0, chance: null, damage: null },
});

const emptyTally = <T>(option: T, promise: number): Tally<T> => ({
  ...{ option, promise, tries: [], values: [] },
  ...{ attempts: 0, successes: 0, damage: 0 },
});

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Returns the standard error of the mean; infinite before it is known. */
function errorOf(values: readonly number[]): number {
  if (values.length < 2) return Number.POSITIVE_INFINITY;
  const center = mean(values);
  const squares = values.reduce((sum, value) => sum + (value - center) ** 2, 0);
  return Math.sqrt(squares / (values.length - 1) / values.length);
}

function averageOf({ tries, values }: Tally<unknown>): number {
  if (values.length > 0) return mean(values);
  return tries.length > 0 ? mean(tries) : Number.NEGATIVE_INFINITY;
}

const byValue = (a: Tally<unknown>, b: Tally<unknown>): number => averageOf(b) - averageOf(a);

/** Returns true if more games would hardly change which is the first. */
const isDecided = ([best, ...others]: readonly Tally<unknown>[]): boolean =>
  best !== undefined &&
  best.values.length >= ENOUGH &&
  others.every((other) => isBetter(best, other, BEYOND_ANY_DOUBT));

/** Returns true if an option is better than another one beyond doubt, in the games that both have played. */
function isBetter(one: Tally<unknown>, other: Tally<unknown>, doubt = BEYOND_DOUBT): boolean {
  const differences = one.values
    .slice(0, other.values.length)
    .map((value, nth) => value - (other.values[nth] ?? value));
  return mean(differences) > doubt * errorOf(differences);
}

const estimateOf = <T>(tally: Tally<T>): Estimate<T> => {
  const { option, tries, values, attempts, successes, damage } = tally;
  const games = tries.length + values.length;
  return {
    ...{ option, games, value: averageOf(tally), spread: 1.96 * errorOf(values) },
    chance: attempts > 0 ? successes / attempts : null,
    damage: damage > 0 ? damage / games : null,
  };
};

function* playOne<T>(
  input: SearchInput<T>,
  board: Board,
  tally: Tally<T>,
  seed: number,
  isPlayedOn: boolean,
): Generator<null, boolean> {
  const { judge, fighter, weights, quickAgent } = input;
  const die = seededDie(seed);
  const fight = new Fight(judge, board, () => quickAgent, makeRolls(judge, board.encounter, die, seed), die);
  const worth = (): number => worthFor(judge, board.encounter, fighter, weights);
  try {
    if (!input.play(tally.option, fight, board)) return false;
    count(tally, board);
    if (!isPlayedOn) {
      tally.tries.push(worth() + tally.promise);
      return true;
    }
    yield* playOn(fight, board);
    tally.values.push(worth());
    return true;
  } finally {
    board.backTo(0);
  }
}

function* playOn(fight: Fight, { encounter }: Board): Generator<null, void> {
  let { round } = encounter.clock;
  for (let commands = 0; commands < MOST_COMMANDS && !fight.isOver; commands++) {
    if (commands >= LEAST_COMMANDS && encounter.clock.round !== round) return;
    round = encounter.clock.round;
    if (!fight.next()) return;
    yield null;
  }
}

/**
 * Returns quick answers with a row of dice for each fighter and each of its rolls: what one option has others roll more
 * does not change what is rolled for the rest of the fight, so two options differ by what they do rather than by luck.
 */
function makeRolls(judge: Judge, encounter: Encounter, die: Die, seed: number): Answerer {
  const quick = makeQuickAnswerer(judge, encounter, die);
  const rows = new Map<string, Die>();
  return (ask) => {
    if (ask.kind !== 'dice') return quick(ask);
    const key = `${ask.by} ${ask.id}`;
    const row = rows.get(key) ?? seededDie(seedFrom(key, seed));
    rows.set(key, row);
    return rollTotal(ask.dice, row);
  };
}

function seedFrom(text: string, seed: number): number {
  let hash = seed;
  for (let at = 0; at < text.length; at++) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0;
  return hash;
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
