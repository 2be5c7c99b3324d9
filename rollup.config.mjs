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

/** The system as one ES module. Foundry loads it in browsers that know ES2022. */
export default {
  input: 'src/cadence.ts',
  output: { file: 'dist/cadence.mjs', format: 'es', sourcemap: true, inlineDynamicImports: true },
  plugins: [
    nodeResolve({ browser: true, extensions: ['.mjs', '.js', '.ts', '.json'] }),
    esbuild({ target: 'es2022', tsconfig: 'tsconfig.base.json' }),
    minified,
  ],
};
