import { describe, expect, it } from 'vitest';
import type { Encounter, Fighter } from '../../src/encounter/state';
import type { Viewer } from '../../src/encounter/view';
import { message } from '../../src/toolkit/define/labels';
import { badgesOf, stateBadge } from '../../src/toolkit/views/badges';
import { buttonsOf } from '../../src/toolkit/views/buttons';
import { type GaugeAppearance, gaugeOf, isQuarterOrLess } from '../../src/toolkit/views/gauges';
import { trackerOf, turnTrack } from '../../src/toolkit/views/tracker';
import type { ViewParts } from '../../src/toolkit/views/view-parts';

const fighter = (id: string): Fighter => ({
  id,
  name: id,
  side: id,
  player: true,
  stats: null,
  conditions: [],
  items: [],
  place: null,
  pools: { hp: { value: 5, max: 20 } },
  state: {},
});
const on = (phase: string): Encounter => ({
  ruleset: 'x',
  clock: { round: 2, phase },
  ground: { grid: 'square', cell: 1 },
  settings: {},
  fighters: { ann: fighter('ann'), bob: fighter('bob') },
});
function* empty() {}
const shown: ViewParts = {
  id: 'x',
  idle: { round: 0, phase: 'idle' },
  conditions: {},
  commands: {
    clock: { start: { play: empty }, end: { play: empty } },
    knows: () => false,
    actionOf: () => undefined,
    iconOf: (id) => id,
    of: () => ({ quote: () => ({ price: [], reasons: [] }) }),
  },
};
const buttons = buttonsOf<Encounter>({}, shown);
const tracker = trackerOf<Encounter>(
  {
    isStarted: ({ clock }) => clock.phase === 'open',
    headline: ({ clock: { round } }) => message('Clock.round', { round }),
    track: ({ fighters }) => turnTrack(Object.values(fighters), 'bob', (_, at) => message('Place', { at })),
    fighters: ({ fighters }) => Object.values(fighters),
    row: () => () => ({ gauges: [], ready: false, out: false }),
    actions:
      (_, button) =>
      ({ id }) => [button({ do: 'wait', by: id })],
  },
  buttons,
  { ...shown, gauges: () => [], badges: () => () => [] },
);
const gm: Viewer = { gm: true, owns: [], targets: [] };
const ann: Viewer = { gm: false, owns: ['ann'], targets: [] };

describe('a tracker', () => {
  it('has a headline and a strip once the clock has started', () => {
    expect(tracker(on('idle'), gm)).toMatchObject({ clock: { key: 'Clock.idle' }, started: false, track: [] });
    const { clock, track } = tracker(on('open'), gm);
    expect(clock).toEqual({ key: 'Clock.round', facts: { round: 2 } });
    expect(track.map(({ id, state }) => [id, state])).toEqual([
      ['turn-ann', 'past'],
      ['turn-bob', 'now'],
    ]);
  });

  it('has row buttons for the owner, and clock buttons for the game master', () => {
    const acting = (viewer: Viewer) => tracker(on('open'), viewer).rows.filter(({ actions }) => actions.length > 0);
    expect(acting(gm).map(({ id }) => id)).toEqual(['ann', 'bob']);
    expect(acting(ann).map(({ id }) => id)).toEqual(['ann']);
    expect(tracker(on('open'), gm).controls.map(({ id }) => id)).toEqual(['start', 'end']);
    expect(tracker(on('open'), ann).controls).toEqual([]);
  });
});

it('all turns are ahead while no turn runs', () => {
  const track = turnTrack([fighter('ann'), fighter('bob')], null, () => message('Place'));
  expect(track.map(({ state }) => state)).toEqual(['ahead', 'ahead']);
});

it('a gauge is low or public as its ruleset says, and throws for a fighter without the pool', () => {
  const looks: Record<string, GaugeAppearance> = {
    hp: { shape: 'bar', low: isQuarterOrLess, isPublic: ({ id }) => id === 'ann', per: 2 },
  };
  expect(gaugeOf(looks, fighter('ann'), 'hp')).toEqual({
    id: 'hp',
    pool: 'hp',
    shape: 'bar',
    label: { key: 'Pool.hp' },
    value: 5,
    max: 20,
    low: true,
    isPublic: true,
    per: 2,
  });
  expect(gaugeOf(looks, fighter('bob'), 'hp')).not.toHaveProperty('open');
  expect(gaugeOf({}, fighter('ann'), 'hp')).toMatchObject({ shape: 'number', low: false });
  expect(() => gaugeOf(looks, fighter('ann'), 'mp')).toThrow('mp');
});

it('badges show conditions with hint and note, and mark those that follow from another', () => {
  const table = {
    prone: { implies: ['exposed'], tone: 'harm', icon: 'prone' },
    exposed: { implies: [], tone: 'harm', icon: 'exposed' },
  } as const;
  const badges = badgesOf(table, [{ key: 'k', id: 'prone', until: null }], {
    note: ({ parents }) => parents.map((parent) => message('From', { parent })),
  });
  expect(badges.map(({ id, implied, icon }) => [id, implied, icon])).toEqual([
    ['prone', false, 'conditions/prone'],
    ['exposed', true, 'conditions/exposed'],
  ]);
  expect(badges[1]?.note).toEqual([{ key: 'Condition.exposed.hint' }, { key: 'From', facts: { parent: 'prone' } }]);
  expect(stateBadge('waiting', 'neutral')).toMatchObject({ label: { key: 'State.waiting.label' }, implied: false });
});
