import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { layerOf } from './layers';
import { filesBelow } from './sources';

const root = resolve(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'cadence-pure-'));
const files = filesBelow('src', /\.ts$/).filter((file) => layerOf(file)?.isPure);

beforeAll(async () => {
  await build({
    absWorkingDir: root,
    entryPoints: files,
    outdir: folder,
    outbase: 'src',
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    logLevel: 'silent',
  });
});
afterAll(() => rmSync(folder, { recursive: true }));

it('loads every pure file in bare Node, without adding globals', () => {
  const modules = files.map((file) => `./${file.replace(/^src\//, '').replace(/\.ts$/, '.mjs')}`);
  writeFileSync(
    join(folder, 'load.mjs'),
    `const before = Reflect.ownKeys(globalThis).length;
     for (const file of ${JSON.stringify(modules)}) await import(file);
     if (Reflect.ownKeys(globalThis).length !== before) throw new Error('a global was added');
     console.log('loaded', ${modules.length});`,
  );
  const { stdout, stderr } = spawnSync(process.execPath, [join(folder, 'load.mjs')], { encoding: 'utf8' });
  expect(stderr).toBe('');
  expect(stdout.trim()).toBe(`loaded ${files.length}`);
});
