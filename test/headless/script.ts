import { resolve } from 'node:path';
import { Script } from 'node:vm';
import { DRAWS, STATELESS as SANDBOX_STATELESS } from '@cadence/sandbox/testing';
import { type BuildOptions, build, type Plugin } from 'esbuild';
import { defined } from '../../src/kernel/defined';
import { doForAll } from '../tiers/measure';
import type { GamePage } from './game-page';

/** Tests run from the repository. */
const pathOf = (name: string): string => resolve('test/headless', name);

/** Built-ins equal in every scope; as arguments they need no scope lookup. */
const BUILT_INS = 'Object Array Map Set WeakMap Number String Boolean Symbol JSON Promise Error Reflect Proxy RegExp';

/** Modules without state and page globals: all tabs share them, so that they are compiled once. */
const STATELESS = [/\/src\/(kernel|encounter|toolkit|rulesets\/[^/]+)\//, ...SANDBOX_STATELESS];

/** The page's script, called with a new scope for each tab and reload. */
export type PageScript = (scope: object) => { open(transport: object, options: object): Promise<GamePage> };

let bundledScript: Promise<PageScript> | null = null;

/**
 * Returns the page's script, bundled once. Its free names resolve in the scope, so that many pages live in one process.
 */
export function pageScript(): Promise<PageScript> {
  bundledScript ??= doForAll(bundle);
  return bundledScript;
}

async function bundle(): Promise<PageScript> {
  const shared = new Set<string>();
  const entry = { entryPoints: [pathOf('page.mjs')], globalName: 'page' };
  await bundleCode({ ...entry, plugins: [excludeStateless(shared, () => [])] });
  const paths = [...shared].sort();
  const contents = paths.map((path, at) => `export * as m${at} from ${JSON.stringify(path)};`).join('\n');
  const options = { stdin: { contents, resolveDir: resolve('.') }, globalName: 'common', plugins: [stubDrawing] };
  const modules = run(`(() => { ${await bundleCode(options)}; return common; })()`, 'common.js') as Record<
    string,
    object
  >;
  const byPath = new Map(paths.map((path, at) => [path, modules[`m${at}`]]));
  const page = await bundleCode({
    ...entry,
    plugins: [excludeStateless(shared, (path) => Object.keys(defined(byPath.get(path), 'a module')))],
  });
  const same = BUILT_INS.split(' ').join();
  const source = `(function (scope, stateless) { with (scope) { return (function (${same}) {
    ${page}; return page;
  })(${same}); } })`;
  const script = run(source, 'page.js') as (
    scope: object,
    stateless: (path: string) => object,
  ) => ReturnType<PageScript>;
  return (scope) => script(scope, (path) => defined(byPath.get(path), 'a module'));
}

const run = (source: string, filename: string): unknown => new Script(source, { filename }).runInThisContext();

async function bundleCode(options: BuildOptions): Promise<string> {
  const { outputFiles } = await build({
    ...options,
    bundle: true,
    write: false,
    format: 'iife',
    platform: 'browser',
    target: 'es2023',
    // Only drawing the map needs it.
    alias: { 'pixi.js': pathOf('no-pixi.mjs') },
    logLevel: 'silent',
  });
  return outputFiles[0].text;
}

/** Excludes stateless modules from a bundle and records them; the bundle requests them by path. */
const excludeStateless = (paths: Set<string>, namesOf: (path: string) => readonly string[]): Plugin => ({
  name: 'stateless modules are shared',
  setup(builder) {
    builder.onResolve({ filter: /^\.{1,2}\// }, async ({ path, pluginData, ...rest }) => {
      if (pluginData === 'asked') return undefined;
      const found = await builder.resolve(path, { ...rest, pluginData: 'asked' });
      if (found.errors.length > 0 || !STATELESS.some((pattern) => pattern.test(found.path))) return found;
      paths.add(found.path);
      return { path: found.path, namespace: 'stateless' };
    });
    builder.onLoad({ filter: /.*/, namespace: 'stateless' }, ({ path }) => {
      const names = namesOf(path);
      const module = `stateless(${JSON.stringify(path)})`;
      return { contents: names.length > 0 ? `export const { ${names} } = ${module};` : `module.exports = ${module};` };
    });
  },
});

const stubDrawing: Plugin = {
  name: 'nothing is drawn',
  setup(builder) {
    builder.onResolve({ filter: DRAWS }, ({ path }) => ({ path, namespace: 'undrawn' }));
    builder.onLoad({ filter: /.*/, namespace: 'undrawn' }, () => ({ contents: 'module.exports = {};' }));
  },
};
