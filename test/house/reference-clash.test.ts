import { describe, expect, it } from 'vitest';
import { clash } from '../../src/rulesets/clash';
import { priceOf } from '../../src/rulesets/clash/action';
import { ACTIONS } from '../../src/rulesets/clash/actions';
import { upcastFactor } from '../../src/rulesets/clash/magic/mana';
import { COVER, LIGHT, SPELL_TYPES } from '../../src/rulesets/clash/schema';
import type { ClashEncounter } from '../../src/rulesets/clash/state';
import { actionCells, settingsAsShown, tablesOf } from './reference-pages';
import { read, readJson } from './sources';

const FILE = 'packs/clash/rules/quick-reference.yml';
const rowsOf = tablesOf(FILE);
const words = readJson('lang/en.json').CADENCE.Clash;

/** Ending a turn and giving something up are in no table. */
const OF_THE_TURN = ['forfeit', 'end-turn'];
/** The two things a mount does for the rider's action have a button each. */
const BUTTONS: Readonly<Record<string, readonly string[]>> = {
  'mount-extra-action': ['mount-extra-action', 'mount-extra-utility'],
};

describe('the actions of the quick reference', () => {
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
    '%s costs what the page states',
    (id, action) => {
      const command = { do: id, by: 'one' };
      const act = { encounter, fighter, command, target: null, item: null } as never;
      const price =
        id.startsWith('free-') || id.startsWith('mount-extra') || id === 'jump' ? null : priceOf(action, act);
      for (const button of BUTTONS[id] ?? [id]) {
        const [takes] = actionCells('clash', 'What everything costs', button);
        if (price) expect(takes.toLowerCase()).toBe(price);
        else expect(takes).toMatch(/^(nothing|any one)/);
      }
    },
  );
});

it('the quick reference names every condition', () => {
  const rows = rowsOf('Conditions');
  expect(Object.keys(clash.conditions).filter((id) => !rows.has(words.Condition[id].label))).toEqual([]);
});

it('the quick reference explains every type of spell', () => {
  expect(SPELL_TYPES.filter((type) => !read(FILE).includes(`<strong>${type}</strong>`))).toEqual([]);
});

it('the quick reference states the price and the effect of a higher level', () => {
  const [, ...levels] = rowsOf('Magic');
  expect(levels.length).toBeGreaterThan(4);
  for (const [level, row] of levels) expect(row).toEqual([String(upcastFactor(Number(level))), level]);
});

it('the quick reference states how much cover and light hide a target', () => {
  const [, ...rows] = rowsOf('Jumps, falls, stealth');
  const levels = rows.map(([, [level]]) => Number(level.replace('−', '-')));
  expect(levels).toEqual([...Object.values(COVER), ...Object.values(LIGHT)]);
});

it('the quick reference names every setting, its default first', () => {
  const [, ...rows] = rowsOf('House rules');
  const shown = rows.map(([label, [choices]]) => [label, choices === 'off or on' ? null : choices]);
  expect(shown.sort()).toEqual(settingsAsShown(clash.settings, words.Setting).sort());
});
