import { build } from './build/index.mjs';

try {
  await build({ force: true, only: ['pack '], say: console.log });
} catch (error) {
  console.error(`packs failed: ${error.message}`);
  process.exitCode = 1;
}
