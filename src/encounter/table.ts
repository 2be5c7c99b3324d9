import type { Table } from '../kernel/table';
import { type Change, resolveChange } from './change';
import { applyEffect, type Effect, invertEffect } from './effect';
import type { Encounter } from './state';

/** The encounter as a driver's table. `effects` gathers what was newly done, in order; what a record brought back is not in it. */
export interface EncounterTable extends Table {
  readonly effects: readonly Effect[];
}

/** @param newId names what is created; ids are the driver's so that a replay can keep them */
export function tableOf(encounter: Encounter, newId: () => string): EncounterTable {
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

/** Ids in counting order, for tests and simulation. */
export function countingIds(prefix = 'id'): () => string {
  let count = 0;
  return () => `${prefix}${++count}`;
}
