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
import { GM, type Responder } from '../../kernel/ask';
import type { JsonObject } from '../../kernel/json';
import { choose, chooseOne, type Procedure } from '../../kernel/procedure';
import { expireConditions } from '../define/duration';

/**
 * Adds a root condition, beside those that the fighter has.
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

type Bearer = Pick<Fighter, 'conditions'>;

/**
 * What a question says of an instance, so that its button names it: with its source, or with the fighter it holds, and
 * with its number if others are of that condition.
 */
function describeInstance({ key, id, by, data }: Condition, among: readonly Condition[]): JsonObject {
  const other = by ?? data?.holds;
  const alike = among.filter((each) => each.id === id);
  return {
    condition: id,
    ...(alike.length > 1 && { nth: alike.findIndex((each) => each.key === key) + 1 }),
    // What is hidden is not named in a question that others read.
    ...(data?.name !== undefined && data.secret !== true && { name: String(data.name) }),
    ...(other !== undefined && { by: String(other) }),
  };
}

/**
 * Asks which of several instances is meant, oldest first; a single one is taken without asking. Asks again if the chosen
 * one is gone; returns undefined if all are.
 */
export function* chooseInstance(
  ask: string,
  by: Responder,
  fighter: Bearer,
  matches: (condition: Condition) => boolean,
): Procedure<Condition | undefined> {
  const those = () => fighter.conditions.filter(matches);
  for (let several = those(); several.length > 0; several = those()) {
    const chosen = yield* chooseOne(ask, by, keysOf(several), { instances: instanceFactsOf(several) });
    const found = fighter.conditions.find(({ key }) => key === chosen);
    if (found) return found;
  }
  return undefined;
}

/** As {@link chooseInstance}, asked of the GM about a fighter, with all of them as one more answer. */
export function* chooseInstances(
  ask: string,
  fighter: Pick<Fighter, 'id' | 'conditions'>,
  several: readonly Condition[],
): Procedure<readonly Condition[]> {
  if (several.length <= 1) return several;
  const facts = { at: fighter.id, instances: instanceFactsOf(several) };
  const chosen = yield* choose(ask, GM, [...keysOf(several), ALL], facts);
  return several.filter(({ key }) => chosen === ALL || key === chosen);
}
const ALL = 'all';

const keysOf = (conditions: readonly Condition[]): readonly string[] => conditions.map(({ key }) => key);

/** Returns the fact `instances` of a question whose options are the keys of conditions, for their labels. */
export const instanceFactsOf = (conditions: readonly Condition[]): JsonObject =>
  Object.fromEntries(conditions.map((each) => [each.key, describeInstance(each, conditions)]));

type Details = Partial<Omit<ConditionDefinition, 'tone' | 'icon'>>;
const rowFactory =
  (tone: ConditionDefinition['tone']) =>
  (icon: string, details: Details = {}): ConditionDefinition => ({ implies: [], tone, icon, ...details });

/** Row factories of a table of conditions, by tone. */
export const [harm, boon, neutral] = [rowFactory('harm'), rowFactory('boon'), rowFactory('neutral')];

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
