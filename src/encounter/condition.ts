import type { Json } from '../kernel/json';
import { lookup } from '../kernel/lookup';
import type { FighterId } from './fighter-id';

/**
 * The end of a condition on the ruleset's clock: at the moment `at`, for counted moments at the n-th or later. Null:
 * until it is removed.
 */
export interface Until {
  readonly at: string;
  readonly n?: number;
  /** The fighter whose moment it is, for moments such as a turn's end. */
  readonly of?: FighterId;
}

/** A root condition of a fighter. Implied ones are computed, never stored. */
export interface Condition {
  /** Id of this instance: two instances of one condition may end at different times. */
  readonly key: string;
  readonly id: string;
  readonly until: Until | null;
  /** The source. */
  readonly by?: FighterId;
  /** Set if it holds only against these fighters. */
  readonly towards?: readonly FighterId[];
  readonly data?: Readonly<Record<string, Json | undefined>>;
}

export type Tone = 'harm' | 'boon' | 'neutral';

/** A row of a ruleset's table of conditions. */
export interface ConditionDefinition {
  /** Conditions that are active while this one is. */
  readonly implies: readonly string[];
  /** Whether it is bad for its bearer; decides color and order of badges. */
  readonly tone: Tone;
  /** Path below the system's `icons/conditions/`, without extension. */
  readonly icon: string;
  /**
   * Command options that the GM sets when adding it manually; a list limits the values. `source` and `towards` set
   * those members, all others go to `data`.
   */
  readonly asks?: Readonly<Record<string, true | readonly string[]>>;
  /** The moment at which it ends by default when added manually. */
  readonly lasts?: string;
  /** Set if it belongs to the fight and ends with it, or when its bearer leaves. */
  readonly ofFight?: true;
  /** Set if its bearer is out of the fight; `by-gm` for the one that the GM's button gives. */
  readonly defeat?: 'out' | 'by-gm';
  /**
   * Set if each instance counts or ends by itself, so that an equal one is another: two jets of matter, two chains.
   * `sourceless`: only without a source, because what one fighter holds is held once.
   */
  readonly several?: true | 'sourceless';
  /** The condition of another fighter with which it comes and goes, so that a card names only that one. */
  readonly mirrors?: string;
  /** Set if its bearer is dead, so that users are asked before they act on it. */
  readonly corpse?: true;
}

export type ConditionTable = Readonly<Record<string, ConditionDefinition>>;

/** Returns the condition that the GM's button for a defeated fighter gives. */
export const defeatOf = (table: ConditionTable): string | undefined =>
  Object.keys(table).find((id) => lookup(table, id)?.defeat === 'by-gm');

/** An active condition with the roots that cause it. */
export interface ActiveCondition {
  readonly id: string;
  readonly roots: readonly Condition[];
  /** Active conditions that imply it. */
  readonly parents: readonly string[];
}

/**
 * Returns all active conditions: roots in the order added, then implied ones. A condition with `towards` implies
 * nothing.
 */
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
    for (const id of lookup(table, parent.id)?.implies ?? []) {
      const daughter = entry(id);
      if (!daughter.parents.includes(parent.id)) daughter.parents.push(parent.id);
    }
  }
  return [...active.values()];
}

/** Returns true if the condition is active, as a root or implied; with `towards`, if it holds against that fighter. */
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
  const daughters = lookup(table, parent)?.implies;
  if (!daughters) return false;
  for (const daughter of daughters) if (daughter === id || implies(table, daughter, id)) return true;
  return false;
}
