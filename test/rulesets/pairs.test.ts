import { describe, expect, it } from 'vitest';
import { seededDie } from '../../src/kernel/rng';
import { allPairs, keyOf, playedPairs, playPair } from '../support/pairs';
import { TESTED } from '../support/rulesets';
import { gearOf, scenariosOf } from '../support/scenario/files';
import { sampled } from '../tiers/tier';

/** `npm run pairs` plays them all. */
const EVERY = 12;

describe.each(sampled(TESTED, 1, 3))('pairs of rules in $id', (ruleset) => {
  it('that no scenario has break no law', () => {
    const { id } = ruleset;
    const scenarios = scenariosOf(id);
    const known = playedPairs(ruleset, scenarios, gearOf(id, '.'));
    const pairs = allPairs(ruleset, known).filter((pair) => !known.scenarioOf.has(keyOf(pair)));
    const results = pairs
      .filter((_, at) => at % EVERY === 0)
      .map((pair) => playPair(ruleset, pair, known, seededDie(1)));
    expect(results.filter((result) => result === 'played').length).toBeGreaterThan(20);
  }, 120_000);
});
