import { expect, it } from 'vitest';
import { filesBelow, namesOnly, read } from './sources';

/**
 * Windows can be detached since Foundry 14: an element knows its page, and is no instance of the classes of another page. `pages.ts`
 * names the page Foundry runs in, for what belongs there.
 */
const ALLOWED = ['src/foundry/views/pages.ts'];

/** What only a page has; Foundry's own documents are called `document` too. */
const OF_A_PAGE = [
  ...['createElement', 'createTextNode', 'createRange', 'querySelector', 'querySelectorAll', 'getElementById'],
  ...['body', 'head', 'documentElement', 'activeElement', 'addEventListener', 'defaultView', 'hidden', 'cookie'],
];

const FOREIGN = [
  new RegExp(`(?<![.\\w])document\\??\\.(${OF_A_PAGE.join('|')})\\b`, 'g'),
  // `window` is an option of Foundry's applications, too.
  /(?<![.\w])window\??\.\w+/g,
  /(?<![.\w])(?:globalThis|self)\.(?:document|window)\b/g,
  /\binstanceof (?:HTML|SVG)\w+|\binstanceof (?:Element|Node|Event|Document|Window)\b/g,
  // The page itself, handed on.
  /=> document;/g,
];

const wrongIn = (file: string): string[] =>
  FOREIGN.flatMap((foreign) => [...namesOnly(read(file)).matchAll(foreign)].map(([found]) => `${file}: ${found}`));

it('asks elements for their page, and takes none for an instance of a class of this one', () => {
  const files = filesBelow('src/foundry', /\.ts$/);
  expect(files.filter((file) => !ALLOWED.includes(file)).flatMap(wrongIn)).toEqual([]);
  expect(ALLOWED.flatMap(wrongIn)).not.toEqual([]);
});
