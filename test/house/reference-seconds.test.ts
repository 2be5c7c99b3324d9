import { describe, expect, it } from 'vitest';
import { seconds } from '../../src/rulesets/seconds';
import type { Action } from '../../src/rulesets/seconds/action';
import { ACTIONS } from '../../src/rulesets/seconds/actions';
import { COMMANDS } from '../../src/rulesets/seconds/commands';
import { secondsOf } from '../../src/rulesets/seconds/schema';
import type { SecondsEncounter } from '../../src/rulesets/seconds/state';
import { actionCells, tablesOf } from './reference-pages';
import { readJson } from './sources';

const FILE = 'packs/seconds/rules/quick-reference.yml';
const rowsOf = tablesOf(FILE);
const words = readJson('lang/en.json').CADENCE.Seconds;

const sheet = { name: 'one', side: 'a', player: true, base: {}, items: [], pools: {}, conditions: [], state: {} };
const one = seconds.fighter({ ...sheet, id: 'one', place: null }, {});
const encounter: SecondsEncounter = {
  ruleset: 'seconds',
  clock: { ...seconds.idle, phase: 'turn', turn: 'one', round: 1 },
  fighters: { one },
  ground: { grid: 'square', cell: 1 },
  settings: {},
} as SecondsEncounter;

/** Prices by a tool, a path or the GM: the page describes them in words. */
const BY_OTHERS = ['attack', 'cast-spell', 'pin', 'move', 'use-item', 'speak', 'improvise', 'evade', 'release'];
const ELSEWHERE = ['end-turn', 'opportunity-attack', 'catch', 'held-action', 'hold'];
const priced = Object.entries(ACTIONS as Readonly<Record<string, Action>>).filter(([id]) => !ELSEWHERE.includes(id));

describe('the times of the quick reference', () => {
  const rows = rowsOf('What everything takes');

  it.each(priced)('%s takes as long as the page states', (id, action) => {
    const [time, byDex] = actionCells('seconds', 'What everything takes', id);
    const { act } = COMMANDS.of(encounter).expect({ do: id, by: 'one' });
    const row = `${FILE}, row “${words.Action[id].label}”`;
    if (BY_OTHERS.includes(id)) expect(time).not.toMatch(/^[\d.]+$/);
    else expect(time, `${row}: its time`).toBe(String(secondsOf(action.base?.(act) ?? 0)));
    if (byDex === 'yes' || byDex === 'no')
      expect(byDex, `${row}: whether by DEX`).toBe(action.byDex?.(act) ? 'yes' : 'no');
  });

  it('has a row for holding, which takes as long as the held action', () => {
    expect(rows.has(words.Action.hold.label)).toBe(true);
  });
});

it('the quick reference names every reaction', () => {
  const rows = rowsOf('Reactions');
  for (const id of ['opportunity-attack', 'held-action', 'catch']) expect(rows.has(words.Action[id].label)).toBe(true);
});

it('the quick reference names every condition, and no other', () => {
  const [, ...rows] = rowsOf('Conditions').keys();
  const labels = Object.keys(seconds.conditions).map((id) => words.Condition[id].label);
  expect(rows.sort()).toEqual(labels.sort());
});

it('the quick reference names every number that the rules had to choose, with its value', () => {
  const [, ...rows] = rowsOf('House rules');
  const settings = Object.entries(seconds.settings).map(([id, { initial }]) => {
    const { label, choices } = words.Setting[id];
    const shown =
      typeof initial === 'boolean' ? (initial ? 'yes' : 'no') : (choices?.[initial as string] ?? String(initial));
    return [label, [shown]];
  });
  expect(rows.sort()).toEqual(settings.sort());
});
