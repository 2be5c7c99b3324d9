import { runBrowserProgram } from './build/browser-program.mjs';
import { build } from './build/index.mjs';
import { buildQuench } from './build/quench.mjs';

/** Runs the batches of `test/foundry/` in the sandbox with the built Quench package given as argument. */
await runBrowserProgram('try-quench', async () => {
  await build();
  await buildQuench();
});
