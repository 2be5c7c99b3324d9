import nodeResolve from '@rollup/plugin-node-resolve';
import esbuild from 'rollup-plugin-esbuild';

/** The system as one ES module. Foundry loads it in browsers that know ES2022. */
export default {
  input: 'src/cadence.ts',
  output: { file: 'dist/cadence.mjs', format: 'es', sourcemap: true, inlineDynamicImports: true },
  plugins: [
    nodeResolve({ browser: true, extensions: ['.mjs', '.js', '.ts', '.json'] }),
    esbuild({ target: 'es2022', tsconfig: 'tsconfig.base.json' }),
  ],
};
