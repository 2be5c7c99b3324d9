import { existsSync, readdirSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesBelow, read } from './sources';

const FILES = filesBelow('.', /\.(ts|mjs|hbs|scss|yml)$/).map((file) => file.replace(/^\.\//, ''));

const SKIPPED = ['node_modules', '.git', '.build', '.shots', 'dist'];

/** Returns the Markdown files of the repository without the changelog, which names former files. */
function pages(folder = '.'): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return SKIPPED.includes(entry.name) ? [] : pages(path);
    return entry.name.endsWith('.md') && entry.name !== 'CHANGELOG.md' ? [path] : [];
  });
}

/** Folders at the root whose paths are written in full. */
const ROOTS = ['src', 'test', 'sandbox', 'scripts', 'bench', 'docs', 'templates', 'styles', 'lang', 'packs', 'icons'];
const PATH = new RegExp(`^(?:${ROOTS.join('|')})/[\\w./-]+$`);

/** Accepts a path, a path below the page's folder, or a source without its extension. */
const isThere = (path: string, base: string): boolean =>
  [path, `${path}.ts`].some((name) => existsSync(normalize(join(base, name))));

describe.each(pages())('%s', (page) => {
  const text = read(page);

  it('links to files that exist', () => {
    const targets = [...text.matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)[^)]*\)/g)].map(([, target]) => target);
    expect(targets.filter((target) => !existsSync(join(dirname(page), decodeURI(target))))).toEqual([]);
  });

  it('names files that exist', () => {
    const named = [...text.matchAll(/`([^`\s]+)`/g)]
      .map(([, name]) => name)
      .filter((name) => PATH.test(name) && !name.includes('/.'));
    expect(named.filter((name) => !isThere(name, '.') && !isThere(name, dirname(page)))).toEqual([]);
  });

  it('names no deleted file', () => {
    const named = [...text.matchAll(/`([\w./-]+\.(?:ts|mjs|hbs|scss|yml))`/g)].map(([, name]) => name);
    const own = named.map((name) => name.replace(/^[./]+/, '')).filter((name) => !/^(path|module)\//.test(name));
    expect(own.filter((name) => !FILES.some((file) => file === name || file.endsWith(`/${name}`)))).toEqual([]);
  });
});

it('docs/decisions/index.md lists every decision', () => {
  const files = readdirSync('docs/decisions').filter((name) => name !== 'index.md');
  const listed = [...read('docs/decisions/index.md').matchAll(/\]\((\d{4}-[^)]+)\)/g)].map(([, name]) => name);
  expect(listed).toEqual(files.sort());
});
