import { deepEqual } from '../kernel/deep-equal';
import type { Json } from '../kernel/json';
import { lookup } from '../kernel/lookup';
import type { Procedure } from '../kernel/procedure';
import type { Condition, Until } from './condition';
import { type Effect, type LogFacts, type Outcome, quantityOf, type SentenceTraits } from './effect';
import type { Reserve } from './reserve';
import { onSceneOf } from './scenes';
import type { Clock, Encounter, FighterId, Place } from './state';
import { fighterOf, hasDeparted, poolOf } from './state';

/** A requested change. {@link resolveChange} clamps it against the current state. */
export type Change =
  | { readonly kind: 'pool'; readonly of: FighterId; readonly pool: string; readonly by: number }
  | {
      readonly kind: 'condition-added';
      readonly of: FighterId;
      readonly condition: NewCondition;
      /** Set if an equal one is another, see `ConditionDefinition.several`; else equal ones are one state. */
      readonly several?: true;
    }
  | { readonly kind: 'condition-removed'; readonly of: FighterId; readonly key: string }
  | { readonly kind: 'state'; readonly of: FighterId; readonly key: string; readonly to: Json }
  | { readonly kind: 'item'; readonly of: FighterId; readonly item: string; readonly key: string; readonly to: Json }
  | {
      readonly kind: 'item-transferred';
      readonly of: FighterId;
      readonly item: string;
      readonly to: FighterId;
      /** So many of a stack; all by default. */
      readonly count?: number;
    }
  | { readonly kind: 'move'; readonly of: FighterId; readonly to: Place | null; readonly by: readonly Place[] }
  | { readonly kind: 'clock'; readonly to: Clock }
  | { readonly kind: 'departure'; readonly of: FighterId }
  | { readonly kind: 'arrival'; readonly reserve: Reserve }
  | Extract<Effect, { kind: 'log' | 'outcome' }>;

export interface NewCondition extends Omit<Condition, 'key' | 'until'> {
  readonly until?: Until | null;
}

/** Returns the effect that applies, or null if nothing would change. */
export function resolveChange(encounter: Encounter, change: Change, newId: () => string): Effect | null {
  if (encounter.departed && concernsDeparted(encounter, change)) return null;
  switch (change.kind) {
    case 'pool': {
      const pool = poolOf(fighterOf(encounter, change.of), change.pool);
      // A value above the maximum (after a manual edit, or if the maximum fell) may fall or stay, never rise.
      const ceiling = Math.max(pool.max, pool.value);
      const by = Math.min(ceiling, Math.max(0, pool.value + change.by)) - pool.value;
      if (by === change.by) return by === 0 ? null : change;
      return by === 0 ? null : { kind: 'pool', of: change.of, pool: change.pool, by };
    }
    case 'condition-added': {
      const { of } = change;
      const condition = withoutEmptyData(change.condition);
      const until = condition.until ?? null;
      const { conditions } = fighterOf(encounter, of);
      if (!change.several && conditions.some((other) => isSameCondition(other, condition, until))) return null;
      return { kind: 'condition-added', of, condition: createCondition(condition, until, newId()) };
    }
    case 'condition-removed': {
      const { of } = change;
      const { conditions } = fighterOf(encounter, of);
      const index = conditions.findIndex(({ key }) => key === change.key);
      const condition = conditions[index];
      if (!condition) return null;
      // Some rules use the first matching condition, so undo must restore the order.
      return index === conditions.length - 1
        ? { kind: 'condition-removed', of, condition }
        : { kind: 'condition-removed', of, condition, index };
    }
    case 'state': {
      const from = lookup(fighterOf(encounter, change.of).state, change.key) ?? null;
      return deepEqual(from, change.to) ? null : { ...change, from };
    }
    case 'item': {
      const item = fighterOf(encounter, change.of).items.find(({ id }) => id === change.item);
      if (!item) return null;
      const from = lookup(item as unknown as Record<string, Json>, change.key) ?? null;
      return deepEqual(from, change.to) ? null : { ...change, from };
    }
    case 'item-transferred': {
      const { items } = fighterOf(encounter, change.of);
      const index = items.findIndex(({ id }) => id === change.item);
      const item = items[index];
      if (!item) return null;
      const { count, ...transfer } = change;
      const isSplit = count !== undefined && count < quantityOf(item);
      // Some of a stack may lie on the ground, and the rest not.
      if (change.of === change.to && !isSplit) return null;
      // Tokens of one actor share item ids, so a transferred item needs a new one.
      const newIndex = fighterOf(encounter, change.to).items.length;
      return { ...transfer, index, newItem: newId(), newIndex, ...(isSplit && { count }) };
    }
    case 'move': {
      const { place: from } = fighterOf(encounter, change.of);
      return { ...change, to: change.to && onSceneOf(from, change.to), from };
    }
    case 'clock':
      return { ...change, from: encounter.clock };
    case 'departure':
    case 'arrival':
    case 'log':
    case 'outcome':
      return change;
  }
}

/** Nothing happens any more to those who have left. */
const concernsDeparted = (encounter: Encounter, change: Change): boolean =>
  change.kind !== 'log' &&
  change.kind !== 'outcome' &&
  (('of' in change && hasDeparted(encounter, change.of)) ||
    (change.kind === 'item-transferred' && hasDeparted(encounter, change.to)));

/** An empty `data` object is omitted, as documents do; otherwise the duplicate check would fail. */
function withoutEmptyData(condition: NewCondition): NewCondition {
  const { data, ...bare } = condition;
  return data !== undefined && Object.keys(data).length === 0 ? bare : condition;
}

/** Written out because an object spread would dominate the time of a simulation. */
function createCondition({ id, by, towards, data }: NewCondition, until: Until | null, key: string): Condition {
  if (by === undefined && towards === undefined && data === undefined) return { id, until, key };
  return { id, until, key, ...(by !== undefined && { by }), ...(towards && { towards }), ...(data && { data }) };
}

/** Returns true if id, end, source and data are equal. */
function isSameCondition(a: Condition, b: NewCondition, until: Until | null): boolean {
  return (
    a.id === b.id &&
    a.by === b.by &&
    a.until?.at === until?.at &&
    a.until?.n === until?.n &&
    a.until?.of === until?.of &&
    deepEqual(a.towards, b.towards) &&
    deepEqual(a.data, b.data)
  );
}

export function* applyChange(change: Change): Procedure<Effect | null> {
  return (yield { kind: 'apply', change }) as Effect | null;
}

/** Writes a line on the card. */
export function log(
  id: string,
  facts: LogFacts = {},
  of?: FighterId,
  traits?: SentenceTraits,
): Procedure<Effect | null> {
  return applyChange({ kind: 'log', id, facts, ...(of !== undefined && { of }), ...traits });
}

/** Records the result of an attempt; the card shows its line. */
export function recordOutcome(outcome: Outcome, of?: FighterId, traits?: SentenceTraits): Procedure<Effect | null> {
  return applyChange({ kind: 'outcome', outcome, ...(of !== undefined && { of }), ...traits });
}

/** Adds to a pool and returns the points that really moved, with their sign. */
export function* adjustPool(of: FighterId, pool: string, by: number): Procedure<number> {
  const effect = yield* applyChange({ kind: 'pool', of, pool, by });
  return effect?.kind === 'pool' ? effect.by : 0;
}
