import { expect, it } from 'vitest';
import type { Ruleset } from '../../src/encounter/ruleset';
import { RULESETS } from '../../src/rulesets/index';
import { exists, filesBelow, read } from './sources';
import { shownIn } from './words-shown';

const rulesets = Object.values(RULESETS) as unknown as readonly Ruleset[];

it.each(rulesets)(
  'draws every icon that the views of $id show',
  (ruleset) => {
    const conditions = Object.values(ruleset.conditions).map(({ icon }) => `conditions/${icon}`);
    const shown = [...new Set([...shownIn(ruleset).icons, ...conditions])].sort();
    expect(shown.filter((icon) => !exists(`icons/${icon}.svg`))).toEqual([]);
    expect(shown.length).toBeGreaterThan(conditions.length);
  },
  60_000,
);

it('keeps scripts and foreign addresses out of the icons', () => {
  const wrong = filesBelow('icons', /\.svg$/).filter((file) => {
    const svg = read(file).replaceAll(/xmlns(:\w+)?="[^"]*"/g, '');
    return /<script|\son\w+=|https?:/.test(svg) || !svg.includes('viewBox');
  });
  expect(wrong).toEqual([]);
});
