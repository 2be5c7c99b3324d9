import { runBrowserProgram } from './build/browser-program.mjs';
import { build } from './build/index.mjs';

/** Runs the Quench batches of other built systems in the sandbox, to find what differs from Foundry. */
await runBrowserProgram('try-suites', () => build({ only: ['sandbox'] }));
