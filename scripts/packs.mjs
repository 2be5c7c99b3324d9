import { parseArgs } from 'node:util';

/** Builds the compendia, or with `--texts` writes what translators of their texts need and checks translations. */
const { values } = parseArgs({ options: { texts: { type: 'boolean' } } });

try {
  if (values.texts) {
    const { writeTexts } = await import('./build/pack-texts.mjs');
    const faults = await writeTexts();
    for (const fault of faults) console.error(fault);
    if (faults.length > 0) process.exitCode = 1;
  } else {
    const { build } = await import('./build/index.mjs');
    await build({ force: true, only: ['pack '], say: console.log });
  }
} catch (error) {
  console.error(`packs failed: ${error.message}`);
  process.exitCode = 1;
}
