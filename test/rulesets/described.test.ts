import { describe, expect, it } from 'vitest';
import { DESCRIBED } from '../../src/rulesets/foundry';
import { RULESETS } from '../../src/rulesets/index';

/** What is known of a ruleset before its rules are here is what its rules say. */
describe.each(Object.entries(RULESETS))('what is declared of %s', (id, rules) => {
  const described = DESCRIBED[id as keyof typeof DESCRIBED];

  it('is what its rules say', () => {
    const { settings, conditions, timing } = rules;
    expect(described.settings).toBe(settings);
    expect(described.conditions).toBe(conditions);
    expect([described.schema.id, described.roundSeconds]).toEqual([id, timing.roundSeconds]);
  });

  it('fetches those rules', async () => {
    expect(await described.load()).toBe(rules);
  });
});
