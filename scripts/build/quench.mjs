import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

/** The module's id, folder and file. */
const ID = 'cadence-quench';

/** A Foundry module with the batches of `test/foundry/`; not part of the system. */
const MANIFEST = {
  id: ID,
  title: 'Cadence: assumptions about Foundry',
  description: 'Quench batches that test whether Foundry behaves as Cadence assumes.',
  version: '0.1.0',
  compatibility: { minimum: '14.360' },
  authors: [{ name: 'Cadence contributors' }],
  esmodules: [`${ID}.mjs`],
  relationships: {
    systems: [{ id: 'cadence', type: 'system' }],
    requires: [{ id: 'quench', type: 'module' }],
  },
};

export async function buildQuench(target = 'dist-quench') {
  await mkdir(target, { recursive: true });
  await build({
    entryPoints: ['test/foundry/main.ts'],
    outfile: join(target, `${ID}.mjs`),
    bundle: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    logLevel: 'silent',
  });
  await writeFile(join(target, 'module.json'), `${JSON.stringify(MANIFEST, null, 2)}\n`);
  return target;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href)
  console.log(`${await buildQuench(process.argv[2])}/ is built`);
