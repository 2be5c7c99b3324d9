import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Command } from '../../src/encounter/command';
import type { Effect } from '../../src/encounter/effect';
import { cloneEncounter } from '../../src/encounter/forecast';
import type { Ruleset } from '../../src/encounter/ruleset';
import type { Encounter } from '../../src/encounter/state';
import { makeCountingIds, workingCopyOf } from '../../src/encounter/table';
import type { Ask } from '../../src/kernel/ask';
import { defined } from '../../src/kernel/defined';
import { LeafBudgetError, lineKey, type OddsLine, odds } from '../../src/kernel/drivers/odds';
import type { Procedure } from '../../src/kernel/procedure';
import { seededDie } from '../../src/kernel/rng';
import { copyOf } from '../support/copy';
import { anyCommand } from '../support/game';
import { TESTED } from '../support/rulesets';
import { encounterOf } from '../support/scenario/encounter';
import { gearOf, scenariosOf } from '../support/scenario/files';
import { sampled } from '../tiers/tier';

const LEAVES = 4_000;

/** The procedure without the hints how totals are read, so that every total is its own branch. */
function* unread(procedure: Procedure<unknown>): Procedure<unknown> {
  let step = procedure.next();
  while (!step.done) step = procedure.next(yield { ...step.value, hints: undefined } as Ask);
  return step.value;
}

/** All effects, without the ids of created things: those count on from game to game. */
const told = (effects: readonly Effect[]): string =>
  JSON.stringify(effects, (key, value) => (key === 'key' || key === 'newItem' ? undefined : value));

function linesOf(
  ruleset: Ruleset,
  encounter: Encounter,
  command: Command,
  isRead: boolean,
): readonly OddsLine[] | null {
  const on = cloneEncounter(encounter);
  const newId = makeCountingIds();
  const effects: Effect[] = [];
  const table = workingCopyOf(on, newId);
  const noting = {
    ...table,
    apply(change: unknown) {
      const effect = table.apply(change);
      if (effect) effects.push(effect as Effect);
      return effect;
    },
    undo(effect: unknown) {
      table.undo(effect);
      effects.pop();
    },
  };
  const start = () => (isRead ? ruleset.play(on, command) : unread(ruleset.play(on, command)));
  try {
    return odds(start, noting, () => told(effects), LEAVES);
  } catch (error) {
    if (error instanceof LeafBudgetError) return null;
    throw error;
  }
}

const plainly = (lines: readonly OddsLine[]) =>
  new Map(lines.map(({ choices, chances }) => [lineKey(choices), chances] as const));

describe.each(
  sampled(
    TESTED.map((ruleset) => [ruleset.id, ruleset] as const),
    1,
    1,
  ),
)('the odds of %s', (id, ruleset) => {
  const gear = gearOf(id, '.');
  const ours = scenariosOf(id);

  it('equal those with a branch for every total, effect for effect', () => {
    let compared = 0;
    fc.assert(
      fc.property(fc.constantFrom(...ours), fc.integer(), (scenario, seed) => {
        const on = copyOf(encounterOf(scenario, ruleset, gear));
        const command = anyCommand(ruleset, on, seededDie(seed));
        if (!command) return;
        const slow = linesOf(ruleset, on, command, false);
        if (!slow) return;
        const fast = plainly(defined(linesOf(ruleset, on, command, true), 'lines'));
        expect([...fast.keys()].sort()).toEqual([...plainly(slow).keys()].sort());
        for (const [line, chances] of plainly(slow)) {
          const others = defined(fast.get(line), line);
          expect([...others.keys()].sort()).toEqual([...chances.keys()].sort());
          for (const [outcome, chance] of chances)
            expect(Math.abs(defined(others.get(outcome), outcome) - chance)).toBeLessThan(1e-12);
          if (chances.size > 1) compared++;
        }
      }),
      { numRuns: 120 },
    );
    expect(compared).toBeGreaterThan(1);
  }, 180_000);
});
