import type { Json, JsonObject } from '../kernel/json';
import type { Condition } from './condition';
import type { Clock, Encounter, FighterId, Place } from './state';
import { fighterOf } from './state';

/** What happened, exactly as it happened: a blow of 9 against 4 is `-4`. JSON, so it can be kept and taken back. */
export type Effect =
  | { readonly kind: 'pool'; readonly of: FighterId; readonly pool: string; readonly by: number }
  /** `index`: the place of the condition among the fighter's others. Omitted: the last. */
  | { readonly kind: 'condition-added'; readonly of: FighterId; readonly condition: Condition; readonly index?: number }
  | {
      readonly kind: 'condition-removed';
      readonly of: FighterId;
      readonly condition: Condition;
      readonly index?: number;
    }
  | { readonly kind: 'state'; readonly of: FighterId; readonly key: string; readonly from: Json; readonly to: Json }
  | {
      readonly kind: 'item';
      readonly of: FighterId;
      readonly item: string;
      readonly key: string;
      readonly from: Json;
      readonly to: Json;
    }
  /** A thing goes from one fighter to another, out of its place in a list into another, and is called otherwise there. */
  | {
      readonly kind: 'item-transferred';
      readonly of: FighterId;
      readonly item: string;
      readonly index: number;
      readonly to: FighterId;
      readonly newItem: string;
      readonly newIndex: number;
    }
  | {
      readonly kind: 'move';
      readonly of: FighterId;
      readonly from: Place | null;
      readonly to: Place | null;
      /** Places passed on the way, `to` not among them. */
      readonly by: readonly Place[];
    }
  | { readonly kind: 'clock'; readonly from: Clock; readonly to: Clock }
  /** A line of the card: an id and the facts of its sentence. Changes nothing. */
  | { readonly kind: 'log'; readonly id: string; readonly of?: FighterId; readonly facts: LogFacts }
  /** What something came to. The card has a sentence for each result; odds, face-off and history read the rest. Changes nothing. */
  | { readonly kind: 'outcome'; readonly of?: FighterId; readonly outcome: Outcome };

/** What something that was tried came to; a ruleset adds facts of its own. */
export interface Outcome {
  /** The id of its sentence, and of what happened among all that could. */
  readonly result: string;
  /** Whether it came off for whoever acts: a defense that holds is no success of the attack. Left out where nothing could fail. */
  readonly success?: boolean;
  readonly critical?: boolean;
  /** Points taken off. */
  readonly damage?: number;
  /** What else its sentence says, names included: no rule reads it. */
  readonly facts?: LogFacts;
  readonly [own: string]: string | number | boolean | LogFacts | undefined;
}

/** Numbers and ids for a sentence, and lists and records of them, which the card of a ruleset puts into words. */
export type LogFacts = Readonly<Record<string, string | number | boolean | readonly Json[] | JsonObject>>;

/** Does an effect to the encounter, in place. */
export function applyEffect(encounter: Encounter, effect: Effect): void {
  switch (effect.kind) {
    case 'pool': {
      const pool = fighterOf(encounter, effect.of).pools[effect.pool];
      if (!pool) throw new Error(`fighter ${effect.of} has no pool ${effect.pool}`);
      pool.value += effect.by;
      return;
    }
    case 'condition-added': {
      const { conditions } = fighterOf(encounter, effect.of);
      conditions.splice(effect.index ?? conditions.length, 0, effect.condition);
      return;
    }
    case 'condition-removed': {
      const fighter = fighterOf(encounter, effect.of);
      fighter.conditions = fighter.conditions.filter(({ key }) => key !== effect.condition.key);
      return;
    }
    case 'state':
      setOrDelete(fighterOf(encounter, effect.of).state, effect.key, effect.to);
      return;
    case 'item': {
      const item = fighterOf(encounter, effect.of).items.find(({ id }) => id === effect.item);
      if (!item) throw new Error(`fighter ${effect.of} has no item ${effect.item}`);
      setOrDelete(item as unknown as Record<string, Json | undefined>, effect.key, effect.to);
      return;
    }
    case 'item-transferred': {
      const { items } = fighterOf(encounter, effect.of);
      const item = items.find(({ id }) => id === effect.item);
      if (!item) throw new Error(`fighter ${effect.of} has no item ${effect.item}`);
      items.splice(items.indexOf(item), 1);
      fighterOf(encounter, effect.to).items.splice(effect.newIndex, 0, { ...item, id: effect.newItem });
      return;
    }
    case 'move':
      fighterOf(encounter, effect.of).place = effect.to;
      return;
    case 'clock':
      encounter.clock = effect.to;
      return;
    case 'log':
    case 'outcome':
      return;
  }
}

function setOrDelete(record: Record<string, Json | undefined>, key: string, value: Json): void {
  if (value === null) delete record[key];
  else record[key] = value;
}

/** The effect that takes this one back. */
export function invertEffect(effect: Effect): Effect {
  switch (effect.kind) {
    case 'pool':
      return { ...effect, by: -effect.by };
    case 'condition-added':
      return { ...effect, kind: 'condition-removed' };
    case 'condition-removed':
      return { ...effect, kind: 'condition-added' };
    case 'state':
    case 'item':
      return { ...effect, from: effect.to, to: effect.from };
    case 'item-transferred': {
      const { of, item, index, to, newItem, newIndex: place } = effect;
      return { kind: 'item-transferred', of: to, item: newItem, index: place, to: of, newItem: item, newIndex: index };
    }
    case 'move':
      return { ...effect, from: effect.to, to: effect.from, by: [...effect.by].reverse() };
    case 'clock':
      return { ...effect, from: effect.to, to: effect.from };
    case 'log':
    case 'outcome':
      return effect;
  }
}
