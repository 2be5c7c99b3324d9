import { isOfType } from '../platform/documents';
import { conditionSystem } from '../stored/systems';

type Actor_ = Actor.Implementation;
type Effect = ActiveEffect.Implementation;

/**
 * The active effects that apply to an actor: its own, and those its items lend it.
 * API: Actor#allApplicableEffects, Actor#appliedEffects.
 */
export const effectsOn = (actor: Actor_): readonly Effect[] => [...actor.allApplicableEffects()];

/**
 * The same in the order in which the rules read them. A collection keeps the order of creation, so an effect that undo creates again is last
 * there; its `sort` is still the same.
 */
export const effectsInOrder = (actor: Actor_): readonly Effect[] =>
  [...effectsOn(actor)].sort(
    (a, b) => sortOf(a) - sortOf(b) || (keyOfEffect(actor, a) < keyOfEffect(actor, b) ? -1 : 1),
  );

/** T14: common/documents/active-effect.d.mts `sort`; core itself does not read it. */
const sortOf = (effect: Effect): number => Number((effect._source as { sort?: unknown }).sort) || 0;

/** The `sort` of an effect that the rules read after all others. */
export const nextSort = (actor: Actor_): number => Math.max(0, ...effectsOn(actor).map(sortOf)) + 1;

/**
 * By what the rules know an effect: its id, and with what an item lends also the item's, since two things made from one share the ids of
 * their effects.
 */
export const keyOfEffect = (actor: Actor_, effect: Effect): string =>
  effect.parent === actor ? (effect.id ?? '') : `${effect.parent?.id}${effect.id}`;

/** Whom a condition names: who brings it about, against whom it holds, and what its data says. */
export function namedFighters(effect: Effect): readonly unknown[] {
  if (!isOfType(effect, 'condition')) return [];
  const { by, towards, data } = conditionSystem(effect);
  return [by, ...towards, ...Object.values(data)];
}

/** The effect of that key; undefined where it is gone. */
export const effectOfKey = (actor: Actor_, key: string): Effect | undefined =>
  actor.effects.get(key) ?? effectsOn(actor).find((effect) => keyOfEffect(actor, effect) === key);

/** Whether it is an item's, which no step makes or deletes: it is switched off and on. */
export const isFromItem = (actor: Actor_, effect: Effect): boolean => effect.parent !== actor;
