import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Instrumenter } from '@stryker-mutator/instrumenter';
import { build } from 'esbuild';
import { bundleSandbox } from '../build/node-program.mjs';

const ROOT = resolve(import.meta.dirname, '../..');
export const BUNDLES = join(ROOT, 'node_modules/.cache/cadence/mutation');

/** Returns the files below a folder whose names match. */
export function filesBelow(folder, pattern) {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(ROOT, join(parentPath, name)))
    .filter((file) => pattern.test(file))
    .sort();
}

const silent = { debug() {}, info() {}, warn() {}, isDebugEnabled: () => false };

/** How the instrumented code finds the switch; a page of a test has a global scope of its own, which has none. */
const GLOBAL = /^ {2}var g = .*;$/m;

/** Puts every mutant behind a switch. Returns the mutants and the instrumented texts by absolute path. */
export async function instrument(files) {
  const sources = files.map((file) => ({
    name: join(ROOT, file),
    mutate: true,
    content: readFileSync(join(ROOT, file), 'utf8'),
  }));
  const { files: texts, mutants } = await new Instrumenter(silent).instrument(sources, {
    plugins: null,
    ignorers: [],
    excludedMutations: [],
  });
  return {
    mutants,
    texts: new Map(
      texts.map(({ name, content }) => [name, content.replace(GLOBAL, "  var g = new Function('return this')();")]),
    ),
  };
}

/** Removes the calls that count which test runs which mutant; they cost more than the code they count. */
export const uncounted = (texts) =>
  new Map([...texts].map(([path, text]) => [path, text.replaceAll(/stryCov_9fa48\("[^)]*\)/g, '0')]));

/** Where a folder of bundles has the instrumented texts, for what its tests bundle themselves. */
const TEXTS = 'texts.json';

/** Returns the plugin that loads the instrumented texts in place of the files. */
const instrumented = (texts) => ({
  name: 'instrumented',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, ({ path }) => {
      // A test that reads a file looks for it from its own place.
      const contents = (texts.get(path) ?? readFileSync(path, 'utf8'))
        .replaceAll('import.meta.dirname', JSON.stringify(dirname(path)))
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href));
      return { contents, loader: 'ts' };
    });
  },
});

/** Tests of a table bundle the page's script with esbuild: they get one that loads the instrumented texts. */
const bundlers = {
  name: 'tests bundle instrumented texts',
  setup({ onResolve }) {
    onResolve({ filter: /^esbuild$/ }, () => ({ path: import.meta.filename, external: true }));
  },
};

let textsOfPage = null;

/** Has `buildPage` load the texts of a folder of bundles. */
export function usePageTexts(folder) {
  textsOfPage = new Map(JSON.parse(readFileSync(join(folder, TEXTS), 'utf8')));
}

/** The `build` of esbuild for tests. */
const buildPage = (options) =>
  build({
    ...options,
    plugins: [...(options.plugins ?? []), instrumented(textsOfPage)],
  });

/** Bundles each test file with the instrumented texts into a folder. */
export async function bundle(testFiles, texts, folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, TEXTS), JSON.stringify([...texts]));
  await build({
    entryPoints: testFiles.map((file) => join(ROOT, file)),
    outdir: folder,
    outbase: ROOT,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    logLevel: 'error',
    plugins: [bundlers, bundleSandbox, instrumented(texts)],
  });
}

/** Imports a module of the tests. */
export async function importTests(file) {
  const folder = join(BUNDLES, 'imported');
  await bundle([file], new Map(), folder);
  return import(join(folder, file.replace(/\.ts$/, '.mjs')));
}

export { buildPage as build };
