import { expect, it } from 'vitest';
import type { Condition } from '../../src/encounter/condition';
import { simulate } from '../../src/kernel/drivers/simulate';
import { removeCondition } from '../../src/toolkit/combat/condition';
import { endsAt, expireConditions, expireConditionsAt } from '../../src/toolkit/define/duration';

const condition = (key: string, until: Condition['until'], id = 'dazed'): Condition => ({ key, id, until });

it.each([
  [null, false],
  [{ at: 'round-end', n: 3 }, true],
  [{ at: 'round-end', n: 2 }, true],
  [{ at: 'round-end', n: 4 }, false],
  [{ at: 'round-end' }, true],
  [{ at: 'short-rest' }, false],
])('%j ends at the end of round 3: %s', (until, ends) => {
  expect(endsAt(condition('k', until), 'round-end', 3)).toBe(ends);
});

const fighter = (...conditions: Condition[]) => ({ id: 'mira', conditions }) as never;
const takenBy = (procedure: ReturnType<typeof expireConditions>): unknown[] => {
  const changes: unknown[] = [];
  const table = {
    apply(change: unknown) {
      changes.push(change);
      return null;
    },
    applyEffect() {},
    undo() {},
  };
  simulate(procedure, table, () => 1);
  return changes;
};

it('removes expired conditions in the order in which they came', () => {
  const there = fighter(condition('b', null), condition('c', null, 'prone'), condition('a', null));
  expect(takenBy(expireConditions([there], ({ id }) => id === 'dazed'))).toEqual([
    { kind: 'condition-removed', of: 'mira', key: 'b' },
    { kind: 'condition-removed', of: 'mira', key: 'a' },
  ]);
});

it('removes the roots of one condition, or those that match', () => {
  const there = fighter(condition('a', null), condition('b', null, 'prone'), condition('c', null));
  expect(takenBy(removeCondition(there, 'dazed'))).toHaveLength(2);
  expect(takenBy(removeCondition(there, 'dazed', ({ key }) => key === 'c'))).toEqual([
    { kind: 'condition-removed', of: 'mira', key: 'c' },
  ]);
});

it('removes conditions that last until a moment of one of the fighters, in this round or an earlier one', () => {
  const there = fighter(
    condition('of another', { at: 'turn-end', of: 'foe' }),
    condition('later', { at: 'turn-end', n: 3, of: 'mira' }),
    condition('other moment', { at: 'turn-start', of: 'mira' }),
    condition('now', { at: 'turn-end', n: 2, of: 'mira' }),
    condition('of the mount', { at: 'turn-end', of: 'steed' }),
  );
  const encounter = { clock: { round: 2 }, fighters: { mira: there } } as never;
  expect(takenBy(expireConditionsAt(encounter, 'turn-end', 'mira', 'steed'))).toEqual([
    { kind: 'condition-removed', of: 'mira', key: 'now' },
    { kind: 'condition-removed', of: 'mira', key: 'of the mount' },
  ]);
});
