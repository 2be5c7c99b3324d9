import { existsSync, readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import TESTS_OF from '../../scripts/affected.json';
import { filesBelow } from './sources';

/** Folders whose changes can break a test. */
const ROOTS = [
  'src',
  'packs',
  'lang',
  'templates',
  'styles',
  'demo',
  'docs',
  'scripts',
  'sandbox/src',
  'icons',
  'bench',
];
const named = Object.keys(TESTS_OF);

describe('the table of tests that a change can break', () => {
  it('has a line for every folder', () => {
    const folders = new Set(ROOTS.flatMap((root) => filesBelow(root, /./)).map((file) => dirname(file)));
    // A few files lie directly in these; each is part of every bundle.
    const without = [...folders].filter(
      (folder) =>
        !['src', 'src/foundry', 'src/foundry/apps'].includes(folder) &&
        !named.some((line) => `${folder}/`.startsWith(`${line}/`)),
    );
    expect(without).toEqual([]);
  });

  it('names tests that exist', () => {
    const paths = Object.values(TESTS_OF).flat();
    const missing = paths.filter((path) =>
      path.includes('*') ? readdirSync(dirname(path)).length === 0 : !existsSync(path),
    );
    expect([...missing, ...named.filter((folder) => !existsSync(folder))]).toEqual([]);
  });
});
