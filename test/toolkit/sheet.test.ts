import { describe, expect, it } from 'vitest';
import type { Encounter, Fighter, Item } from '../../src/encounter/state';
import type { ActionButton, Viewer } from '../../src/encounter/view';
import { buttonsOf } from '../../src/toolkit/views/buttons';
import { takeUpButtons } from '../../src/toolkit/views/floor';
import { sheetOf } from '../../src/toolkit/views/sheet';
import type { ViewParts } from '../../src/toolkit/views/view-parts';

const place = { x: 0, y: 0, elevation: 0, width: 1, height: 1, facing: 0 };
const axe: Item = { id: 'axe', name: 'Axe', type: 'weapon', dropped: true, lies: [0.5, 0.5, 0] } as Item;
const fighter = (id: string, items: Item[] = []): Fighter => ({
  id,
  name: id,
  side: id,
  player: true,
  stats: null,
  pools: {},
  conditions: [],
  state: {},
  items,
  place,
});
const encounter: Encounter = {
  ruleset: 'x',
  clock: { round: 1, phase: 'open' },
  ground: { grid: 'square', cell: 1 },
  settings: {},
  fighters: { ann: fighter('ann'), ogre: fighter('ogre', [axe]) },
};
const gm: Viewer = { gm: true, owns: [], targets: [] };
const ann: Viewer = { gm: false, owns: ['ann'], targets: [] };

function sheet(...known: readonly string[]) {
  const shown: ViewParts = {
    id: 'x',
    idle: { round: 0, phase: 'idle' },
    conditions: {},
    commands: {
      clock: {},
      knows: ({ do: id }) => known.includes(id),
      actionOf: () => undefined,
      iconOf: (id) => id,
      of: () => ({ quote: () => ({ price: [], reasons: [] }) }),
    },
  };
  return sheetOf<Encounter>({ groups: () => [] }, buttonsOf({}, shown), {
    ...shown,
    gauges: () => [],
    badges: () => () => [],
  });
}

describe('a sheet', () => {
  it('lets the game master push a fighter if the ruleset has the command', () => {
    const groups = (viewer: Viewer, ...known: readonly string[]) =>
      sheet(...known)(encounter, encounter.fighters.ann, viewer).groups.map(({ id }) => id);
    expect(groups(gm, 'displace')).toEqual(['manual']);
    expect(groups(gm)).toEqual([]);
    expect(groups(ann, 'displace')).toEqual([]);
  });

  it('offers items on the ground, but none of fighters that are hidden from the viewer', () => {
    const offered = (viewer: Viewer) =>
      takeUpButtons(
        {
          encounter,
          fighter: encounter.fighters.ann,
          viewer,
          button: (command, look) => ({ ...command, ...look }) as unknown as ActionButton,
        },
        ({ id }, at) => ({ do: 'take', at, with: id }),
        () => true,
      ).flatMap(({ actions }) => actions.map(({ id }) => id));
    expect(offered(ann)).toEqual(['take-ogre-axe']);
    expect(offered({ ...ann, hiddenFighters: ['ogre'] })).toEqual([]);
  });
});
