import { useVariants, type Variants } from '@cadence/sandbox';
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

/** Runs a function while the server writes, but is slow to respond. */
export async function slow(table: Table, deed: () => Promise<string>): Promise<string> {
  const { operations } = table.world;
  const { modifyBatch } = operations;
  operations.modifyBatch = (...args) => {
    table.clock.now += 1500;
    return modifyBatch.apply(operations, args);
  };
  const text = await deed();
  operations.modifyBatch = modifyBatch;
  return text;
}

/** Runs a function while the server has other variants of unproven behavior. */
export async function withVariants(variants: Variants, deed: () => Promise<string>): Promise<string> {
  useVariants(variants);
  const text = await deed();
  useVariants();
  return text;
}
