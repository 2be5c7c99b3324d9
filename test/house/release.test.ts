import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addresses, BASE, ReleaseError, release } from '../../scripts/build/release.mjs';
import { exists, read, readJson } from './sources';

describe('a release', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'cadence-dirty-'));
    execFileSync('git', ['init', '-q'], { cwd: root });
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  it('is not made of what is not committed, and says of what', async () => {
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

describe('the manifest', () => {
  const manifest = readJson('system.json');

  it('leaves its addresses to the release, and the contributors are told that they are placeholders', () => {
    for (const key of Object.keys(addresses(BASE, manifest.version))) expect(manifest).not.toHaveProperty(key);
    expect(read('CONTRIBUTING.md')).toContain(BASE);
  });

  it('shows pictures of our own that go into the package', () => {
    const banners = manifest.packs.map(({ banner }: { banner: string }) => banner);
    const media = manifest.media.flatMap(({ url, thumbnail }: Record<string, string>) => [url, thumbnail]);
    const missing = [manifest.background, ...media, ...banners].filter(
      (path) => !path.startsWith('systems/cadence/') || !exists(path.replace('systems/cadence/', '')),
    );
    expect(missing).toEqual([]);
  });

  it('lets Foundry load again what a developer changes', () => {
    const { paths, extensions } = manifest.flags.hotReload;
    expect(extensions).toEqual(['css', 'hbs', 'json']);
    expect(paths).toEqual(['cadence.css', 'templates', 'lang']);
  });
});
