import type { WorkingCopy } from '../kernel/table';
import { type Change, resolveChange } from './change';
import { applyEffect, type Effect, invertEffect } from './effect';
import type { Encounter } from './state';

/** The encounter as a driver's table. `effects` holds new effects in order, without replayed ones. */
export interface EncounterCopy extends WorkingCopy {
  readonly effects: readonly Effect[];
}

/** Returns a table. @param newId creates ids; the driver owns them so that a replay can keep them */
export function workingCopyOf(encounter: Encounter, newId: () => string): EncounterCopy {
  const effects: Effect[] = [];
  return {
    effects,
    apply(change) {
      const effect = resolveChange(encounter, change as Change, newId);
      if (effect) {
        applyEffect(encounter, effect);
        effects.push(effect);
      }
      return effect;
    },
    applyEffect(effect) {
      if (effect) applyEffect(encounter, effect as Effect);
    },
    undo(effect) {
      applyEffect(encounter, invertEffect(effect as Effect));
    },
  };
}

/**
 * Returns consecutive ids, for tests and simulation.
 * @param encounter whose own ids of this kind are not given again: it may come from a simulation itself
 */
export function makeCountingIds(prefix = 'id', encounter?: Encounter): () => string {
  let count = 0;
  for (const { conditions, items } of Object.values(encounter?.fighters ?? {}))
    for (const id of [...conditions.map(({ key }) => key), ...items.map(({ id }) => id)])
      if (id.startsWith(prefix)) count = Math.max(count, Number(id.slice(prefix.length)) || 0);
  return () => `${prefix}${++count}`;
}
