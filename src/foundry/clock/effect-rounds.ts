import type { FighterId } from '../../encounter/state';
import type { PassedMoment } from '../../encounter/timing';
import { isRulesetType } from '../adapters/registry';
import { text } from '../platform/text';
import { roundSeconds } from '../platform/world-settings';
import { combatSystem } from '../stored/systems';

/** T14: client/documents/active-effect.d.mts, Duration */
export interface EffectDuration {
  value: number;
  units: string;
  expiry: string | null;
  expired: boolean;
  remaining: number;
}

/** The members of an effect of Foundry 14 that the installed types lack. T14: common/documents/active-effect.d.mts */
interface EffectSource {
  readonly duration: { readonly value: number | null; readonly units: string; readonly expiry: string | null };
  readonly start: {
    readonly combat: string | null;
    readonly combatant: string | null;
    readonly round: number | null;
    readonly turn: number | null;
    readonly time: number | null;
  } | null;
  readonly _stats?: { readonly createdTime?: number | null };
}

/** T14: client/documents/combatant.d.mts */
interface CombatantV14 {
  readonly id: string | null;
  readonly roundJoined?: number;
}

type Fight = Combat.Implementation;
type Effect = ActiveEffect.Implementation;

/** A moment at which effects end. `of` is the fighter whose turn it is, or null for the turns of all fighters. */
interface EndingMoment {
  readonly event: PassedMoment['event'];
  readonly round: number;
  readonly turn?: number;
  readonly of?: FighterId | null;
}

/** Core may hand effects only a part of the context, so they read the current moment of a combat here. */
const moments = new WeakMap<Fight, EndingMoment>();

/** Ends the effects of a fight whose duration is over and that end at this moment. T14: client/helpers/active-effect-registry.d.mts */
export async function endEffects(combat: Fight, moment: EndingMoment, context: object = {}): Promise<void> {
  moments.set(combat, moment);
  try {
    await ActiveEffect.registry.refresh(moment.event, { ...context, combat });
  } finally {
    moments.delete(combat);
  }
}

const sourceOf = (effect: Effect): EffectSource => effect._source as unknown as EffectSource;

/** The actor of an effect, also of an item's effect. T14: client/documents/active-effect.d.mts */
const bearerOf = (effect: Effect): Actor.Implementation | null =>
  (effect as unknown as { readonly actor: Actor.Implementation | null }).actor;

const isInRounds = (effect: Effect): boolean => ['rounds', 'turns'].includes(sourceOf(effect).duration.units);

/** Returns the running encounters of Cadence an actor is in. `Actor#inCombat` knows the viewed one only (T14: client/documents/actor.d.mts). */
export const fightsOf = (actor: Actor.Implementation): Fight[] =>
  runningFights().filter((combat) => combat.getCombatantsByActor(actor).length > 0);

// At its end an encounter has no round any more.
const runningFights = (): Fight[] =>
  [...(game.combats ?? [])].filter((combat) => isRulesetType(combat.type) && (combat.round > 0 || moments.has(combat)));

/**
 * Returns the encounter of Cadence whose rounds an effect counts, or null: where it began if its bearer is in it, else another one of its
 * bearer. An effect on someone outside runs with the turn in which it began.
 */
export function fightOf(effect: Effect): Fight | null {
  const { start } = sourceOf(effect);
  const bearer = bearerOf(effect);
  const own = bearer ? fightsOf(bearer) : [];
  const began = runningFights().find(({ id }) => id === start?.combat);
  if (began && (own.includes(began) || (own.length === 0 && began.combatants.has(start?.combatant ?? ''))))
    return began;
  return own[0] ?? null;
}

/** Returns the combatant in whose turn an effect began, else its bearer's, as core does. */
function combatantOf(effect: Effect, combat: Fight): CombatantV14 | undefined {
  const { start } = sourceOf(effect);
  const began = start?.combat === combat.id ? combat.combatants.get(start?.combatant ?? '') : undefined;
  const bearer = bearerOf(effect);
  return began ?? (bearer ? combat.getCombatantsByActor(bearer)[0] : undefined);
}

/** Returns true if the current moment of the combat ends an effect whose duration is over; null if the event is not one of ours. */
export function isEndedBy(effect: Effect, event: string, combat: Fight | null | undefined): boolean | null {
  const moment = combat && moments.get(combat);
  if (!combat || moment?.event !== event) return null;
  if (fightOf(effect) !== combat) return false;
  const { expiry } = sourceOf(effect).duration;
  // Core lets it linger until the world time advances (foundryvtt issue 14725).
  if (!expiry) return isInRounds(effect);
  if (expiry === event) return (moment.of ?? null) === null || combatantOf(effect, combat)?.id === moment.of;
  // Its fighter had no turn in the round in which it should have ended.
  const { remaining } = effect.duration as unknown as EffectDuration;
  return event === 'roundEnd' && ['turnStart', 'turnEnd'].includes(expiry) && isInRounds(effect) && remaining < 0;
}

/** Encounters that began under an earlier version do not tell when; then the clock is taken to have moved with their rounds only. */
function beginningOf(combat: Fight): { readonly worldTime: number; readonly serverTime: number } {
  const counted = (combat.round - 1) * roundSeconds({ id: combat.type });
  return combatSystem(combat).began ?? { worldTime: game.time.worldTime - counted, serverTime: 0 };
}

/**
 * Counts an effect in rounds or turns by its encounter: the world time counts only before the encounter began. Core subtracts it in combat
 * too, in rounds of `CONFIG.time.roundTime`, also if another encounter moved it (Fabula Ultima's copy of core 14, module/documents/effects/pseudo-active-effect.mjs).
 */
export function countInFight<D extends EffectDuration>(
  effect: Effect,
  combat: Fight,
  duration: D,
  context: { readonly round?: number; readonly turn?: number | null } = {},
): D {
  const { duration: stored, start, _stats } = sourceOf(effect);
  const { units } = stored;
  const value = stored.value ?? 0;
  const moment = moments.get(combat);
  const beginning = beginningOf(combat);
  // The same document may have held an earlier encounter, in which the effect began.
  const isLater =
    (_stats?.createdTime ?? Number.POSITIVE_INFINITY) >= beginning.serverTime ||
    (start?.time ?? 0) > beginning.worldTime;
  const isOwn = start?.combat === combat.id && isLater;
  const joined = combatantOf(effect, combat)?.roundJoined ?? 1;
  const from = { round: Math.max(1, (isOwn ? start?.round : null) ?? joined), turn: (isOwn ? start?.turn : null) ?? 0 };
  const rounds = (moment?.round ?? context.round ?? combat.round) - from.round;
  const turns = (moment?.turn ?? context.turn ?? combat.turn ?? 0) - from.turn;
  const passed = units === 'rounds' ? rounds : rounds * combat.turns.length + turns;
  const length = units === 'rounds' ? CONFIG.time.roundTime : CONFIG.time.turnTime;
  const seconds = isOwn ? 0 : beginning.worldTime - (start?.time ?? beginning.worldTime);
  const before = length ? Math.max(0, Math.floor(seconds / length)) : 0;
  const remaining = value - before - Math.max(0, passed);
  const label = text(`CADENCE.App.Effect.${units}`, { left: Math.max(0, remaining) });
  const secondsRemaining = units === 'rounds' ? remaining * roundSeconds({ id: combat.type }) : undefined;
  return Object.assign(duration, { units, remaining, secondsRemaining, label });
}
