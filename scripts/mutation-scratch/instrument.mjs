import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Instrumenter } from '@stryker-mutator/instrumenter';
import { build } from 'esbuild';

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
  return { mutants, texts: new Map(texts.map(({ name, content }) => [name, content])) };
}

/** Removes the calls that count which test runs which mutant; they cost more than the code they count. */
export const uncounted = (texts) =>
  new Map([...texts].map(([path, text]) => [path, text.replaceAll(/stryCov_9fa48\("[^)]*\)/g, '0')]));

/** Bundles each test file with the instrumented texts into a folder. */
export async function bundle(testFiles, texts, folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
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
    plugins: [
      {
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
      },
    ],
  });
}
