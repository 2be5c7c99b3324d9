import { expect, it } from 'vitest';
import { filesBelow, read } from './sources';

const OURS = [
  'src',
  'sandbox',
  'test',
  'scripts',
  'bench',
  'templates',
  'styles',
  'docs',
  'packs',
  'lang',
  'demo',
  'examples',
];
const texts = OURS.flatMap((folder) => filesBelow(folder, /\.(ts|mjs|hbs|scss|css|md|ya?ml|json|html)$/));
const code = texts.filter((file) => /\.(ts|mjs|hbs|scss|css)$/.test(file));

it('every file is short enough to read in one go', () => {
  const long = code.filter((file) => read(file).split('\n').length > 501);
  expect(long).toEqual([]);
});

it('no comment postpones work', () => {
  const marks = /\b(TODO|FIXME|XXX|HACK)\b|coming soon/;
  const self = 'test/house/tidiness.test.ts';
  expect(texts.filter((file) => file !== self && marks.test(read(file)))).toEqual([]);
});

it('no folder is a catch-all', () => {
  expect(texts.filter((file) => /\/(utils|helpers|misc|common)\//.test(file))).toEqual([]);
});

it('no test is skipped or runs alone', () => {
  const switched = /\b(it|test|describe)\.(only|skip|todo)\b/;
  expect(
    filesBelow('test', /\.test\.ts$/).filter((file) => switched.test(read(file).replaceAll(/\/.*\//g, ''))),
  ).toEqual([]);
});

it('no style asks what is inside a row, a gauge or the track', () => {
  // At 150 fighters such selectors cost ten times as much as all others, at each change anywhere in the tracker.
  const selectors = filesBelow('styles', /\.scss$/).flatMap((file) =>
    read(file)
      .split(/[{};]/)
      .filter((part) => /cadence-(row|gauge|track|lane|plan)\b[^,]*:has\(/.test(part))
      .map((part) => `${file}: ${part.trim()}`),
  );
  expect(selectors).toEqual([]);
});
