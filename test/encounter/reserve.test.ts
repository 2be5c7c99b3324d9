import { describe, expect, it } from 'vitest';
import { applyEffect, type Effect, invertEffect } from '../../src/encounter/effect';
import { redoEffects, rewind } from '../../src/encounter/history';
import { isDue, mergeReserves, type Reserve, type ReserveTrigger } from '../../src/encounter/reserve';
import type { Encounter } from '../../src/encounter/state';

const member = (token: string) => ({ fighter: `fighter ${token}`, scene: 'road', token, actor: 'goblin' });
const reserveOf = (
  trigger: Partial<ReserveTrigger>,
  first: string[] = ['a', 'b', 'c'],
  tokens = ['one', 'two'],
): Reserve => ({
  trigger: { when: 'hand', round: 1, ...trigger },
  first,
  members: tokens.map(member),
});

describe('a reserve', () => {
  it.each`
    when       | round | fallen     | due
    ${'hand'}  | ${9}  | ${'a b c'} | ${false}
    ${'round'} | ${2}  | ${'a b c'} | ${false}
    ${'round'} | ${3}  | ${''}      | ${true}
    ${'round'} | ${4}  | ${''}      | ${true}
    ${'half'}  | ${1}  | ${'a'}     | ${false}
    ${'half'}  | ${1}  | ${'a b'}   | ${true}
    ${'half'}  | ${0}  | ${'a b c'} | ${false}
    ${'first'} | ${1}  | ${''}      | ${false}
    ${'first'} | ${1}  | ${'c'}     | ${true}
    ${'first'} | ${0}  | ${'c'}     | ${false}
  `('that waits for $when joins in round $round with "$fallen" down: $due', ({ when, round, fallen, due }) => {
    const reserve = reserveOf({ when, round: 3 });
    expect(isDue(reserve, round, (id) => fallen.split(' ').includes(id))).toBe(due);
  });

  it('does not wait for half of no one', () => {
    expect(isDue(reserveOf({ when: 'half' }, []), 1, () => true)).toBe(false);
  });

  it('takes in another, and goes by its own trigger', () => {
    const both = mergeReserves(
      reserveOf({ when: 'first' }, ['a']),
      reserveOf({ when: 'half' }, ['a', 'd'], ['two', 'three']),
    );
    expect(both).toMatchObject({ trigger: { when: 'first' }, first: ['a', 'd'] });
    expect(both.members.map(({ token }) => token)).toEqual(['one', 'two', 'three']);
  });

  it('is gone once it has joined, back after an undo, also beside a later one, and gone after a redo', () => {
    const reserve = reserveOf({ when: 'half' });
    const encounter = { fighters: {}, reserve } as unknown as Encounter;
    const arrival: Effect = { kind: 'arrival', reserve };
    expect(invertEffect(invertEffect(arrival))).toEqual(arrival);
    applyEffect(encounter, arrival);
    expect('reserve' in encounter).toBe(false);
    expect(rewind(encounter, [arrival])).toEqual({ effects: [{ ...arrival, withdraws: true }], conflicts: [] });
    expect(encounter.reserve).toEqual(reserve);
    expect(redoEffects(encounter, [arrival]).effects).toEqual([arrival]);
    expect('reserve' in encounter).toBe(false);
    encounter.reserve = reserveOf({ when: 'round' }, ['d'], ['three']);
    rewind(encounter, [arrival]);
    expect(encounter.reserve.members.map(({ token }) => token)).toEqual(['one', 'two', 'three']);
    applyEffect(encounter, arrival);
    expect(encounter.reserve.members.map(({ token }) => token)).toEqual(['three']);
  });
});
