import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const bundle = join(root, 'node_modules/.cache/cadence/scenarios.mjs');
// npm runs scripts in the repository; relative paths start from the user's folder.
const userFolder = process.env.INIT_CWD ?? process.cwd();
const paths = process.argv.slice(2).map((path) => resolve(userFolder, path));
if (paths.length === 0) paths.push(join(root, 'test/scenarios'));

try {
  mkdirSync(dirname(bundle), { recursive: true });
  await build({
    entryPoints: [join(root, 'test/support/scenario/main.ts')],
    outfile: bundle,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    sourcemap: 'inline',
    logLevel: 'silent',
  });
  const { status } = spawnSync(process.execPath, ['--enable-source-maps', bundle, root, ...paths], {
    stdio: 'inherit',
    cwd: userFolder,
  });
  process.exitCode = status ?? 1;
} catch (error) {
  const [first] = error.errors ?? [];
  const place = first?.location ? `${first.location.file}:${first.location.line}: ` : '';
  console.error(`scenarios: ${place}${first?.text ?? error.message}`);
  process.exitCode = 1;
}
