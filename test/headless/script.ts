import { resolve } from 'node:path';
import { Script } from 'node:vm';
import { DRAWS, STATELESS as SANDBOX_STATELESS } from '@cadence/sandbox/testing';
import { type BuildOptions, build, type Plugin } from 'esbuild';
import { defined } from '../../src/kernel/defined';
import type { Hands } from './hands';

/** Everything is run from the repository. */
const here = (name: string): string => resolve('test/headless', name);

/** Names that mean the same in every scope; as arguments they need no search. */
const SAME = 'Object Array Map Set WeakMap Number String Boolean Symbol JSON Promise Error Reflect Proxy RegExp';

/** Modules that remember nothing and read no global of a page: all tabs run the same ones, so that they become fast. */
const STATELESS = [/\/src\/(kernel|encounter|toolkit|rulesets\/[^/]+)\//, ...SANDBOX_STATELESS];

/** The page's script in its scope: called for each tab, and again for each reload. */
export type PageScript = (scope: object) => { open(transport: object, options: object): Promise<Hands> };

let made: Promise<PageScript> | null = null;

/** Bundles the page once. Its free names are looked up in the scope it is called with, so that many live in one process. */
export function pageScript(): Promise<PageScript> {
  made ??= bundle();
  return made;
}

async function bundle(): Promise<PageScript> {
  const shared = new Set<string>();
  const entry = { entryPoints: [here('page.mjs')], globalName: 'page' };
  await bundled({ ...entry, plugins: [leftOut(shared, () => [])] });
  const paths = [...shared].sort();
  const contents = paths.map((path, at) => `export * as m${at} from ${JSON.stringify(path)};`).join('\n');
  const options = { stdin: { contents, resolveDir: resolve('.') }, globalName: 'common', plugins: [undrawn] };
  const modules = run(`(() => { ${await bundled(options)}; return common; })()`, 'common.js') as Record<string, object>;
  const byPath = new Map(paths.map((path, at) => [path, modules[`m${at}`]]));
  const page = await bundled({
    ...entry,
    plugins: [leftOut(shared, (path) => Object.keys(defined(byPath.get(path), 'a module')))],
  });
  const same = SAME.split(' ').join();
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

async function bundled(options: BuildOptions): Promise<string> {
  const { outputFiles } = await build({
    ...options,
    bundle: true,
    write: false,
    format: 'iife',
    platform: 'browser',
    target: 'es2023',
    // The map is drawn with it; nobody looks here.
    alias: { 'pixi.js': here('no-pixi.mjs') },
    logLevel: 'silent',
  });
  return outputFiles[0].text;
}

/** Leaves stateless modules out of a bundle, which asks for them by their path, and notes which they are. */
const leftOut = (noted: Set<string>, namesOf: (path: string) => readonly string[]): Plugin => ({
  name: 'stateless modules are shared',
  setup(builder) {
    builder.onResolve({ filter: /^\.{1,2}\// }, async ({ path, pluginData, ...rest }) => {
      if (pluginData === 'asked') return undefined;
      const found = await builder.resolve(path, { ...rest, pluginData: 'asked' });
      if (found.errors.length > 0 || !STATELESS.some((pattern) => pattern.test(found.path))) return found;
      noted.add(found.path);
      return { path: found.path, namespace: 'stateless' };
    });
    builder.onLoad({ filter: /.*/, namespace: 'stateless' }, ({ path }) => {
      const names = namesOf(path);
      const module = `stateless(${JSON.stringify(path)})`;
      return { contents: names.length > 0 ? `export const { ${names} } = ${module};` : `module.exports = ${module};` };
    });
  },
});

const undrawn: Plugin = {
  name: 'nothing is drawn',
  setup(builder) {
    builder.onResolve({ filter: DRAWS }, ({ path }) => ({ path, namespace: 'undrawn' }));
    builder.onLoad({ filter: /.*/, namespace: 'undrawn' }, () => ({ contents: 'module.exports = {};' }));
  },
};
