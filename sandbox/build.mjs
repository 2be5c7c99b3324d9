import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

const here = (path) => join(import.meta.dirname, path);

/** What both programs are made from. */
const SHARED = [here('src/shared'), here('src/variants.ts'), here('package.json'), here('../package-lock.json')];

/** The page's program. */
const buildClient = (outfile) =>
  build({
    entryPoints: [here('src/client/main.ts')],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    sourcemap: true,
    // Render hooks are named after classes (`renderCombatTracker`), which esbuild would otherwise rename.
    keepNames: true,
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'silent',
  });

/** The server as a program for Node. @param outfile in a folder of this package, from where it finds its libraries */
export const buildServer = (outfile) =>
  build({
    entryPoints: [here('src/server/main.ts')],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    sourcemap: true,
    packages: 'external',
    logLevel: 'silent',
  });

/** Where programs are built. */
export const BUILD = here('.build');
export const SERVER = join(BUILD, 'server.mjs');
const CLIENT = join(BUILD, 'client.js');

/** The two programs of the sandbox: what each is made from, and how. */
export const sandboxSteps = [
  {
    name: 'sandbox client',
    inputs: [here('src/client'), ...SHARED],
    output: CLIENT,
    run: () => buildClient(CLIENT),
  },
  {
    name: 'sandbox server',
    inputs: [here('src/server'), ...SHARED],
    output: SERVER,
    run: () => buildServer(SERVER),
  },
];

/** Builds the programs that are older than their sources. */
export async function buildOutdated() {
  const outdated = sandboxSteps.filter(({ inputs, output }) => changedAt(output) <= Math.max(...inputs.map(changedAt)));
  await Promise.all(outdated.map(({ run }) => run()));
}

/** The time of the last change of a file or below a folder; 0 for what is missing. Milliseconds. */
function changedAt(path) {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) return 0;
  const below = found.isDirectory() ? readdirSync(path).map((name) => changedAt(join(path, name))) : [];
  return Math.max(found.mtimeMs, ...below);
}
