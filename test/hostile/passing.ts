import type { Table } from '../headless/table';

/** Lets so many milliseconds pass, with everything that arrives and every timer that runs out meanwhile, and nothing after them. */
export async function passes(table: Table, time: number): Promise<void> {
  let isOver = false;
  table.clock.set({}, () => (isOver = true), time);
  while (!isOver) {
    await table.idle();
    const [first] = table.laden();
    if (first) await table.deliver(first);
    else table.clock.next();
  }
}
