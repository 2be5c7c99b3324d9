import { describe, expect, it } from 'vitest';
import { tempo } from '../../src/rulesets/tempo';
import { ACTIONS } from '../../src/rulesets/tempo/actions';
import { CONDITIONS } from '../../src/rulesets/tempo/conditions';
import { groupOf, PLAIN_IDS } from '../../src/rulesets/tempo/plan/choice';
import { EXERTS } from '../../src/rulesets/tempo/plan/exert';
import { DUAL_WIELD, INTERCEPT, TEAMWORK } from '../../src/rulesets/tempo/reactions';
import { QUESTIONS } from '../../src/rulesets/tempo/skills/scan';
import { SIDE_ACTIONS } from '../../src/rulesets/tempo/turn/side-actions';
import { hero } from '../rulesets/tempo/vocabulary';
import { actionCells, settingsAsShown, tablesOf } from './reference-pages';
import { read, readJson } from './sources';

const FILE = 'packs/tempo/rules/quick-reference.yml';
const rowsOf = tablesOf(FILE);
const words = readJson('lang/en.json').CADENCE.Tempo;

describe('the actions of the quick reference', () => {
  it.each(PLAIN_IDS)('%s happens on the number that the page states, with its kind', (id) => {
    const group = groupOf(hero('mira'), { action: id });
    const groupLabel = group === 'attack' ? 'Attack' : words.Action[group]?.label;
    expect(groupLabel, `lang/en.json: CADENCE.Tempo.Action.${group}.label is missing`).toBeDefined();
    expect(actionCells('tempo', 'Actions', id).slice(0, 2)).toEqual([String(ACTIONS[id].tempo), groupLabel]);
  });

  it('include the two that come with a number of their own', () => {
    const others = Object.entries({ ...ACTIONS, ...SIDE_ACTIONS }).flatMap(([id, { tempo: of }]) =>
      of === 'own' ? [id] : [],
    );
    expect(others.sort()).toEqual(['ability', 'magic']);
    for (const id of others) expect(actionCells('tempo', 'Actions', id)[0]).toMatch(/own|spell/);
  });

  it('include as many results of Scan as there are questions', () => {
    expect(read(FILE).split('What Scan answers</h2>')[1].split('</ul>')[0].match(/<li>/g)).toHaveLength(
      QUESTIONS.length,
    );
  });
});

describe('the extras in the quick reference', () => {
  const rows = rowsOf('More than two');

  it.each([INTERCEPT, DUAL_WIELD, TEAMWORK])('$id works from tempo $tempo, $uses a Round', ({ id, tempo, uses }) => {
    expect(rows.get(words.Action[id].label)?.slice(0, 2)).toEqual([String(tempo), String(uses)]);
  });

  it.each([...Object.keys(EXERTS), 'exert-retry'])('%s is listed among what Exert buys', (id) => {
    expect(rows.has(words.Action[id].label)).toBe(true);
  });
});

describe('the conditions of the quick reference', () => {
  const rows = rowsOf('Conditions');
  it.each(Object.entries(CONDITIONS))('%s is listed with its class', (id, { class: of }) => {
    expect(rows.get(words.Condition[id].label)?.[0]?.toLowerCase()).toBe(of);
  });
  it('have no other row', () => {
    expect(rows.size).toBe(Object.keys(CONDITIONS).length + 1);
  });
});

it('the quick reference names every setting, its default first', () => {
  const [, ...rows] = rowsOf('House rules');
  const shown = rows.map(([label, [choices]]) => [label, choices]);
  const { min, max } = tempo.settings.pause as { min: number; max: number };
  const known = settingsAsShown(tempo.settings, words.Setting);
  const settled = known.map(([label, choices]) => [label, choices ?? `${min} to ${max} seconds`]);
  expect(shown.sort()).toEqual(settled.sort());
});
