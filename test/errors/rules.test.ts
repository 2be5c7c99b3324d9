import { describe, expect, it } from 'vitest';
import type { Ruleset } from '../../src/encounter/ruleset';
import { RULESETS } from '../../src/rulesets/index';
import { branchOf } from '../house/words-used';
import { refusalsOf } from './refusals';
import { faultsOf, keysBelow, readReason } from './words';

const rulesets = Object.values(RULESETS) as unknown as readonly Ruleset[];

describe.each(rulesets)('the rules of $id refuse a command', (ruleset) => {
  const refusals = refusalsOf(ruleset);

  it('with exactly the expected reason', () => {
    const others = refusals.filter(({ id, given }) => !given.some((reason) => reason.id === id));
    expect(others.map(({ id, where, given }) => `${where}: ${id}, not ${given.map((each) => each.id)}`)).toEqual([]);
  });

  it('for every reason that has a text', () => {
    const provoked = new Set(refusals.map(({ id }) => id));
    expect(keysBelow(`${branchOf(ruleset.id)}.Reason`).filter((id) => !provoked.has(id))).toEqual([]);
  });

  it('with a whole sentence that contains every fact', async () => {
    const texts = await Promise.all(
      refusals.flatMap(({ given }) => given.map((reason) => readReason(ruleset.id, reason))),
    );
    expect([...new Set(texts)].flatMap(faultsOf)).toEqual([]);
  });
});
