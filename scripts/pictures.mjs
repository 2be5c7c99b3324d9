import { spawnSync } from 'node:child_process';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { findChromium } from './browser-path.mjs';

/** The browser tests that take pictures; arguments replace them. */
const PICTURED_TESTS = [
  ...['screens', 'fights', 'sheet-look', 'prompt', 'evening', 'welcome', 'choose-target', 'many', 'tempo'],
  ...['settings', 'rules-on-hover', 'build-hero'],
];
const SHOTS = 'test/browser/.shots';
const SHEETS = 'docs/images/screens';
/** Picture pixels per screen pixel. */
const SCALE = 0.5;
const GAP = 8;
/** Variants in the order of a sheet: wide ones above, narrow ones below. */
const VARIANTS = ['gm-1280-dark', 'player-1280-light', 'gm-900-light', 'player-900-light', 'player-900-dark'];

const names = process.argv.slice(2).filter((word) => !word.startsWith('--'));
if (!process.argv.includes('--again')) {
  const files = (names.length > 0 ? names : PICTURED_TESTS).map((name) => `test/browser/${name}.test.ts`);
  const env = { ...process.env, CADENCE_PICTURES: '1' };
  const { status } = spawnSync('node', ['scripts/browser.mjs', ...files], { stdio: 'inherit', env });
  process.exitCode = status ?? 1;
  if (names.length === 0) await rm(SHEETS, { recursive: true, force: true });
}
await mkdir(SHEETS, { recursive: true });

/** The pictures of each screen by name. */
const screens = new Map();
for (const file of (await readdir(SHOTS)).sort()) {
  const variant = VARIANTS.find((each) => file.endsWith(`-${each}.png`));
  if (!variant) continue;
  const name = file.slice(0, -`-${variant}.png`.length);
  screens.set(name, { ...screens.get(name), [variant]: file });
}

const browser = await chromium.launch({
  executablePath: await findChromium(),
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});
try {
  const page = await browser.newPage();
  let bytes = 0;
  for (const [name, files] of screens) {
    const shots = await Promise.all(
      VARIANTS.filter((variant) => files[variant]).map(async (dress) => ({
        wide: dress.includes('1280'),
        src: `data:image/png;base64,${(await readFile(join(SHOTS, files[dress]))).toString('base64')}`,
      })),
    );
    const picture = Buffer.from(await page.evaluate(sheetOf, { shots, scale: SCALE, gap: GAP }), 'base64');
    bytes += picture.length;
    await writeFile(join(SHEETS, `${name}.webp`), picture);
  }
  console.log(`${screens.size} screens, ${(bytes / 1e6).toFixed(1)} MB in ${SHEETS}`);
} finally {
  await browser.close();
}

/** Runs in the page: combines all pictures of a screen. @returns WebP in base64 */
async function sheetOf({ shots, scale, gap }) {
  const images = await Promise.all(
    shots.map(async ({ src, wide }) => {
      const image = new Image();
      image.src = src;
      await image.decode();
      return { image, wide, width: image.width * scale, height: image.height * scale };
    }),
  );
  const rows = [images.filter(({ wide }) => wide), images.filter(({ wide }) => !wide)].filter(({ length }) => length);
  const widthOf = (row) => row.reduce((sum, { width }) => sum + width + gap, -gap);
  const heightOf = (row) => Math.max(...row.map(({ height }) => height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(...rows.map(widthOf));
  canvas.height = rows.reduce((sum, row) => sum + heightOf(row) + gap, -gap);
  const context = canvas.getContext('2d');
  context.imageSmoothingQuality = 'high';
  let y = 0;
  for (const row of rows) {
    let x = 0;
    for (const { image, width, height } of row) {
      context.drawImage(image, x, y, width, height);
      x += width + gap;
    }
    y += heightOf(row) + gap;
  }
  return canvas.toDataURL('image/webp', 0.6).split(',')[1];
}
