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

/** What has a piece of its own: the entry, the rules of a ruleset, and what few worlds or few people need. */
const OWN = [
  /\/src\/cadence\.ts$/,
  /\/src\/rulesets\/(?!index|foundry)/,
  /\/src\/foundry\/apps\/(cheat-sheet|choose-target|encounters|many|options-window|place-area|settings-window|welcome-window)\.ts$/,
  /\/src\/foundry\/migration\/(?!due|unreadable)/,
];

/** What every world needs is in one piece, what one ruleset alone needs, or one window that few open, in another; the file the manifest names does no more than load the first. */
function pieceOf(id) {
  const file = id.replaceAll('\\', '/');
  const isOwn = OWN.some((own) => own.test(file));
  return isOwn ? undefined : 'table';
}

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
    chunkFileNames: 'code/[name]-[hash].mjs',
    manualChunks: pieceOf,
  },
  plugins: [
    nodeResolve({ browser: true, extensions: ['.mjs', '.js', '.ts', '.json'] }),
    esbuild({ target: 'es2022', tsconfig: 'tsconfig.base.json' }),
    minified,
  ],
};
