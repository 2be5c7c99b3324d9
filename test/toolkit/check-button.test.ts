import { describe, expect, it } from 'vitest';
import { log } from '../../src/encounter/change';
import type { Command } from '../../src/encounter/command';
import type { Encounter } from '../../src/encounter/state';
import type { ActionButton, Viewer } from '../../src/encounter/view';
import type { Game, Row } from '../../src/toolkit/act/actions';
import { defineCommands } from '../../src/toolkit/act/commands';
import { defineRolls } from '../../src/toolkit/combat/group-roll';
import { checkButton } from '../../src/toolkit/views/check-button';
import { encounter, fighter } from '../support/encounter';

const FIGURES = ['might', 'wits'];
const { check } = defineRolls<Game, string>({
  ids: { ability: FIGURES },
  difficulties: {},
  *roll({ fighter: { id }, id: figure }) {
    yield* log(`${id} rolls ${figure}`);
    return null;
  },
}).commands;
interface Sample extends Game {
  readonly row: Row<Sample>;
}
const COMMANDS = defineCommands<Sample>({
  clock: {},
  plain: { check },
  actions: {},
  actOf: (context) => context,
  whyNot: () => [],
  prices: () => [],
});
const on = encounter(fighter('mira'), fighter('gnoll'));
const given = (by: string, at?: string, roll = 'might'): Command => ({
  do: 'check',
  by,
  ...(at !== undefined && { at }),
  options: { roll },
});

describe('a check with a sheet number', () => {
  it.each<[string, Command, object[]]>([
    ['its fighter gives', given('mira'), []],
    ['the GM gives for a fighter', given('gm', 'gnoll'), []],
    ['of a fighter that has left', given('imp'), [{ id: 'no-fighter', impossible: true }]],
    ['the GM gives for no fighter', given('gm'), [{ id: 'no-fighter', impossible: true }]],
    ['the GM gives for one that has left', given('gm', 'imp'), [{ id: 'no-fighter', impossible: true }]],
    [
      'with an unknown number',
      given('mira', undefined, 'luck'),
      [{ id: 'bad-option', data: { option: 'roll', value: 'luck' }, impossible: true }],
    ],
  ])('that %s', (_, command, reasons) => expect(COMMANDS.of(on).whyNot(command)).toEqual(reasons));

  it.each([
    [given('mira', 'gnoll'), 'mira rolls might'],
    [given('gm', 'gnoll', 'wits'), 'gnoll rolls wits'],
  ])('is rolled by its fighter: %j', (command, id) => {
    expect(COMMANDS.play(on, command).next().value).toMatchObject({ change: { kind: 'log', id } });
  });

  const played = (command: Command) => check.play(on, command, undefined as never).next();
  it('cannot be played for a missing fighter or an unknown number', () => {
    expect(() => played(given('gm'))).toThrow('the fighter that rolls');
    expect(() => played(given('mira', undefined, 'luck'))).toThrow('the number to roll');
  });
});

describe('the button of a check', () => {
  const buttonOf = checkButton<Encounter>({ str: 'might' });
  const shown = (id: string, gm: boolean): unknown =>
    buttonOf(id, {
      encounter: on,
      fighter: fighter('gnoll'),
      viewer: { gm, owns: [], targets: [] } as Viewer,
      button: (command, rest) => ({ command, ...rest }) as unknown as ActionButton,
    });

  it('rolls for the fighter, and for the GM at it', () => {
    const look = { id: 'check-str', label: { key: 'Action.check.named', facts: { number: { key: 'Stat.str' } } } };
    const options = { roll: 'might' };
    expect(shown('str', false)).toEqual({ command: { do: 'check', by: 'gnoll', options }, ...look });
    expect(shown('str', true)).toEqual({ command: { do: 'check', by: 'gm', at: 'gnoll', options }, ...look });
  });

  it('is missing beside numbers that are not rolled', () => {
    expect([shown('speed', true), shown('toString', true)]).toEqual([null, null]);
  });
});
