import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { Command } from '../../src/encounter/command';
import type { FighterInput } from '../../src/encounter/ruleset';
import type { Cost } from '../../src/rulesets/energy/action';
import { ACTIONS, type ActionId } from '../../src/rulesets/energy/actions';
import { rollForDeath, saveFromDeath } from '../../src/rulesets/energy/attack/aura';
import { COMMANDS } from '../../src/rulesets/energy/commands';
import { energy } from '../../src/rulesets/energy/index';
import type { EnergyEncounter, EnergyFighter } from '../../src/rulesets/energy/state';
import { conditionOf } from '../support/rules';
import { actionCells, tablesOf } from './reference-pages';
import { DOCUMENTS, filesBelow, read, readJson } from './sources';

/** The quick reference is written manually; these tests compare it with the rules. */
const FILE = 'packs/energy/rules/quick-reference.yml';
const rowsOf = tablesOf(FILE);
const words = readJson('lang/en.json').CADENCE.Energy;
const labelOf = (branch: string, id: string): string => words[branch][id].label;

const at = (x: number) => ({ x, y: 0, width: 1, height: 1, elevation: 0, facing: 0 });
const club = { id: 'club', name: 'Club', type: 'energyWeapon' };
const bows = filesBelow('packs/energy/gear', DOCUMENTS)
  .map((file) => parse(read(file)).system)
  .filter(({ loadCost }) => loadCost > 0);

function fighterWith(book: EnergyFighter['state'], energyLeft: number, items: FighterInput['items']): EnergyFighter {
  const sheet = { id: 'one', name: 'one', side: 'a', player: true, base: {}, conditions: [], place: null };
  return energy.fighter({ ...sheet, items, pools: { energy: energyLeft }, state: book }, {});
}

interface Case {
  readonly command?: Partial<Command>;
  readonly book?: EnergyFighter['state'];
  readonly energy?: number;
  readonly items?: FighterInput['items'];
}
const untrained = { ...club, mpr: 5, ranged: true, range: [5, 10, 20] };
const stowed = { equipped: false };
/** The cases in which an action has different prices; one case covers any other action. */
const CASES: Readonly<Partial<Record<ActionId, readonly Case[]>>> = {
  'ranged-attack': [{ items: [{ ...untrained, mpr: 0 }] }, { items: [untrained] }],
  trip: [{}, { command: { with: 'unarmed' } }],
  disarm: [{}, { command: { with: 'unarmed' } }],
  jump: [{ book: { metresMoved: 2 } }, {}],
  'catch-breath': [1, 2, 3, 4, 5].map((left) => ({ energy: left })),
  load: bows.map((system) => ({ items: [{ ...club, ...system }] })),
  'equip-item': [{ items: [{ ...club, ...stowed }] }, { items: [{ ...club, ...stowed, class: 'heavy' }] }],
  'stow-item': [{}, { items: [{ ...club, class: 'heavy' }] }],
  'pick-up-item': [{ command: { options: { passing: true } } }, {}],
};
/** Prices that no table can show. */
const SAYS: Readonly<Partial<Record<ActionId, string>>> = {
  climb: 'set by the GM',
  'break-barrier': 'set by the GM',
  'spend-surge': 'set by the GM',
  'use-item': 'see its sheet',
};

function costOf(id: string, { command, book = {}, energy: left = 5, items = [club] }: Case): Cost {
  const fighter = fighterWith(book, left, items);
  const encounter: EnergyEncounter = {
    ruleset: 'energy',
    clock: { round: 1, phase: 'open' },
    fighters: { one: fighter },
    ground: { grid: 'square', cell: 1 },
    settings: {},
  };
  const given = { do: id, by: 'one', with: 'club', path: [at(1)], ...command } as Command;
  const told = ['trip', 'disarm'].includes(id) && !command?.with ? { ...given, with: 'club' } : given;
  const { action, act } = COMMANDS.of(encounter).expect(told);
  return action.cost(act);
}

/** Formats prices as on the page: none is a dash, one or two numbers are listed, more are a range. */
function span(numbers: readonly number[]): string {
  const each = [...new Set(numbers)].sort((a, b) => a - b);
  if (each.length > 2) return `${each[0]} to ${each.at(-1)}`;
  return each.length === 1 && each[0] === 0 ? '–' : each.join(' or ');
}

describe('the costs of the quick reference', () => {
  const rows = rowsOf('What everything costs');

  it.each(Object.keys(ACTIONS) as ActionId[])('%s costs what the page states', (id) => {
    const [price, more] = actionCells('energy', 'What everything costs', id);
    const costs = (CASES[id] ?? [{}]).map((each) => costOf(id, each));
    const says = SAYS[id];
    expect(price).toBe(says ?? span(costs.map((cost) => cost.energy ?? 0)));
    if (says) return;
    const { stamina, agility } = costs[0];
    expect(more).toBe(stamina ? `${stamina} Stamina` : agility ? `${agility} Agility` : '');
  });

  it('include what has a button of its own', () => {
    expect(rows.get(labelOf('Action', 'swift-attack'))?.[0]).toBe('1');
    expect(rows.get(labelOf('Action', 'shift-agility'))?.slice(0, 2)).toEqual(['–', '2 Agility']);
    expect(costOf('shift', { command: { options: { agility: true } } })).toEqual({ agility: 2 });
    const swift = costOf('melee-attack', { command: { options: { swift: true } } });
    expect(swift).toEqual({ energy: 1 });
  });
});

describe('the conditions of the quick reference', () => {
  const rows = rowsOf('Conditions');

  it.each(Object.entries(energy.conditions))('%s is listed with its effects', (id, { implies }) => {
    const brings = implies.map((daughter) => labelOf('Condition', daughter)).join(', ') || '–';
    expect(rows.get(labelOf('Condition', id))?.[1], `${FILE} has no row “${labelOf('Condition', id)}”`).toBe(brings);
  });
});

it('the quick reference names every setting, its default first', () => {
  const [, ...rows] = rowsOf('House rules');
  const settings = Object.entries(energy.settings).map(([id, setting]): [string, unknown] => {
    const { label, choices } = words.Setting[id];
    const named =
      'choices' in setting ? setting.choices.map((choice) => choices[choice]).join('; ') : expect.anything();
    return [label, named];
  });
  expect(rows.map(([label, [choices]]) => [label, choices]).sort()).toEqual(settings.sort());
});

describe('the death tables', () => {
  const dying = () => ({ ...fighterWith({}, 5, []), conditions: [conditionOf('bleeding-out')] });
  const tables = [
    { file: 'death-roll', rule: () => rollForDeath(dying(), 1) },
    { file: 'death-save', rule: () => saveFromDeath(dying()) },
  ];

  it.each(tables)('$file divides the faces of the die like the rules', ({ file, rule }) => {
    const { formula, results } = parse(read(`packs/energy/tables/${file}.yml`));
    expect(formula).toBe('1d20');
    const saidOf = new Map<string, string>();
    for (let face = 1; face <= 20; face++) {
      const drawn = results.filter(({ range: [low, high] }: { range: number[] }) => low <= face && face <= high);
      expect(drawn, `${file} at ${face}`).toHaveLength(1);
      const procedure = rule();
      procedure.next();
      const said = procedure.next(face).value as { change: { id: string } };
      const { id } = said.change;
      expect(saidOf.get(drawn[0].name) ?? id).toBe(id);
      saidOf.set(drawn[0].name, id);
    }
    expect(new Set(saidOf.values()).size).toBe(results.length);
  });
});
