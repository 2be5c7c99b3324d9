import type { ChoiceAsk } from '../ask';
import { type Chance, distributionOf } from '../dice';
import type { Procedure } from '../procedure';
import type { Table } from '../table';

/** The chances of each outcome after one line of choices: people's choices stand side by side, they are never averaged. */
export interface Line {
  /** The choices that lead here, as `ask:option`, in the order made. */
  readonly choices: readonly string[];
  /** Outcome to chance; the chances sum to one. */
  readonly chances: ReadonlyMap<string, number>;
}

/** More leaves than the budget allowed; the caller may fall back on simulation. */
export class LeafBudgetError extends Error {
  override readonly name = 'LeafBudgetError';
}

interface Branch {
  readonly options: readonly { readonly value: number | string; readonly chance: number }[];
  readonly choice?: ChoiceAsk;
  taken: number;
}

/**
 * Follows every answer of a procedure and weighs it. A generator cannot be forked, so each leaf runs it anew along the answers
 * taken; the table is brought back by undoing what the leaf did.
 * @param start begins the procedure afresh
 * @param outcomeOf names what is counted, at the end of a leaf and before it is undone
 * @throws LeafBudgetError beyond `budget` leaves
 */
export function odds<T>(
  start: () => Procedure<T>,
  table: Table,
  outcomeOf: (outcome: T) => string,
  budget = 50_000,
): readonly Line[] {
  const lines = new Map<string, { choices: string[]; chances: Map<string, number> }>();
  const path: Branch[] = [];
  let leaves = 0;

  do {
    if (++leaves > budget) throw new LeafBudgetError(`more than ${budget} leaves`);
    const done: unknown[] = [];
    const procedure = start();
    let chance = 1;
    let depth = 0;
    let step = procedure.next();
    while (!step.done) {
      const ask = step.value;
      if (ask.kind === 'apply') {
        const effect = table.apply(ask.change);
        if (effect !== null) done.push(effect);
        step = procedure.next(effect);
        continue;
      }
      if (depth === path.length)
        path.push(
          ask.kind === 'dice'
            ? { options: distributionOf(ask.dice).map(byTotal), taken: 0 }
            : { options: ask.options.filter(({ whyNot }) => whyNot.length === 0).map(byId), choice: ask, taken: 0 },
        );
      const branch = path[depth++]!;
      const option = branch.options[branch.taken];
      if (!option) throw new Error(`choice ${ask.id} has no option that may be taken`);
      chance *= option.chance;
      step = procedure.next(option.value);
    }
    const choices = path.flatMap(({ choice, options, taken }) =>
      choice ? [`${choice.id}:${options[taken]!.value}`] : [],
    );
    const key = choices.join('/');
    let line = lines.get(key);
    if (!line) {
      line = { choices, chances: new Map() };
      lines.set(key, line);
    }
    const outcome = outcomeOf(step.value);
    line.chances.set(outcome, (line.chances.get(outcome) ?? 0) + chance);
    for (let i = done.length - 1; i >= 0; i--) table.undo(done[i]);
  } while (nextLeaf(path));
  return [...lines.values()];
}

const byTotal = ({ total, chance }: Chance) => ({ value: total, chance });
const byId = ({ id }: { id: string }) => ({ value: id, chance: 1 });

/** Turns the last branch that still has an answer left, forgetting those below it; false when all have been followed. */
function nextLeaf(path: Branch[]): boolean {
  for (;;) {
    const last = path.at(-1);
    if (!last) return false;
    if (++last.taken < last.options.length) return true;
    path.pop();
  }
}
