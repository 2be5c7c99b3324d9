import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function findOnPath() {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  return [...NAMES.flatMap((name) => folders.map((folder) => join(folder, name))), MAC].find(isExecutable);
}

/** The Chromium this version of Playwright would download, if present. */
async function findPlaywrightChromium() {
  const { chromium } = await import('playwright-core');
  const path = chromium.executablePath();
  return path && existsSync(path) ? path : undefined;
}

const run = (command, args) => spawnSync(command, args, { stdio: 'inherit' }).status === 0;

async function install() {
  console.log('no Chromium found; Playwright downloads its own');
  if (run('npx', ['playwright-core', 'install', 'chromium'])) {
    const path = await findPlaywrightChromium();
    // On a bare machine the download lacks system libraries.
    if (path && spawnSync(path, ['--version'], { stdio: 'ignore' }).status === 0) return path;
  }
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined;
  console.log("that did not work; installing Debian's package");
  run('apt-get', ['update', '-qq']);
  return run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium']) ? findOnPath() : undefined;
}

/**
 * Returns the path of a Chromium: `CADENCE_BROWSER`, the system's, Playwright's, else one installed now.
 * Throws a one-line error without one.
 */
export async function findChromium() {
  const configured = process.env.CADENCE_BROWSER;
  if (configured) {
    if (isExecutable(configured)) return configured;
    throw new Error(`CADENCE_BROWSER is not a program: ${configured}`);
  }
  const found = findOnPath() ?? (await findPlaywrightChromium()) ?? (await install());
  if (found) return found;
  throw new Error('no Chromium: install one, or name one in the environment variable CADENCE_BROWSER');
}
