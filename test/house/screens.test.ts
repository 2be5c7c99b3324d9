import { readdir, readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';

const RULESETS = ['energy', 'tempo', 'clash', 'seconds', 'slots'];

describe('the pictures of every screen', async () => {
  const page = await readFile('docs/screens.md', 'utf8');
  const shown = [...page.matchAll(/images\/screens\/([\w-]+)\.webp/g)].map(([, name]) => name);
  const taken = (await readdir('docs/images/screens')).map((file) => file.replace('.webp', ''));

  it('are shown once each', () => expect(shown.toSorted()).toEqual(taken.toSorted()));

  it.each(RULESETS)('exist for %s: the tracker, a hero, a foe to play and to edit', (ruleset) => {
    const wanted = [`table-${ruleset}`, `play-${ruleset}`, `play-${ruleset}-foe`, `edit-${ruleset}-foe`];
    expect(wanted.filter((name) => !taken.includes(name))).toEqual([]);
  });
});
