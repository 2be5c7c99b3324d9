import { expect, it } from 'vitest';
import { rewind } from '../src/encounter/history';
import type { Ruleset } from '../src/encounter/ruleset';
import { RULESETS } from '../src/rulesets/index';
import { gearOf, loadScenario, scenarioFiles } from './support/scenario/files';
import { holds, playScenario } from './support/scenario/play';
import { linesOf } from './support/scenario/report';

const rulesets: Readonly<Record<string, Ruleset>> = RULESETS as never;

for (const scenario of scenarioFiles('test/scenarios').map(loadScenario)) {
  const gear = () => gearOf(scenario.ruleset.text(), '.');

  it(`[${scenario.rules.join(', ')}] ${scenario.title}`, () => {
    const failures = [...playScenario(scenario, rulesets, gear())].filter((result) => !holds(result));
    expect(failures.flatMap(linesOf).join('\n')).toBe('');
  });

  it(`${scenario.title}: each step can be taken back`, () => {
    const witness: Parameters<typeof playScenario>[3] = (before, after, _exchange, effects) => {
      const back = structuredClone(after);
      expect(rewind(back, effects).leftAlone).toEqual([]);
      expect(sorted(back)).toEqual(sorted(before));
    };
    for (const _ of playScenario(scenario, rulesets, gear(), witness));
  });
}

/** A condition taken back stands last again, which means the same. */
function sorted<E extends { fighters: Record<string, { conditions: readonly { key: string }[] }> }>(encounter: E): E {
  const copy = structuredClone(encounter);
  for (const fighter of Object.values(copy.fighters))
    fighter.conditions = fighter.conditions.toSorted((a, b) => a.key.localeCompare(b.key));
  return copy;
}
