import { describe, expect, it } from 'vitest';
import type { Ruleset } from '../../src/encounter/ruleset';
import { RULESETS } from '../../src/rulesets/index';
import { branchOf, reasonsGiven } from '../house/words-used';
import { passesByItself, refusalsOf, whenOf } from './refusals';
import { faultsOf, keysBelow, readReason } from './words';

const rulesets = Object.values(RULESETS) as unknown as readonly Ruleset[];

/** Reasons that end with the clock in the situations here, but at no moment that their ruleset states yet. */
const UNTIMED: Readonly<Record<string, readonly string[]>> = {
  clash: ['no-room'],
  seconds: ['holds-already', 'too-late-to-evade', 'frightened-of', 'helped-already'],
  slots: ['grappled-already', 'waits-already', 'turn-has-come'],
  tempo: ['no-action-sets'],
};

/** Given only inside another command: `test/rulesets/nested.test.ts` provokes them. */
const INSIDE = ['interrupting-an-interrupt', 'doing-that'];

describe.each(rulesets)('the rules of $id refuse a command', (ruleset) => {
  const refusals = refusalsOf(ruleset);

  it('with exactly the expected reason', () => {
    const others = refusals.filter(({ id, given }) => !given.some((reason) => reason.id === id));
    expect(others.map(({ id, where, given }) => `${where}: ${id}, not ${given.map((each) => each.id)}`)).toEqual([]);
  });

  it('for every reason that has a text', () => {
    const provoked = new Set([...INSIDE, ...refusals.map(({ id }) => id)]);
    const missing = keysBelow(`${branchOf(ruleset.id)}.Reason`).filter((id) => !provoked.has(id));
    expect(missing.map((id) => `test/errors/${ruleset.id}.yml: add a command that is refused for ${id}`)).toEqual([]);
  });

  it('for every reason that its code gives', () => {
    const provoked = new Set([
      ...INSIDE,
      ...refusals.flatMap(({ id, given }) => [id, ...given.map((reason) => reason.id)]),
    ]);
    const missing = reasonsGiven(`src/rulesets/${ruleset.id}`).filter((id) => !provoked.has(id));
    expect(missing.map((id) => `test/errors/${ruleset.id}.yml: add a command that is refused for ${id}`)).toEqual([]);
  });

  it('with a *when* if time alone removes the reason', () => {
    const timed = refusals.filter(({ id }) => !UNTIMED[ruleset.id]?.includes(id));
    const silent = timed.filter((refusal) => passesByItself(ruleset, refusal) && whenOf(ruleset, refusal) === null);
    expect(
      silent.map(({ id, where }) => `src/rulesets/${ruleset.id}/view/when.ts: add a row for ${id} (${where})`),
    ).toEqual([]);
  });

  it('with a whole sentence that contains every fact', async () => {
    const texts = await Promise.all(
      refusals.flatMap(({ given }) => given.map((reason) => readReason(ruleset.id, reason))),
    );
    expect([...new Set(texts)].flatMap(faultsOf)).toEqual([]);
  });
});
