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

function onPath() {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  return [...NAMES.flatMap((name) => folders.map((folder) => join(folder, name))), MAC].find(isExecutable);
}

/** The Chromium that this version of Playwright would download, if it has been. */
async function ofPlaywright() {
  const { chromium } = await import('playwright-core');
  const path = chromium.executablePath();
  return path && existsSync(path) ? path : undefined;
}

const run = (command, args) => spawnSync(command, args, { stdio: 'inherit' }).status === 0;

async function install() {
  console.log('no Chromium found; Playwright downloads its own');
  if (run('npx', ['playwright-core', 'install', 'chromium'])) {
    const path = await ofPlaywright();
    // On a bare machine the download is there but its system libraries are not.
    if (path && spawnSync(path, ['--version'], { stdio: 'ignore' }).status === 0) return path;
  }
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined;
  console.log("that did not work; installing Debian's package");
  run('apt-get', ['update', '-qq']);
  return run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium']) ? onPath() : undefined;
}

/**
 * Where a Chromium is: `CADENCE_BROWSER`, the system's, Playwright's own, else one installed now.
 * Throws, in one line, where there is none to be had.
 */
export async function findChromium() {
  const named = process.env.CADENCE_BROWSER;
  if (named) {
    if (isExecutable(named)) return named;
    throw new Error(`CADENCE_BROWSER names no program: ${named}`);
  }
  const found = onPath() ?? (await ofPlaywright()) ?? (await install());
  if (found) return found;
  throw new Error('no Chromium: install one, or name one in the environment variable CADENCE_BROWSER');
}
