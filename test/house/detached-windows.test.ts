import { expect, it } from 'vitest';
import { filesBelow, namesOnly, read } from './sources';

/**
 * Windows can be detached since Foundry 14: an element knows its page, and is no instance of the classes of another
 * page. Only `pages.ts` names Foundry's own page.
 */
const ALLOWED = ['src/foundry/views/pages.ts'];

/** Globals of a page; Foundry's own documents are called `document` too. */
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
  // The page itself as a return value.
  /=> document;/g,
];

const wrongIn = (file: string): string[] =>
  FOREIGN.flatMap((foreign) => [...namesOnly(read(file)).matchAll(foreign)].map(([found]) => `${file}: ${found}`));

it('takes the page from elements, and uses no `instanceof` with classes of this page', () => {
  const files = filesBelow('src/foundry', /\.ts$/);
  expect(files.filter((file) => !ALLOWED.includes(file)).flatMap(wrongIn)).toEqual([]);
  expect(ALLOWED.flatMap(wrongIn)).not.toEqual([]);
});
