import { cloneEncounter } from '../encounter/forecast';
import { isNeutral, sideOf } from '../encounter/sides';
import type { Encounter, FighterId } from '../encounter/state';
import { GM } from '../kernel/ask';
import { lookup } from '../kernel/lookup';
import { seededDie } from '../kernel/rng';
import { Fight } from './fight';
import type { Judge } from './judge';
import { Board } from './play';
import { QuickAgent } from './quick-agent';
import { makeQuickAnswerer } from './quick-answers';

const DIFFICULTIES = ['trivial', 'easy', 'favorable', 'even', 'hard', 'deadly'] as const;
export type Difficulty = (typeof DIFFICULTIES)[number];

/** The least chance of the players' side, by difficulty. */
const LEAST_CHANCE = [0.95, 0.85, 0.6, 0.4, 0.2, 0] as const;

export const difficultyOf = (chance: number): Difficulty =>
  DIFFICULTIES[LEAST_CHANCE.findIndex((least) => chance >= least)] ?? 'deadly';

export interface Share {
  readonly value: number;
  /** The 95 % interval. */
  readonly low: number;
  readonly high: number;
}

export interface FighterForecast {
  readonly fighter: FighterId;
  readonly side: string;
  /** The share of fights in which it falls. */
  readonly falls: number;
  /** What is left of its health at the end, on average. */
  readonly health: number;
  /** How much its side's chance differs between fights in which it stands and in which it falls; null if one of them never happens. */
  readonly matters: number | null;
}

export interface FightForecast {
  readonly fights: number;
  /** The share of fights that a side wins; fights without an end, or without a fighter left, count for none. */
  readonly chances: Readonly<Record<string, Share>>;
  readonly undecided: number;
  readonly rounds: number;
  readonly seconds: number;
  readonly fighters: readonly FighterForecast[];
}

/** A fight that takes more commands than this is undecided. */
const MOST_COMMANDS = 800;

interface Outcome {
  readonly winner: string | null;
  readonly rounds: number;
  /** By fighter; 0 for the fallen. */
  readonly health: Readonly<Record<FighterId, number>>;
}

/** Plays whole fights by the rules and yields what is known after each. It never ends by itself. */
export function* forecastFights(judge: Judge, encounter: Encounter, seed: number): Generator<FightForecast> {
  const quickAgent = new QuickAgent(judge);
  const outcomes: Outcome[] = [];
  for (let fight = 0; ; fight++) {
    outcomes.push(playToTheEnd(judge, encounter, quickAgent, seed + fight));
    yield summarize(judge, encounter, outcomes);
  }
}

/** Plays one fight from the present state, from its start if it has not begun. */
export function playToTheEnd(judge: Judge, encounter: Encounter, quickAgent: QuickAgent, seed: number): Outcome {
  const { ruleset, worth } = judge;
  const board = new Board(ruleset, cloneEncounter(encounter));
  const die = seededDie(seed);
  const fight = new Fight(judge, board, () => quickAgent, makeQuickAnswerer(judge, board.encounter, die), die);
  const [start] = ruleset.clockCommands;
  if (start && encounter.clock.phase === ruleset.idle.phase) fight.play({ do: start, by: GM });
  for (let n = 0; n < MOST_COMMANDS && !fight.isOver && fight.next(); n++);
  const { fighters, clock } = board.encounter;
  return {
    winner: fight.winner,
    rounds: Math.max(1, clock.round - encounter.clock.round),
    health: Object.fromEntries(
      Object.values(fighters).map((fighter) => [fighter.id, worth.isOut(fighter) ? 0 : worth.health(fighter)]),
    ),
  };
}

function summarize({ ruleset, worth }: Judge, { fighters }: Encounter, outcomes: readonly Outcome[]): FightForecast {
  const fights = outcomes.length;
  const average = (of: (outcome: Outcome) => number): number =>
    outcomes.reduce((sum, outcome) => sum + of(outcome), 0) / fights;
  const wins = (side: string, among = outcomes): number => among.filter(({ winner }) => winner === side).length;
  const standing = Object.values(fighters).filter((fighter) => !worth.isOut(fighter));
  const sides = [...new Set(standing.flatMap((fighter) => (isNeutral(fighter) ? [] : [sideOf(fighter)])))];
  const rounds = average((outcome) => outcome.rounds);
  return {
    fights,
    chances: Object.fromEntries(sides.map((side) => [side, shareOf(wins(side), fights)])),
    undecided: outcomes.filter(({ winner }) => winner === null).length,
    rounds,
    seconds: rounds * ruleset.timing.roundSeconds,
    fighters: standing
      .filter((fighter) => !isNeutral(fighter))
      .map(({ id, side }) => {
        const [fell, stood] = [
          outcomes.filter(({ health }) => !lookup(health, id)),
          outcomes.filter(({ health }) => lookup(health, id)),
        ];
        const chance = (among: readonly Outcome[]): number => wins(side, among) / among.length;
        return {
          ...{
            fighter: id,
            side,
            falls: fell.length / fights,
            health: average(({ health }) => lookup(health, id) ?? 0),
          },
          matters: fell.length > 0 && stood.length > 0 ? chance(stood) - chance(fell) : null,
        };
      }),
  };
}

/** Wilson's interval. */
export function shareOf(count: number, of: number): Share {
  if (of === 0) return { value: 0, low: 0, high: 1 };
  const z = 1.96;
  const value = count / of;
  const denominator = 1 + z ** 2 / of;
  const center = (value + z ** 2 / (2 * of)) / denominator;
  const half = (z * Math.sqrt((value * (1 - value)) / of + z ** 2 / (4 * of ** 2))) / denominator;
  return { value, low: Math.max(0, center - half), high: Math.min(1, center + half) };
}
