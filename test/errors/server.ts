import { useVariants, type Variants } from '@cadence/sandbox';
import type { Tab } from '../headless/tab';
import type { Table } from '../headless/table';

/** Runs a function while the server refuses to write. */
export async function refusing(table: Table, deed: () => Promise<string>): Promise<string> {
  const { operations } = table.world;
  const { modify, modifyBatch } = operations;
  const error = new Error('The disk is full.');
  operations.modify = async () => {
    throw error;
  };
  operations.modifyBatch = async () => ({ responses: [], sideEffects: [], error });
  const text = await deed();
  Object.assign(operations, { modify, modifyBatch });
  return text;
}

/** Runs a function while the server writes, but answers so late that the referee retries and then asks; the answer is no. */
async function late({ table, referee }: { table: Table; referee: Tab }, deed: () => Promise<string>): Promise<string> {
  const { operations } = table.world;
  const { modifyBatch } = operations;
  operations.modifyBatch = (...args) => {
    table.clock.now += 10_000;
    return modifyBatch.apply(operations, args);
  };
  referee.page.foundry.applications.api.DialogV2.confirm = async () => false;
  const text = await deed();
  operations.modifyBatch = modifyBatch;
  return text;
}

export const lateServer = (seats: () => { table: Table; referee: Tab }, goesOn: () => Promise<string>) => ({
  'Notice.retrying': () => late(seats(), goesOn),
  'Notice.refused.slow': () => late(seats(), goesOn),
});

/** Runs a function while the server has other variants of unproven behavior. */
export async function withVariants(variants: Variants, deed: () => Promise<string>): Promise<string> {
  useVariants(variants);
  const text = await deed();
  useVariants();
  return text;
}
