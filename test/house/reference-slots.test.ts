import { describe, expect, it } from 'vitest';
import { slots } from '../../src/rulesets/slots';
import { ACTIONS } from '../../src/rulesets/slots/actions';
import { REACTIONS } from '../../src/rulesets/slots/reactions';
import { FEATS } from '../../src/rulesets/slots/schema';
import { actionCells, settingsAsShown, tablesOf } from './reference-pages';
import { readJson } from './sources';

type ActionId = keyof typeof ACTIONS;

const FILE = 'packs/slots/rules/quick-reference.yml';
const rowsOf = tablesOf(FILE);
const words = readJson('lang/en.json').CADENCE.Slots;
const rowOf = (id: ActionId) => `${FILE}, row “${words.Action[id].label}”`;

describe('the actions of the quick reference', () => {
  it.each(Object.keys(ACTIONS) as ActionId[])('%s is paid with the slot that the page states', (id) => {
    expect(actionCells('slots', 'Actions', id)[0].toLowerCase(), `${rowOf(id)}: its slot`).toBe(ACTIONS[id].slot);
  });

  it.each(Object.keys(ACTIONS) as ActionId[])('%s provokes no foe if it takes the Quick slot', (id) => {
    const [, provokes] = actionCells('slots', 'Actions', id);
    const isQuick = ACTIONS[id].slot === 'quick';
    expect(provokes === 'never', `${rowOf(id)}: “never” exactly if it takes the Quick slot`).toBe(isQuick);
  });
});

it('the quick reference names every reaction', () => {
  const rows = rowsOf('Reactions');
  expect(Object.keys(REACTIONS).filter((id) => !rows.has(words.Action[id].label))).toEqual([]);
});

it('the quick reference names every condition, and no other', () => {
  const [, ...rows] = rowsOf('Conditions').keys();
  const labels = Object.keys(slots.conditions).map((id) => words.Condition[id].label);
  expect(rows.sort()).toEqual(labels.sort());
});

it('the quick reference names the feats that the rules know', () => {
  const named = [...rowsOf('Magic').keys()].map((name) => name.toLowerCase().replaceAll(' ', '-'));
  expect(FEATS.filter((feat) => !named.includes(feat))).toEqual([]);
});

it('the quick reference names every setting, all of them off by default', () => {
  const [, ...rows] = rowsOf('House rules').keys();
  expect(rows.sort()).toEqual(
    settingsAsShown(slots.settings, words.Setting)
      .map(([label]) => label)
      .sort(),
  );
  expect(Object.values(slots.settings).map(({ initial }) => initial)).not.toContain(true);
});
