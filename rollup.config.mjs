import nodeResolve from '@rollup/plugin-node-resolve';
import { minify } from 'rolldown/utils';
import esbuild from 'rollup-plugin-esbuild';

/**
 * Minified, with its map. Classes keep their names: Foundry makes hooks (`renderCadenceTracker`), ids of windows and what is stored of a
 * chosen sheet of them. API: ApplicationV2 and DocumentSheetConfig.registerSheet, `sheetClass.name`.
 */
const keepNames = { function: false, class: true };
const minified = {
  name: 'minified',
  async renderChunk(code, { fileName }) {
    const {
      code: short,
      map,
      errors,
    } = await minify(fileName, code, {
      module: true,
      sourcemap: true,
      compress: { target: 'es2022', keepNames },
      mangle: { toplevel: true, keepNames },
    });
    if (errors.length > 0) throw new Error(`${fileName}: ${errors[0].message}`);
    return { code: short, map };
  },
};

/** The rules of a ruleset: each has a piece of its own, for a world needs those of one. */
const RULES = /\/src\/rulesets\/(?!index|manifests)/;
const ENTRY = /\/src\/cadence\.ts$/;

/** All that is imported without `import()` from these on, themselves included. */
function reachedFrom(ids, getModuleInfo) {
  const reached = new Set();
  const left = [...ids];
  for (let id = left.pop(); id !== undefined; id = left.pop()) {
    if (reached.has(id)) continue;
    reached.add(id);
    left.push(...(getModuleInfo(id)?.importedIds ?? []));
  }
  return reached;
}

/** What every world needs from its beginning, for each build. */
const needed = new WeakMap();

/**
 * What every world needs from its beginning is in one piece: all that is imported by name from the entry on, or from rules. What is reached
 * by `import()` alone is in pieces that are fetched then. The file the manifest names does no more than load the first.
 */
function pieceOf(id, { getModuleIds, getModuleInfo }) {
  const isOwn = (module) => ENTRY.test(slashed(module)) || RULES.test(slashed(module));
  if (!needed.has(getModuleInfo))
    needed.set(getModuleInfo, reachedFrom([...getModuleIds()].filter(isOwn), getModuleInfo));
  return isOwn(id) || !needed.get(getModuleInfo).has(id) ? undefined : 'table';
}

const slashed = (path) => path.replaceAll('\\', '/');

/** Returns the id of the ruleset whose rules are in a piece, or undefined. */
export const rulesetIn = (moduleIds) =>
  moduleIds.map((id) => /\/rulesets\/(\w+)\/index\.ts$/.exec(slashed(id))?.[1]).find((id) => id !== undefined);

/**
 * The system as ES modules. Foundry loads them in browsers that know ES2022. Pieces bear a sum of what is in them: after an update nobody has an
 * old one with a new one. The first is asked for under whatever address Foundry gives it; no piece imports it, so none is loaded twice.
 */
export default {
  input: 'src/cadence.ts',
  // A library has the same path in the map wherever it really lies.
  preserveSymlinks: true,
  output: {
    dir: 'dist',
    format: 'es',
    sourcemap: true,
    entryFileNames: 'cadence.mjs',
    chunkFileNames: ({ name, moduleIds }) => `code/${rulesetIn(moduleIds) ?? name}-[hash].mjs`,
    manualChunks: pieceOf,
  },
  plugins: [
    nodeResolve({ browser: true, extensions: ['.mjs', '.js', '.ts', '.json'] }),
    esbuild({ target: 'es2022', tsconfig: 'tsconfig.base.json' }),
    minified,
  ],
};
