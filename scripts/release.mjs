import { parseArgs } from 'node:util';
import { BASE, ReleaseError, release } from './build/release.mjs';

try {
  const { values } = parseArgs({ options: { base: { type: 'string', default: process.env.CADENCE_BASE || BASE } } });
  const folder = await release(values);
  console.log(`${folder}/cadence.zip and ${folder}/system.json are built for ${values.base}`);
  if (values.base === BASE) console.log('That address is a placeholder: set CADENCE_BASE or --base to publish.');
} catch (error) {
  const why = error instanceof ReleaseError ? error.message : (error.stderr ?? error.message);
  console.error(`no release: ${why}`);
  process.exitCode = 1;
}
