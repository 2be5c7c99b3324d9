import { spawn } from 'node:child_process';
import { parseArgs } from 'node:util';

const USAGE =
  'usage: npm start -- [--port 30000] [--reset] [--install MANIFEST-URL] [--modules FOLDER] [--module FOLDER]… [--variant NAME=VALUE]…';

const OPTIONS = {
  port: { type: 'string' },
  reset: { type: 'boolean' },
  install: { type: 'string' },
  modules: { type: 'string' },
  module: { type: 'string', multiple: true },
  variant: { type: 'string', multiple: true },
};

/** Builds what changed and opens the sandbox; Control-C closes it. */
async function start() {
  let values;
  try {
    ({ values } = parseArgs({ options: OPTIONS }));
  } catch (error) {
    throw new Error(`${error.message.split('\n')[0]}\n${USAGE}`);
  }
  console.log('building what has changed: less than half a minute the first time');
  const { build, SERVER } = await import('./build/index.mjs').catch((error) => {
    if (error.code === 'ERR_MODULE_NOT_FOUND') throw new Error('packages are missing: run `npm ci` first');
    throw error;
  });
  await build({ begin: (step) => process.stdout.isTTY && process.stdout.write(`${step} …\r`), say: console.log });

  const options = ['--dist', 'dist', '--data', 'sandbox/.data', '--demo', 'demo'];
  if (values.port) options.push('--port', values.port);
  if (values.reset) options.push('--reset');
  if (values.install) options.push('--install', values.install);
  if (values.modules) options.push('--modules', values.modules);
  for (const folder of values.module ?? []) options.push('--module', folder);
  for (const variant of values.variant ?? []) options.push('--variant', variant);
  const server = spawn(process.execPath, [SERVER, ...options], { stdio: 'inherit' });
  // The terminal signals both processes; this one waits until the server has closed its database.
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal));
  server.on('exit', (code) => {
    process.exitCode = code ?? 1;
  });
}

start().catch((error) => {
  console.error(`cannot start: ${error.message}`);
  process.exitCode = 1;
});
