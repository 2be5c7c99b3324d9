import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { Encounter } from '../../../src/encounter/state';
import type { Adapter } from '../../../src/foundry/adapters/adapter';
import {
  type ForecastWindowInput,
  forecastContext,
  forecastLabel,
  MOST_COPIES,
  playersSideOf,
} from '../../../src/foundry/apps/opponent/forecast-context';
import { defined } from '../../../src/kernel/defined';
import { type FighterForecast, type FightForecast, shareOf } from '../../../src/opponent/forecast-fight';
import { skirmish } from '../../opponent/skirmish';

const words = JSON.parse(readFileSync('lang/en.json', 'utf8'));
const localize = (key: string): unknown => key.split('.').reduce((at, part) => at?.[part], words);

beforeAll(() => {
  const format = (key: string, data: Record<string, string>) =>
    String(localize(key) ?? key).replace(/\{(\w+)\}/g, (_, name: string) => data[name] ?? '');
  const i18n = { lang: 'en', has: (key: string) => localize(key) !== undefined, format, localize };
  vi.stubGlobal('game', { i18n });
});

const fighter = (id: string, members: Partial<FighterForecast> = {}): FighterForecast => ({
  fighter: id,
  side: id.startsWith('hero') ? 'heroes' : 'foes',
  falls: 0,
  health: 1,
  matters: null,
  ...members,
});

const FORECAST: FightForecast = {
  fights: 200,
  chances: { foes: shareOf(50, 200), heroes: shareOf(142, 200) },
  undecided: 8,
  rounds: 4.25,
  seconds: 25.5,
  fighters: [
    fighter('foe1', { falls: 0.7, health: 0.2, matters: 0.5 }),
    fighter('foe2', { falls: 0.71, health: 0.1, matters: 0.004 }),
    fighter('hero1', { falls: 0.25, health: 0.6, matters: 0.21 }),
    fighter('hero2', { falls: 0.3, health: 0.55, matters: 0.4 }),
    fighter('hero3', { falls: 0.1, matters: 0.3 }),
  ],
};

/** Foes come first in the encounter. */
function encounter(): Encounter {
  const { fighters, ...others } = skirmish('energy', { heroes: 3, foes: 2 });
  return { ...others, fighters: Object.fromEntries(Object.entries(fighters).reverse()) };
}

const forecast = (members: Partial<NonNullable<ForecastWindowInput['forecast']>> = {}) => ({
  status: 'finished' as const,
  result: FORECAST,
  roster: {},
  levels: {},
  fights: 200,
  isChanged: false,
  ...members,
});

const contextOf = (members: Partial<ForecastWindowInput> = {}) =>
  forecastContext({
    encounter: encounter(),
    faces: new Map([['hero1', { id: 'hero1', name: 'Mira', img: 'mira.webp' }]]),
    roster: {},
    levels: {},
    levelFields: new Map(),
    forecast: forecast(),
    isOld: false,
    ...members,
  });
const notesOf = (members: Partial<ForecastWindowInput>) => contextOf(members).notes.map(({ text }) => text);

describe('the players’ side', () => {
  const sides = (members: readonly [side: string, player: boolean][]): Encounter => ({
    ...encounter(),
    fighters: Object.fromEntries(
      members.map(([side, player], at) => {
        const id = `f${at}`;
        return [id, { ...defined(encounter().fighters.hero1, 'a hero'), id, side, player }];
      }),
    ),
  });
  it.each([
    [
      'that of their fighters',
      [
        ['foes', true],
        ['heroes', false],
      ],
      'foes',
    ],
    [
      'that of most of their fighters',
      [
        ['heroes', true],
        ['foes', true],
        ['foes', true],
      ],
      'foes',
    ],
    [
      'the heroes’ without players',
      [
        ['foes', false],
        ['heroes', false],
      ],
      'heroes',
    ],
    [
      'never neutral',
      [
        ['neutral', true],
        ['foes', false],
      ],
      'foes',
    ],
    ['of no side without fighters', [], null],
  ] as const)('is %s', (_, members, side) => {
    expect(playersSideOf(sides(members as never))).toBe(side);
  });
});

describe('the forecast window', () => {
  it('names the chances of each side, the players’ first, with their intervals', () => {
    const { sides, difficulty, undecided, rounds, seconds } = contextOf();
    expect(difficulty).toBe('Favorable · 71%');
    expect(sides.map(({ name, percent, interval, isPlayers }) => [name, percent, interval, isPlayers])).toEqual([
      ['Heroes', '71%', '64–77%', true],
      ['Foes', '25%', '20–31%', false],
    ]);
    expect(sides[0]?.aria).toBe('Heroes: 71% to win, 95% interval 64% to 77%');
    expect([undecided, rounds, seconds]).toEqual(['4% had no end.', '4.3', '26']);
    expect(contextOf({ forecast: forecast({ result: { ...FORECAST, undecided: 0 } }) }).undecided).toBe('');
  });

  it('says who falls and what is left, players’ fighters first', () => {
    const { rows } = contextOf();
    expect(rows.map(({ name, side, falls, health }) => [name, side, falls, health])).toEqual([
      ['hero 3', 'Heroes', '10%', '100%'],
      ['hero 2', 'Heroes', '30%', '55%'],
      ['Mira', 'Heroes', '25%', '60%'],
      ['foe 2', 'Foes', '71%', '10%'],
      ['foe 1', 'Foes', '70%', '20%'],
    ]);
    expect(rows[2]).toMatchObject({ img: 'mira.webp', fill: 60, isIn: true, fewest: true, most: false });
  });

  it('says whose fall costs most, at most three, and none whose fall costs nothing', () => {
    expect(contextOf().matters).toEqual([
      'Foes win 50 percentage points more often when foe 1 is still standing at the end.',
      'Heroes win 40 percentage points more often when hero 2 is still standing at the end.',
      'Heroes win 30 percentage points more often when hero 3 is still standing at the end.',
    ]);
    const [first] = FORECAST.fighters;
    const few = {
      ...FORECAST,
      fighters: [defined(first, 'one'), fighter('foe2', { matters: 0.004 }), fighter('hero1')],
    };
    expect(contextOf({ forecast: forecast({ result: few }) }).matters).toHaveLength(1);
  });

  it('does not say that a side wins more often when its only fighter stands', () => {
    const alone = FORECAST.fighters.filter(({ side, fighter }) => side === 'foes' || fighter === 'hero2');
    expect(contextOf({ forecast: forecast({ result: { ...FORECAST, fighters: alone } }) }).matters).toEqual([
      'Foes win 50 percentage points more often when foe 1 is still standing at the end.',
    ]);
  });

  it('has no numbers before the first forecast, and none for the fallen', () => {
    const empty = contextOf({ forecast: null });
    expect(empty).toMatchObject({ isReady: true, isFirst: true, hasResult: false, sides: [], notes: [], matters: [] });
    expect(empty.rows).toHaveLength(5);
    expect(new Set(empty.rows.map(({ falls }) => falls))).toEqual(new Set(['–']));
    const fallen = { ...FORECAST, fighters: FORECAST.fighters.slice(1) };
    expect(contextOf({ forecast: forecast({ result: fallen }) }).rows.at(-1)).toMatchObject({
      falls: '–',
      health: '–',
    });
  });

  it('is ready only with two sides', () => {
    expect(contextOf({ roster: { foe1: 0 } }).isReady).toBe(true);
    expect(contextOf({ roster: { foe1: 0, foe2: 0 } })).toMatchObject({ isReady: false, isChosenChanged: true });
  });

  it('tells how many fights are played', () => {
    const running = contextOf({ forecast: forecast({ status: 'running', fights: 400 }) });
    expect(running).toMatchObject({
      isRunning: true,
      progress: { fights: 200, all: 400, percent: 50, label: '200 of 400 fights' },
    });
    expect(running.notes).toEqual([]);
    expect(notesOf({ forecast: forecast({ status: 'stopped', fights: 400 }) })).toEqual([
      'Stopped after 200 of 400 fights.',
    ]);
    expect(notesOf({})).toEqual(['From 200 fights.']);
    const none = contextOf({ forecast: forecast({ status: 'running', result: null }) });
    expect(none).toMatchObject({ hasResult: false, progress: { fights: 0, percent: 0 } });
  });

  it('says that the numbers are for a changed fight, for another choice, or old', () => {
    const roster = { hero1: 0, foe1: 3 };
    const result = {
      ...FORECAST,
      fighters: [...FORECAST.fighters, fighter('foe1+1', { falls: 0.5 }), fighter('foe1+2')],
    };
    const changed = { forecast: forecast({ roster, result, isChanged: true }), roster };
    expect(notesOf(changed)).toEqual([
      'These numbers are for a changed fight: without Mira, foe 1 ×3.',
      'From 200 fights.',
    ]);
    const { rows } = contextOf(changed);
    expect(rows.map(({ id, name, falls }) => [id, name, falls]).slice(-3)).toEqual([
      ['foe1', 'foe 1', '70%'],
      ['foe1+1', 'foe 1 #2', '50%'],
      ['foe1+2', 'foe 1 #3', '0%'],
    ]);
    expect(rows.find(({ id }) => id === 'hero1')).toMatchObject({ isIn: false, count: 0, fewest: true, most: true });
    expect(rows.find(({ id }) => id === 'foe1')).toMatchObject({ count: 3, fewest: false });
    expect(notesOf({ roster })).toEqual([
      'Your latest changes are not in these numbers yet. Run the forecast again.',
      'From 200 fights.',
    ]);
    expect(notesOf({ isOld: true })[0]).toBe('The fight has moved on since this forecast.');
    expect(contextOf({ roster: { foe1: MOST_COPIES } }).rows.at(-1)).toMatchObject({ most: true });
  });
});

describe('the label in the tracker', () => {
  const labelOf = (isOld: boolean, fighters = encounter().fighters) =>
    forecastLabel(
      { encounter: { ...encounter(), fighters }, adapter: { ruleset: { id: 'energy' } } as Adapter },
      forecast(),
      isOld,
    );
  it('is a word with a percentage, and says when it is old', () => {
    expect(labelOf(false)).toEqual({
      text: 'Favorable · 71%',
      tooltip: 'Heroes: chance to win, from 200 fights. Click for the forecast.',
      old: false,
    });
    expect(labelOf(true)).toMatchObject({ text: 'Favorable · 71%', old: true });
    expect(labelOf(true)?.tooltip).toContain('before the fight moved on');
  });

  it('is missing if no side of players fought', () => {
    expect(labelOf(false, {})).toBeNull();
  });
});
