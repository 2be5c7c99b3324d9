import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Change, resolveChange } from '../../src/encounter/change';
import { applyEffect, type Effect, invertEffect } from '../../src/encounter/effect';
import { makeCountingIds, workingCopyOf } from '../../src/encounter/table';
import { defined } from '../../src/kernel/defined';
import { encounter, fighter } from '../support/encounter';

const someone = fc.constantFrom('mira', 'gnoll');
const key = fc.constantFrom('swift', 'moved');
const value = fc.oneof(fc.integer({ min: 0, max: 9 }), fc.boolean(), fc.constant(null));
const place = fc.record({
  x: fc.integer({ min: 0, max: 9 }),
  y: fc.integer({ min: 0, max: 9 }),
  width: fc.constant(1),
  height: fc.constant(1),
  elevation: fc.constant(0),
  facing: fc.constantFrom(0, 90),
});
const condition = fc.record({
  id: fc.constantFrom('prone', 'dazed'),
  until: fc.constantFrom(null, { at: 'round-end', n: 2 }),
});

const anyChange: fc.Arbitrary<Change> = fc.oneof(
  fc.record({
    kind: fc.constant('pool' as const),
    of: someone,
    pool: fc.constantFrom('hp', 'energy'),
    by: fc.integer({ min: -20, max: 20 }),
  }),
  fc.record({ kind: fc.constant('condition-added' as const), of: someone, condition }),
  fc.record({
    kind: fc.constant('condition-removed' as const),
    of: someone,
    key: fc.constantFrom('id1', 'id2', 'id3'),
  }),
  fc.record({ kind: fc.constant('state' as const), of: someone, key, to: value }),
  fc.record({
    kind: fc.constant('item' as const),
    of: someone,
    item: fc.constantFrom('spear', 'lost'),
    key,
    to: value,
  }),
  fc.record({
    kind: fc.constant('item-transferred' as const),
    of: someone,
    item: fc.constantFrom('spear', 'lost'),
    to: someone,
  }),
  fc.record({
    kind: fc.constant('item-transferred' as const),
    of: someone,
    item: fc.constantFrom('arrows', 'id1', 'id2'),
    to: someone,
    count: fc.integer({ min: 1, max: 6 }),
  }),
  fc.record({ kind: fc.constant('move' as const), of: someone, to: fc.option(place), by: fc.constant([]) }),
  fc.record({
    kind: fc.constant('clock' as const),
    to: fc.record({ round: fc.integer({ min: 0, max: 5 }), phase: fc.constantFrom('open', 'idle') }),
  }),
  fc.record({ kind: fc.constant('log' as const), id: fc.constant('hit'), facts: fc.constant({}) }),
);

const scene = () => {
  const spear = () => [{ id: 'spear', name: 'Spear', type: 'weapon' }];
  return encounter(fighter('mira', { items: spear() }), fighter('gnoll', { items: spear() }));
};

describe('effects', () => {
  it('are undone by applying their inverses in reverse order', () => {
    fc.assert(
      fc.property(fc.array(anyChange, { maxLength: 30 }), (changes) => {
        const state = scene();
        const before = structuredClone(state);
        const table = workingCopyOf(state, makeCountingIds());
        for (const change of changes) table.apply(change);
        for (const effect of [...table.effects].reverse()) applyEffect(state, invertEffect(effect));
        expect(state).toEqual(before);
      }),
    );
  });

  it('give the same state when they are applied again from their records', () => {
    fc.assert(
      fc.property(fc.array(anyChange, { maxLength: 30 }), (changes) => {
        const first = scene();
        const again = scene();
        const table = workingCopyOf(first, makeCountingIds());
        for (const change of changes) table.apply(change);
        for (const effect of table.effects) applyEffect(again, JSON.parse(JSON.stringify(effect)));
        expect(again).toEqual(first);
      }),
    );
  });

  it('are unchanged when inverted twice', () => {
    fc.assert(
      fc.property(anyChange, (change) => {
        const effect = resolveChange(scene(), change, makeCountingIds());
        if (effect) expect(invertEffect(invertEffect(effect))).toEqual(effect);
      }),
    );
  });
});

it('undoing a removal restores the place of the condition, or appends it if the record has no index', () => {
  const state = scene();
  const table = workingCopyOf(state, makeCountingIds());
  for (const id of ['prone', 'dazed', 'hidden'])
    table.apply({ kind: 'condition-added', of: 'mira', condition: { id } });
  const ids = () => state.fighters.mira.conditions.map((each) => each.id);
  const { key } = state.fighters.mira.conditions[1];
  const lost = table.apply({ kind: 'condition-removed', of: 'mira', key }) as Effect;
  expect(ids()).toEqual(['prone', 'hidden']);
  applyEffect(state, invertEffect(lost));
  expect(ids()).toEqual(['prone', 'dazed', 'hidden']);
  applyEffect(state, lost);
  applyEffect(state, { ...invertEffect(lost), index: undefined } as Effect);
  expect(ids()).toEqual(['prone', 'hidden', 'dazed']);
});

describe('a change', () => {
  it.each`
    by    | happens
    ${-4} | ${-4}
    ${-9} | ${-7}
    ${2}  | ${2}
    ${99} | ${3}
    ${0}  | ${undefined}
  `('of $by hit points with 7 of 10 left is resolved to $happens', ({ by, happens }) => {
    const effect = resolveChange(scene(), { kind: 'pool', of: 'mira', pool: 'hp', by }, makeCountingIds());
    expect(effect?.kind === 'pool' ? effect.by : undefined).toBe(happens);
  });

  it('that fills a pool above its maximum neither raises nor cuts it', () => {
    const state = encounter(fighter('mira', { pools: { hp: { value: 12, max: 10 } } }));
    expect(resolveChange(state, { kind: 'pool', of: 'mira', pool: 'hp', by: 3 }, makeCountingIds())).toBeNull();
    expect(resolveChange(state, { kind: 'pool', of: 'mira', pool: 'hp', by: -1 }, makeCountingIds())).toMatchObject({
      by: -1,
    });
  });

  it('that adds a condition again with the same end has no effect; with another end it adds a second one', () => {
    const state = scene();
    const table = workingCopyOf(state, makeCountingIds());
    const gain = (n: number): Change => ({
      kind: 'condition-added',
      of: 'mira',
      condition: { id: 'exhausted', until: { at: 'round-end', n } },
    });
    expect([table.apply(gain(2)), table.apply(gain(2)), table.apply(gain(3))].map((effect) => effect !== null)).toEqual(
      [true, false, true],
    );
    expect(state.fighters.mira.conditions).toHaveLength(2);
  });

  it('that adds a condition with empty data equals one without data, as documents store it', () => {
    const on = encounter(fighter('mira'));
    const { apply } = workingCopyOf(on, makeCountingIds());
    apply({ kind: 'condition-added', of: 'mira', condition: { id: 'prone', data: {} } });
    expect(on.fighters.mira.conditions).toEqual([{ key: 'id1', id: 'prone', until: null }]);
    expect(apply({ kind: 'condition-added', of: 'mira', condition: { id: 'prone' } })).toBeNull();
  });

  it('that transfers an item gives it a free id, and is undone with the old id and place', () => {
    const sword = { id: 'sword', name: 'Sword', type: 'weapon' };
    const on = encounter(
      fighter('mira', { items: [{ ...sword, id: 'bow' }, sword] }),
      fighter('gnoll', { items: [sword] }),
    );
    const before = structuredClone(on);
    const effect = defined(
      resolveChange(on, { kind: 'item-transferred', of: 'mira', item: 'sword', to: 'gnoll' }, () => 'other'),
      'an effect',
    );
    applyEffect(on, effect);
    expect(on.fighters.gnoll.items.map(({ id }) => id)).toEqual(['sword', 'other']);
    expect(on.fighters.mira.items.map(({ id }) => id)).toEqual(['bow']);
    applyEffect(on, invertEffect(effect));
    expect(on).toEqual(before);
    expect(
      resolveChange(on, { kind: 'item-transferred', of: 'mira', item: 'lost', to: 'gnoll' }, () => 'other'),
    ).toBeNull();
  });
});
