import { createRequire } from 'node:module';
import { build } from 'esbuild';

const { resolve } = createRequire(import.meta.url);

/** Libraries stay external; the sandbox is TypeScript, which Node does not run, so it is bundled. */
export const bundleSandbox = {
  name: 'the sandbox is bundled',
  setup(builder) {
    builder.onResolve({ filter: /^@cadence\// }, ({ path }) => {
      const file = resolve(path);
      return file.endsWith('.ts') ? { path: file } : { path, external: true };
    });
  },
};

/** Bundles a program of this repository for Node. */
export const nodeProgram = ({ entry, outfile, ...options }) =>
  build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    plugins: [bundleSandbox],
    logLevel: 'silent',
    ...options,
  });
