import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ClassicLevel } from 'classic-level';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { noticesOf } from '../../scripts/build/notices.mjs';
import { compile } from '../../scripts/build/packs.mjs';
import { addresses, BASE, ReleaseError, release } from '../../scripts/build/release.mjs';
import { RESOURCES } from '../../scripts/build/system.mjs';
import { exists, filesBelow, importsOf, read, readJson } from './sources';

describe('a release', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'cadence-dirty-'));
    execFileSync('git', ['init', '-q'], { cwd: root });
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  it('is not built from uncommitted files, and lists them', async () => {
    writeFileSync(join(root, 'notes.txt'), 'x');
    writeFileSync(join(root, 'other.txt'), 'x');
    const failure = await release({ root }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ReleaseError);
    expect((failure as Error).message).toBe(
      'not everything is committed (notes.txt and 1 more): commit or stash it first',
    );
    expect(readdirSync(root).sort()).toEqual(['.git', 'notes.txt', 'other.txt']);
  });

  it('names the latest manifest, and a download of its own version', () => {
    expect(addresses('https://somewhere.example/cadence/', '1.2.3')).toEqual({
      url: 'https://somewhere.example/cadence',
      bugs: 'https://somewhere.example/cadence/issues',
      changelog: 'https://somewhere.example/cadence/blob/v1.2.3/CHANGELOG.md',
      manifest: 'https://somewhere.example/cadence/releases/latest/download/system.json',
      download: 'https://somewhere.example/cadence/releases/download/v1.2.3/cadence.zip',
    });
  });
});

describe('the content of a release', () => {
  it('names the license of every bundled library', async () => {
    const { dependencies } = readJson('package.json');
    const notices = await noticesOf();
    for (const name of Object.keys(dependencies)) expect(notices).toContain(`${name} ${dependencies[name]} (MIT)\n`);
    expect(notices.match(/Permission is hereby granted/g)).toHaveLength(Object.keys(dependencies).length);
  });

  it('contains the declarations of the API, and no example', () => {
    expect(RESOURCES).toContain('cadence.d.ts');
    expect(RESOURCES.filter((name) => !exists(name) || name === 'examples')).toEqual([]);
  });

  it('bundles no library except the dependencies of package.json', () => {
    const { dependencies } = readJson('package.json');
    const imported = filesBelow('src', /\.ts$/)
      .flatMap(importsOf)
      .filter(({ to, typeOnly }) => !typeOnly && !to.startsWith('src/'))
      .map(({ to }) => to.split('/')[0]);
    expect([...new Set(imported)].sort()).toEqual(Object.keys(dependencies).sort());
  });

  it('has compendia that open, without the files of LevelDB that are no data', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'cadence-pack-'));
    await compile('packs/clash/rules', folder);
    const names = readdirSync(folder);
    expect(names).toContain('CURRENT');
    expect(names.filter((name) => /^LO/.test(name))).toEqual([]);
    const database = new ClassicLevel(folder, { createIfMissing: false });
    expect(await database.keys().all()).not.toEqual([]);
    await database.close();
    rmSync(folder, { recursive: true });
  });
});

describe('package-lock.json', () => {
  const packages: [string, Record<string, any>][] = Object.entries(readJson('package-lock.json').packages);
  const own: readonly string[] = ['', ...readJson('package.json').workspaces];

  it('has a hash of every package except binaries of other platforms, and no address', () => {
    const unhashed = packages.filter(
      ([path, { integrity, link, optional, cpu }]) => !own.includes(path) && !link && !integrity && !(optional && cpu),
    );
    expect(unhashed.map(([path]) => path)).toEqual([]);
    expect(packages.filter(([, { resolved }]) => resolved && !own.includes(resolved))).toEqual([]);
  });
});

it('overrides a dependency of the sandbox with the version that the sandbox names', () => {
  const { overrides } = readJson('package.json');
  const { dependencies } = readJson('sandbox/package.json');
  for (const [name, version] of Object.entries(overrides)) expect([undefined, version]).toContain(dependencies[name]);
});

describe('the manifest', () => {
  const manifest = readJson('system.json');

  it('leaves its addresses to the release, and contributors read that they are placeholders', () => {
    for (const key of Object.keys(addresses(BASE, manifest.version))) expect(manifest).not.toHaveProperty(key);
    expect(read('docs/releases.md')).toContain(BASE);
  });

  it('shows pictures of our own that are in the package', () => {
    const banners = manifest.packs.map(({ banner }: { banner: string }) => banner);
    const media = manifest.media.flatMap(({ url, thumbnail }: Record<string, string>) => [url, thumbnail]);
    const missing = [manifest.background, ...media, ...banners].filter(
      (path) => !path.startsWith('systems/cadence/') || !exists(path.replace('systems/cadence/', '')),
    );
    expect(missing).toEqual([]);
  });

  it('makes Foundry reload what a developer changes', () => {
    const { paths, extensions } = manifest.flags.hotReload;
    expect(extensions).toEqual(['css', 'hbs', 'json']);
    expect(paths).toEqual(['cadence.css', 'templates', 'lang']);
  });
});
