import { cp, readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

const USAGE = 'usage: npm run modules -- FOLDER… [--to sandbox/.data/modules]';

/** Copies built packages, each with its `module.json`, into the sandbox's modules. */
async function install() {
  const { values, positionals } = parseArgs({
    options: { to: { type: 'string', default: 'sandbox/.data/modules' } },
    allowPositionals: true,
  });
  if (positionals.length === 0) throw new Error(USAGE);
  for (const folder of positionals) {
    const { id, title, version } = await manifestIn(folder);
    const target = join(values.to, id);
    await rm(target, { recursive: true, force: true });
    await cp(folder, target, { recursive: true, dereference: true, filter: (path) => !path.endsWith('node_modules') });
    console.log(
      `${title} ${version} is in ${resolve(target)}: activate it in the sandbox's settings, "Manage modules".`,
    );
  }
}

async function manifestIn(folder) {
  const path = join(folder, 'module.json');
  let manifest;
  try {
    manifest = JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    throw new Error(`${path} is not a manifest (${error.message}): pass the folder of an installed package`);
  }
  // The id becomes the name of a folder that is emptied first.
  if (!/^[A-Za-z0-9][A-Za-z0-9_-]*$/.test(manifest.id ?? ''))
    throw new Error(`${path} has no id that can be a folder name`);
  return manifest;
}

install().catch((error) => {
  console.error(error.message);
  process.exitCode = 1;
});
