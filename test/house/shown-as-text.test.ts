import { expect, it } from 'vitest';
import { filesBelow, read } from './sources';

/** Foundry takes what it is told for HTML in more places than one would think. What people have called themselves is text there, too. */

it('notifies through the one function that keeps what it says text', () => {
  const calls = filesBelow('src', /\.ts$/).filter((file) => /ui\.notifications\W*\.?\[?\w*\]?\(/.test(read(file)));
  // A world that is brought up to date names its version and nobody else.
  expect(calls).toEqual(['src/foundry/platform/notice.ts', 'src/foundry/platform/v14.ts']);
});

/** The tags of a template; what stands in braces may hold anything. */
const tagsOf = (file: string): string[] => read(file).match(/<\w(?:\{\{.*?\}\}|[^>{])*>/gs) ?? [];

it('says a tooltip with somebody’s name in it as `data-tooltip-text`: whatever else Foundry shows there it takes for HTML', () => {
  const tooltips = filesBelow('templates', /\.hbs$/)
    .flatMap(tagsOf)
    .filter((tag) => / data-tooltip\b/.test(tag));
  expect(tooltips.length).toBeGreaterThan(25);
  const isText = (tag: string): boolean =>
    / data-tooltip-text="/.test(tag) || !/ aria-label="[^"]*\{\{[^"]*"[^"]*" name=/.test(tag);
  expect(tooltips.filter((tag) => !isText(tag))).toEqual([]);
  expect(tooltips.filter((tag) => / data-tooltip(-html)?="/.test(tag))).toEqual([]);
});
