import { spawn } from 'node:child_process';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { findChromium } from './browser-path.mjs';
import { build } from './build/index.mjs';
import { inMemory } from './ram-disk.mjs';

/**
 * `npm run pictures` takes the pictures of all screens, `-- screens prompt` those of some test files, and `-- --again` combines the
 * pictures of the last run. `-- --seconds 900` gives each test file more time, for a busy machine. A sheet is replaced once all its
 * pictures are there; one that is not taken keeps its file and is named.
 */

/** The browser tests that take pictures; arguments replace them. The longest are first. */
const PICTURED_TESTS = [
  ...['fights', 'build-hero', 'screens', 'evening', 'tempo', 'prompt', 'choose-target', 'many', 'sheet-look'],
  ...['settings', 'rules-on-hover', 'welcome'],
];
const SHOTS = 'test/browser/.shots';
const SHEETS = 'docs/images/screens';
const GAP = 8;
/** Variants in the order of a sheet: wide ones above, narrow ones below. */
const VARIANTS = ['gm-1280-dark', 'player-1280-light', 'gm-900-light', 'player-900-dark'];
/** Test files that run at the same time: each has a browser. */
const AT_ONCE = 2;

const { values, positionals: names } = parseArgs({
  allowPositionals: true,
  options: { again: { type: 'boolean' }, seconds: { type: 'string', default: '480' } },
});
/** Seconds after which a test file is stopped; its screens keep their sheets. */
const LONGEST = Number(values.seconds);
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1));
const isAgain = values.again === true;
const begun = Date.now();
const seconds = () => `${Math.round((Date.now() - begun) / 1000)} s`;
const failed = isAgain ? [] : await takeAll(names.length > 0 ? names : PICTURED_TESTS);

/** The pictures of each screen that were taken now, by name. */
const screens = new Map();
await mkdir(SHOTS, { recursive: true });
for (const file of (await readdir(SHOTS)).sort()) {
  const variant = VARIANTS.find((each) => file.endsWith(`-${each}.png`));
  if (!variant || (!isAgain && (await stat(join(SHOTS, file))).mtimeMs < begun)) continue;
  const name = file.slice(0, -`-${variant}.png`.length);
  screens.set(name, { ...screens.get(name), [variant]: file });
}
await mkdir(SHEETS, { recursive: true });
const kept = await combineAll();
const others = (await readdir(SHEETS)).map((file) => file.replace('.webp', '')).filter((name) => !screens.has(name));
if (names.length === 0 && !isAgain)
  for (const name of others)
    if (failed.length > 0) kept.push(`${name}: not taken`);
    else {
      await rm(join(SHEETS, `${name}.webp`));
      console.log(`removed ${name}, which no test takes any more`);
    }
for (const line of kept) console.error(`kept the old sheet of ${line}`);
if (failed.length > 0) console.error(`failed: ${failed.join(', ')}`);
if (failed.length + kept.length > 0) process.exitCode = 1;

/** Runs the test files. Returns the names of those that failed. */
async function takeAll(tests) {
  console.log('building');
  await build({ say: console.log });
  const browser = await findChromium();
  const env = { ...process.env, ...inMemory(), CADENCE_BROWSER: browser, CADENCE_PICTURES: '1' };
  const waiting = [...tests];
  const wrong = [];
  let done = 0;
  const work = async () => {
    for (let test = waiting.shift(); test; test = waiting.shift()) {
      console.log(`${seconds()}: ${test}`);
      const { status, output } = await take(test, env);
      done += 1;
      console.log(`${seconds()}: ${test} ${status}, ${done} of ${tests.length}`);
      if (status === 'done') continue;
      wrong.push(test);
      console.error(output);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return wrong;
}

/** Runs a test file. Resolves to how it ended and what it printed. */
function take(test, env) {
  return new Promise((resolve) => {
    const limit = `--testTimeout=${1000 * LONGEST}`;
    const args = ['vitest', 'run', '--project', 'browser', limit, `test/browser/${test}.test.ts`];
    const child = spawn('npx', args, { env, detached: true });
    let output = '';
    let status = 'failed';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
    // Its workers as well, which close their browsers on this signal.
    const stop = () => process.kill(-child.pid, 'SIGTERM');
    const timer = setTimeout(() => {
      status = `stopped after ${LONGEST} s`;
      stop();
    }, 1000 * LONGEST);
    process.on('exit', stop);
    child.on('close', (code) => {
      clearTimeout(timer);
      process.off('exit', stop);
      resolve({ status: code === 0 ? 'done' : status, output });
    });
  });
}

/** Combines the pictures of each screen into its sheet. Returns the screens whose sheets are kept, with the reason. */
async function combineAll() {
  const kept = [];
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  try {
    const page = await browser.newPage();
    let bytes = 0;
    for (const [name, files] of screens) {
      const isPart = (who) => {
        const all = VARIANTS.filter((variant) => variant.startsWith(who));
        return all.some((variant) => files[variant]) && !all.every((variant) => files[variant]);
      };
      if (isPart('gm') || isPart('player')) {
        kept.push(`${name}: some of its pictures are missing`);
        continue;
      }
      try {
        const shots = await Promise.all(
          VARIANTS.filter((variant) => files[variant]).map(async (dress) => ({
            wide: dress.includes('1280'),
            src: `data:image/png;base64,${(await readFile(join(SHOTS, files[dress]))).toString('base64')}`,
          })),
        );
        const picture = Buffer.from(await page.evaluate(sheetOf, { shots, gap: GAP }), 'base64');
        bytes += picture.length;
        const path = join(SHEETS, `${name}.webp`);
        await writeFile(`${path}.part`, picture);
        await rename(`${path}.part`, path);
      } catch (error) {
        kept.push(`${name}: ${error.message}`);
      }
    }
    console.log(`${screens.size - kept.length} sheets, ${(bytes / 1e6).toFixed(1)} MB in ${SHEETS}, ${seconds()}`);
  } finally {
    await browser.close();
  }
  return kept;
}

/** Runs in the page: combines all pictures of a screen. @returns WebP in base64 */
async function sheetOf({ shots, gap }) {
  const images = await Promise.all(
    shots.map(async ({ src, wide }) => {
      const image = new Image();
      image.src = src;
      await image.decode();
      return { image, wide };
    }),
  );
  const rows = [images.filter(({ wide }) => wide), images.filter(({ wide }) => !wide)].filter(({ length }) => length);
  const widthOf = (row) => row.reduce((sum, { image }) => sum + image.width + gap, -gap);
  const heightOf = (row) => Math.max(...row.map(({ image }) => image.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(...rows.map(widthOf));
  canvas.height = rows.reduce((sum, row) => sum + heightOf(row) + gap, -gap);
  const context = canvas.getContext('2d');
  let y = 0;
  for (const row of rows) {
    let x = 0;
    for (const { image } of row) {
      context.drawImage(image, x, y);
      x += image.width + gap;
    }
    y += heightOf(row) + gap;
  }
  return canvas.toDataURL('image/webp', 0.6).split(',')[1];
}
