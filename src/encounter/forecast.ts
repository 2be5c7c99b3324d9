import type { Ask } from '../kernel/ask';
import { defined } from '../kernel/defined';
import { LeafBudgetError, lineKey, type OddsLine, odds, type RecordedChoice } from '../kernel/drivers/odds';
import { type Policy, simulate } from '../kernel/drivers/simulate';
import type { Procedure } from '../kernel/procedure';
import { seededDie } from '../kernel/rng';
import type { Table } from '../kernel/table';
import { type Change, resolveChange } from './change';
import type { Command } from './command';
import { applyEffect, type Effect, invertEffect } from './effect';
import type { Ruleset } from './ruleset';
import type { Encounter, Fighter } from './state';
import { countingIds } from './table';

/** What a command would come to. Choices of people stand side by side and are never averaged; offers pass. */
export interface Forecast {
  /** One line for each way people may choose; the chances of each sum to one. */
  readonly lines: readonly OddsLine[];
  /** Whether every throw was followed; else the chances are those of played games, and a reader is told so with "≈". */
  readonly exact: boolean;
}

/** What a forecast looks at. */
export interface ForecastQuestion<E extends Encounter> {
  /** Names what is counted, once a game is over and before it is undone. */
  outcome(after: E, effects: readonly Effect[]): string;
  /** Whether this effect settles the outcome, so that the rest need not be played. */
  settles?(effect: Effect): boolean;
}

const LEAF_BUDGET = 50_000;
/** Played where a distribution cannot be had; the third digit of a percentage is then luck. */
const GAMES = 20_000;
const SEED = 1;

/** Follows a command to its end in every way it can go, on a copy; the encounter handed in is not touched. */
export function forecast<E extends Encounter>(
  { play }: Pick<Ruleset<E>, 'play'>,
  encounter: E,
  command: Command,
  { outcome, settles }: ForecastQuestion<E>,
  budget = LEAF_BUDGET,
): Forecast {
  const copy = cloneEncounter(encounter);
  const effects: Effect[] = [];
  const table = scratchTable(copy, effects);
  const start = () => (settles ? new UntilSettled(play(copy, command), settles) : play(copy, command));
  const outcomeOf = () => outcome(copy, effects);
  try {
    return { lines: completePlans(odds(start, table, outcomeOf, budget)), exact: true };
  } catch (error) {
    if (!(error instanceof LeafBudgetError)) throw error;
    return { lines: completePlans(simulateGames(start, table, outcomeOf, effects)), exact: false };
  }
}

/** The encounter with everything in it that an effect may change made anew; statistics never change and are shared. */
export function cloneEncounter<E extends Encounter>(encounter: E): E {
  const fighters = Object.fromEntries(
    Object.entries(encounter.fighters).map(([id, fighter]): [string, Fighter] => [
      id,
      {
        ...fighter,
        pools: Object.fromEntries(Object.entries(fighter.pools).map(([key, pool]) => [key, { ...pool }])),
        conditions: [...fighter.conditions],
        state: { ...fighter.state },
        items: fighter.items.map((item) => ({ ...item })),
      },
    ]),
  );
  return { ...encounter, fighters };
}

/** A table that keeps no more than what one game has done so far. */
function scratchTable(encounter: Encounter, effects: Effect[]): Table {
  const newId = countingIds('forecast-');
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

/** The procedure as far as to the effect that settles what is asked. No generator of its own: it stands in the way of every ask. */
class UntilSettled implements Generator<Ask, unknown, unknown> {
  private last: Ask | null = null;

  constructor(
    private readonly procedure: Procedure<unknown>,
    private readonly settles: (effect: Effect) => boolean,
  ) {}

  [Symbol.iterator](): this {
    return this;
  }

  next(answer?: unknown): IteratorResult<Ask, unknown> {
    if (answer && this.last?.kind === 'apply' && this.settles(answer as Effect)) return this.return(undefined);
    const step = this.procedure.next(answer);
    this.last = step.done ? null : step.value;
    return step;
  }

  return(value: unknown): IteratorResult<Ask, unknown> {
    this.last = null;
    return { done: true, value };
  }

  throw(error: unknown): never {
    throw error;
  }
}

/**
 * Plays games. Each choice is thrown for, so that every line is seen, and a game counts for as many as there were options: thus a line
 * weighs what it would weigh had it been chosen each time.
 */
function simulateGames(
  start: () => Procedure<unknown>,
  table: Table,
  outcomeOf: () => string,
  effects: readonly Effect[],
): readonly OddsLine[] {
  const die = seededDie(SEED);
  const lines = new Map<string, { choices: readonly RecordedChoice[]; chances: Map<string, number> }>();
  let choices: RecordedChoice[] = [];
  let weight = 1;
  const choosing: Policy = ({ id, options, facts }) => {
    const open = options.filter(({ whyNot }) => whyNot.length === 0);
    if (open.length === 0) throw new Error(`choice ${id} has no option that may be taken`);
    const taken = defined(open[die(open.length) - 1], 'an option for each face');
    choices.push({ ask: id, option: taken.id, ...(facts && { facts }) });
    weight *= open.length;
    return taken.id;
  };
  for (let count = 0; count < GAMES; count++) {
    choices = [];
    weight = 1;
    simulate(start(), table, die, choosing);
    const key = lineKey(choices);
    const line = lines.get(key) ?? { choices, chances: new Map<string, number>() };
    lines.set(key, line);
    const outcome = outcomeOf();
    line.chances.set(outcome, (line.chances.get(outcome) ?? 0) + weight / GAMES);
    while (effects.length > 0) table.undo(effects.at(-1));
  }
  return [...lines.values()];
}

/**
 * Makes whole plans of lines. A choice that comes up only after a hit leaves the misses in a line of their own; whoever asks what
 * parrying is worth wants them counted in. Where an option is barred in part of the games, its plan speaks of the others.
 */
function completePlans(lines: readonly OddsLine[]): readonly OddsLine[] {
  const options = new Map<string, Set<string>>();
  const named = lines.map(({ choices, chances }) => ({ choices: numbered(choices), chances }));
  for (const { choices } of named)
    for (const [ask, { option }] of choices) options.set(ask, (options.get(ask) ?? new Set()).add(option));

  let plans: ReadonlyMap<string, string>[] = [new Map()];
  for (const [ask, taken] of options)
    plans = plans.flatMap((plan) => [...taken].map((choice) => new Map([...plan, [ask, choice]])));

  const whole = new Map<string, OddsLine>();
  for (const plan of plans) {
    const fitting = named.filter(({ choices }) => [...choices].every(([ask, { option }]) => plan.get(ask) === option));
    // Of an ask that this plan never comes to, every option leads to the same lines: one of them is enough.
    const choices = [...new Map(fitting.flatMap((line) => [...line.choices])).values()];
    const key = lineKey(choices);
    if (fitting.length > 0 && !whole.has(key)) whole.set(key, mergeLines(choices, fitting));
  }
  return [...whole.values()];
}

/** Choices by their ask; one asked a second time is another. */
function numbered(choices: readonly RecordedChoice[]): ReadonlyMap<string, RecordedChoice> {
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
