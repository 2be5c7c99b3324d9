import { describe, expect, it } from 'vitest';
import { slots } from '../../src/rulesets/slots';
import { ACTIONS, type ActionId } from '../../src/rulesets/slots/actions';
import { REACTIONS } from '../../src/rulesets/slots/reactions';
import { FEATS } from '../../src/rulesets/slots/schema';
import { settingsAsShown, tablesOf } from './reference-pages';
import { readJson } from './sources';

const rowsOf = tablesOf('packs/slots/rules/quick-reference.yml');
const words = readJson('lang/en.json').CADENCE.Slots;

describe('the actions of the quick reference', () => {
  const rows = rowsOf('Actions');

  it.each(Object.keys(ACTIONS) as ActionId[])('%s is paid with the slot the page says', (id) => {
    expect(rows.get(words.Action[id].label)?.[0]?.toLowerCase()).toBe(ACTIONS[id].slot);
  });

  it.each(Object.keys(ACTIONS) as ActionId[])('%s provokes nobody if it takes the Quick slot', (id) => {
    const provokes = rows.get(words.Action[id].label)?.[1];
    expect(provokes === 'never').toBe(ACTIONS[id].slot === 'quick');
  });
});

it('names every reaction in the quick reference', () => {
  const rows = rowsOf('Reactions');
  expect(REACTIONS.filter((id) => !rows.has(words.Action[id].label))).toEqual([]);
});

it('names every condition in the quick reference, and no other', () => {
  const [, ...rows] = rowsOf('Conditions').keys();
  const labels = Object.keys(slots.conditions).map((id) => words.Condition[id].label);
  expect(rows.sort()).toEqual(labels.sort());
});

it('names the feats the rules know in the quick reference', () => {
  const named = [...rowsOf('Magic').keys()].map((name) => name.toLowerCase().replaceAll(' ', '-'));
  expect(FEATS.filter((feat) => !named.includes(feat))).toEqual([]);
});

it('names every setting in the quick reference, all of them off at first', () => {
  const [, ...rows] = rowsOf('House rules').keys();
  expect(rows.sort()).toEqual(
    settingsAsShown(slots.settings, words.Setting)
      .map(([label]) => label)
      .sort(),
  );
  expect(Object.values(slots.settings).map(({ initial }) => initial)).not.toContain(true);
});
