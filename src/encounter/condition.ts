import type { Json } from '../kernel/json';
import type { FighterId } from './fighter-id';

/**
 * When something ends, in the ruleset's own clock: at the named moment, and where the moments are counted, at the n-th
 * or any later one. Null: until something removes it.
 */
export interface Until {
  readonly at: string;
  readonly n?: number;
  /** The fighter whose moment it is, where moments are a fighter's own (a turn's end). */
  readonly of?: FighterId;
}

/** One root condition a fighter has. Implied ones are computed, never stored. */
export interface Condition {
  /** This instance's own id: two instances of one condition may end at different times. */
  readonly key: string;
  readonly id: string;
  readonly until: Until | null;
  /** Who brought it about. */
  readonly by?: FighterId;
  /** Against whom it holds, where it is no property of the fighter alone. */
  readonly towards?: readonly FighterId[];
  readonly data?: Readonly<Record<string, Json | undefined>>;
}

/** A row of a ruleset's table of conditions. */
export interface ConditionDefinition {
  /** Daughters: each is there while this one is. */
  readonly implies: readonly string[];
  /** Whether the bearer would rather not have it; decides its color and the order of badges. */
  readonly tone: 'harm' | 'boon' | 'neutral';
  /** Path of the icon below the system's `icons/conditions/`, without ending. */
  readonly icon: string;
  /**
   * What whoever gives it by hand is asked: options of commands, and of one that names one of several among which. `source` is who
   * brings it about and `towards` against whom it holds; whatever else is said stands in its data.
   */
  readonly asks?: Readonly<Record<string, true | readonly string[]>>;
  /** The moment at which it ends where whoever gives it by hand says nothing else, by its name in the ruleset's clock. */
  readonly lasts?: string;
}

export type ConditionTable = Readonly<Record<string, ConditionDefinition>>;

/** An active condition and the root instances that bring it about. */
export interface ActiveCondition {
  readonly id: string;
  /** Instances of this very condition. */
  readonly roots: readonly Condition[];
  /** Ids of the active conditions that imply it. */
  readonly parents: readonly string[];
}

/** Everything active on a fighter: roots first in the order gained, then what they imply. Relational ones imply nothing. */
export function activeConditions(table: ConditionTable, conditions: readonly Condition[]): readonly ActiveCondition[] {
  const active = new Map<string, { id: string; roots: Condition[]; parents: string[] }>();
  const entry = (id: string) => {
    let found = active.get(id);
    if (!found) {
      found = { id, roots: [], parents: [] };
      active.set(id, found);
    }
    return found;
  };
  for (const condition of conditions) entry(condition.id).roots.push(condition);
  for (const parent of active.values()) {
    if (parent.roots.length > 0 && parent.roots.every(({ towards }) => towards)) continue;
    for (const id of table[parent.id]?.implies ?? []) {
      const daughter = entry(id);
      if (!daughter.parents.includes(parent.id)) daughter.parents.push(parent.id);
    }
  }
  return [...active.values()];
}

/** Whether a condition is active, as a root or implied; with `towards`, whether it holds against that fighter. */
export function hasCondition(
  table: ConditionTable,
  conditions: readonly Condition[],
  id: string,
  towards?: FighterId,
): boolean {
  for (const condition of conditions) {
    if (condition.towards && (towards === undefined || !condition.towards.includes(towards))) continue;
    if (condition.id === id || implies(table, condition.id, id)) return true;
  }
  return false;
}

function implies(table: ConditionTable, parent: string, id: string): boolean {
  const daughters = table[parent]?.implies;
  if (!daughters) return false;
  for (const daughter of daughters) if (daughter === id || implies(table, daughter, id)) return true;
  return false;
}
