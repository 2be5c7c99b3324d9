import { expect, it } from 'vitest';
import type { Exchange } from '../src/encounter/exchange';
import { cloneEncounter } from '../src/encounter/forecast';
import { rewind } from '../src/encounter/history';
import { resumeExchange } from '../src/encounter/play';
import type { Ruleset } from '../src/encounter/ruleset';
import type { Encounter } from '../src/encounter/state';
import { makeCountingIds } from '../src/encounter/table';
import { RULESETS } from '../src/rulesets/index';
import { TESTED } from './support/rulesets';
import { expectSame } from './support/same';
import { gearOf, scenariosOf } from './support/scenario/files';
import { holds, playScenario } from './support/scenario/play';
import { linesOf } from './support/scenario/report';
import type { Scenario } from './support/scenario/scenario';

const rulesets: Readonly<Record<string, Ruleset>> = RULESETS as never;

for (const scenario of TESTED.flatMap(({ id }) => scenariosOf(id))) {
  // Played once, by the first of these tests.
  let played: Played | undefined;
  const play = (): Played => (played ??= playWithWitnesses(scenario));

  it(`[${scenario.rules.join(', ')}] ${scenario.title}`, () => {
    expect(play().failures.join('\n')).toBe('');
  });

  it(`${scenario.title}: each step can be undone`, () => {
    for (const { before, undone, conflicts } of play().steps) {
      expect(conflicts).toEqual([]);
      expectSame(undone, before);
    }
  });

  it(`${scenario.title}: an exchange resumes from its record after names change`, () => {
    const ruleset = rulesets[scenario.ruleset.text()];
    for (const { after, exchange } of play().steps) {
      rename(after);
      const { run } = resumeExchange(ruleset, after, exchange, makeCountingIds());
      expect(run.open).toBeNull();
    }
    // The steps of all scenarios are 100 MB.
    played = undefined;
  });
}

interface Played {
  readonly failures: readonly string[];
  readonly steps: readonly {
    readonly before: Encounter;
    readonly after: Encounter;
    readonly undone: Encounter;
    readonly conflicts: readonly unknown[];
    readonly exchange: Exchange;
  }[];
}

function playWithWitnesses(scenario: Scenario): Played {
  const steps: Played['steps'][number][] = [];
  const results = playScenario(
    scenario,
    rulesets,
    gearOf(scenario.ruleset.text(), '.'),
    (before, now, exchange, effects) => {
      const [after, undone] = [cloneEncounter(now), cloneEncounter(now)];
      steps.push({
        before,
        after,
        undone,
        conflicts: rewind(undone, effects).conflicts,
        exchange,
      });
    },
  );
  const failures = [...results].filter((result) => !holds(result)).flatMap(linesOf);
  return { failures, steps };
}

/** Gives other names, in the same alphabetical order, and puts the newest condition first. */
function rename({ fighters }: Encounter): void {
  for (const fighter of Object.values(fighters)) {
    for (const bearer of [fighter, ...fighter.items]) Object.assign(bearer, { name: `${bearer.name} as it is now` });
  }
}
