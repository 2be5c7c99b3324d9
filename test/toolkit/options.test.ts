import { describe, expect, it } from 'vitest';
import type { Command } from '../../src/encounter/command';
import { fightersInOptions, invalidOptions } from '../../src/encounter/option';
import type { Json } from '../../src/kernel/json';
import {
  fighterOption,
  fightersOption,
  gmOption,
  itemOption,
  itemsOption,
  option,
  optionDialogs,
  optionReader,
} from '../../src/toolkit/define/options';
import { amount, choice, flag, int, line, oneOf, shape, someOf } from '../../src/toolkit/define/schema';
import { encounter, fighter } from '../support/encounter';

const OPTIONS = {
  aim: option(choice(['head', 'legs'], 'head')),
  depth: option(int(0, { min: 0, max: 9 })),
  reach: option(amount(1), { why: 'bad-reach' }),
  silent: option(flag()),
  stance: option(oneOf('low', 2)),
  quick: option(oneOf('twice', 'thrice'), { checked: 'twice' }),
  note: option(line()),
  ways: option(someOf(['left', 'right'])),
  door: option(shape({ wide: flag() }, {}, 'a door')),
  cost: gmOption(int(1, { min: 1, max: 3 })),
  ally: fighterOption(),
  foes: fightersOption(),
  tool: itemOption(),
  tools: itemsOption(),
};
const command = (options?: Command['options']): Command => ({ do: 'x', by: 'mira', ...(options && { options }) });
const reasons = (options: Readonly<Record<string, Json>>, isGm = false) =>
  invalidOptions(OPTIONS, command(options), isGm).map(({ id, data }) => [id, data]);

describe('an option of a command', () => {
  it.each<Readonly<Record<string, Json>>>([
    { aim: 'legs', depth: 9, silent: false, stance: 2, note: '', ways: ['left'] },
    { ally: 'gnoll', foes: ['gnoll', 'imp'], tool: 'axe', tools: [] },
  ])('accepts %j', (options) => expect(reasons(options)).toEqual([]));

  it.each<[Readonly<Record<string, Json>>, string, object]>([
    [{ aim: 'arm' }, 'bad-option', { option: 'aim', value: 'arm', aim: 'arm' }],
    [{ depth: 10 }, 'bad-option', { option: 'depth', value: '10', depth: '10', least: 0, most: 9 }],
    [{ reach: -1 }, 'bad-reach', { option: 'reach', value: '-1', reach: '-1', least: 0, most: Infinity }],
    [{ ways: ['left', 'up'] }, 'bad-option', { option: 'ways', value: 'left, up', ways: 'left, up' }],
    [{ ally: '' }, 'bad-option', { option: 'ally', value: '', ally: '' }],
    [{ foes: 'gnoll' }, 'bad-option', { option: 'foes', value: 'gnoll', foes: 'gnoll' }],
    [{ foes: ['gnoll', ''] }, 'bad-option', { option: 'foes', value: 'gnoll, ', foes: 'gnoll, ' }],
  ])('refuses %j with its name, its value, and the bounds of a number', (options, id, data) => {
    expect(reasons(options)).toStrictEqual([[id, data]]);
  });

  it('may be for the GM only', () => {
    expect(reasons({ cost: 2 })).toEqual([['gm-only-option', { option: 'cost' }]]);
    expect(reasons({ cost: 2 }, true)).toEqual([]);
  });

  it('says whether its ids are those of fighters or of items', () => {
    const options = { aim: 'head', ally: 'a', foes: ['b', 'c'], tool: 'd', tools: ['e'] };
    expect(fightersInOptions(OPTIONS, command(options))).toEqual(['a', 'b', 'c']);
    const names = Object.entries(OPTIONS).flatMap(([key, { names }]) => (names ? [[key, names]] : []));
    expect(names).toEqual([
      ['ally', 'fighter'],
      ['foes', 'fighter'],
      ['tool', 'item'],
      ['tools', 'item'],
    ]);
  });

  it('is read from a command, whether it has options or not', () => {
    const optionsOf = optionReader(OPTIONS);
    expect(optionsOf(command({ depth: 3 })).depth).toBe(3);
    expect(optionsOf(command())).toEqual({});
  });
});

describe('the dialog of an action', () => {
  const create = () => optionDialogs(OPTIONS);
  const choiceOf = (key: string, ...ids: (string | number)[]) => ({
    kind: 'choice',
    emptyLabel: { key: `Field.${key}.unset` },
    choices: ids.map((value) => ({ value, label: { key: `Field.${key}.${value}` } })),
  });

  it.each<[keyof typeof OPTIONS, object]>([
    ['aim', choiceOf('aim', 'head', 'legs')],
    ['stance', choiceOf('stance', 'low', 2)],
    ['depth', { kind: 'number', min: 0, max: 9 }],
    ['silent', { kind: 'toggle', value: true }],
    ['quick', { kind: 'toggle', value: 'twice' }],
    ['note', { kind: 'text' }],
  ])('asks for %s with the right input', (key, input) => {
    expect(create().field(key)).toEqual({
      key,
      label: { key: `Field.${key}.label` },
      hint: { key: `Field.${key}.hint` },
      gm: false,
      input,
    });
  });

  it('marks inputs of the GM, and leaves them out for others', () => {
    const dialogs = create();
    expect(dialogs.field('cost')).toMatchObject({ gm: true, input: { kind: 'number', min: 1, max: 3 } });
    const shownTo = (gm: boolean) => dialogs.fields(['cost', 'depth'], { gm }).map(({ key }) => key);
    expect([shownTo(true), shownTo(false)]).toEqual([['cost', 'depth'], ['depth']]);
  });

  it('may label the values with other texts', () => {
    const { input } = optionDialogs(OPTIONS).field('aim', (zone) => `Zone.${zone}`);
    expect(input).toMatchObject({ choices: [{ label: { key: 'Zone.head' } }, { label: { key: 'Zone.legs' } }] });
  });

  it('builds a field once, since every button has it', () => {
    const dialogs = create();
    expect(dialogs.field('aim')).toBe(dialogs.field('aim'));
  });

  it.each(['ally', 'tools', 'ways', 'door'] as const)('cannot list the values of %s itself', (key) => {
    expect(() => create().field(key)).toThrow(`no dialog asks for the option ${key}`);
  });

  it('offers fighters by name, and sides once each', () => {
    const [mira, gnoll] = [fighter('mira', { name: 'Mira' }), fighter('gnoll', { name: 'Gnoll', side: 'foes' })];
    const dialogs = create();
    expect(dialogs.fighterChoice('ally', [mira, gnoll])).toMatchObject([
      {
        key: 'ally',
        input: {
          emptyLabel: { key: 'Field.ally.unset' },
          choices: [
            { value: 'mira', label: { key: 'Option.fighter', facts: { name: 'Mira' } } },
            { value: 'gnoll', label: { key: 'Option.fighter', facts: { name: 'Gnoll' } } },
          ],
        },
      },
    ]);
    expect(dialogs.sideChoice('note', encounter(mira, gnoll, fighter('hob', { side: 'foes' })))).toMatchObject([
      {
        key: 'note',
        input: {
          choices: [
            { value: 'heroes', label: { key: 'Side.heroes' } },
            { value: 'foes', label: { key: 'Side.foes' } },
          ],
        },
      },
    ]);
  });

  it('has no input where nothing can be chosen', () => {
    const dialogs = create();
    expect([dialogs.fighterChoice('ally', []), dialogs.sideChoice('note', encounter())]).toEqual([[], []]);
  });
});
