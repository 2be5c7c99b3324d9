import type { Json } from '../kernel/json';
import { Asking, type Procedure } from '../kernel/procedure';
import { same } from '../kernel/same';
import type { Condition, Until } from './condition';
import type { Effect, Outcome, SaidFacts } from './effect';
import type { Clock, Encounter, FighterId, Place } from './state';
import { fighterOf } from './state';

/** A wish of a rule. What can happen of it is settled on the living encounter and comes back as an Effect, or null. */
export type Change =
  | { readonly kind: 'pool'; readonly of: FighterId; readonly pool: string; readonly by: number }
  | { readonly kind: 'gain'; readonly of: FighterId; readonly condition: NewCondition }
  | { readonly kind: 'lose'; readonly of: FighterId; readonly key: string }
  | { readonly kind: 'book'; readonly of: FighterId; readonly key: string; readonly to: Json }
  | { readonly kind: 'item'; readonly of: FighterId; readonly item: string; readonly key: string; readonly to: Json }
  | { readonly kind: 'hand'; readonly of: FighterId; readonly item: string; readonly to: FighterId }
  | { readonly kind: 'move'; readonly of: FighterId; readonly to: Place | null; readonly by: readonly Place[] }
  | { readonly kind: 'clock'; readonly to: Clock }
  | { readonly kind: 'say'; readonly id: string; readonly of?: FighterId; readonly facts: SaidFacts }
  | { readonly kind: 'outcome'; readonly of?: FighterId; readonly outcome: Outcome };

export interface NewCondition extends Omit<Condition, 'key' | 'until'> {
  readonly until?: Until | null;
}

/** What really happens of a wish: clamped, given an id where something is created; null where nothing would change. */
export function settle(encounter: Encounter, change: Change, newId: () => string): Effect | null {
  switch (change.kind) {
    case 'pool': {
      const pool = fighterOf(encounter, change.of).pools[change.pool];
      if (!pool) throw new Error(`fighter ${change.of} has no pool ${change.pool}`);
      // A value above the maximum (a maximum that fell, a manual edit) may fall and stay, never rise.
      const ceiling = Math.max(pool.max, pool.value);
      const by = Math.min(ceiling, Math.max(0, pool.value + change.by)) - pool.value;
      if (by === change.by) return by === 0 ? null : change;
      return by === 0 ? null : { kind: 'pool', of: change.of, pool: change.pool, by };
    }
    case 'gain': {
      const { of } = change;
      const condition = withoutNothing(change.condition);
      const until = condition.until ?? null;
      const had = fighterOf(encounter, of).conditions;
      if (had.length > 0 && had.some((other) => sameCondition(other, condition, until))) return null;
      return { kind: 'gain', of, condition: named(condition, until, newId()) };
    }
    case 'lose': {
      const { of } = change;
      const { conditions } = fighterOf(encounter, of);
      const index = conditions.findIndex(({ key }) => key === change.key);
      const condition = conditions[index];
      if (!condition) return null;
      // Some rules take the first condition that fits, so undo restores the order.
      return index === conditions.length - 1 ? { kind: 'lose', of, condition } : { kind: 'lose', of, condition, index };
    }
    case 'book': {
      const from = fighterOf(encounter, change.of).book[change.key] ?? null;
      return same(from, change.to) ? null : { ...change, from };
    }
    case 'item': {
      const item = fighterOf(encounter, change.of).items.find(({ id }) => id === change.item);
      if (!item) return null;
      const from = (item as unknown as Record<string, Json>)[change.key] ?? null;
      return same(from, change.to) ? null : { ...change, from };
    }
    case 'hand': {
      const index = fighterOf(encounter, change.of).items.findIndex(({ id }) => id === change.item);
      if (index < 0 || change.of === change.to) return null;
      // Tokens of one actor have the same ids for their things: in another hand it gets one of its own.
      return { ...change, index, newItem: newId(), newIndex: fighterOf(encounter, change.to).items.length };
    }
    case 'move':
      return { ...change, from: fighterOf(encounter, change.of).place };
    case 'clock':
      return { ...change, from: encounter.clock };
    case 'say':
    case 'outcome':
      return change;
  }
}

/** Data without anything in them are none: so documents keep them, and so what is gained again is known to be the same. */
function withoutNothing(condition: NewCondition): NewCondition {
  const { data, ...bare } = condition;
  return data !== undefined && Object.keys(data).length === 0 ? bare : condition;
}

/** The instance that comes of a wish. Written out: spreading it is what a simulation would spend its time on. */
function named({ id, by, towards, data }: NewCondition, until: Until | null, key: string): Condition {
  if (by === undefined && towards === undefined && data === undefined) return { id, until, key };
  return { id, until, key, ...(by !== undefined && { by }), ...(towards && { towards }), ...(data && { data }) };
}

/** Instances of the same condition with the same end, source and data are one: gaining it again changes nothing. */
function sameCondition(a: Condition, b: NewCondition, until: Until | null): boolean {
  return (
    a.id === b.id &&
    a.by === b.by &&
    a.until?.at === until?.at &&
    a.until?.n === until?.n &&
    a.until?.of === until?.of &&
    same(a.towards, b.towards) &&
    same(a.data, b.data)
  );
}

/** Asks for a change and returns what happened, or null. */
export function apply(change: Change): Procedure<Effect | null> {
  return new Asking<Effect | null>({ kind: 'apply', change });
}

/** Writes a line on the card. */
export function say(id: string, facts: SaidFacts = {}, of?: FighterId): Procedure<Effect | null> {
  return apply(of === undefined ? { kind: 'say', id, facts } : { kind: 'say', id, facts, of });
}

/** Records what something came to, and writes its line on the card. */
export function conclude(outcome: Outcome, of?: FighterId): Procedure<Effect | null> {
  return apply(of === undefined ? { kind: 'outcome', outcome } : { kind: 'outcome', outcome, of });
}

/** Adds to a pool, or with a negative number takes from it; returns the points that really moved, with their sign. */
export function alter(of: FighterId, pool: string, by: number): Procedure<number> {
  const change: Change = { kind: 'pool', of, pool, by };
  return new Asking({ kind: 'apply', change }, pointsMoved);
}

function pointsMoved(answer: unknown): number {
  const effect = answer as Effect | null;
  return effect?.kind === 'pool' ? effect.by : 0;
}
