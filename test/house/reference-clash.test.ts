import { describe, expect, it } from 'vitest';
import { clash } from '../../src/rulesets/clash';
import { priceOf } from '../../src/rulesets/clash/action';
import { ACTIONS } from '../../src/rulesets/clash/actions';
import { upcastFactor } from '../../src/rulesets/clash/magic/mana';
import { COVER, LIGHT, SPELL_TYPES } from '../../src/rulesets/clash/schema';
import type { ClashEncounter } from '../../src/rulesets/clash/state';
import { settingsAsShown, tablesOf } from './reference-pages';
import { read, readJson } from './sources';

const FILE = 'packs/clash/rules/quick-reference.yml';
const rowsOf = tablesOf(FILE);
const words = readJson('lang/en.json').CADENCE.Clash;

/** What ends a turn or gives something up stands in no table. */
const OF_THE_TURN = ['forfeit', 'end-turn'];
/** The two things a mount does for the rider's action have a button each. */
const BUTTONS: Readonly<Record<string, readonly string[]>> = {
  'mount-extra-action': ['mount-extra-action', 'mount-extra-utility'],
};

describe('the actions of the quick reference', () => {
  const rows = rowsOf('What everything costs');
  const sheet = { id: 'one', name: 'one', side: 'a', player: true, base: {}, conditions: [], place: null };
  const fighter = clash.fighter({ ...sheet, items: [], pools: {}, state: {} }, {});
  const encounter: ClashEncounter = {
    ruleset: 'clash',
    clock: { ...clash.idle, phase: 'active', turn: 'one', round: 1 },
    fighters: { one: fighter },
    ground: { grid: 'square', cell: 1 },
    settings: {},
  } as ClashEncounter;

  it.each(Object.entries(ACTIONS).filter(([id]) => !OF_THE_TURN.includes(id)))(
    '%s takes what the page says',
    (id, action) => {
      const command = { do: id, by: 'one' };
      const act = { encounter, fighter, command, target: null, item: null } as never;
      const price =
        id.startsWith('free-') || id.startsWith('mount-extra') || id === 'jump' ? null : priceOf(action, act);
      for (const button of BUTTONS[id] ?? [id]) {
        const takes = rows.get(words.Action[button].label)?.[0];
        expect(takes, `${FILE} has no row “${words.Action[button].label}”`).toBeDefined();
        if (price) expect(takes?.toLowerCase()).toBe(price);
        else expect(takes).toMatch(/^(nothing|any one)/);
      }
    },
  );
});

it('names every condition in the quick reference', () => {
  const rows = rowsOf('Conditions');
  expect(Object.keys(clash.conditions).filter((id) => !rows.has(words.Condition[id].label))).toEqual([]);
});

it('tells every type of spell in the quick reference', () => {
  expect(SPELL_TYPES.filter((type) => !read(FILE).includes(`<strong>${type}</strong>`))).toEqual([]);
});

it('tells what a higher level costs, and what it does', () => {
  const [, ...levels] = rowsOf('Magic');
  expect(levels.length).toBeGreaterThan(4);
  for (const [level, row] of levels) expect(row).toEqual([String(upcastFactor(Number(level))), level]);
});

it('tells by how much cover and light hide one', () => {
  const [, ...rows] = rowsOf('Jumps, falls, stealth');
  const levels = rows.map(([, [level]]) => Number(level.replace('−', '-')));
  expect(levels).toEqual([...Object.values(COVER), ...Object.values(LIGHT)]);
});

it('names every setting in the quick reference, what the rules say first', () => {
  const [, ...rows] = rowsOf('House rules');
  const shown = rows.map(([label, [choices]]) => [label, choices === 'off or on' ? null : choices]);
  expect(shown.sort()).toEqual(settingsAsShown(clash.settings, words.Setting).sort());
});
