import { describe, expect, it } from 'vitest';
import { defined } from '../../src/kernel/defined';
import { RULESETS } from '../../src/rulesets/index';
import { MANIFESTS } from '../../src/rulesets/manifests';

it('lists every ruleset once', () => {
  expect(MANIFESTS.map(({ schema }) => schema.id).sort()).toEqual(Object.keys(RULESETS).sort());
});

describe.each(Object.entries(RULESETS))('the manifest of %s', (id, rules) => {
  const manifest = defined(
    MANIFESTS.find(({ schema }) => schema.id === id),
    'a manifest',
  );

  it('agrees with the rules', () => {
    const { settings, conditions, timing } = rules;
    expect(manifest.settings).toBe(settings);
    expect(manifest.conditions).toBe(conditions);
    expect(manifest.roundSeconds).toEqual(timing.roundSeconds);
  });

  it('loads those rules', async () => {
    expect(await manifest.load()).toBe(rules);
  });
});
