import { expect, it } from 'vitest';
import { applyChange, log } from '../../src/encounter/change';
import type { Effect } from '../../src/encounter/effect';
import type { Encounter, Fighter } from '../../src/encounter/state';
import { makeCountingIds, workingCopyOf } from '../../src/encounter/table';
import { simulate } from '../../src/kernel/drivers/simulate';
import type { Procedure } from '../../src/kernel/procedure';
import { setPool } from '../../src/toolkit/turns/pools';
import { lastingRounds, orderAfter, rollEach, sortByPlace, turnOrder } from '../../src/toolkit/turns/turn-order';
import { encounter, fighter } from '../support/encounter';

type Runner = Fighter<{ speed: number }, never, { order?: number; total?: number; out?: boolean; gone?: boolean }>;
type Race = Encounter<Runner>;

const mark = (of: string, key: 'order' | 'total', to: number): Procedure<unknown> =>
  applyChange({ kind: 'state', of, key, to });

/** An invented game: a d20 and speed. `out` cannot act; `gone` leaves the order in its own turn. */
const turns = turnOrder<Runner, Race>({
  fightersOf: ({ fighters }) => Object.values(fighters).filter(({ conditions }) => conditions.length === 0),
  setState: mark,
  *roll(fighters) {
    const rolled = yield* rollEach('race', fighters, ({ stats }) => ({ bonus: stats.speed }));
    for (const [{ id, stats }, face] of rolled) yield* mark(id, 'total', face + stats.speed);
  },
  compare: (a, b) => (b.state.total ?? 0) - (a.state.total ?? 0) || b.stats.speed - a.stats.speed,
  onJoin: ({ id }) => log('joins', {}, id),
  *onStart({ clock }, { id, state }, isNewRound) {
    yield* applyChange({ kind: 'clock', to: { ...clock, round: clock.round + Number(isNewRound), turn: id } });
    if (state.gone) yield* applyChange({ kind: 'condition-added', of: id, condition: { id: 'gone' } });
    return !state.out && !state.gone;
  },
  *onSkip(_, { id }, skipped, count) {
    yield* log('skipped', {}, id);
    return skipped + 1 < count;
  },
});

const runner = (id: string, state: Runner['state'] = {}, speed = 0): Runner =>
  fighter(id, { state: state, stats: { speed } }) as Runner;
const race = (...runners: Runner[]): Race => {
  const on = encounter(...runners) as Race;
  on.clock = { ...on.clock, turn: null };
  return on;
};

/**
 * Runs a procedure to its end.
 * @returns its effects
 */
function run(on: Race, procedure: Procedure<unknown>, ...faces: number[]): readonly Effect[] {
  const table = workingCopyOf(on, makeCountingIds());
  simulate(procedure, table, () => {
    const face = faces.shift();
    if (face === undefined) throw new Error('a die without a face');
    return face;
  });
  expect(faces).toEqual([]);
  return table.effects;
}
const said = (effects: readonly Effect[]): unknown[] =>
  effects.flatMap((effect) => (effect.kind === 'log' ? [[effect.id, effect.of]] : []));
const ids = (fighters: readonly Runner[]): string[] => fighters.map(({ id }) => id);

it('places by roll, then by the tie rules, then in the order of joining', () => {
  const on = race(runner('a', { total: 5 }), runner('b', { total: 9 }), runner('c', { total: 5 }, 1), runner('d'));
  on.fighters.d.state.total = 5;
  run(on, turns.place(on, Object.values(on.fighters)));
  expect(ids(turns.orderOf(on))).toEqual(['b', 'c', 'a', 'd']);
  expect(ids(turns.orderOf(on)).map((id) => on.fighters[id].state.order)).toEqual([1, 2, 3, 4]);
});

it('places one fighter and keeps the order of the others, even against their totals', () => {
  const [a, b] = [runner('a', { order: 1, total: 3 }), runner('b', { order: 2, total: 8 })];
  const on = race(a, b, runner('c', { order: 3, total: 6 }));
  run(on, turns.place(on, [on.fighters.c]));
  expect(ids(turns.orderOf(on))).toEqual(['c', 'a', 'b']);
});

it('lists fighters without a place last, in the order of joining', () => {
  const all = [runner('x'), runner('b', { order: 2 }), runner('y'), runner('a', { order: 1 })];
  expect(ids(sortByPlace(all))).toEqual(['a', 'b', 'x', 'y']);
});

it('rolls only for late joiners, and places each after those with the same roll', () => {
  const [a, b] = [runner('a', { order: 1, total: 15 }), runner('b', { order: 2, total: 10 })];
  const on = race(runner('late', {}), a, runner('later', {}), b, runner('last', {}, 2));
  const effects = run(on, turns.admit(on), 10, 10, 18);
  expect(ids(turns.orderOf(on))).toEqual(['last', 'a', 'b', 'late', 'later']);
  expect(said(effects)).toEqual([
    ['joins', 'late'],
    ['joins', 'later'],
    ['joins', 'last'],
  ]);
  expect(run(on, turns.admit(on))).toEqual([]);
});

it('requests no change for fighters that keep their places', () => {
  const on = race(runner('a', { order: 1, total: 9 }), runner('b', { order: 2, total: 8 }));
  expect([...turns.place(on, [])]).toEqual([]);
  expect([...rollEach('race', [], () => ({}))]).toEqual([]);
});

it('admits no one before the first roll', () => {
  const on = race(runner('a'), runner('b'));
  expect(run(on, turns.admit(on))).toEqual([]);
});

it('asks for no dice where there are no fighters', () => {
  expect(
    run(
      race(),
      rollEach('race', [], () => ({})),
    ),
  ).toEqual([]);
});

it('begins with the first fighter, continues with the next, and starts a round after the last', () => {
  const on = race(runner('b', { order: 2 }), runner('a', { order: 1 }));
  const clocks = [-1, 0, 1].map((at) => {
    run(on, turns.advance(on, at));
    return [on.clock.round, on.clock.turn];
  });
  expect(clocks).toEqual([
    [1, 'a'],
    [1, 'b'],
    [2, 'a'],
  ]);
});

it('skips fighters that cannot act, across the end of a round', () => {
  const on = race(
    runner('a', { order: 1, out: true }),
    runner('b', { order: 2 }),
    runner('c', { order: 3, out: true }),
  );
  const effects = run(on, turns.advance(on, 1));
  expect([on.clock.round, on.clock.turn]).toEqual([2, 'b']);
  expect(said(effects)).toEqual([
    ['skipped', 'c'],
    ['skipped', 'a'],
  ]);
});

it('stops after one pass if no fighter can act', () => {
  const on = race(runner('a', { order: 1, out: true }), runner('b', { order: 2, out: true }));
  expect(said(run(on, turns.advance(on, 0)))).toEqual([
    ['skipped', 'b'],
    ['skipped', 'a'],
  ]);
  expect(run(race(), turns.advance(race(), -1))).toEqual([]);
});

it('skips no fighter after one that leaves the order in its own turn', () => {
  const on = race(runner('a', { order: 1 }), runner('b', { order: 2, gone: true }), runner('c', { order: 3 }));
  run(on, turns.advance(on, 0));
  expect([on.clock.round, on.clock.turn]).toEqual([1, 'c']);
});

it.each([
  ['a', 3],
  ['b', 3],
  ['c', 2],
])('counts the rounds of %s from its next turn: %d', (id, first) => {
  const on = race(runner('a', { order: 1 }), runner('b', { order: 2 }), runner('c', { order: 3 }));
  on.clock = { ...on.clock, round: 2, turn: 'b' };
  expect(turns.roundOfNextTurn(on, on.fighters[id])).toBe(first);
  const lasting = lastingRounds<Runner, Race>('turn-end', (race, fighter) =>
    race.clock.turn === null ? null : turns.roundOfNextTurn(race, fighter),
  );
  const until = { at: 'turn-end', n: first + 1, of: id };
  expect(lasting(on, on.fighters.b, on.fighters[id], 2)).toEqual(until);
  expect(lasting(on, on.fighters[id], null, 2)).toEqual(until);
  on.clock = { ...on.clock, turn: null };
  expect(lasting(on, on.fighters[id], null, 2)).toBeNull();
});

it('rotates the order so that the given fighter comes last', () => {
  const order = [runner('a'), runner('b'), runner('c')];
  expect(ids(orderAfter(order, 'b'))).toEqual(['c', 'a', 'b']);
  expect(ids(orderAfter(order, null))).toEqual(['a', 'b', 'c']);
});

it('sets a pool to a value, and yields no ask if it has that value', () => {
  const on = race(runner('a'));
  expect(run(on, setPool(on.fighters.a, 'energy', 5))).toEqual([{ kind: 'pool', of: 'a', pool: 'energy', by: 2 }]);
  expect([...setPool(on.fighters.a, 'energy', 5)]).toEqual([]);
});
