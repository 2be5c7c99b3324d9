import { applyChange } from '../../encounter/change';
import {
  type Condition,
  type ConditionDefinition,
  type ConditionTable,
  hasCondition,
  type Until,
} from '../../encounter/condition';
import type { Effect } from '../../encounter/effect';
import type { Fighter, FighterId } from '../../encounter/state';
import type { Procedure } from '../../kernel/procedure';
import { expireConditions } from '../turns/duration';

/**
 * Adds a root condition, unless the fighter already has an equal one.
 * @param by the source, where it matters
 */
export function addCondition(
  of: FighterId,
  id: string,
  until: Until | null,
  data?: Condition['data'],
  by?: FighterId,
): Procedure<Effect | null> {
  const condition = data ? { id, until, data } : { id, until };
  return applyChange({ kind: 'condition-added', of, condition: by === undefined ? condition : { ...condition, by } });
}

/** Removes root conditions by id; implied ones stay. */
export function removeCondition(
  fighter: Fighter,
  id: string,
  matches: (condition: Condition) => boolean = () => true,
): Procedure<void> {
  return expireConditions([fighter], (condition) => condition.id === id && matches(condition));
}

/**
 * Returns root conditions sorted by key. A rewind restores a condition at the end of the list, but a replayed
 * question must list the same order.
 */
export const sortConditions = ({ conditions }: { readonly conditions: readonly Condition[] }): readonly Condition[] =>
  conditions.toSorted((a, b) => (a.key < b.key ? -1 : 1));

type Details = Partial<Omit<ConditionDefinition, 'tone' | 'icon'>>;
const rowFactory =
  (tone: ConditionDefinition['tone']) =>
  (icon: string, details: Details = {}): ConditionDefinition => ({ implies: [], tone, icon, ...details });

/** Row factories of a table of conditions, by tone. */
export const [harm, boon, neutral] = [rowFactory('harm'), rowFactory('boon'), rowFactory('neutral')];

type Bearer = Pick<Fighter, 'conditions'>;

/**
 * Returns lookups in a ruleset's table of conditions, typed by its ids.
 * @param effectiveOf the conditions that `is` considers, if the ruleset suppresses some
 */
export function conditionsOf<T extends ConditionTable, F extends Bearer = Bearer>(
  table: T,
  effectiveOf: (fighter: F) => readonly Condition[] = ({ conditions }) => conditions,
) {
  type Id = keyof T & string;
  return {
    /**
     * Returns true if a condition is active, as a root or implied; with `towards`, if it holds against that fighter.
     */
    is: (fighter: F, id: Id, towards?: FighterId): boolean =>
      fighter.conditions.length > 0 && hasCondition(table, effectiveOf(fighter), id, towards),
    isConditionId: (id: string): id is Id => Object.hasOwn(table, id),
    rootsOf: ({ conditions }: Bearer, id: Id): readonly Condition[] =>
      conditions.filter((condition) => condition.id === id),
  };
}
