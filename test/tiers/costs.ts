import { readFileSync } from 'node:fs';

/** Seconds of the processor that a file of the fast tier may take. */
export const MOST = 3;

/** In every tier as a whole, and as dear as they are: every scenario is played. */
export const ALWAYS: readonly string[] = ['test/scenarios.test.ts'];

/**
 * What each test file costs: seconds of the processor, or of the clock for browser tests. `CADENCE_COSTS=1 npm run unit`
 * measures it again, as does `npm run browser`.
 */
export const COSTS: Readonly<Record<string, number>> = JSON.parse(
  readFileSync(new URL('./costs.json', import.meta.url), 'utf8'),
);

/** Whether a test file asks how much to test. */
export const asksTier = (file: string): boolean => /from '[./]*\/tiers\/tier(\.ts)?'/.test(readFileSync(file, 'utf8'));
