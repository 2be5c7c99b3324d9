import { expect, it } from 'vitest';
import type { Condition } from '../../src/encounter/condition';
import { addCondition, boon, conditionsOf, harm, neutral } from '../../src/toolkit/combat/condition';
import { untilLabelOf } from '../../src/toolkit/views/card';

const root = (id: string, details: Partial<Condition> = {}): Condition => ({ key: id, id, until: null, ...details });

it('adds a condition with its end, and with data and a source where they are given', () => {
  const added = (...args: Parameters<typeof addCondition>) => addCondition(...args).next().value;
  const until = { at: 'round-end', n: 2 };
  expect([
    added('mira', 'prone', null),
    added('mira', 'held', until, { part: 'arm' }, 'gnoll'),
    added('mira', 'held', until, undefined, 'gnoll'),
  ]).toStrictEqual([
    { kind: 'apply', change: { kind: 'condition-added', of: 'mira', condition: { id: 'prone', until: null } } },
    {
      kind: 'apply',
      change: {
        kind: 'condition-added',
        of: 'mira',
        condition: { id: 'held', until, data: { part: 'arm' }, by: 'gnoll' },
      },
    },
    {
      kind: 'apply',
      change: { kind: 'condition-added', of: 'mira', condition: { id: 'held', until, by: 'gnoll' } },
    },
  ]);
});

it('declares conditions by tone, implying nothing unless they say so', () => {
  expect([harm('a'), boon('b'), neutral('c', { implies: ['d'], lasts: 'rest' })]).toEqual([
    { implies: [], tone: 'harm', icon: 'a' },
    { implies: [], tone: 'boon', icon: 'b' },
    { implies: ['d'], tone: 'neutral', icon: 'c', lasts: 'rest' },
  ]);
});

const TABLE = { pinned: harm('pinned', { implies: ['held'] }), held: harm('held'), hidden: boon('hidden') };

it('finds conditions that are roots, implied, or against one fighter only', () => {
  const { is, isConditionId, rootsOf } = conditionsOf(TABLE);
  const fighter = { conditions: [root('pinned'), root('hidden', { towards: ['foe'] })] };
  expect([is(fighter, 'pinned'), is(fighter, 'held'), is({ conditions: [] }, 'held')]).toEqual([true, true, false]);
  expect([is(fighter, 'hidden'), is(fighter, 'hidden', 'foe'), is(fighter, 'hidden', 'friend')]).toEqual([
    false,
    true,
    false,
  ]);
  expect([rootsOf(fighter, 'pinned').length, rootsOf(fighter, 'held').length]).toEqual([1, 0]);
  expect(['held', 'toString'].map(isConditionId)).toEqual([true, false]);
});

it('counts only the conditions that a ruleset lets through', () => {
  const { is } = conditionsOf(TABLE, ({ conditions }: { conditions: Condition[] }) =>
    conditions.filter(({ id }) => id !== 'pinned'),
  );
  const fighter = { conditions: [root('pinned'), root('hidden')] };
  expect([is(fighter, 'held'), is(fighter, 'hidden')]).toEqual([false, true]);
});

it.each([
  [null, { key: 'Until.lasting' }],
  [{ at: 'rest' }, { key: 'Until.rest' }],
  [
    { at: 'turn', n: 2 },
    { key: 'Until.round', facts: { round: 2 } },
  ],
])('labels the end %j', (until, label) => {
  const untilLabel = untilLabelOf('round', ({ at }) => (at === 'rest' ? at : undefined));
  expect(untilLabel({ until })).toEqual(label);
});
