import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { zipSync } from 'fflate';
import { filesBelow } from './fresh.mjs';

const run = promisify(execFile);

/** The base address of releases. A placeholder: publishers set `CADENCE_BASE`, or `--base`. */
export const BASE = 'https://cadence.example';

/** Returns the manifest fields that depend on the address. API: PackageManifestData. */
export function addresses(base, version) {
  const root = base.replace(/\/+$/, '');
  return {
    url: root,
    bugs: `${root}/issues`,
    changelog: `${root}/blob/v${version}/CHANGELOG.md`,
    // The manifest of the latest release, so that an installed system finds updates; the download is of its own
    // version.
    manifest: `${root}/releases/latest/download/system.json`,
    download: `${root}/releases/download/v${version}/cadence.zip`,
  };
}

/** A reason not to release. */
export class ReleaseError extends Error {
  name = 'ReleaseError';
}

/**
 * Writes reproducible `cadence.zip` and `system.json` from the commit.
 * @param root the repository
 * @param target the output folder
 * @throws ReleaseError for uncommitted changes
 */
export async function release({ root = '.', target = join(root, 'release'), base = BASE } = {}) {
  const git = async (...args) => (await run('git', args, { cwd: root, maxBuffer: 1e8 })).stdout;
  const changed = (await git('status', '--porcelain')).split('\n').filter(Boolean);
  if (changed.length > 0) {
    const files = `${changed[0].slice(3)}${changed.length > 1 ? ` and ${changed.length - 1} more` : ''}`;
    throw new ReleaseError(`not everything is committed (${files}): commit or stash it first`);
  }
  // Builds in a folder of its own, so that no untracked file gets in, and dist/ does not change.
  const tree = resolve(root, '.cache/release');
  await rm(tree, { recursive: true, force: true });
  await mkdir(tree, { recursive: true });
  await run('git', ['archive', '--output', join(tree, 'tree.tar'), 'HEAD'], { cwd: root });
  await run('tar', ['-xf', 'tree.tar'], { cwd: tree });
  // The source map and chunk names depend on the path of a library.
  await symlink(resolve(root, 'node_modules'), join(tree, 'node_modules'), 'junction');
  await run(
    process.execPath,
    ['scripts/build.mjs', '--force', 'code', 'workers', 'styles', 'notices', 'files', 'pack '],
    {
      cwd: tree,
    },
  );
  const dist = join(tree, 'dist');
  const manifest = await writeManifest(join(dist, 'system.json'), base);
  await mkdir(target, { recursive: true });
  await writeFile(join(target, 'system.json'), manifest);
  await writeFile(join(target, 'cadence.zip'), await zipped(dist));
  await rm(tree, { recursive: true, force: true });
  return target;
}

/** Returns a folder as zip bytes, equal for equal files. */
export const zipped = async (folder) => zipSync(await entriesOf(folder), { level: 9 });

/** Adds the addresses to the manifest; the zip contains the same file. */
async function writeManifest(path, base) {
  const manifest = JSON.parse(await readFile(path, 'utf8'));
  const text = `${JSON.stringify({ ...manifest, ...addresses(base, manifest.version) }, null, 2)}\n`;
  await writeFile(path, text);
  return text;
}

/** Returns the zip entries sorted and with one date in any time zone. */
async function entriesOf(folder) {
  const files = (await filesBelow(folder)).map((path) => [path.slice(folder.length + 1).replaceAll('\\', '/'), path]);
  files.sort(([a], [b]) => (a < b ? -1 : 1));
  const mtime = new Date(1980, 0, 1);
  const entries = files.map(async ([name, path]) => [name, [await readFile(path), { mtime }]]);
  return Object.fromEntries(await Promise.all(entries));
}
