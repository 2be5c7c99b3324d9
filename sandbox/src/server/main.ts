import { parseArgs } from 'node:util';
import { USER_ROLES } from '../shared/constants';
import { readDoubts } from '../variants';
import { type Sandbox, startServer } from './server';
import { StartupError } from './startup-error';

const USAGE =
  'Usage: server [--port 30000] [--dist dist] [--data .sandbox] [--world demo] [--demo FOLDER] [--host HOST] [--reset] [--install MANIFEST-URL] [--modules FOLDER] [--module FOLDER]… [--doubt NAME=VALUE]…';

function options() {
  try {
    const { values } = parseArgs({
      options: {
        port: { type: 'string', default: process.env['CADENCE_PORT'] || '30000' },
        dist: { type: 'string', default: 'dist' },
        data: { type: 'string', default: '.sandbox' },
        world: { type: 'string' },
        demo: { type: 'string' },
        host: { type: 'string' },
        reset: { type: 'boolean' },
        install: { type: 'string' },
        modules: { type: 'string' },
        module: { type: 'string', multiple: true },
        doubt: { type: 'string', multiple: true },
      },
    });
    const port = Number(values.port);
    if (!Number.isInteger(port) || port < 0 || port > 65535) throw new Error(`"${values.port}" is not a port.`);
    return { ...values, doubts: readDoubts(values.doubt), port };
  } catch (error: any) {
    throw new StartupError(`${error.message} ${USAGE}`);
  }
}

function announce({ url, users }: Sandbox): void {
  const kind = (role: number) => (role >= USER_ROLES.ASSISTANT ? 'Gamemaster' : 'Player');
  const addressed = users.map(({ name, role }) => [role === USER_ROLES.GAMEMASTER ? name : `${name} (${kind(role)})`]);
  console.log('Cadence is running. Open a browser window for each of them and join:\n');
  for (const [label] of addressed) console.log(`  ${label}: ${url}/join`);
  const locked = users.filter((user) => user.hasPassword).map((user) => user.name);
  console.log(locked.length ? `\nA password is needed for: ${locked.join(', ')}.` : '\nNo password is needed.');
  console.log('Windows of one browser share a login: use a private window or a second browser for the second user.');
  console.log('Ctrl+C ends it.');
}

try {
  const sandbox = await startServer(options());
  let closing = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, async () => {
      if (closing) return;
      closing = true;
      await sandbox.close();
      process.exit(0);
    });
  }
  // Last: whoever reads it may end it at once.
  announce(sandbox);
} catch (error) {
  if (!(error instanceof StartupError)) throw error;
  console.error(error.message);
  process.exit(1);
}
