import { readFileSync } from 'node:fs';

/** Seconds of the processor that a file may take to belong to the fast tier unasked. */
export const MOST = 2;

/** In every tier as a whole, and as dear as they are: every scenario is played. */
export const ALWAYS: readonly string[] = ['test/scenarios.test.ts'];

const filesOf = (folder: string, names: string) => names.split(/\s+/).map((name) => `test/${folder}/${name}.test.ts`);

/** Of the tests that play the whole system, those of the fast tier: what the referee promises, each class of attack, each area of the browser once. */
const CORE = [
  ...filesOf(
    'headless',
    `artwork awaited bar built-hero card-message click core-combat flagged-requests footprints given hand-icon
    health leaving macros outside paused plans referees roll-data rolls scene-walls schema side-by-side slow-server
    store suggest terrain tokens vanished vetoed-offer whispers`,
  ),
  ...filesOf(
    'hostile',
    `answers bound-dice claims documents flood former-gm handed-over hidden hotbar identity lent limits links notices
    odd-data opened-files own-token packed plans requests roles system-clock taken-over unreadable`,
  ),
  ...filesOf('browser', 'evening duel map keyboard bar rules-come'),
];

/**
 * What each test file costs: seconds of the processor, or of the clock for browser tests. `CADENCE_COSTS=1 npm run unit`
 * measures it again, as does `npm run browser`.
 */
export const COSTS: Readonly<Record<string, number>> = JSON.parse(
  readFileSync(new URL('./costs.json', import.meta.url), 'utf8'),
);

const read = (file: string) => readFileSync(file, 'utf8');
const isInBrowser = (file: string) => file.includes('test/browser/');
const isLater = (file: string) => /test\/(browser|headless|hostile)\//.test(file) && !CORE.includes(file);
const isDear = (file: string) => ![...ALWAYS, ...CORE].includes(file) && (COSTS[file] ?? 0) > MOST;

/** Whether a test file asks how much to test. */
export const asksTier = (file: string): boolean => /from '[./]*\/tiers\/tier(\.ts)?'/.test(read(file));

export const isFast = (file: string): boolean =>
  !isLater(file) && (isInBrowser(file) || !isDear(file) || asksTier(file));

export const isRest = (file: string): boolean =>
  isLater(file) || (!isInBrowser(file) && (isDear(file) || asksTier(file)));

/** Whether a file leaves a part to the fast tier, which does not run it. */
export const isHalved = (file: string): boolean =>
  isLater(file) && /\b(sampled|core)\b.* from '.*tiers\/tier'/.test(read(file));
