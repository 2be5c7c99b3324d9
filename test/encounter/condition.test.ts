import { describe, expect, it } from 'vitest';
import { activeConditions, type Condition, type ConditionTable, hasCondition } from '../../src/encounter/condition';

const row = (...implies: string[]) => ({ implies, tone: 'harm' as const, icon: 'x' });
const table: ConditionTable = {
  exposed: row(),
  unguarded: row('exposed'),
  surprised: row('unguarded'),
  dazed: row('exposed'),
  hidden: row('exposed'),
};
const root = (id: string, changes: Partial<Condition> = {}): Condition => ({ key: id, id, until: null, ...changes });
const ids = (...conditions: Condition[]) =>
  activeConditions(table, conditions)
    .map(({ id }) => id)
    .sort();

describe('implied conditions', () => {
  it('are active while any parent is active', () => {
    expect(ids(root('surprised'))).toEqual(['exposed', 'surprised', 'unguarded']);
    expect(ids(root('dazed'), root('surprised'))).toEqual(['dazed', 'exposed', 'surprised', 'unguarded']);
    expect(ids(root('dazed'))).toEqual(['dazed', 'exposed']);
    expect(ids()).toEqual([]);
  });

  it('name all their parents and leave their own root alone', () => {
    const exposed = activeConditions(table, [root('exposed'), root('dazed'), root('unguarded')]).find(
      ({ id }) => id === 'exposed',
    );
    expect(exposed).toMatchObject({ roots: [{ key: 'exposed' }], parents: ['dazed', 'unguarded'] });
  });

  it('do not follow from a condition that holds only against one fighter', () => {
    const hidden = root('hidden', { towards: ['gnoll'] });
    expect(ids(hidden)).toEqual(['hidden']);
    expect(hasCondition(table, [hidden], 'exposed')).toBe(false);
    expect(hasCondition(table, [hidden], 'hidden')).toBe(false);
    expect(hasCondition(table, [hidden], 'hidden', 'gnoll')).toBe(true);
    expect(hasCondition(table, [hidden], 'hidden', 'brute')).toBe(false);
  });

  it('are the same for a query as for the list', () => {
    for (const id of Object.keys(table))
      for (const asked of Object.keys(table))
        expect(hasCondition(table, [root(id)], asked)).toBe(ids(root(id)).includes(asked));
  });
});
