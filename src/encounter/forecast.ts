import { defined } from '../kernel/defined';
import { LeafBudgetError, lineKey, type OddsLine, odds, type RecordedChoice } from '../kernel/drivers/odds';
import { type Policy, simulate } from '../kernel/drivers/simulate';
import type { Procedure } from '../kernel/procedure';
import { seededDie } from '../kernel/rng';
import type { WorkingCopy } from '../kernel/table';
import { type Change, resolveChange } from './change';
import type { Command } from './command';
import { applyEffect, type Effect, invertEffect } from './effect';
import type { Ruleset } from './ruleset';
import type { Encounter, Fighter, FighterId } from './state';
import { makeCountingIds } from './table';

/** The chances of a command's results. Choices are listed separately, never averaged; offers pass. */
interface Forecast {
  /** One line per combination of choices; the chances of each sum to 1. */
  readonly lines: readonly OddsLine[];
  /** False if the chances come from simulated games; they are then shown with "≈". */
  readonly exact: boolean;
}

export interface ForecastQuestion<E extends Encounter> {
  /** Names the outcome; called before the game is undone. */
  outcome(after: E, effects: readonly Effect[]): string;
  /** Returns true if this effect decides the outcome, so that the rest can be skipped. */
  settles?(effect: Effect): boolean;
}

const LEAF_BUDGET = 50_000;
/** Used where no exact distribution exists; the third digit of a percentage is then noise. */
const SIMULATED_GAMES = 20_000;
const SEED = 1;

/**
 * Returns the chances of a command. Runs on a copy; the encounter is not changed.
 * @param budget the number of leaves beyond which `games` are simulated
 */
export function forecast<E extends Encounter>(
  { play }: Pick<Ruleset<E>, 'play'>,
  encounter: E,
  command: Command,
  { outcome, settles }: ForecastQuestion<E>,
  budget = LEAF_BUDGET,
  games = SIMULATED_GAMES,
): Forecast {
  const copy = cloneEncounter(encounter);
  const effects: Effect[] = [];
  const table = scratchTable(copy, effects);
  const start = () => (settles ? playUntilSettled(play(copy, command), settles) : play(copy, command));
  return forecastGames({ start, table, effects, outcomeOf: () => outcome(copy, effects) }, budget, games);
}

/** What is played again and again, on a table whose effects are undone after each game. */
interface ForecastInput {
  start(): Procedure<unknown>;
  readonly table: WorkingCopy;
  /** The effects of the current game. */
  readonly effects: readonly Effect[];
  outcomeOf(): string;
}

/**
 * Returns the chances of all games.
 * @param budget the number of leaves beyond which `games` are simulated
 */
export function forecastGames(
  { start, table, effects, outcomeOf }: ForecastInput,
  budget: number,
  games: number,
): Forecast {
  try {
    return { lines: completePlans(odds(start, table, outcomeOf, budget)), exact: true };
  } catch (error) {
    if (!(error instanceof LeafBudgetError)) throw error;
    return { lines: completePlans(simulateGames(start, table, outcomeOf, effects, games)), exact: false };
  }
}

/** Returns a copy of everything an effect may change. Statistics never change and are shared. */
export function cloneEncounter<E extends Encounter>(encounter: E): E {
  // No prototype: fighters are looked up by ids from players and files.
  const fighters: Record<FighterId, Fighter> = Object.create(null);
  for (const [id, fighter] of Object.entries(encounter.fighters)) fighters[id] = cloneFighter(fighter);
  return { ...encounter, fighters };
}

export const cloneFighter = (fighter: Fighter): Fighter => ({
  ...fighter,
  pools: Object.fromEntries(Object.entries(fighter.pools).map(([key, pool]) => [key, { ...pool }])),
  conditions: [...fighter.conditions],
  state: { ...fighter.state },
  items: fighter.items.map((item) => ({ ...item })),
});

/** A table that only keeps the effects of the current game. */
export function scratchTable(encounter: Encounter, effects: Effect[]): WorkingCopy {
  const newId = makeCountingIds('forecast-', encounter);
  return {
    apply(change) {
      const effect = resolveChange(encounter, change as Change, newId);
      if (!effect) return null;
      applyEffect(encounter, effect);
      effects.push(effect);
      return effect;
    },
    applyEffect(effect) {
      if (effect) applyEffect(encounter, effect as Effect);
    },
    undo(effect) {
      applyEffect(encounter, invertEffect(effect as Effect));
      effects.pop();
    },
  };
}

/** Plays a procedure up to the deciding effect. */
function* playUntilSettled(procedure: Procedure<unknown>, settles: (effect: Effect) => boolean): Procedure<unknown> {
  let step = procedure.next();
  while (!step.done) {
    const answer = yield step.value;
    if (answer && step.value.kind === 'apply' && settles(answer as Effect)) return undefined;
    step = procedure.next(answer);
  }
  return step.value;
}

/**
 * Simulates games. Choices are rolled and each game is weighted by the number of options, as if the line had always
 * been chosen.
 */
function simulateGames(
  start: () => Procedure<unknown>,
  table: WorkingCopy,
  outcomeOf: () => string,
  effects: readonly Effect[],
  games: number,
): readonly OddsLine[] {
  const die = seededDie(SEED);
  const lines = new Map<string, { choices: readonly RecordedChoice[]; chances: Map<string, number> }>();
  let choices: RecordedChoice[] = [];
  let weight = 1;
  const weightedPolicy: Policy = ({ id, options, facts }) => {
    const open = options.filter(({ whyNot }) => whyNot.length === 0);
    if (open.length === 0) throw new Error(`choice ${id} has no option that may be taken`);
    const option = defined(open[die(open.length) - 1], 'an option for each face');
    choices.push({ ask: id, option: option.id, ...(facts && { facts }) });
    weight *= open.length;
    return option.id;
  };
  for (let count = 0; count < games; count++) {
    choices = [];
    weight = 1;
    simulate(start(), table, die, weightedPolicy);
    const key = lineKey(choices);
    const line = lines.get(key) ?? { choices, chances: new Map<string, number>() };
    lines.set(key, line);
    const outcome = outcomeOf();
    line.chances.set(outcome, (line.chances.get(outcome) ?? 0) + weight / games);
    while (effects.length > 0) table.undo(effects.at(-1));
  }
  return [...lines.values()];
}

/**
 * Merges lines into complete plans. A choice that occurs only after a hit leaves the misses in another line, but they
 * belong to its odds. If an option is barred in some games, its plan covers the others.
 */
function completePlans(lines: readonly OddsLine[]): readonly OddsLine[] {
  const options = new Map<string, Set<string>>();
  const indexedLines = lines.map(({ choices, chances }) => ({ choices: choicesByAsk(choices), chances }));
  for (const { choices } of indexedLines)
    for (const [ask, { option }] of choices) options.set(ask, (options.get(ask) ?? new Set()).add(option));

  let plans: ReadonlyMap<string, string>[] = [new Map()];
  for (const [ask, ids] of options)
    plans = plans.flatMap((plan) => [...ids].map((choice) => new Map([...plan, [ask, choice]])));

  const merged = new Map<string, OddsLine>();
  for (const plan of plans) {
    const matching = indexedLines.filter(({ choices }) =>
      [...choices].every(([ask, { option }]) => plan.get(ask) === option),
    );
    // If this plan never reaches an ask, all its options give the same lines; one is enough.
    const choices = [...new Map(matching.flatMap((line) => [...line.choices])).values()];
    const key = lineKey(choices);
    if (matching.length > 0 && !merged.has(key)) merged.set(key, mergeLines(choices, matching));
  }
  return [...merged.values()];
}

/** Returns choices by ask; a repeated ask gets its own key. */
function choicesByAsk(choices: readonly RecordedChoice[]): ReadonlyMap<string, RecordedChoice> {
  const seen = new Map<string, RecordedChoice>();
  for (const choice of choices) {
    const { ask } = choice;
    let key = ask;
    for (let time = 2; seen.has(key); time++) key = `${ask} ${time}`;
    seen.set(key, choice);
  }
  return seen;
}

function mergeLines(choices: readonly RecordedChoice[], lines: readonly Pick<OddsLine, 'chances'>[]): OddsLine {
  const chances = new Map<string, number>();
  let sum = 0;
  for (const line of lines)
    for (const [outcome, chance] of line.chances) {
      chances.set(outcome, (chances.get(outcome) ?? 0) + chance);
      sum += chance;
    }
  for (const [outcome, chance] of chances) chances.set(outcome, chance / sum);
  return { choices, chances };
}
