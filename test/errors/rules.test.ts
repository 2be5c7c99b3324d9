import { describe, expect, it } from 'vitest';
import type { Ruleset } from '../../src/encounter/ruleset';
import { RULESETS } from '../../src/rulesets/index';
import { branchOf } from '../house/words-used';
import { refusalsOf } from './refusals';
import { faultsOf, keysBelow, readReason } from './words';

const rulesets = Object.values(RULESETS) as unknown as readonly Ruleset[];

describe.each(rulesets)('whoever is refused by the rules of $id', (ruleset) => {
  const refusals = refusalsOf(ruleset);

  it('is refused for just what is meant', () => {
    const others = refusals.filter(({ id, given }) => !given.some((reason) => reason.id === id));
    expect(others.map(({ id, where, given }) => `${where}: ${id}, not ${given.map((each) => each.id)}`)).toEqual([]);
  });

  it('can be refused for every reason there are words for', () => {
    const provoked = new Set(refusals.map(({ id }) => id));
    expect(keysBelow(`${branchOf(ruleset.id)}.Reason`).filter((id) => !provoked.has(id))).toEqual([]);
  });

  it('reads a whole sentence, with every fact in it', async () => {
    const texts = await Promise.all(
      refusals.flatMap(({ given }) => given.map((reason) => readReason(ruleset.id, reason))),
    );
    expect([...new Set(texts)].flatMap(faultsOf)).toEqual([]);
  });
});
