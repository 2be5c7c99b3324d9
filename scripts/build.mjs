import { parseArgs } from 'node:util';
import { build } from './build/index.mjs';

const { values, positionals } = parseArgs({
  options: { force: { type: 'boolean' }, sizes: { type: 'boolean' } },
  allowPositionals: true,
});
try {
  const done = await build({
    force: values.force || values.sizes,
    sizes: values.sizes,
    only: positionals,
    say: console.log,
  });
  console.log(done.length > 0 ? 'dist/ is built' : 'dist/ is up to date');
} catch (error) {
  console.error(`build failed: ${error.message}`);
  process.exitCode = 1;
}
