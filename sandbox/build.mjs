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
