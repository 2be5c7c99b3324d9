import { spawnSync } from 'node:child_process';
import { findChromium } from '../browser-path.mjs';
import { inMemory } from '../ram-disk.mjs';
import { nodeProgram } from './node-program.mjs';

/**
 * Bundles a program that drives browsers and runs it with the arguments of this process, after `prepare`.
 * @param name of the file in `test/browser/`
 */
export async function runBrowserProgram(name, prepare) {
  try {
    const browser = await findChromium();
    await prepare();
    const outfile = `node_modules/.cache/cadence/${name}.mjs`;
    await nodeProgram({ entry: `test/browser/${name}.ts`, outfile });
    const env = { ...process.env, ...inMemory(), CADENCE_BROWSER: browser };
    const { status } = spawnSync(process.execPath, [outfile, ...process.argv.slice(2)], { stdio: 'inherit', env });
    process.exitCode = status ?? 1;
  } catch (error) {
    console.error(`${name}: ${error.message}`);
    process.exitCode = 1;
  }
}
