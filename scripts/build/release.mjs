import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { zipSync } from 'fflate';
import { filesBelow } from './fresh.mjs';

const run = promisify(execFile);

/** Where releases are published. A placeholder: whoever publishes sets `CADENCE_BASE`, or `--base`. */
export const BASE = 'https://cadence.example';

/** What Foundry must be told in a manifest besides what the system itself says. API: PackageManifestData. */
export function addresses(base, version) {
  const root = base.replace(/\/+$/, '');
  return {
    url: root,
    bugs: `${root}/issues`,
    changelog: `${root}/blob/v${version}/CHANGELOG.md`,
    // Of the latest release, so that an installed system finds the next; what it downloads is of its own version.
    manifest: `${root}/releases/latest/download/system.json`,
    download: `${root}/releases/download/v${version}/cadence.zip`,
  };
}

/** A reason not to make a release, for whoever asked for one. */
export class ReleaseError extends Error {
  name = 'ReleaseError';
}

/**
 * Makes `cadence.zip` and `system.json` of what is committed, the same bytes each time.
 * @param root the repository
 * @param target the folder they go into
 * @throws ReleaseError where something is not committed
 */
export async function release({ root = '.', target = join(root, 'release'), base = BASE } = {}) {
  const git = async (...args) => (await run('git', args, { cwd: root, maxBuffer: 1e8 })).stdout;
  const changed = (await git('status', '--porcelain')).split('\n').filter(Boolean);
  if (changed.length > 0) {
    const files = `${changed[0].slice(3)}${changed.length > 1 ? ` and ${changed.length - 1} more` : ''}`;
    throw new ReleaseError(`not everything is committed (${files}): commit or stash it first`);
  }
  // Built from the commit in a folder of its own: nothing that git does not know gets in, and dist/ stays as it is.
  const tree = resolve(root, '.cache/release');
  await rm(tree, { recursive: true, force: true });
  await mkdir(tree, { recursive: true });
  await run('git', ['archive', '--output', join(tree, 'tree.tar'), 'HEAD'], { cwd: root });
  await run('tar', ['-xf', 'tree.tar'], { cwd: tree });
  // The map and the names of pieces go by where a library lies.
  await symlink(resolve(root, 'node_modules'), join(tree, 'node_modules'), 'junction');
  await run(process.execPath, ['scripts/build.mjs', '--force', 'code', 'odds', 'styles', 'notices', 'files', 'pack '], {
    cwd: tree,
  });
  const dist = join(tree, 'dist');
  const manifest = await released(join(dist, 'system.json'), base);
  await mkdir(target, { recursive: true });
  await writeFile(join(target, 'system.json'), manifest);
  await writeFile(join(target, 'cadence.zip'), await zipped(dist));
  await rm(tree, { recursive: true, force: true });
  return target;
}

/** A folder as the bytes of a zip, the same for the same files. */
export const zipped = async (folder) => zipSync(await entriesOf(folder), { level: 9 });

/** The manifest with its addresses, which is also the one in the zip. */
async function released(path, base) {
  const manifest = JSON.parse(await readFile(path, 'utf8'));
  const text = `${JSON.stringify({ ...manifest, ...addresses(base, manifest.version) }, null, 2)}\n`;
  await writeFile(path, text);
  return text;
}

/** The files of a folder as a zip wants them: in one order, and all of one day, in whatever time zone. */
async function entriesOf(folder) {
  const files = (await filesBelow(folder)).map((path) => [path.slice(folder.length + 1).replaceAll('\\', '/'), path]);
  files.sort(([a], [b]) => (a < b ? -1 : 1));
  const mtime = new Date(1980, 0, 1);
  const entries = files.map(async ([name, path]) => [name, [await readFile(path), { mtime }]]);
  return Object.fromEntries(await Promise.all(entries));
}
