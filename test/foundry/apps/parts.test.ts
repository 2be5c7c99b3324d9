import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ActionButton, Gauge } from '../../../src/encounter/view';
import { Parts } from '../../../src/foundry/views/parts';

const WORDS: Record<string, string> = {
  'CADENCE.Energy.Pool.energy': 'Energy',
  'CADENCE.Energy.Action.melee-attack.label': 'Strike',
  'CADENCE.Energy.Action.melee-attack.hint': 'Hit somebody.',
  'CADENCE.Reason.energy': 'Needs {needed}, has {has}.',
  'CADENCE.App.Gauge.of': '{name} {value} of {max}',
  'CADENCE.App.Gauge.aside': '{said}: {setAside} set aside, {free} free',
  'CADENCE.App.price': '{amount} {name}',
  'CADENCE.App.Track.crowd': '×{count}',
  'CADENCE.App.Odds.exact': '{label} {percent}%',
  'CADENCE.App.Odds.about': '{label} ≈ {percent}%',
  'CADENCE.Energy.Odds.hit': 'hits',
};

beforeEach(() => {
  const format = (key: string, data: Record<string, string>) =>
    (WORDS[key] ?? key).replace(/\{(\w+)\}/g, (_, name: string) => data[name] ?? '');
  vi.stubGlobal('game', { i18n: { has: (key: string) => key in WORDS, format } });
});

const gauge = (over: Partial<Gauge>): Gauge => ({
  id: 'energy',
  shape: 'pips',
  label: { key: 'Pool.energy' },
  value: 3,
  max: 5,
  low: false,
  pool: 'energy',
  ...over,
});

describe('a gauge', () => {
  it('has a dot for each point, filled up to the value', () => {
    const { pips, aria } = new Parts('energy').gauge(gauge({}));
    expect(pips.map(({ on }) => on)).toEqual([true, true, true, false, false]);
    expect(aria).toBe('Energy 3 of 5');
  });

  it('has a short name where its ruleset gives one', () => {
    expect(new Parts('energy').gauge(gauge({})).short).toBe('Energy');
    WORDS['CADENCE.Energy.Short.energy'] = 'Ene';
    expect(new Parts('energy').gauge(gauge({}))).toMatchObject({ label: 'Energy', short: 'Ene' });
    delete WORDS['CADENCE.Energy.Short.energy'];
  });

  it('shows points above the maximum as extra dots', () => {
    const { pips, percent } = new Parts('energy').gauge(gauge({ value: 6 }));
    expect(pips.at(-1)).toEqual({ on: true, aside: false, extra: true });
    expect(percent).toBe(100);
  });

  it('marks the last points as set aside, and says what is free', () => {
    const { pips, aria } = new Parts('energy').gauge(gauge({ setAside: 2 }));
    expect(pips.map(({ on, aside }) => [on, aside])).toEqual([
      ...[
        [true, false],
        [true, true],
        [true, true],
      ],
      ...[
        [false, false],
        [false, false],
      ],
    ]);
    expect(aria).toBe('Energy 3 of 5: 2 set aside, 1 free');
  });

  it('becomes a segmented bar when the dots are too many to count', () => {
    const { shape, pips } = new Parts('energy').gauge(gauge({ value: 2, max: 13 }));
    expect(shape).toBe('segments');
    expect(pips).toEqual([]);
  });

  it('shows points with finer steps in the usual unit, and keeps the points in the input', () => {
    const { value, max, points, per, percent } = new Parts('energy').gauge(
      gauge({ shape: 'bar', value: 12, max: 30, per: 10 }),
    );
    expect({ value, max, points, per, percent }).toEqual({ value: 1.2, max: 3, points: 12, per: 10, percent: 40 });
  });

  it('survives a maximum of zero', () => {
    expect(new Parts('energy').gauge(gauge({ shape: 'bar', value: 0, max: 0 })).percent).toBe(0);
  });
});

describe('a lane', () => {
  it('shows carried-over time before spent time, as shares of the whole', () => {
    const span = (id: string, length: number, state: 'done' | 'begun' | 'carried') => ({
      id,
      length,
      state,
      label: { key: 'Pool.energy' },
    });
    const view = {
      length: 3,
      active: true,
      left: 1.5,
      flag: null,
      carried: [span('attack', 0.6, 'carried')],
      spans: [span('move', 1, 'done'), span('attack', 0.5, 'begun')],
    };
    const lane = new Parts('energy').lane(view, 'mira');
    expect(lane.spans.map(({ id, state, share }) => [id, state, share])).toEqual([
      ['attack', 'carried', 16.7],
      ['move', 'done', 27.8],
      ['attack', 'begun', 13.9],
    ]);
    expect([lane.fighter, lane.whole, lane.before, lane.flag]).toEqual(['mira', 3.6, 16.7, '']);
  });
});

describe('an action button', () => {
  const strike: ActionButton = {
    id: 'melee-attack',
    label: { key: 'Action.melee-attack.label' },
    hint: { key: 'Action.melee-attack.hint' },
    icon: 'actions/melee-attack',
    command: { do: 'melee-attack', by: 'mira', at: 'gnoll' },
    cost: [{ pool: 'energy', amount: 3 }],
    whyNot: [],
    needs: 'target',
    fields: [],
  };

  it('carries its command and shows its price next to the gauge', () => {
    const { command, cost, barred } = new Parts('energy').withGauges([gauge({})]).action(strike);
    expect(JSON.parse(command)).toEqual(strike.command);
    expect(cost[0]?.aria).toBe('3 Energy');
    expect(barred).toBe(false);
  });

  it('previews its span on a lane, or shows why it has none', () => {
    const span = { label: { key: 'Pool.energy' }, length: 1.5, fit: 'fits' as const };
    const ghostOf = (whyNot: ActionButton['whyNot']) =>
      JSON.parse(new Parts('energy').action({ ...strike, preview: span, whyNot }).preview);
    expect(ghostOf([])).toMatchObject({ by: 'mira', length: 1.5, fit: 'fits' });
    expect(ghostOf([{ id: 'energy' }])).toMatchObject({ by: 'mira', fit: 'refused' });
    expect(new Parts('energy').action(strike).preview).toBe('');
  });

  it('is disabled by a reason, and shows it', () => {
    const whyNot = [{ id: 'energy', data: { needed: 3, has: 1 } }];
    const { barred, why, tooltip } = new Parts('energy').action({ ...strike, whyNot });
    expect(barred).toBe(true);
    expect(why).toBe('Needs 3, has 1.');
    expect(tooltip.split('\n').slice(-2)).toEqual(['Hit somebody.', 'Needs 3, has 1.']);
  });

  it('is disabled where the command could not be sent, even if the rules allow it', () => {
    const { reasons } = new Parts('energy').action(strike, { id: 'waiting' });
    expect(reasons).toEqual(['CADENCE.Reason.waiting']);
  });
});

it('odds are whole percents, marked when they are an estimate', () => {
  const odds = [
    { label: { key: 'Odds.hit' }, chance: 0.4499, exact: true },
    { label: { key: 'Odds.hit' }, chance: 0.5, exact: false },
  ];
  const button: ActionButton = {
    id: 'a',
    label: { key: 'a' },
    hint: { key: 'a' },
    icon: 'a',
    command: { do: 'a', by: 'a' },
    cost: [],
    whyNot: [],
    needs: 'nothing',
    fields: [],
    odds,
  };
  expect(new Parts('energy').action(button).odds).toBe('hits 45% · hits ≈ 50%');
});

it('lines keep their indentation', () => {
  const message = { key: 'Pool.energy' };
  const heading = { kind: 'section' as const, depth: 0, message, icon: 'actions/swift-attack' };
  const within = {
    kind: 'text' as const,
    depth: 1,
    message,
    tone: 'harm' as const,
    strong: false,
    isStateChange: true,
  };
  const parts = new Parts('energy');
  expect(parts.line(heading, {})).toMatchObject({ depth: 0, section: { text: 'Energy' } });
  expect(parts.line(within, {})).toMatchObject({ depth: 1, text: { tone: 'harm' } });
});

it('a track omits fighters that the viewer must not know of', () => {
  const cells = [{ id: 'r1', label: { key: 'Pool.energy' }, state: 'now' as const, fighters: ['mira', 'hidden'] }];
  const [cell] = new Parts('energy').track(cells, new Map([['mira', { id: 'mira', name: 'Mira', img: 'm.svg' }]]));
  expect(cell?.fighters.map(({ id }) => id)).toEqual(['mira']);
});

it('a track counts faces that cannot be told apart, and names them', () => {
  const faces = new Map(['mira', 'kor', 'gnoll'].map((id) => [id, { id, name: id, img: 'm.svg' }]));
  const cell = { id: 't1', label: { key: 'Pool.energy' }, state: 'now' as const, fighters: ['mira', 'kor'] };
  const [few] = new Parts('energy').track([cell], faces);
  expect(few?.crowd).toBe('');
  const [many] = new Parts('energy').track([{ ...cell, fighters: [...cell.fighters, 'gnoll'] }], faces);
  expect(many).toMatchObject({ crowd: '×3', crowdNames: 'mira, kor, gnoll' });
});

it('a track shows what is left of its gauges, also as text, only for fighters the viewer may know', () => {
  const cell = {
    id: 'r1',
    label: { key: 'Pool.energy' },
    state: 'now' as const,
    fighters: ['mira'],
    gauges: ['energy'],
  };
  const gauge = { shape: 'pips' as const, label: { key: 'Pool.energy' }, max: 1, low: false };
  const row = {
    id: 'mira',
    badges: [],
    actions: [],
    ready: true,
    out: false,
    gauges: [
      { ...gauge, id: 'energy', pool: 'energy', value: 0 },
      { ...gauge, id: 'aura', pool: 'aura', value: 1 },
    ],
  };
  const faces = new Map([['mira', { id: 'mira', name: 'Mira', img: 'm.svg' }]]);
  const [shown] = new Parts('energy').track([cell], faces, [row]);
  expect(shown?.pips.map(({ id, empty }) => [id, empty])).toEqual([['energy', true]]);
  expect(shown?.pipsSaid).toContain('0');
  expect(new Parts('energy').track([cell], faces, [{ ...row, gauges: [] }])[0]?.pips).toEqual([]);
});
