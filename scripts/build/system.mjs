import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build as esbuild } from 'esbuild';
import { rollup } from 'rollup';
import * as sass from 'sass';
import rollupConfig, { rulesetIn } from '../../rollup.config.mjs';
import { filesBelow, isFresh } from './fresh.mjs';
import { noticesOf } from './notices.mjs';

/** What the package contains besides built files. */
export const RESOURCES = [
  'system.json',
  'cadence.d.ts',
  'LICENSE',
  'README.md',
  'CHANGELOG.md',
  'templates',
  'lang',
  'icons',
  'media',
  'sounds',
];

/** The workers: separate programs that load rules on demand, without the interface. */
const WORKERS = {
  entryPoints: ['src/odds.ts', 'src/opponents.ts'],
  outdir: 'dist/workers',
  outExtension: { '.js': '.mjs' },
  chunkNames: '[name]-[hash]',
  bundle: true,
  preserveSymlinks: true,
  splitting: true,
  minify: true,
  format: 'esm',
  platform: 'browser',
  target: 'es2022',
  logLevel: 'silent',
};

/** The steps that fill `dist/`, the folder Foundry installs, except packs. */
export const systemSteps = [
  {
    name: 'code',
    inputs: ['src', 'rollup.config.mjs', 'tsconfig.base.json', 'package-lock.json'],
    output: 'dist/cadence.mjs',
    async run() {
      const warnings = [];
      // Chunks of an earlier build have other names.
      await rm('dist/code', { recursive: true, force: true });
      const bundle = await rollup({ ...rollupConfig, onwarn: (warning) => warnings.push(warning.message) });
      const { output } = await bundle.write(rollupConfig.output);
      await bundle.close();
      if (warnings.length > 0) throw new Error(warnings.join('\n'));
      return output.filter(({ type }) => type === 'chunk');
    },
    sizesOf,
  },
  {
    name: 'workers',
    inputs: ['src', 'tsconfig.base.json', 'package-lock.json'],
    output: 'dist/workers/odds.mjs',
    async run() {
      await rm('dist/workers', { recursive: true, force: true });
      await esbuild(WORKERS);
    },
  },
  {
    name: 'styles',
    inputs: ['styles', 'package-lock.json'],
    output: 'dist/cadence.css',
    async run() {
      const { css } = sass.compile('styles/cadence.scss', { style: 'expanded' });
      await mkdir('dist', { recursive: true });
      await writeFile('dist/cadence.css', css);
    },
  },
  {
    name: 'notices',
    inputs: ['package.json', 'package-lock.json', 'scripts/build/notices.mjs'],
    output: 'dist/THIRD-PARTY.txt',
    async run() {
      await mkdir('dist', { recursive: true });
      await writeFile('dist/THIRD-PARTY.txt', await noticesOf());
    },
  },
  { name: 'files', inputs: RESOURCES, output: 'dist/system.json', run: copyResources },
];

/** Returns lines with the download of each ruleset's world, then of each chunk that is loaded later, largest first; in kB gzip. */
function sizesOf(chunks) {
  const sizes = chunks.map(({ fileName, code, imports, isEntry, moduleIds }) => ({
    fileName,
    imports,
    isEntry,
    ruleset: rulesetIn(moduleIds),
    size: gzipSync(code, { level: 9 }).length / 1000,
  }));
  const first = sizes.find(({ isEntry }) => isEntry);
  const isInitial = ({ fileName }) => fileName === first.fileName || first.imports.includes(fileName);
  const initialSize = sizes.filter(isInitial).reduce((sum, { size }) => sum + size, 0);
  const worlds = sizes.filter(({ ruleset }) => ruleset);
  const later = sizes.filter((chunk) => !chunk.ruleset && !isInitial(chunk)).sort((a, b) => b.size - a.size);
  return [
    ...worlds.map(
      ({ ruleset, size }) =>
        `  a world of ${ruleset.padEnd(11)} ${kb(initialSize + size)} kB gzip, ${size.toFixed(1)} of them its own`,
    ),
    ...later.map(({ fileName, size }) => `  later ${fileName.padEnd(38)} ${kb(size)} kB gzip`),
  ];
}

const kb = (size) => size.toFixed(1).padStart(5);

async function copyResources() {
  const targets = new Set();
  for (const source of (await Promise.all(RESOURCES.map(filesBelow))).flat()) {
    const target = join('dist', source);
    targets.add(target);
    if (source !== 'system.json' && (await isFresh([source], target))) continue;
    await mkdir(dirname(target), { recursive: true });
    await copyFile(source, target);
  }
  // Removes files that were renamed or deleted in the sources.
  const folders = RESOURCES.map((name) => join('dist', name));
  for (const file of (await Promise.all(folders.map(filesBelow))).flat()) if (!targets.has(file)) await rm(file);
}

/** Makes paths of Sass and esbuild (URLs or absolute) relative. */
export const readablePath = (text) =>
  text.replaceAll(pathToFileURL(`${process.cwd()}/`).href, '').replaceAll(`${process.cwd()}/`, '');
