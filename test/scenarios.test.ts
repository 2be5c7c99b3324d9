import { expect, it } from 'vitest';
import { rewind } from '../src/encounter/history';
import { resumeExchange } from '../src/encounter/play';
import type { Ruleset } from '../src/encounter/ruleset';
import type { Encounter } from '../src/encounter/state';
import { makeCountingIds } from '../src/encounter/table';
import { RULESETS } from '../src/rulesets/index';
import { TESTED } from './support/rulesets';
import { gearOf, scenariosOf } from './support/scenario/files';
import { holds, playScenario } from './support/scenario/play';
import { linesOf } from './support/scenario/report';

const rulesets: Readonly<Record<string, Ruleset>> = RULESETS as never;

for (const scenario of TESTED.flatMap(({ id }) => scenariosOf(id))) {
  const gear = () => gearOf(scenario.ruleset.text(), '.');

  it(`[${scenario.rules.join(', ')}] ${scenario.title}`, () => {
    const failures = [...playScenario(scenario, rulesets, gear())].filter((result) => !holds(result));
    expect(failures.flatMap(linesOf).join('\n')).toBe('');
  });

  it(`${scenario.title}: each step can be undone`, () => {
    const witness: Parameters<typeof playScenario>[3] = (before, after, _exchange, effects) => {
      const back = structuredClone(after);
      expect(rewind(back, effects).conflicts).toEqual([]);
      expect(sorted(back)).toEqual(sorted(before));
    };
    for (const _ of playScenario(scenario, rulesets, gear(), witness));
  });

  it(`${scenario.title}: an exchange resumes from its record after names and the order of conditions change`, () => {
    const ruleset = rulesets[scenario.ruleset.text()];
    const witness: Parameters<typeof playScenario>[3] = (_before, after, exchange) => {
      const { run } = resumeExchange(ruleset, renamed(after), exchange, makeCountingIds());
      expect(run.open).toBeNull();
    };
    for (const _ of playScenario(scenario, rulesets, gear(), witness));
  });
}

/** Returns a copy with other names, in the same alphabetical order, and with the newest condition first. */
function renamed<E extends Encounter>(encounter: E): E {
  const copy = structuredClone(encounter);
  for (const fighter of Object.values(copy.fighters)) {
    fighter.conditions = fighter.conditions.toReversed();
    for (const bearer of [fighter, ...fighter.items]) Object.assign(bearer, { name: `${bearer.name} as it is now` });
  }
  return copy;
}

/** Returns a copy with sorted conditions: undo restores a removed condition in last place. */
function sorted<E extends { fighters: Record<string, { conditions: readonly { key: string }[] }> }>(encounter: E): E {
  const copy = structuredClone(encounter);
  for (const fighter of Object.values(copy.fighters))
    fighter.conditions = fighter.conditions.toSorted((a, b) => a.key.localeCompare(b.key));
  return copy;
}
