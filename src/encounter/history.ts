import type { Reason } from '../kernel/ask';
import { deepEqual } from '../kernel/deep-equal';
import { resolveChange } from './change';
import { applyEffect, type Effect, invertEffect } from './effect';
import type { Encounter } from './state';
import { fighterOf, poolOf } from './state';

/** What a rewind does, and what it found changed since and left alone. */
export interface Rewind {
  readonly effects: readonly Effect[];
  readonly conflicts: readonly Reason[];
}

/**
 * Takes effects back on the present encounter, last first, in place. Numbers are added back, clamped; anything else is restored
 * only where it still is as the effect left it.
 */
export function rewind(encounter: Encounter, effects: readonly Effect[]): Rewind {
  const done: Effect[] = [];
  const leftAlone: Reason[] = [];
  for (const effect of [...effects].reverse()) {
    if (effect.kind === 'log' || effect.kind === 'outcome') continue;
    const why = whyNotUndo(encounter, effect);
    if (why) leftAlone.push(why);
    const undone = why === null || why.id === 'pool-clamped' ? undo(encounter, effect) : null;
    if (!undone) continue;
    applyEffect(encounter, undone);
    done.push(undone);
  }
  return { effects: done, conflicts: leftAlone };
}

function undo(encounter: Encounter, effect: Effect): Effect | null {
  const back = invertEffect(effect);
  if (back.kind !== 'pool') return back;
  return resolveChange(encounter, back, () => '');
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
      const there = fighterOf(encounter, effect.of).conditions.some(({ key }) => key === effect.condition.key);
      return there ? null : { id: 'condition-gone', data: { of: effect.of, condition: effect.condition.id } };
    }
    case 'condition-removed': {
      const back = fighterOf(encounter, effect.of).conditions.some(({ key }) => key === effect.condition.key);
      return back ? { id: 'condition-back', data: { of: effect.of, condition: effect.condition.id } } : null;
    }
    case 'state': {
      const now = fighterOf(encounter, effect.of).state[effect.key] ?? null;
      return deepEqual(now, effect.to) ? null : { id: 'state-changed', data: { of: effect.of, key: effect.key } };
    }
    case 'item': {
      const item = fighterOf(encounter, effect.of).items.find(({ id }) => id === effect.item);
      const now = item && ((item as unknown as Record<string, unknown>)[effect.key] ?? null);
      return deepEqual(now, effect.to) ? null : { id: 'item-changed', data: { of: effect.of, item: effect.item } };
    }
    case 'item-transferred': {
      const there = encounter.fighters[effect.to]?.items.some(({ id }) => id === effect.newItem) ?? false;
      return there ? null : { id: 'item-changed', data: { of: effect.to, item: effect.newItem } };
    }
    case 'move':
      return deepEqual(fighterOf(encounter, effect.of).place, effect.to)
        ? null
        : { id: 'moved-on', data: { of: effect.of } };
    case 'clock':
      return deepEqual(encounter.clock, effect.to) ? null : { id: 'clock-changed' };
    case 'log':
    case 'outcome':
      return null;
  }
}
