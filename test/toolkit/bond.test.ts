import { expect, it } from 'vitest';
import type { Condition } from '../../src/encounter/condition';
import { departedRow } from '../../src/toolkit/combat/bond';
import { encounter, fighter } from '../support/encounter';

const { find } = departedRow('X-1', ({ by }) => by);

it.each<[string, Partial<Condition>, boolean]>([
  ['binds to one who left', { by: 'gone' }, true],
  ['binds to one who is here', { by: 'gnoll' }, false],
  ['binds to no one', {}, false],
  ['waits for a turn of one who left', { until: { at: 'turn-end', n: 1, of: 'gone' } }, true],
  ['waits for a turn of one who is here', { until: { at: 'turn-end', n: 1, of: 'gnoll' } }, false],
  ['holds against those who left', { towards: ['gone', 'lost'] }, true],
  ['holds against one who is here, among others', { towards: ['gone', 'gnoll'] }, false],
])('a condition that %s', (_, rest, ends) => {
  const mira = fighter('mira', { conditions: [{ key: 'c', id: 'edge', until: null, ...rest }] });
  const changes = find(encounter(mira, fighter('gnoll')), mira);
  expect(changes.length).toBe(ends ? 1 : 0);
});
