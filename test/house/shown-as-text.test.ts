import { expect, it } from 'vitest';
import { filesBelow, read } from './sources';

/** Foundry renders many of its messages as HTML. Names that users enter must stay text there. */

it('all notifications go through the one function that keeps them text', () => {
  const calls = filesBelow('src', /\.ts$/).filter((file) => /ui\.notifications\W*\.?\[?\w*\]?\(/.test(read(file)));
  // A migration of the world names its version and no user.
  expect(calls).toEqual(['src/foundry/platform/notice.ts', 'src/foundry/platform/v14.ts']);
});

/** Returns the tags of a template; braces may contain anything. */
const tagsOf = (file: string): string[] => read(file).match(/<\w(?:\{\{.*?\}\}|[^>{])*>/gs) ?? [];

it('a tooltip with a user’s text is in `data-tooltip-text`, since Foundry renders other tooltips as HTML', () => {
  const tooltips = filesBelow('templates', /\.hbs$/)
    .flatMap(tagsOf)
    .filter((tag) => / data-tooltip\b/.test(tag));
  expect(tooltips.length).toBeGreaterThan(25);
  const isText = (tag: string): boolean =>
    / data-tooltip-text="/.test(tag) || !/ aria-label="[^"]*\{\{[^"]*"[^"]*" name=/.test(tag);
  expect(tooltips.filter((tag) => !isText(tag))).toEqual([]);
  expect(tooltips.filter((tag) => / data-tooltip(-html)?="/.test(tag))).toEqual([]);
});
