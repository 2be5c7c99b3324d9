import { runBrowserProgram } from './build/browser-program.mjs';
import { build } from './build/index.mjs';

/** Plays prepared fights in the sandbox with each of the built modules given as arguments. */
await runBrowserProgram('try-modules', build);
