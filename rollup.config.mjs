import nodeResolve from '@rollup/plugin-node-resolve';
import esbuild from 'rollup-plugin-esbuild';
import { minify } from 'terser';

/**
 * Short, with its map. Classes keep their names: Foundry makes hooks (`renderCadenceTracker`), ids of windows and what is stored of a
 * chosen sheet of them. API: ApplicationV2 and DocumentSheetConfig.registerSheet, `sheetClass.name`.
 */
const minified = {
  name: 'minified',
  renderChunk: (code) =>
    minify(code, {
      module: true,
      ecma: 2022,
      sourceMap: true,
      keep_classnames: true,
      compress: { passes: 2 },
    }),
};

/** What every world needs is in one piece, and what one ruleset alone needs in another; the file the manifest names does no more than load the first. */
function pieceOf(id) {
  const file = id.replaceAll('\\', '/');
  return /\/src\/rulesets\/(?!index|foundry)/.test(file) || file.endsWith('/src/cadence.ts') ? undefined : 'table';
}

/**
 * The system as ES modules. Foundry loads them in browsers that know ES2022. Pieces bear a sum of what is in them: after an update nobody has an
 * old one with a new one. The first is asked for under whatever address Foundry gives it; no piece imports it, so none is loaded twice.
 */
export default {
  input: 'src/cadence.ts',
  output: {
    dir: 'dist',
    format: 'es',
    sourcemap: true,
    entryFileNames: 'cadence.mjs',
    chunkFileNames: 'code/[name]-[hash].mjs',
    manualChunks: pieceOf,
  },
  plugins: [
    nodeResolve({ browser: true, extensions: ['.mjs', '.js', '.ts', '.json'] }),
    esbuild({ target: 'es2022', tsconfig: 'tsconfig.base.json' }),
    minified,
  ],
};
