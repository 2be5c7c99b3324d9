import type { ApplyAsk, Ask, DiceAsk, Facts } from '../ask';
import { defined } from '../defined';
import { distributionOf } from '../dice';
import { assumesFirstPlace, discardsEarlierDice, type Procedure, readerOf } from '../procedure';
import type { Table } from '../table';

/** The chances of each outcome after one line of choices: people's choices stand side by side, they are never averaged. */
export interface OddsLine {
  /** The choices that lead here, in the order made. */
  readonly choices: readonly RecordedChoice[];
  /** Outcome to chance; the chances sum to one. */
  readonly chances: ReadonlyMap<string, number>;
}

/** One choice somebody made: at which ask, and the option or the amount taken. */
export interface RecordedChoice {
  readonly ask: string;
  readonly option: string;
  /** What the question told. */
  readonly facts?: Facts;
}

/** An exact distribution cannot be had: too many leaves, or an answer nobody can list. The caller may fall back on simulation. */
export class LeafBudgetError extends Error {
  override readonly name = 'LeafBudgetError';
}

interface WeightedAnswer {
  readonly value: unknown;
  readonly chance: number;
  /** The choices of people in it. */
  readonly choices?: readonly RecordedChoice[];
  /** Of a total: equal for totals the rest makes the same of. */
  readonly equivalent?: unknown;
}

interface Branch {
  readonly answers: readonly WeightedAnswer[];
  taken: number;
  /** Where no earlier die counts any more: what has come to pass by then, as text. */
  readonly closes: string | null;
  /** What follows the answer that is taken, while it is followed. */
  follows: Ending[] | null;
}

/** One way on from where no earlier die counts any more, with its chance from there. */
interface Ending {
  readonly choices: readonly RecordedChoice[];
  readonly outcome: string;
  readonly chance: number;
}

/** A place on the way to a leaf from which its ending is noted: the chance to come there, and how many choices were made before. */
interface Recorder {
  readonly follows: Ending[];
  readonly chance: number;
  readonly made: number;
}

/**
 * Follows every answer of a procedure and weighs it; of totals that come to the same, one stands for all. A generator cannot be
 * forked, so each leaf runs it anew along the answers taken; the table is brought back by undoing what the leaf did. Where a procedure says that no earlier die counts any more, games that
 * have come to the same are followed once, and not even come to again. Offers pass.
 * @param start begins the procedure afresh
 * @param outcomeOf names what is counted, at the end of a leaf and before it is undone
 * @throws LeafBudgetError beyond `budget` leaves, or where words are asked for, or a place that is not simply kept
 */
export function odds<T>(
  start: () => Procedure<T>,
  table: Table,
  outcomeOf: (outcome: T) => string,
  budget = 50_000,
): readonly OddsLine[] {
  const lines = new Map<string, { choices: readonly RecordedChoice[]; chances: Map<string, number> }>();
  const path: Branch[] = [];
  const known = new Map<string, readonly Ending[]>();
  let leaves = 0;

  /** Adds up an ending, and notes it for games that come to the same. */
  function note({ choices, outcome, chance }: Ending, noted: readonly Recorder[]): void {
    const key = lineKey(choices);
    let line = lines.get(key);
    if (!line) {
      line = { choices, chances: new Map() };
      lines.set(key, line);
    }
    line.chances.set(outcome, (line.chances.get(outcome) ?? 0) + chance);
    for (const there of noted)
      there.follows.push({ choices: choices.slice(there.made), outcome, chance: chance / there.chance });
  }

  /** What follows an answer after which no earlier die counts, if games that came to the same have been followed to their ends. */
  function endingsOf(closes: string, answer: WeightedAnswer, noted: readonly Recorder[]): readonly Ending[] | null {
    const found = known.get(mergeKey(closes, answer));
    // What is still being followed has no end yet.
    return found && !noted.some(({ follows }) => follows === found) ? found : null;
  }

  /** Adds up endings after what was chosen on the way to them. */
  function goOn(
    endings: readonly Ending[],
    choices: readonly RecordedChoice[],
    chance: number,
    noted: readonly Recorder[],
  ): void {
    for (const ending of endings)
      note({ ...ending, choices: [...choices, ...ending.choices], chance: chance * ending.chance }, noted);
  }

  do {
    if (++leaves > budget) throw new LeafBudgetError(`more than ${budget} leaves`);
    const done: unknown[] = [];
    const choices: RecordedChoice[] = [];
    let chance = 1;
    let depth = 0;
    const noted: Recorder[] = [];
    let endings: readonly Ending[] = NONE;
    const follow: Follow = (ask, read, isClosing, stays) => {
      if (ask.kind === 'apply') {
        const effect = table.apply(ask.change);
        if (effect !== null) done.push(effect);
        return effect;
      }
      if (stays && ask.kind === 'place') return ask.places[0];
      if (depth === path.length) {
        const answers = ask.kind === 'dice' ? totalsOf(ask, read) : answersTo(ask, budget);
        const closes =
          isClosing && ask.kind === 'dice' ? JSON.stringify([ask.id, ask.by, lineKey(choices), done]) : null;
        // What has been followed to its end before need not be come to again.
        const open =
          closes === null
            ? answers
            : answers.filter((answer) => {
                const endings = endingsOf(closes, answer, noted);
                if (endings) goOn(endings, choices, chance * answer.chance, noted);
                return endings === null;
              });
        if (open.length === 0) return STOP;
        path.push({ answers: open, taken: 0, closes, follows: null });
      }
      const branch = defined(path[depth++], 'a branch at each ask');
      const answer = defined(branch.answers[branch.taken], 'an answer on each branch');
      chance *= answer.chance;
      if (answer.choices) choices.push(...answer.choices);
      if (branch.closes !== null) {
        if (!branch.follows) {
          const found = endingsOf(branch.closes, answer, noted);
          if (found) {
            endings = found;
            return STOP;
          }
          branch.follows = [];
          const key = mergeKey(branch.closes, answer);
          if (!known.has(key)) known.set(key, branch.follows);
        }
        noted.push({ follows: branch.follows, chance, made: choices.length });
      }
      return answer.value;
    };
    try {
      const outcome = runWith(start(), follow);
      if (outcome !== STOP) endings = [{ choices: [], outcome: outcomeOf(outcome), chance: 1 }];
      goOn(endings, choices, chance, noted);
    } finally {
      for (let i = done.length - 1; i >= 0; i--) table.undo(done[i]);
    }
  } while (nextLeaf(path));
  return [...lines.values()];
}

/** Ends a leaf early: all that follows has been added up before. */
const STOP = Symbol('stop');

type Read = (answer: unknown) => unknown;
type Follow = (ask: Ask, read: Read | null, isClosing: boolean, stays: boolean) => unknown;

/** Runs a procedure with the answers of `follow`. Returns its outcome, or STOP. */
function runWith<T>(procedure: Procedure<T>, follow: Follow): T | typeof STOP {
  let step = procedure.next();
  while (!step.done) {
    const answer = follow(step.value, readerOf(step), discardsEarlierDice(step), assumesFirstPlace(step));
    if (answer === STOP) return STOP;
    step = procedure.next(answer);
  }
  return step.value;
}

const NONE: readonly Ending[] = [];

const mergeKey = (closes: string, { value, equivalent = value }: WeightedAnswer): string =>
  `${closes} ${JSON.stringify(equivalent)}`;

/** Names a line: the same choices in the same order. */
export const lineKey = (choices: readonly RecordedChoice[]): string =>
  choices.length === 0 ? '' : choices.map(({ ask, option }) => `${ask}:${option}`).join('/');

/** Every total with its chance; of those that are read alike the first, with the chance of all. */
function totalsOf({ dice }: DiceAsk, read: ((answer: unknown) => unknown) | null): readonly WeightedAnswer[] {
  const totals = distributionOf(dice);
  if (read === null) return totals.map(({ total, chance }) => ({ value: total, chance }));
  const alike = new Map<unknown, { readonly value: number; chance: number; readonly equivalent: unknown }>();
  for (const { total, chance } of totals) {
    const equivalent = comparable(read(total));
    const first = alike.get(equivalent);
    if (first) first.chance += chance;
    else alike.set(equivalent, { value: total, chance, equivalent });
  }
  return [...alike.values()];
}

/** Something equal for what is equal: the value itself, or of an object its JSON. */
const comparable = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? `json ${JSON.stringify(value)}` : value;

/** Every answer with its weight: of dice each total once, of people each option beside the others, unweighted. */
function answersTo(ask: Exclude<Ask, ApplyAsk>, budget: number): readonly WeightedAnswer[] {
  switch (ask.kind) {
    case 'dice':
      return distributionOf(ask.dice).map(({ total, chance }) => ({ value: total, chance }));
    case 'choice': {
      const open = ask.options.filter(({ whyNot }) => whyNot.length === 0);
      if (open.length === 0) throw new Error(`choice ${ask.id} has no option that may be taken`);
      const told = ask.facts && { facts: ask.facts };
      return open.map(({ id }) => ({ value: id, chance: 1, choices: [{ ask: ask.id, option: id, ...told }] }));
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
      // Six dice at once have more answers than there is room for.
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
      return SILENT;
    case 'text':
    case 'place':
      throw new LeafBudgetError(`nobody can list the answers to ${ask.id}`);
  }
}

const PASSED: readonly WeightedAnswer[] = [{ value: [], chance: 1 }];
const SILENT: readonly WeightedAnswer[] = [{ value: undefined, chance: 1 }];

/** Turns the last branch that still has an answer left, forgetting those below it; false when all have been followed. */
function nextLeaf(path: Branch[]): boolean {
  for (;;) {
    const last = path.at(-1);
    if (!last) return false;
    last.follows = null;
    if (++last.taken < last.answers.length) return true;
    path.pop();
  }
}
