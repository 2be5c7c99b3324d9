import { build } from 'esbuild';

const SHARED = ['sandbox/shared', 'sandbox/doubts.ts', 'package-lock.json'];

/** The sandbox's two programs. They never hold a line of `src`. */
export const sandboxSteps = [
  {
    name: 'sandbox client',
    inputs: ['sandbox/client', ...SHARED],
    output: 'sandbox/.build/client.js',
    run: () =>
      build({
        entryPoints: ['sandbox/client/main.ts'],
        outfile: 'sandbox/.build/client.js',
        bundle: true,
        format: 'esm',
        platform: 'browser',
        target: 'es2022',
        sourcemap: true,
        // Render hooks are named after classes (`renderCombatTracker`), which esbuild would otherwise rename.
        keepNames: true,
        define: { 'process.env.NODE_ENV': '"production"' },
        logLevel: 'silent',
      }),
  },
  {
    name: 'sandbox server',
    inputs: ['sandbox/server', ...SHARED],
    output: 'sandbox/.build/server.mjs',
    run: () =>
      build({
        entryPoints: ['sandbox/server/main.ts'],
        outfile: 'sandbox/.build/server.mjs',
        bundle: true,
        format: 'esm',
        platform: 'node',
        target: 'node20',
        sourcemap: true,
        packages: 'external',
        logLevel: 'silent',
      }),
  },
];
