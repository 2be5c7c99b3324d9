import { parseArgs } from 'node:util';
import { USER_ROLES } from '../shared/constants';
import { readVariants } from '../variants';
import { type Sandbox, startServer } from './server';
import { StartupError } from './startup-error';

const USAGE = `Usage: foundry-sandbox [SYSTEM] [OPTION]…

SYSTEM is the folder of a built system, with its system.json; by default dist.

  --port PORT             30000, or what CADENCE_PORT says; 0 takes a free one
  --host HOST             where it listens; by default this machine alone
  --data FOLDER           where worlds are kept; by default .sandbox
  --world ID              by default demo
  --demo FOLDER           YAML files that fill a new world
  --reset                 empty the world and fill it again
  --install MANIFEST-URL  install the system of that manifest and open it
  --modules FOLDER        installed modules, a folder each
  --module FOLDER         one more module, switched on
  --variant NAME=VALUE    a variant of unproven behavior
`;

function options() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
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
        variant: { type: 'string', multiple: true },
        help: { type: 'boolean' },
      },
    });
    if (values.help) return null;
    const port = Number(values.port);
    if (!Number.isInteger(port) || port < 0 || port > 65535) throw new Error(`"${values.port}" is not a port.`);
    return { ...values, dist: positionals[0] ?? values.dist, variants: readVariants(values.variant), port };
  } catch (error) {
    throw new StartupError(`${error instanceof Error ? error.message : error} See --help.`);
  }
}

function announce({ title, url, users }: Sandbox): void {
  const kind = (role: number) => (role >= USER_ROLES.ASSISTANT ? 'Gamemaster' : 'Player');
  const addressed = users.map(({ name, role }) => [role === USER_ROLES.GAMEMASTER ? name : `${name} (${kind(role)})`]);
  console.log(`${title} is running. Open a browser window for each user and join:\n`);
  for (const [label] of addressed) console.log(`  ${label}: ${url}/join`);
  const locked = users.filter((user) => user.hasPassword).map((user) => user.name);
  console.log(locked.length ? `\nA password is needed for: ${locked.join(', ')}.` : '\nNo password is needed.');
  console.log('Windows of one browser share a login: use a private window or a second browser for the second user.');
  console.log('Press Ctrl+C to stop.');
}

async function run(): Promise<void> {
  const chosen = options();
  if (!chosen) return console.log(USAGE);
  const sandbox = await startServer(chosen);
  let closing = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, async () => {
      if (closing) return;
      closing = true;
      await sandbox.close();
      process.exit(0);
    });
  }
  // Last, because a program that reads it may end the server at once.
  announce(sandbox);
}

try {
  await run();
} catch (error) {
  if (!(error instanceof StartupError)) throw error;
  console.error(error.message);
  process.exit(1);
}
