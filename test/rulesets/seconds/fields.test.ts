import { describe, expect, it } from 'vitest';
import { defined } from '../../../src/kernel/defined';
import { seconds } from '../../../src/rulesets/seconds';
import { at, encounter, fighter, weapon } from './vocabulary';

const table = (weapons: readonly string[], place: ReturnType<typeof at> | null = null) =>
  encounter([
    fighter('mira', {}, { place, items: weapons.map((id) => weapon(id)) }),
    fighter(
      'foe',
      {},
      { place: place && at(1.5), items: [weapon('axe'), weapon('club', { equipped: false, held: true })] },
    ),
    fighter('sneak', {}, { place: place && at(2.5) }),
  ]);
const fieldsOf = (
  command: object,
  { gm = true, weapons = ['sword'], place = null as ReturnType<typeof at> | null } = {},
) =>
  seconds.views.action(
    table(weapons, place),
    { do: '', by: 'mira', ...command },
    {
      gm,
      owns: ['mira'],
      targets: [],
      hiddenFighters: gm ? [] : ['sneak'],
    },
  ).fields;
const keysOf = (...args: Parameters<typeof fieldsOf>) => fieldsOf(...args).map(({ key }) => key);
const valuesOf = (key: string, ...args: Parameters<typeof fieldsOf>) => {
  const { input } = defined(
    fieldsOf(...args).find((field) => field.key === key),
    key,
  );
  return input.kind === 'choice' ? input.choices.map(({ value, label }) => [value, label.key]) : input.kind;
};

describe('a dialog asks for what an action reads', () => {
  it.each([
    ['attack', {}, ['hurry', 'object'], ['attack']],
    ['help', {}, ['for', 'check'], ['distracting']],
    ['grapple', {}, ['check'], []],
    ['disarm', {}, ['check'], []],
    ['blind', {}, [], []],
    ['pin', {}, ['check', 'found'], []],
    ['pin', { with: 'sword' }, ['check'], []],
    ['jump', {}, ['height'], ['metres']],
    ['move', {}, [], ['freely', 'difficult', 'metres']],
    ['hold', {}, ['when', 'whom'], []],
    ['change-equipment', {}, ['drop'], ['distracting']],
    ['use-item', {}, [], ['distracting']],
    ['improvise', {}, [], ['distracting']],
    ['opportunity-attack', {}, [], ['provoked']],
    ['evade', {}, [], []],
  ])('%s %j', (id, command, own, gms) => {
    expect(keysOf({ do: id, ...command }, { gm: false })).toEqual(own);
    expect(keysOf({ do: id, ...command }).filter((key) => !own.includes(key))).toEqual(gms);
  });

  it('[S-38, S-39] for one of several weapons only where one is put away or struck away', () => {
    const weapons = ['sword', 'dirk'];
    expect(keysOf({ do: 'attack', at: 'foe' }, { gm: false, weapons })).toEqual(['hurry', 'object']);
    expect(keysOf({ do: 'change-equipment', at: 'foe' }, { gm: false, weapons })).toEqual(['drop', 'out']);
    expect(keysOf({ do: 'disarm', at: 'foe' }, { gm: false, weapons })).toEqual(['check', 'item']);
  });

  it('on a map the path says how far and through what', () => {
    expect(keysOf({ do: 'move' }, { place: at(0.5) })).toEqual(['freely']);
    expect(keysOf({ do: 'jump' }, { place: at(0.5) })).toEqual(['height']);
  });

  it('[S-38] for the weapon to put away among several in hand', () => {
    expect(keysOf({ do: 'change-equipment' }, { gm: false, weapons: [] })).toEqual([]);
    expect(valuesOf('out', { do: 'change-equipment' }, { weapons: ['sword', 'dirk'] })).toEqual([
      ['sword', 'Option.item'],
      ['dirk', 'Option.item'],
    ]);
  });

  it('[S-39] for the weapon to strike away among those the target holds', () => {
    expect(valuesOf('item', { do: 'disarm', at: 'foe' })).toEqual([
      ['axe', 'Option.item'],
      ['club', 'Option.item'],
    ]);
  });

  it('[S-21] for the fighter to wait for, without those the viewer cannot see', () => {
    expect(valuesOf('whom', { do: 'hold' })).toEqual([
      ['foe', 'Option.fighter'],
      ['sneak', 'Option.fighter'],
    ]);
    expect(valuesOf('whom', { do: 'hold' }, { gm: false })).toEqual([['foe', 'Option.fighter']]);
  });

  it('[S-60] for the checks of the task that is helped', () => {
    const checks = (task?: string) =>
      (valuesOf('check', { do: 'help', options: task ? { for: task } : {} }) as string[][]).map(([value]) => value);
    expect(checks('disarm')).toEqual(['sleight-of-hand', 'str']);
    expect(checks()).toContain('stealth');
  });

  it('names tasks as their buttons do, and other choices by their own texts', () => {
    expect(valuesOf('for', { do: 'help' })).toContainEqual(['grapple', 'Action.grapple.label']);
    expect(valuesOf('when', { do: 'hold' })).toContainEqual(['comes', 'Field.when.comes']);
    expect(valuesOf('attack', { do: 'attack' })).toContainEqual(['advantage', 'Field.attack.advantage']);
    expect(valuesOf('check', { do: 'trip' })).toEqual([
      ['str', 'Rolled.str'],
      ['dex', 'Rolled.dex'],
    ]);
  });
});
