import { describe, expect, it } from 'vitest';
import type { FighterRow, Gauge, TrackerView, Viewer } from '../../src/encounter/view';
import { maskHiddenPools, POOL_VISIBILITY, type PoolVisibility, redactTracker } from '../../src/encounter/visibility';
import { encounter, fighter } from '../support/encounter';

const gauge = (value: number, max: number): Gauge => ({
  id: 'hp',
  shape: 'pips',
  label: { key: 'hp' },
  value,
  max,
  low: false,
  pool: 'hp',
});
const row = (id: string, ...gauges: Gauge[]): FighterRow => ({
  id,
  gauges,
  badges: [],
  actions: [],
  ready: true,
  out: false,
});
const table = encounter(fighter('mira', { player: true }), fighter('dog'), fighter('gnoll', { side: 'foes' }));
const view = (...gauges: Gauge[]): TrackerView => ({
  clock: { key: 'c' },
  started: true,
  track: [],
  controls: [],
  rows: ['mira', 'dog', 'gnoll'].map((id) => row(id, ...gauges)),
});
const ann: Viewer = { gm: false, owns: ['dog'], targets: [] };
const seen = (openness: PoolVisibility, gauges: Gauge[], viewer = ann) =>
  Object.fromEntries(
    redactTracker(view(...gauges), table, viewer, openness).rows.map((each) => [each.id, each.gauges]),
  );

describe('pools of other fighters', () => {
  it.each(POOL_VISIBILITY)(
    'are complete for the game master, the players and the owner, even if set to %s',
    (openness) => {
      const gauges = [gauge(7, 10)];
      expect(seen(openness, gauges).mira).toEqual(gauges);
      expect(seen(openness, gauges).dog).toEqual(gauges);
      expect(seen(openness, gauges, { ...ann, gm: true }).gnoll).toEqual(gauges);
    },
  );

  it('are left out if they are hidden', () => {
    expect(seen('hidden', [gauge(7, 10)]).gnoll).toEqual([]);
  });

  it.each(POOL_VISIBILITY)('stay complete if they are public, even if the others are %s', (openness) => {
    const actions = { ...gauge(1, 3), isPublic: true };
    expect(seen(openness, [gauge(7, 10), actions]).gnoll).toContainEqual(actions);
  });

  it.each([
    [0, 10, 0],
    [1, 10, 1],
    [5, 10, 2],
    [6, 10, 3],
    [9, 10, 4],
    [10, 10, 4],
    [12, 10, 4],
    [-1, 10, 0],
  ])('with %d of %d left show %d quarters and nothing else', (value, max, quarters) => {
    expect(seen('rough', [gauge(value, max)]).gnoll).toEqual([
      { ...gauge(quarters, 4), shape: 'bar', low: quarters <= 1, rough: true },
    ]);
  });

  it('say nothing of what is set aside where rough values are shown', () => {
    expect(seen('rough', [{ ...gauge(3, 5), setAside: 2 }]).gnoll[0]).not.toHaveProperty('setAside');
  });

  it('without a maximum are left out where rough values are shown', () => {
    expect(seen('rough', [gauge(3, 0)]).gnoll).toEqual([]);
    expect(seen('exact', [gauge(3, 0)]).gnoll).toEqual([gauge(3, 0)]);
  });
});

describe('pools that a viewer’s buttons are judged by', () => {
  const spent = encounter(
    ...['mira', 'dog', 'gnoll'].map((id) =>
      fighter(id, { player: id === 'mira', pools: { reactions: { value: 0, max: 1 } } }),
    ),
  );
  const left = (openness: PoolVisibility, viewer = ann) =>
    Object.values(maskHiddenPools(spent, viewer, openness).fighters).map(({ pools }) => pools.reactions.value);

  it('have their values if the viewer may see them or is the game master', () => {
    expect(left('exact')).toEqual([0, 0, 0]);
    expect(left('rough')).toEqual([0, 0, 0]);
    expect(left('hidden', { ...ann, gm: true })).toEqual([0, 0, 0]);
  });

  it('are full if they are hidden, so that they reveal nothing', () => {
    expect(left('hidden')).toEqual([0, 0, 1]);
    expect(spent.fighters.gnoll.pools.reactions.value).toBe(0);
  });
});
