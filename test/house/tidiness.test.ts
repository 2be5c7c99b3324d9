import { expect, it } from 'vitest';
import { filesBelow, read } from './sources';

const OURS = ['src', 'sandbox', 'test', 'scripts', 'bench', 'templates', 'styles', 'docs', 'packs', 'lang', 'demo'];
const texts = OURS.flatMap((folder) => filesBelow(folder, /\.(ts|mjs|hbs|scss|css|md|ya?ml|json|html)$/));
const code = texts.filter((file) => /\.(ts|mjs|hbs|scss|css)$/.test(file));

it('keeps every file short enough to be read in a sitting', () => {
  const long = code.filter((file) => read(file).split('\n').length > 501);
  expect(long).toEqual([]);
});

it('leaves nothing for later in a comment', () => {
  const marks = /\b(TODO|FIXME|XXX|HACK)\b|coming soon/;
  const self = 'test/house/tidiness.test.ts';
  expect(texts.filter((file) => file !== self && marks.test(read(file)))).toEqual([]);
});

it('has no folder for what has no name', () => {
  expect(texts.filter((file) => /\/(utils|helpers|misc|common)\//.test(file))).toEqual([]);
});

it('leaves no test switched off or alone', () => {
  const switched = /\b(it|test|describe)\.(only|skip|todo)\b/;
  expect(
    filesBelow('test', /\.test\.ts$/).filter((file) => switched.test(read(file).replaceAll(/\/.*\//g, ''))),
  ).toEqual([]);
});
