import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const MODULE = 'test/sixth/module';
const page = readFileSync('docs/add-a-ruleset.md', 'utf8');

/** The code on the page by file name; the paragraph before it starts with the name. */
const shown = new Map(
  [...page.matchAll(/([\s\S]*?)^```\w+\n([\s\S]*?)^```$/gm)].map(([, before, code]) => [
    [...before.matchAll(/^`([\w./-]+)`\./gm)].at(-1)?.[1],
    code,
  ]),
);
const files = readdirSync(MODULE, { recursive: true, encoding: 'utf8' }).filter((file) =>
  /\.(mjs|json|css)$/.test(file),
);

it('the page "Add a ruleset" shows every file of the module', () => {
  expect([...shown.keys()].sort()).toEqual(files.sort());
});

it.each(files)('%s is shown unchanged', (file) => {
  expect(shown.get(file)).toBe(readFileSync(join(MODULE, file), 'utf8'));
});

it('links only to files that exist', () => {
  const linked = [...page.matchAll(/\]\(([^)#:]+)\)/g)].map(([, path]) => join('docs', path));
  expect(linked.length).toBeGreaterThan(0);
  expect(linked.filter((path) => !existsSync(path))).toEqual([]);
});
