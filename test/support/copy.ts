import { cloneEncounter } from '../../src/encounter/forecast';
import type { Encounter } from '../../src/encounter/state';

/**
 * Returns a copy of everything that an effect may change, ten times as fast as `structuredClone`. What both share is
 * frozen: a rule that changes it in place throws.
 */
export function copyOf<E extends Encounter>(encounter: E): E {
  for (const { conditions, state, items, stats, place } of Object.values(encounter.fighters)) {
    for (const value of [...conditions, ...Object.values(state), stats, place]) freeze(value);
    for (const item of items) for (const value of Object.values(item)) freeze(value);
  }
  return cloneEncounter(encounter);
}

function freeze(value: unknown): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return;
  Object.freeze(value);
  for (const member of Object.values(value)) freeze(member);
}
