import { describe, expect, it } from 'vitest';
import type { Effect } from '../../src/encounter/effect';
import { flag } from '../../src/toolkit/define/schema';
import { command, count, defineState, measured, secret } from '../../src/toolkit/define/state';

const define = () =>
  defineState({
    round: { move: flag(), moves: count(), 'slot-free-': measured(), 'slot-': flag() },
    lasting: { plan: secret(command()) },
  });

describe('the declared state of a fighter', () => {
  it.each`
    key              | value                        | accepted
    ${'moves'}       | ${-3}                        | ${true}
    ${'moves'}       | ${1_000_000}                 | ${true}
    ${'moves'}       | ${-1_000_000}                | ${true}
    ${'moves'}       | ${1_000_001}                 | ${false}
    ${'moves'}       | ${-1_000_001}                | ${false}
    ${'slot-free-a'} | ${-0.5}                      | ${true}
    ${'slot-free-a'} | ${true}                      | ${false}
    ${'slot-free-a'} | ${1_000_001}                 | ${false}
    ${'moves'}       | ${1.5}                       | ${false}
    ${'moves'}       | ${undefined}                 | ${false}
    ${'slot-a'}      | ${true}                      | ${true}
    ${'slot-a'}      | ${1}                         | ${false}
    ${'plan'}        | ${{ do: 'run', by: 'mira' }} | ${true}
    ${'plan'}        | ${{ do: 'run' }}             | ${false}
    ${'plan'}        | ${{ by: 'mira' }}            | ${false}
    ${'plan'}        | ${{ do: 1, by: 'mira' }}     | ${false}
    ${'plan'}        | ${{ do: 'run', by: null }}   | ${false}
    ${'plan'}        | ${null}                      | ${false}
    ${'plan'}        | ${'run'}                     | ${false}
    ${'unknown'}     | ${1}                         | ${false}
    ${'constructor'} | ${1}                         | ${false}
  `('accepts $key as $value: $accepted', ({ key, value, accepted }) => {
    expect(define().schema.accepts(key, value)).toBe(accepted);
  });

  it('has its fields and those with a declared beginning, and knows which are secret', () => {
    const keys = ['moves', 'slot-a', 'plan', 'slot', 'planned'];
    expect(keys.map((key) => [define().schema.has(key), define().schema.isSecret(key)])).toEqual([
      [true, false],
      [true, false],
      [true, true],
      [false, false],
      [false, false],
    ]);
  });

  it('is read whole, or refused with the name of the field', () => {
    expect(define().read({ moves: 2, 'slot-a': true })).toEqual({ moves: 2, 'slot-a': true });
    expect(() => define().read({ moves: 2, other: 1 })).toThrow('state.other');
    expect(() => define().read({ moves: 'two' })).toThrow('state.moves');
  });

  it.each([
    [{ other: 1 }, 'state.other: 1 is not known to the rules', { id: 'unknown' }],
    [{ 'slot-a': 3 }, 'state.slot-a: 3 is not valid for this field', { id: 'text', data: { typed: '3' } }],
    [{ plan: null }, 'state.plan: null is not valid for this field', { id: 'blank' }],
  ])('is refused with a reason: %j', (state, message, reason) => {
    expect(() => define().read(state)).toThrow(message);
    expect(() => define().read(state)).toThrow(
      expect.objectContaining({ field: Object.keys(state)[0]?.replace(/^/, 'state.'), reason }),
    );
  });

  it('is set and removed field by field', () => {
    const changeOf = (procedure: ReturnType<ReturnType<typeof define>['setState']>) => procedure.next().value;
    expect(changeOf(define().setState('mira', 'moves', 2))).toMatchObject({
      change: { kind: 'state', of: 'mira', key: 'moves', to: 2 },
    });
    expect(changeOf(define().setState('mira', 'slot-a', null))).toMatchObject({ change: { key: 'slot-a', to: null } });
  });

  it('ends by duration, keys with one beginning by name', () => {
    const removed: unknown[] = [];
    const fighter = { id: 'mira', state: { 'slot-b': true, 'slot-a': true, moves: 1, plan: 0 } };
    const steps = define().clearState(fighter, 'round');
    for (let step = steps.next(); !step.done; step = steps.next(null)) {
      const { change } = step.value as { readonly change: Extract<Effect, { kind: 'state' }> };
      removed.push([change.of, change.key, change.to]);
    }
    expect(removed).toEqual(['moves', 'slot-a', 'slot-b'].map((key) => ['mira', key, null]));
  });
});
