import { describe, expect, it } from 'vitest';
import { beginExchange, runUntilBlocked } from '../../src/encounter/play';
import type { Ruleset } from '../../src/encounter/ruleset';
import type { Encounter, FighterId } from '../../src/encounter/state';
import { makeCountingIds } from '../../src/encounter/table';
import { defined } from '../../src/kernel/defined';
import { seededDie } from '../../src/kernel/rng';
import { anyAnswer } from '../support/answer';
import { copyOf } from '../support/copy';
import { TESTED } from '../support/rulesets';
import { encounterOf } from '../support/scenario/encounter';
import { gearOf, scenariosOf } from '../support/scenario/files';

const ORDERED = TESTED.filter(({ timing }) => timing.moveBefore);
const FEW = 40;

/** Returns the order after the GM has moved a fighter before another, or last. */
function orderAfter(
  ruleset: Ruleset,
  start: Encounter,
  moved: FighterId,
  other: FighterId | null,
): readonly FighterId[] {
  const on = copyOf(start);
  const command = defined(ruleset.timing.moveBefore?.(on, moved, other), 'a command');
  expect([command, ruleset.whyNot(on, command)]).toEqual([command, []]);
  const play = beginExchange(ruleset, on, command, makeCountingIds());
  const die = seededDie(1);
  runUntilBlocked(play, (ask) => ({ answer: anyAnswer(ask, die) }));
  expect(play.run.open).toBeNull();
  return ruleset.timing.order(on);
}

describe.each(ORDERED)('the turn order of $id', (ruleset) => {
  const { timing, id } = ruleset;
  const starts = scenariosOf(id)
    .map((scenario) => encounterOf(scenario, ruleset, gearOf(id, '.')))
    .filter((before) => timing.turnHolder(before.clock) !== null && timing.order(before).length > 2)
    // Some scenarios begin without totals, which do not matter where the GM sets places.
    .filter(
      ({ fighters }) =>
        timing.setInitiative('', 0) === null ||
        Object.values(fighters).every((each) => timing.initiative(each) !== null),
    )
    .slice(0, FEW);

  it('has a fighter that the GM moves before another, or last, and the others as they were', () => {
    for (const start of starts) {
      const order = timing.order(start);
      for (const moved of order) {
        const others = order.filter((each) => each !== moved);
        for (const other of [...others, null]) {
          const after = orderAfter(ruleset, start, moved, other);
          expect(after.filter((each) => each !== moved)).toEqual(others);
          const place = after.indexOf(moved);
          if (other === null) expect(place).toBe(others.length);
          else expect(place).toBeLessThan(after.indexOf(other));
        }
      }
    }
    expect(starts.length).toBeGreaterThan(1);
  });

  it('keeps whose total is clearly higher before a fighter that the GM moves', () => {
    for (const start of starts) {
      const order = timing.order(start);
      const totals = order.map((each) => timing.initiative(start.fighters[each]!));
      for (const [at, other] of order.entries())
        for (const moved of order.slice(at + 1)) {
          const after = orderAfter(ruleset, start, moved, other);
          // Only who has the same total as the other, or one more, may be passed as well; no one where places count.
          const passed = order.slice(0, at).filter((each) => after.indexOf(each) > after.indexOf(moved));
          if (timing.setInitiative('', 0) === null) expect(passed).toEqual([]);
          for (const each of passed) expect((totals[order.indexOf(each)] ?? 0) - (totals[at] ?? 0)).toBeLessThan(2);
        }
    }
  });
});
