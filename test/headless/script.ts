import { resolve } from 'node:path';
import { Script } from 'node:vm';
import { build } from 'esbuild';

/** Everything is run from the repository. */
const here = (name: string): string => resolve('test/headless', name);

/** Names that mean the same in every scope; as arguments they need no search. */
const SAME = 'Object Array Map Set WeakMap Number String Boolean Symbol JSON Promise Error Reflect Proxy RegExp';

/** The page's script in its scope: called for each tab, and again for each reload. */
export type PageScript = (scope: object) => { open(transport: object, options: object): Promise<any> };

let made: Promise<PageScript> | null = null;

/** Bundles the page once. Its free names are looked up in the scope it is called with, so that many live in one process. */
export function pageScript(): Promise<PageScript> {
  made ??= bundle();
  return made;
}

async function bundle(): Promise<PageScript> {
  const { outputFiles } = await build({
    entryPoints: [here('page.mjs')],
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'page',
    platform: 'browser',
    target: 'es2023',
    // The map is drawn with it; nobody looks here.
    alias: { 'pixi.js': here('no-pixi.mjs') },
    logLevel: 'silent',
  });
  const same = SAME.split(' ').join();
  const source = `(function (scope) { with (scope) { return (function (${same}) {
    ${outputFiles[0]!.text}; return page;
  })(${same}); } })`;
  return new Script(source, { filename: 'page.js' }).runInThisContext() as PageScript;
}
