import type { Reason } from '../kernel/ask';
import { deepEqual } from '../kernel/deep-equal';
import { lookup } from '../kernel/lookup';
import { resolveChange } from './change';
import { applyEffect, type Effect, invertEffect, quantityOf } from './effect';
import type { Encounter, Place } from './state';
import { fighterOf, poolOf } from './state';

/** The effects of a rewind, and the conflicts it left alone. */
interface Rewind {
  readonly effects: readonly Effect[];
  readonly conflicts: readonly Reason[];
}

/**
 * Undoes effects on the current encounter in place, last first. Pools are clamped; anything else is restored only if
 * it is unchanged since.
 */
export function rewind(encounter: Encounter, effects: readonly Effect[]): Rewind {
  const undone: Effect[] = [];
  const conflicts: Reason[] = [];
  for (const effect of [...effects].reverse()) {
    // Who has left comes back only as a combatant.
    if (effect.kind === 'log' || effect.kind === 'outcome' || effect.kind === 'departure') continue;
    const reason = whyNotUndo(encounter, effect);
    if (reason) conflicts.push(reason);
    const inverse = reason === null || reason.id === 'pool-clamped' ? undoEffect(encounter, effect) : null;
    if (!inverse) continue;
    applyEffect(encounter, inverse);
    undone.push(inverse);
  }
  return { effects: undone, conflicts };
}

/** Applies effects of a step that was undone again; leaves the same alone as `rewind`. */
export const redoEffects = (encounter: Encounter, effects: readonly Effect[]): Rewind =>
  rewind(encounter, effects.map(invertEffect).reverse());

/** Returns true if a fighter is on another scene than it was; a place without a scene tells nothing. */
export const hasLeftScene = (now: Place | null, then: Place | null): boolean =>
  now?.scene !== undefined && then?.scene !== undefined && now.scene !== then.scene;

/**
 * Returns the fighters that have left the scene on which these effects moved them. Their tokens are others now, so nothing
 * of such a step can be undone.
 */
export function whoHasLeftScene({ fighters }: Encounter, effects: readonly Effect[]): Reason[] {
  const moved = effects.flatMap((effect) => (effect.kind === 'move' ? [effect] : []));
  const left = moved.filter(({ of, from, to }) => hasLeftScene(fighters[of]?.place ?? null, to ?? from));
  const names = [...new Set(left.map(({ of }) => of))].flatMap((id) => fighters[id]?.name ?? []);
  return names.map((name) => ({ id: 'left-scene', data: { name } }));
}

/** An older version, and other packages, name no scene in their places. */
function isStill(now: Place | null, then: Place | null): boolean {
  if (!now || !then || then.scene !== undefined) return deepEqual(now, then);
  const { scene: _, ...spot } = now;
  return deepEqual(spot, then);
}

function undoEffect(encounter: Encounter, effect: Effect): Effect | null {
  const inverse = invertEffect(effect);
  if (inverse.kind !== 'pool') return inverse;
  return resolveChange(encounter, inverse, () => '');
}

function whyNotUndo(encounter: Encounter, effect: Effect): Reason | null {
  if ('of' in effect && effect.of !== undefined && !encounter.fighters[effect.of])
    return { id: 'fighter-gone', data: { of: effect.of } };
  switch (effect.kind) {
    case 'pool': {
      const { of, pool, by } = effect;
      const { value, max } = poolOf(fighterOf(encounter, of), pool);
      const clamped = value - by < 0 || value - by > Math.max(max, value);
      return clamped ? { id: 'pool-clamped', data: { of, pool, by: -by } } : null;
    }
    case 'condition-added': {
      const exists = fighterOf(encounter, effect.of).conditions.some(({ key }) => key === effect.condition.key);
      return exists ? null : { id: 'condition-gone', data: { of: effect.of, condition: effect.condition.id } };
    }
    case 'condition-removed': {
      const exists = fighterOf(encounter, effect.of).conditions.some(({ key }) => key === effect.condition.key);
      return exists ? { id: 'condition-back', data: { of: effect.of, condition: effect.condition.id } } : null;
    }
    case 'state': {
      const now = lookup(fighterOf(encounter, effect.of).state, effect.key) ?? null;
      return deepEqual(now, effect.to) ? null : { id: 'state-changed', data: { of: effect.of, key: effect.key } };
    }
    case 'item': {
      const item = fighterOf(encounter, effect.of).items.find(({ id }) => id === effect.item);
      const now = item && (lookup(item as unknown as Record<string, unknown>, effect.key) ?? null);
      return deepEqual(now, effect.to) ? null : { id: 'item-changed', data: { of: effect.of, item: effect.item } };
    }
    case 'item-transferred': {
      const { of, to, item, newItem, count = 0, joins } = effect;
      const received = encounter.fighters[to]?.items.find(({ id }) => id === newItem);
      const rest = encounter.fighters[of]?.items.find(({ id }) => id === item);
      const isAsThen =
        count === 0 ||
        (received && joins ? quantityOf(received) > count : rest && quantityOf(received ?? {}) === count);
      return received && isAsThen ? null : { id: 'item-changed', data: { of: to, item: newItem } };
    }
    case 'move':
      // Its token is another one now.
      if (hasLeftScene(effect.from, effect.to)) return { id: 'moved-on', data: { of: effect.of } };
      return isStill(fighterOf(encounter, effect.of).place, effect.to)
        ? null
        : { id: 'moved-on', data: { of: effect.of } };
    case 'clock':
      return deepEqual(encounter.clock, effect.to) ? null : { id: 'clock-changed' };
    case 'departure':
    case 'arrival':
    case 'log':
    case 'outcome':
      return null;
  }
}
