import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Command } from '../../src/encounter/command';
import type { Effect } from '../../src/encounter/effect';
import { forecast } from '../../src/encounter/forecast';
import { beginExchange, runUntilBlocked } from '../../src/encounter/play';
import type { Ruleset } from '../../src/encounter/ruleset';
import type { Encounter } from '../../src/encounter/state';
import { makeCountingIds } from '../../src/encounter/table';
import { seededDie } from '../../src/kernel/rng';
import { anyAnswer } from '../support/answer';
import { anyCommand } from '../support/game';
import { TESTED } from '../support/rulesets';
import { encounterOf } from '../support/scenario/encounter';
import { gearOf, scenariosOf } from '../support/scenario/files';

const MASTER = { gm: true, owns: [], targets: [] };
/** Situations whose whole game would take too long. */
const LEAVES = 2_000;

const isDecided = (effect: Effect): boolean => effect.kind === 'outcome' && effect.outcome.success !== undefined;

/** The chances that the command, played from its beginning, succeeds, for each sequence of choices; null beyond the limit. */
function playedChances(ruleset: Ruleset, on: Encounter, command: Command): readonly number[] | null {
  const { lines, exact } = forecast(
    ruleset,
    on,
    command,
    {
      settles: isDecided,
      outcome(_, effects) {
        const last = effects.at(-1);
        if (!last || !isDecided(last)) return 'undecided';
        return last.kind === 'outcome' && last.outcome.success ? 'success' : 'failure';
      },
    },
    LEAVES,
    // What is not exact is not compared.
    1,
  );
  // A part of a longer action decides nothing yet.
  if (!exact || lines.some(({ chances }) => chances.has('undecided'))) return null;
  return lines.map(({ chances }) => chances.get('success') ?? 0);
}

describe.each(TESTED.map((ruleset) => [ruleset.id, ruleset] as const))('the odds on a button of %s', (id, ruleset) => {
  const gear = gearOf(id, '.');
  const ours = scenariosOf(id);

  it('are those of the whole command', () => {
    const compared = new Set<string>();
    fc.assert(
      fc.property(fc.constantFrom(...ours), fc.integer(), (scenario, seed) => {
        const on = structuredClone(encounterOf(scenario, ruleset, gear));
        const die = seededDie(seed);
        for (let turn = 0; turn < 6; turn++) {
          const command = anyCommand(ruleset, on, die);
          if (!command) continue;
          const { odds } = ruleset.views.action(on, command, MASTER);
          const [main] = odds?.filter(({ exact, chance }) => exact && chance !== null) ?? [];
          const played = main ? playedChances(ruleset, on, command) : null;
          if (main && played) {
            compared.add(command.do);
            const isPlayed = played.some((chance) => Math.abs(chance - (main.chance ?? 0)) < 1e-9);
            expect(isPlayed, `${JSON.stringify(command)}: ${main.chance} shown, ${played.join(', ')} played`).toBe(
              true,
            );
          }
          const play = beginExchange(ruleset, on, command, makeCountingIds(`${turn}-`));
          runUntilBlocked(play, (ask) => ({ answer: anyAnswer(ask, die) }));
        }
      }),
      { numRuns: 50 },
    );
    expect(compared.size).toBeGreaterThan(0);
  }, 120_000);
});
