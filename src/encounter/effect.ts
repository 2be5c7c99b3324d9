import type { Json, JsonObject } from '../kernel/json';
import { lookup } from '../kernel/lookup';
import type { Condition, Tone } from './condition';
import { mergeReserves, type Reserve, withoutMembers } from './reserve';
import type { Clock, Encounter, FighterId, Place } from './state';
import { fighterOf, poolOf } from './state';

/** What really happened: a blow of 9 against 4 points is `-4`. JSON, so that it can be stored and undone. */
export type Effect =
  | { readonly kind: 'pool'; readonly of: FighterId; readonly pool: string; readonly by: number }
  /** `index`: position in the fighter's list; omitted means last. */
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
  /** The item gets a new id at its new fighter. */
  | {
      readonly kind: 'item-transferred';
      readonly of: FighterId;
      readonly item: string;
      readonly index: number;
      readonly to: FighterId;
      readonly newItem: string;
      readonly newIndex: number;
      /** So many of a stack, whose rest stays. */
      readonly count?: number;
      /** Set if they join the stack that the receiver has under that id: the inverse of a split. */
      readonly joins?: true;
    }
  | {
      readonly kind: 'move';
      readonly of: FighterId;
      readonly from: Place | null;
      readonly to: Place | null;
      /** Places passed on the way, without `to`. */
      readonly by: readonly Place[];
    }
  | { readonly kind: 'clock'; readonly from: Clock; readonly to: Clock }
  /** A GM has removed the fighter from the encounter; the exchange goes on without it. `returns`: its inverse. */
  | { readonly kind: 'departure'; readonly of: FighterId; readonly returns?: true }
  /** A reserve joins the fight. Its members are fighters after the step. `withdraws`: the inverse. */
  | { readonly kind: 'arrival'; readonly reserve: Reserve; readonly withdraws?: true }
  /** A line of the card. Changes nothing. */
  | ({ readonly kind: 'log'; readonly id: string; readonly of?: FighterId; readonly facts: LogFacts } & SentenceTraits)
  /** The result of an attempt, read by card, odds, face-off and history. Changes nothing. */
  | ({ readonly kind: 'outcome'; readonly of?: FighterId; readonly outcome: Outcome } & SentenceTraits);

/** What a rule knows of a sentence when it writes it, besides its words. */
export interface SentenceTraits {
  /** For its fighter; default: neutral. */
  readonly tone?: Tone;
  /** Whether it is the outcome of its exchange; default: that it records one. */
  readonly strong?: boolean;
  /** Changes that it states. They have no line of their own on a card that shows it. */
  readonly covers?: Covers;
}

export interface Covers {
  /** Default: the fighter of the sentence. */
  readonly of?: FighterId;
  /** Points moved, with their sign, by pool. */
  readonly points?: Readonly<Record<string, number>>;
  /** Conditions that begin, and those that end. */
  readonly gains?: readonly string[];
  readonly loses?: readonly string[];
  readonly moves?: true;
  /** Earlier sentences, by id. */
  readonly lines?: readonly string[];
}

/** The result of an attempt; a ruleset adds its own facts. */
export interface Outcome {
  readonly result: string;
  /** From the actor's view: a successful defense is a failed attack. Omitted if nothing could fail. */
  readonly success?: boolean;
  readonly critical?: boolean;
  readonly damage?: number;
  /** Other facts of the sentence, names included; no rule reads them. */
  readonly facts?: LogFacts;
  readonly [own: string]: string | number | boolean | LogFacts | undefined;
}

/** Placeholders of a sentence. The ruleset's card renders lists and records. */
export type LogFacts = Readonly<Record<string, string | number | boolean | readonly Json[] | JsonObject>>;

/** Applies an effect to the encounter, in place. */
export function applyEffect(encounter: Encounter, effect: Effect): void {
  switch (effect.kind) {
    case 'pool': {
      poolOf(fighterOf(encounter, effect.of), effect.pool).value += effect.by;
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
      const { count, joins } = effect;
      const received = fighterOf(encounter, effect.to).items;
      if (count !== undefined && !joins) addToStack(item, -count);
      else items.splice(items.indexOf(item), 1);
      const stack = joins && received.find(({ id }) => id === effect.newItem);
      if (stack) addToStack(stack, count ?? 0);
      else
        received.splice(effect.newIndex, 0, {
          ...item,
          id: effect.newItem,
          ...(count !== undefined && { quantity: count }),
        });
      return;
    }
    case 'move':
      fighterOf(encounter, effect.of).place = effect.to;
      return;
    case 'clock':
      encounter.clock = effect.to;
      return;
    case 'departure':
      depart(encounter, effect.of, effect.returns === true);
      return;
    case 'arrival': {
      const { reserve, withdraws } = effect;
      const next = withdraws
        ? mergeReserves(reserve, encounter.reserve)
        : withoutMembers(encounter.reserve, reserve.members);
      if (next) encounter.reserve = next;
      else delete encounter.reserve;
      return;
    }
    case 'log':
    case 'outcome':
      return;
  }
}

function depart(encounter: Encounter, id: FighterId, returns: boolean): void {
  const { fighters, departed = {} } = encounter;
  const { [id]: gone, ...others } = departed;
  const present = lookup(fighters, id);
  if (returns && gone) {
    encounter.departed = others;
    fighters[id] = gone;
  } else if (!returns && present) {
    encounter.departed = { ...departed, [id]: present };
    delete fighters[id];
  }
}

/** Returns how many an item stands for. */
export const quantityOf = (item: object): number => {
  const { quantity } = item as { readonly quantity?: unknown };
  return typeof quantity === 'number' ? quantity : 1;
};

function addToStack(item: object, by: number): void {
  (item as { quantity: number }).quantity = quantityOf(item) + by;
}

function setOrDelete(record: Record<string, Json | undefined>, key: string, value: Json): void {
  if (key === '__proto__') throw new Error('a stored field cannot be called __proto__');
  if (value === null) delete record[key];
  else record[key] = value;
}

/** Returns the effect that undoes this one. */
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
      const { of, item, index, to, newItem, newIndex, count, joins } = effect;
      return {
        kind: 'item-transferred',
        of: to,
        item: newItem,
        index: newIndex,
        to: of,
        newItem: item,
        newIndex: index,
        ...(count !== undefined && { count, ...(!joins && { joins: true as const }) }),
      };
    }
    case 'move':
      return { ...effect, from: effect.to, to: effect.from, by: [...effect.by].reverse() };
    case 'clock':
      return { ...effect, from: effect.to, to: effect.from };
    case 'departure': {
      const { kind, of, returns } = effect;
      return { kind, of, ...(!returns && { returns: true }) };
    }
    case 'arrival': {
      const { kind, reserve, withdraws } = effect;
      return { kind, reserve, ...(!withdraws && { withdraws: true }) };
    }
    case 'log':
    case 'outcome':
      return effect;
  }
}
