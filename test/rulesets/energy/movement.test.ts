import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Place } from '../../../src/encounter/state';
import { defined } from '../../../src/kernel/defined';
import { energy } from '../../../src/rulesets/energy/index';
import { costOfTime, measurePath, metresLostByTurning } from '../../../src/rulesets/energy/movement/movement';
import { at, conditionOf, encounter, fighter, play, reasons } from './vocabulary';

const SQUARE = { grid: 'square', cell: 1 } as const;
/** A path from the middle of a cell, written as `3e 2n`. */
function way(from: Place, text: string): Place[] {
  const by: Record<string, [number, number]> = { e: [1, 0], n: [0, -1], w: [-1, 0], s: [0, 1], ne: [1, -1] };
  let { x, y } = from;
  return text.split(' ').flatMap((word) => {
    const [, count, to] = defined(/^(\d+)(\w+)$/.exec(word), 'a step');
    return Array.from({ length: Number(count) }, () => {
      x += by[to][0];
      y += by[to][1];
      return { ...from, x, y };
    });
  });
}
const start = at(0.5, 0.5);
const runner = (rest = {}) => fighter('mira', {}, { place: start, ...rest });
const go = (verb: string, path: Place[], options = {}) => ({ do: verb, by: 'mira', path, options });

it.each`
  size        | jumpBonus | rise
  ${'medium'} | ${0}      | ${1.8}
  ${'medium'} | ${1}      | ${2.8}
  ${'large'}  | ${0}      | ${1.6}
  ${'tiny'}   | ${0}      | ${0.7}
`('[E-55] a $size jumper with a bonus of $jumpBonus lands at most $rise metres higher', ({ size, jumpBonus, rise }) => {
  const on = encounter([fighter('mira', { size, jumpBonus }, { place: start })]);
  const to = (elevation: number) => go('jump', [{ ...start, x: 1.5, elevation }]);
  expect(reasons(on, to(rise))).toEqual([]);
  expect(energy.whyNot(on, to(rise + 0.1))).toEqual([{ id: 'too-high', data: { most: rise } }]);
});

it.each([
  [0, 0],
  [44, 0],
  [45, 1],
  [60, 1],
  [90, 1],
  [134, 1],
  [135, 2],
  [180, 2],
])('[E-50] turning %d degrees forfeits %d metres', (degrees, metres) =>
  expect(metresLostByTurning(degrees)).toBe(metres),
);

it.each`
  used | speed | whole | cost
  ${0} | ${6}  | ${3}  | ${1}
  ${1} | ${6}  | ${3}  | ${1}
  ${2} | ${6}  | ${3}  | ${1}
  ${3} | ${6}  | ${3}  | ${2}
  ${6} | ${6}  | ${3}  | ${3}
  ${4} | ${6}  | ${2}  | ${2}
  ${9} | ${6}  | ${3}  | ${3}
  ${2} | ${5}  | ${3}  | ${2}
  ${1} | ${0}  | ${3}  | ${3}
`('[E-39] of a Run with $used of Speed $speed costs $cost of $whole', ({ used, speed, whole, cost }) =>
  expect(costOfTime(used / speed, whole)).toBe(cost),
);

describe('[E-46, E-47, E-48, E-50, E-62] paths', () => {
  it('lose metres at corners, and a long one ends Defending', () => {
    const mira = runner({ conditions: [conditionOf('defending')] });
    const on = encounter([mira]);
    play(on, go('run', way(start, '3e 2n')));
    expect([mira.pools.energy.value, mira.state.metresMoved, mira.conditions.length]).toEqual([2, 5, 1]);
    const back = way(defined(mira.place, 'a place'), '2s');
    expect(reasons(on, go('quick-run', [...back, ...way(back[1], '1s')]))).toEqual(['too-far']);
    play(on, go('quick-run', back));
    expect([mira.pools.energy.value, mira.state.metresMoved, mira.conditions.length]).toEqual([0, 7, 0]);
    expect(mira.place).toMatchObject({ x: 3.5, y: 0.5 });
  });
  it('that are too long are told with their length and the most', () => {
    const told = energy.whyNot(encounter([runner()]), go('shift', way(start, '3e')));
    expect(told).toEqual([{ id: 'too-far', data: { metres: 3, most: 1, over: 2 } }]);
  });
  it('of exactly Speed do not end Defending', () => {
    const mira = runner({ conditions: [conditionOf('defending')] });
    play(encounter([mira]), go('run', way(start, '6e')));
    expect([mira.state.metresMoved, mira.conditions.length]).toEqual([6, 1]);
  });
  it('start a new heading after another action', () => {
    const on = encounter([runner({ pools: { energy: 5 } })]);
    play(on, go('run', way(start, '2e')));
    play(on, { do: 'defend', by: 'mira' });
    expect(on.fighters.mira.state.heading).toBeUndefined();
  });
  it.each([
    ['run', '6e', []],
    ['run', '7e', ['too-far']],
    ['run', '5e 1n', ['too-far']],
    ['quick-run', '4e', []],
    ['quick-run', '5e', ['too-far']],
    ['shift', '1e', []],
    ['shift', '2e', ['too-far']],
  ])('%s %s: %j', (verb, path, wanted) =>
    expect(reasons(encounter([runner()]), go(verb, way(start, path)))).toEqual(wanted),
  );

  it('[E-37, E-39] of a Run that stops early are refunded, swapped Stamina first', () => {
    const mira = runner();
    const on = encounter([mira]);
    play(on, go('run', way(start, '2e'), { swap: true }));
    expect([mira.pools.energy.value, mira.pools.stamina.value, mira.state.staminaSubs]).toEqual([4, 10, undefined]);
  });
  it('[E-233] are half as long when slowed, and cannot be paid with Agility', () => {
    const on = encounter([fighter('mira', { speed: 5 }, { place: start, conditions: [conditionOf('slowed')] })]);
    expect(reasons(on, go('run', way(start, '3e')))).toEqual([]);
    expect(reasons(on, go('run', way(start, '4e')))).toEqual(['too-far']);
    expect(reasons(on, go('shift', way(start, '1e'), { agility: true }))).toEqual(['slowed']);
  });
  it('[E-07, E-46] of a Shift may be paid with two Agility', () => {
    const mira = runner();
    play(encounter([mira]), go('shift', way(start, '1ne'), { agility: true }));
    expect([mira.pools.energy.value, mira.pools.agility.value, mira.place?.x]).toEqual([5, 1, 1.5]);
  });
  it('without a map are metres straight ahead', () => {
    const mira = fighter('mira');
    const on = encounter([mira]);
    play(on, { do: 'run', by: 'mira', options: { metres: 4 } });
    expect([mira.pools.energy.value, mira.state.metresMoved, mira.place]).toEqual([3, 4, null]);
    expect(reasons(on, { do: 'run', by: 'mira' })).toContain('no-path');
  });
  it('are free outside Rounds', () => {
    expect(
      energy.moves(encounter([runner()], { clock: { round: 0, phase: 'idle' } }), 'mira', way(start, '1e')),
    ).toEqual([]);
  });
});

describe('ways to pay for a drag', () => {
  const moves = (path: string, rest = {}) =>
    energy
      .moves(encounter([runner(rest)]), 'mira', way(start, path))
      .map(({ command, cost, whyNot }) => [
        command.do,
        cost.map(({ pool, amount }) => `${amount} ${pool}`).join(' '),
        whyNot.length,
      ]);
  it('come cheapest first', () => {
    expect(moves('1e')[0]).toEqual(['shift', '2 agility', 0]);
    expect(moves('2e')[0]).toEqual(['quick-run', '1 energy', 0]);
    expect(moves('5e')[0]).toEqual(['run', '3 energy', 0]);
  });
  it.each(['climb', 'jump'])('contain only %s if that is the token’s movement', (manner) => {
    const ways = energy.moves(encounter([runner()]), 'mira', way(start, '1e'), manner);
    expect(ways.map(({ command }) => command.do)).toEqual([manner]);
  });
  it.each(['walk', 'fly', undefined])('contain no climb for a token that is set to %s', (manner) => {
    const ways = energy.moves(encounter([runner()]), 'mira', way(start, '20e'), manner);
    expect(ways.map(({ command }) => command.do)).not.toContain('climb');
    expect(ways).toHaveLength(7);
  });
  it('use Stamina if that makes them possible', () => {
    expect(moves('6e', { pools: { energy: 2 } })[0]).toEqual(['run', '2 energy 1 stamina', 0]);
  });
});

it('a path is as long as its cells, and loses no metres straight on', () => {
  const step = fc.constantFrom('e', 'n', 'w', 's', 'ne');
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.integer({ min: 1, max: 4 }), step), { minLength: 1, maxLength: 6 }), (steps) => {
      const path = way(start, steps.map(([count, to]) => `${count}${to}`).join(' '));
      const { moved, lost } = measurePath(SQUARE, start, path, null);
      expect(moved).toBe(path.length);
      expect(lost).toBeLessThanOrEqual(2 * (steps.length - 1));
    }),
  );
});
