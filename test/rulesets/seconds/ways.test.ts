import { describe, expect, it } from 'vitest';
import { defined } from '../../../src/kernel/defined';
import { seconds } from '../../../src/rulesets/seconds';
import { at, encounter, fighter } from './vocabulary';

/** Difficult ground from three to six metres east. */
const table = (left = 30) => {
  const difficult = [{ x: 4.5, y: 0.5, width: 3, height: 1 }];
  const on = {
    ...encounter([fighter('mira', {}, { place: at(0.5) })]),
    ground: { grid: 'square', cell: 1, difficult } as const,
  };
  on.fighters.mira.pools.seconds.value = left;
  return on;
};
const way = (on: ReturnType<typeof table>, x: number) =>
  defined(
    seconds.moves(on, 'mira', [at(x)]).find(({ command }) => command.do === 'move'),
    'a move',
  );

describe('[S-75] a path on the map', () => {
  it('costs twice the time on difficult ground, and shows how many metres of it are', () => {
    expect(way(table(), 3.5)).toMatchObject({
      cost: [{ pool: 'seconds', amount: 1.4 }],
      notes: [{ key: 'Way.slow', facts: { metres: 1 } }],
    });
    expect(way(table(), 2.5)).toMatchObject({ cost: [{ pool: 'seconds', amount: 0.7 }], notes: [] });
  });

  it('costs as many times as much as the map sets', () => {
    const on = table();
    const dear = { ...on, ground: { ...on.ground, difficult: [{ ...on.ground.difficult[0], cost: 3 }] } };
    expect(way(dear as typeof on, 3.5)).toMatchObject({ cost: [{ pool: 'seconds', amount: 1.7 }] });
  });

  it('[S-74] shows how far the time lasts, and what it would fill of the turn', () => {
    const { notes, preview, whyNot } = way(table(20), 9.5);
    expect(notes).toEqual([
      { key: 'Way.slow', facts: { metres: 2 } },
      { key: 'Way.cut', facts: { metres: 4 } },
    ]);
    expect(preview).toMatchObject({ length: 2, fit: 'fits' });
    expect(whyNot).toEqual([]);
  });
});
