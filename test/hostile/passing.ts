import type { Table } from '../headless/table';

/** Lets this many milliseconds pass and runs the messages and timers of that time, but none after it. */
export async function passes(table: Table, time: number): Promise<void> {
  let isOver = false;
  table.clock.set({}, () => (isOver = true), time);
  while (!isOver) {
    await table.idle();
    const [first] = table.pending();
    if (first) await table.deliver(first);
    else table.clock.next();
  }
}
