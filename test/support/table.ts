import type { WorkingCopy } from '../../src/kernel/table';

/** A table whose only state is a number, to observe a driver. */
export interface Tally extends WorkingCopy {
  value: number;
  readonly applied: number[];
}

/** A change below zero is clamped, so that effects may differ from changes. */
export function tally(value = 0): Tally {
  const table: Tally = {
    value,
    applied: [],
    apply(change) {
      const by = Math.max(change as number, -table.value);
      if (by === 0) return null;
      table.value += by;
      table.applied.push(by);
      return by;
    },
    applyEffect(effect) {
      table.value += (effect as number | null) ?? 0;
    },
    undo(effect) {
      table.value -= effect as number;
    },
  };
  return table;
}
