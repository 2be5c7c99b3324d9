import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Ruleset } from '../../src/encounter/ruleset';
import { RULESETS } from '../../src/rulesets';

const ICONS = new URL('../../icons/', import.meta.url);
const isDrawn = (icon: string) => existsSync(new URL(`${icon}.svg`, ICONS));

describe.each(Object.values<Ruleset<any>>(RULESETS))('the icons of $id', (ruleset) => {
  it('has an emblem', () => {
    expect(isDrawn(`rulesets/${ruleset.id}`)).toBe(true);
  });

  it.each(Object.values(ruleset.conditions).map(({ icon }) => icon))('the condition %s is drawn', (icon) => {
    expect(isDrawn(`conditions/${icon}`)).toBe(true);
  });

  it.each(ruleset.clockCommands)('the clock command %s is drawn', (command) => {
    expect(isDrawn(`actions/${command}`)).toBe(true);
  });
});

it.each(
  readdirSync(ICONS, { recursive: true })
    .map(String)
    .filter((path) => path.endsWith('.svg')),
)('%s is a drawing without script or outside references', (path) => {
  const svg = readFileSync(new URL(path, ICONS), 'utf8');
  // The map draws them as textures, which need a size of their own.
  expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="[\d ]+" width="\d+" height="\d+">/);
  expect(svg).toContain('</svg>');
  expect(svg).not.toMatch(/<script|href="(?!#)|\son\w+=/);
});
