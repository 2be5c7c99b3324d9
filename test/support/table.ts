import type { Table } from '../../src/kernel/table';

/** A table whose one thing is a number, changed by what is applied to it: enough to see what a driver does. */
export interface Tally extends Table {
  value: number;
  readonly applied: number[];
}

/** A wish below zero is cut off there, so that what happens is not always what was wished. */
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
