import type { ConditionTable } from '../../encounter/condition';
import { whyNoEffects } from '../../toolkit/define/item';
import { isOfType } from '../platform/documents';
import { conditionSystem } from '../stored/systems';

type Actor_ = Actor.Implementation;
type Effect = ActiveEffect.Implementation;

/** Returns why an effect of an item does not apply to the item's owner; null if it does, or belongs to no item. */
export function whyAsleep(effect: Effect): ReturnType<typeof whyNoEffects> {
  const { parent, transfer } = effect;
  // Conditions are the rules'.
  if (!(parent instanceof Item) || !transfer || isOfType(effect, 'condition')) return null;
  return whyNoEffects(parent.system);
}

/** API: Actor#allApplicableEffects, Actor#appliedEffects. */
export const effectsOn = (actor: Actor_): readonly Effect[] => [...actor.allApplicableEffects()];

/** Returns the effects in the order of the rules. An undo changes the order of creation, but not `sort`. */
export const effectsInOrder = (actor: Actor_): readonly Effect[] =>
  [...effectsOn(actor)].sort(
    (a, b) => sortOf(a) - sortOf(b) || (keyOfEffect(actor, a) < keyOfEffect(actor, b) ? -1 : 1),
  );

/** T14: common/documents/active-effect.d.mts `sort`; core itself does not read it. */
const sortOf = (effect: Effect): number => Number((effect._source as { sort?: unknown }).sort) || 0;

/** Returns the `sort` of an effect that the rules read last. */
export const nextSort = (actor: Actor_): number =>
  effectsOn(actor).reduce((last, effect) => Math.max(last, sortOf(effect)), 0) + 1;

/** Returns the key of an effect: its id, prefixed with the item's id, because copies of an item share effect ids. */
export const keyOfEffect = (actor: Actor_, effect: Effect): string =>
  effect.parent === actor ? (effect.id ?? '') : `${effect.parent?.id}${effect.id}`;

/** Returns the key of a condition: that of its effect; with its id if the effect has others, because each ends by itself. */
export const keyOfCondition = (actor: Actor_, effect: Effect, id: string, isShared: boolean): string =>
  isShared ? `${keyOfEffect(actor, effect)}:${id}` : keyOfEffect(actor, effect);

/** Returns true if the effect of a condition has others. */
export const isSharedKey = (key: string): boolean => key.includes(':');

/**
 * Returns the update with which an effect of several conditions loses some, or has them back. With the last ones it is disabled,
 * because it is more than a condition.
 */
export function changeConditions(
  { id, _source }: Effect,
  table: ConditionTable,
  { over, back = [] }: { readonly over: readonly string[]; readonly back?: readonly string[] },
) {
  const stored = [...(_source.statuses ?? [])];
  const statuses = [...new Set([...stored, ...back])].filter((status) => !over.includes(status));
  const disabled = !statuses.some((status) => Object.hasOwn(table, status));
  return { _id: id, disabled, statuses: disabled ? stored : statuses };
}

/** Returns the statuses of an effect that are conditions, in the order of the table, which an undo does not change. */
export const conditionIdsOf = ({ statuses }: Effect, table: ConditionTable): readonly string[] =>
  statuses.size > 1
    ? Object.keys(table).filter((id) => statuses.has(id))
    : [...statuses].filter((id) => Object.hasOwn(table, id));

/** Returns the fighters that a condition may name. */
export function namedFighters(effect: Effect): readonly unknown[] {
  if (!isOfType(effect, 'condition')) return [];
  const { until, by, towards, data } = conditionSystem(effect);
  return [until?.of, by, ...towards, ...Object.values(data)];
}

/** @param key of an effect or of a condition */
export function effectOfKey(actor: Actor_, key: string): Effect | undefined {
  const [id = ''] = key.split(':');
  return actor.effects.get(id) ?? effectsOn(actor).find((effect) => keyOfEffect(actor, effect) === id);
}

/** Returns true if the effect belongs to an item: steps only enable and disable it. */
export const isFromItem = (actor: Actor_, effect: Effect): boolean => effect.parent !== actor;
