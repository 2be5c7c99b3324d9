import type { ApplyAsk, Ask, DiceAsk, Facts } from '../ask';
import { defined } from '../defined';
import { type Chance, distributionOf } from '../dice';
import type { Procedure } from '../procedure';
import type { WorkingCopy } from '../table';

/** The chances of each outcome for one sequence of choices. Choices are listed separately, never averaged. */
export interface OddsLine {
  readonly choices: readonly RecordedChoice[];
  /** Chances by outcome; they sum to 1. */
  readonly chances: ReadonlyMap<string, number>;
}

export interface RecordedChoice {
  readonly ask: string;
  readonly option: string;
  readonly facts?: Facts;
}

/** No exact distribution: too many leaves, or an answer that cannot be enumerated. The caller may simulate instead. */
export class LeafBudgetError extends Error {
  override readonly name = 'LeafBudgetError';
}

interface WeightedAnswer {
  readonly value: unknown;
  readonly chance: number;
  readonly choices?: readonly RecordedChoice[];
  /** For a total: equal if the procedure reads both totals alike. */
  readonly equivalent?: unknown;
}

interface Branch {
  readonly answers: readonly WeightedAnswer[];
  index: number;
  /** State key at a point where earlier dice no longer count; null elsewhere. */
  readonly stateKey: string | null;
  /** Endings below the current answer, while it is explored. */
  endings: Ending[] | null;
}

/** An outcome below such a point, with its chance from there. */
interface Ending {
  readonly choices: readonly RecordedChoice[];
  readonly outcome: string;
  readonly chance: number;
}

/** A point on the current path that collects endings: the chance to reach it and the number of choices before it. */
interface Recorder {
  readonly endings: Ending[];
  readonly chance: number;
  readonly choiceCount: number;
}

/**
 * Explores every answer of a procedure and returns the weighted outcomes.
 * A generator cannot be forked: each leaf restarts it and replays the path; afterwards the effects are undone. Totals
 * that are read alike are merged, and so are branches with identical state where earlier dice no longer count. Offers
 * pass.
 * @param outcomeOf called at the end of a leaf, before its effects are undone
 * @throws LeafBudgetError beyond `budget` leaves, for dice with too many totals, or if a text or a place must be chosen
 */
export function odds<T>(
  start: () => Procedure<T>,
  table: WorkingCopy,
  outcomeOf: (outcome: T) => string,
  budget = 50_000,
): readonly OddsLine[] {
  const lines = new Map<string, { choices: readonly RecordedChoice[]; chances: Map<string, number> }>();
  const path: Branch[] = [];
  const explored = new Map<string, readonly Ending[]>();
  let leaves = 0;

  /** Adds an ending to its line and to every open recorder. */
  function recordEnding({ choices, outcome, chance }: Ending, recorders: readonly Recorder[]): void {
    const key = lineKey(choices);
    let line = lines.get(key);
    if (!line) {
      line = { choices, chances: new Map() };
      lines.set(key, line);
    }
    line.chances.set(outcome, (line.chances.get(outcome) ?? 0) + chance);
    for (const recorder of recorders)
      recorder.endings.push({
        choices: choices.slice(recorder.choiceCount),
        outcome,
        chance: chance / recorder.chance,
      });
  }

  /** Returns the endings of an identical state that is fully explored, or null. */
  function endingsOf(
    stateKey: string,
    answer: WeightedAnswer,
    recorders: readonly Recorder[],
  ): readonly Ending[] | null {
    const found = explored.get(mergeKey(stateKey, answer));
    // A list that is still being collected is incomplete.
    return found && !recorders.some(({ endings }) => endings === found) ? found : null;
  }

  function addEndings(
    endings: readonly Ending[],
    choices: readonly RecordedChoice[],
    chance: number,
    recorders: readonly Recorder[],
  ): void {
    for (const ending of endings)
      recordEnding({ ...ending, choices: [...choices, ...ending.choices], chance: chance * ending.chance }, recorders);
  }

  do {
    if (++leaves > budget) throw new LeafBudgetError(`more than ${budget} leaves`);
    const effects: unknown[] = [];
    const choices: RecordedChoice[] = [];
    let chance = 1;
    let depth = 0;
    const recorders: Recorder[] = [];
    let endings: readonly Ending[] = NO_ENDINGS;
    const follow = (ask: Ask): unknown => {
      if (ask.kind === 'apply') {
        const effect = table.apply(ask.change);
        if (effect !== null) effects.push(effect);
        return effect;
      }
      if (ask.kind === 'place' && ask.hints?.mayStay) return ask.places[0];
      if (depth === path.length) {
        const answers = answersTo(ask, budget);
        const stateKey =
          ask.kind === 'dice' && ask.hints?.forgets
            ? JSON.stringify([ask.id, ask.by, lineKey(choices), effects])
            : null;
        // Skips states that are fully explored.
        const open =
          stateKey === null
            ? answers
            : answers.filter((answer) => {
                const endings = endingsOf(stateKey, answer, recorders);
                if (endings) addEndings(endings, choices, chance * answer.chance, recorders);
                return endings === null;
              });
        if (open.length === 0) return STOP;
        path.push({ answers: open, index: 0, stateKey, endings: null });
      }
      const branch = defined(path[depth++], 'a branch at each ask');
      const answer = defined(branch.answers[branch.index], 'an answer on each branch');
      chance *= answer.chance;
      if (answer.choices) choices.push(...answer.choices);
      if (branch.stateKey !== null) {
        if (!branch.endings) {
          const found = endingsOf(branch.stateKey, answer, recorders);
          if (found) {
            endings = found;
            return STOP;
          }
          branch.endings = [];
          const key = mergeKey(branch.stateKey, answer);
          if (!explored.has(key)) explored.set(key, branch.endings);
        }
        recorders.push({ endings: branch.endings, chance, choiceCount: choices.length });
      }
      return answer.value;
    };
    try {
      const outcome = runWith(start(), follow);
      if (outcome !== STOP) endings = [{ choices: [], outcome: outcomeOf(outcome), chance: 1 }];
      addEndings(endings, choices, chance, recorders);
    } finally {
      for (let i = effects.length - 1; i >= 0; i--) table.undo(effects[i]);
    }
  } while (nextLeaf(path));
  return [...lines.values()];
}

/** Ends a leaf early: its endings have been added. */
const STOP = Symbol('stop');

function runWith<T>(procedure: Procedure<T>, follow: (ask: Ask) => unknown): T | typeof STOP {
  let step = procedure.next();
  while (!step.done) {
    const answer = follow(step.value);
    if (answer === STOP) return STOP;
    step = procedure.next(answer);
  }
  return step.value;
}

const NO_ENDINGS: readonly Ending[] = [];

const mergeKey = (stateKey: string, { value, equivalent = value }: WeightedAnswer): string =>
  `${stateKey} ${JSON.stringify(equivalent)}`;

export const lineKey = (choices: readonly RecordedChoice[]): string =>
  choices.length === 0 ? '' : choices.map(({ ask, option }) => `${ask}:${option}`).join('/');

/** The most additions for the totals of one roll: a user may write 99d999 on a weapon. */
const MOST_ADDITIONS = 1_000_000;

function distributionWithin({ dice }: DiceAsk): readonly Chance[] {
  const { count, sides } = dice;
  if ((count * sides) ** 2 / 2 > MOST_ADDITIONS) throw new LeafBudgetError(`too many totals of ${count}d${sides}`);
  return distributionOf(dice);
}

/** Returns every total with its chance, merging those that are read alike. */
function totalsOf(ask: DiceAsk): readonly WeightedAnswer[] {
  const totals = distributionWithin(ask);
  const read = ask.hints?.read;
  if (!read) return totals.map(({ total, chance }) => ({ value: total, chance }));
  const merged = new Map<unknown, { readonly value: number; chance: number; readonly equivalent: unknown }>();
  for (const { total, chance } of totals) {
    const equivalent = toMapKey(read(total));
    const first = merged.get(equivalent);
    if (first) first.chance += chance;
    else merged.set(equivalent, { value: total, chance, equivalent });
  }
  return [...merged.values()];
}

/** Returns a value that can serve as a map key: objects become JSON. */
const toMapKey = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? `json ${JSON.stringify(value)}` : value;

/** Returns every answer with its weight. Options of a choice are listed unweighted. */
function answersTo(ask: Exclude<Ask, ApplyAsk>, budget: number): readonly WeightedAnswer[] {
  switch (ask.kind) {
    case 'dice':
      return totalsOf(ask);
    case 'choice': {
      const open = ask.options.filter(({ whyNot }) => whyNot.length === 0);
      if (open.length === 0) throw new Error(`choice ${ask.id} has no option that may be taken`);
      const facts = ask.facts && { facts: ask.facts };
      return open.map(({ id }) => ({ value: id, chance: 1, choices: [{ ask: ask.id, option: id, ...facts }] }));
    }
    case 'amount':
      return Array.from({ length: ask.max - ask.min + 1 }, (_, at) => {
        const value = ask.min + at;
        return { value, chance: 1, choices: [{ ask: ask.id, option: String(value) }] };
      });
    case 'offer':
      return PASSED;
    case 'all': {
      const lists = ask.asks.map((part) => answersTo(part, budget));
      // The answers of six dice at once would not fit into memory.
      if (lists.reduce((product, { length }) => product * length, 1) > budget)
        throw new LeafBudgetError(`more than ${budget} answers to ${ask.id}`);
      return lists.reduce<readonly WeightedAnswer[]>(
        (lists, answers) =>
          lists.flatMap(({ value, chance, choices = [] }) =>
            answers.map((next) => ({
              value: [...(value as unknown[]), next.value],
              chance: chance * next.chance,
              choices: [...choices, ...(next.choices ?? [])],
            })),
          ),
        PASSED,
      );
    }
    case 'section':
      return NO_ANSWER;
    case 'text':
    case 'place':
      throw new LeafBudgetError(`the answers to ${ask.id} cannot be enumerated`);
  }
}

const PASSED: readonly WeightedAnswer[] = [{ value: [], chance: 1 }];
const NO_ANSWER: readonly WeightedAnswer[] = [{ value: undefined, chance: 1 }];

/** Advances the deepest branch with an answer left and drops those below it. Returns false at the end. */
function nextLeaf(path: Branch[]): boolean {
  for (;;) {
    const last = path.at(-1);
    if (!last) return false;
    last.endings = null;
    if (++last.index < last.answers.length) return true;
    path.pop();
  }
}
