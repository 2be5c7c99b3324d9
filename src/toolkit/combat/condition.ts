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
 * Gives a fighter a root condition. Nothing happens where it has the very same one.
 * @param by who brought it about, where that matters
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

/** Takes away the root conditions of that id; what another condition implies stays. */
export function removeCondition(
  fighter: Fighter,
  id: string,
  which: (condition: Condition) => boolean = () => true,
): Procedure<void> {
  return expireConditions([fighter], (had) => had.id === id && which(had));
}

/**
 * A fighter's root conditions in one order, however they came: one that was taken off and put back by a rewind stands last, and a
 * question that lists them must be the same one when it is asked again.
 */
export const sortConditions = ({ conditions }: { readonly conditions: readonly Condition[] }): readonly Condition[] =>
  conditions.toSorted((a, b) => (a.key < b.key ? -1 : 1));

type Details = Partial<Omit<ConditionDefinition, 'tone' | 'icon'>>;
const toned =
  (tone: ConditionDefinition['tone']) =>
  (icon: string, details: Details = {}): ConditionDefinition => ({ implies: [], tone, icon, ...details });

/** Make the rows of a table of conditions, one function for each tone. */
export const [harm, boon, neutral] = [toned('harm'), toned('boon'), toned('neutral')];

type Bearer = Pick<Fighter, 'conditions'>;

/**
 * The lookups in a ruleset's table of conditions, typed by its ids.
 * @param effectiveOf the conditions that `is` looks at; all of the fighter's, unless the ruleset can suppress some
 */
export function conditionsOf<T extends ConditionTable, F extends Bearer = Bearer>(
  table: T,
  effectiveOf: (fighter: F) => readonly Condition[] = ({ conditions }) => conditions,
) {
  type Id = keyof T & string;
  return {
    /** Returns true if a condition is active, by itself or implied; with `towards`, if it holds against that fighter. */
    is: (fighter: F, id: Id, towards?: FighterId): boolean =>
      fighter.conditions.length > 0 && hasCondition(table, effectiveOf(fighter), id, towards),
    isConditionId: (id: string): id is Id => Object.hasOwn(table, id),
    /** The root instances of a condition. */
    rootsOf: ({ conditions }: Bearer, id: Id): readonly Condition[] =>
      conditions.filter((condition) => condition.id === id),
  };
}
