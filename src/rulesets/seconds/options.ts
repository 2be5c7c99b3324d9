import type { Command } from '../../encounter/command';
import type { OptionField, Viewer } from '../../encounter/view';
import { ADVANTAGES } from '../../toolkit/combat/check';
import { message } from '../../toolkit/define/labels';
import {
  fighterOption,
  fightersOption,
  gmOption,
  itemOption,
  MANUAL_OPTIONS,
  type Options,
  option,
  optionDialogs,
  optionReader,
} from '../../toolkit/define/options';
import { amount, choice, flag, int } from '../../toolkit/define/schema';
import { CHECKS, OCCASIONS, SAVES, TASK_CHECKS, TASKS, type TaskId, type Weapon } from './schema';
import type { SecondsEncounter, SecondsFighter } from './state';
import { weaponsHeld, weaponsInHand } from './stats';

/** Dialogs show options in this order. */
export const OPTIONS = {
  hurry: option(flag()),
  object: option(flag()),
  check: option(choice(CHECKS, 'str')),
  found: option(flag()),
  /** S-60. */
  for: option(choice(TASKS, 'grapple')),
  /** S-21. */
  when: option(choice(OCCASIONS, 'comes')),
  whom: fighterOption(),
  /** Further targets. */
  also: fightersOption(),
  height: option(amount(0, { min: 0, max: 20 })),
  drop: option(flag()),
  attack: gmOption(choice(ADVANTAGES, 'advantage')),
  freely: gmOption(flag()),
  difficult: gmOption(flag()),
  metres: gmOption(amount(1, { min: 0, max: 500 })),
  provoked: gmOption(flag()),
  distracting: gmOption(flag()),
  flying: gmOption(flag()),

  // Set by buttons only.
  ...MANUAL_OPTIONS,
  /** A place in the order (S-A11), or a pool's value. */
  to: option(int(0, { min: -100_000, max: 100_000 }), { why: 'no-number' }),
  out: itemOption(),
  /** For free checks. */
  roll: option(choice([...CHECKS, ...SAVES], 'str')),
  /** Of a condition that the GM adds: seconds of fear (S-93), the total to break free (S-84). */
  source: fighterOption(),
  towards: fighterOption(),
  holds: fighterOption(),
  fear: option(int(1, { min: 1, max: 60 })),
  against: option(int(0, { min: 0, max: 60 })),
  item: itemOption(),
} as const satisfies Options;

export const optionsOf = optionReader(OPTIONS);

const DIALOGS = optionDialogs(OPTIONS);

const isTask = (id: string): id is TaskId => Object.hasOwn(TASK_CHECKS, id);

/** For help, the checks of the helped task. */
function checksOf(command: Command): readonly string[] {
  if (command.do === 'help') return TASK_CHECKS[optionsOf(command).for ?? 'improvise'];
  return isTask(command.do) && command.do !== 'improvise' ? TASK_CHECKS[command.do] : [];
}

/** S-A23. */
const DISTRACTS: readonly string[] = [
  ...['use-item', 'change-equipment', 'wake', 'help', 'hide', 'improvise', 'speak', 'clear-eyes'],
];

/** In this order. */
const DIALOG_OPTIONS: readonly (readonly [
  keyof typeof OPTIONS,
  (command: Command, fighter: SecondsFighter) => boolean,
])[] = [
  ['hurry', ({ do: id }) => id === 'attack'],
  ['object', ({ do: id }) => id === 'attack'],
  ['for', ({ do: id }) => id === 'help'],
  ['check', (command) => checksOf(command).length > 1],
  ['when', ({ do: id }) => id === 'hold'],
  ['found', ({ do: id, with: tool }) => id === 'pin' && tool === undefined],
  ['height', ({ do: id }) => id === 'jump'],
  ['drop', ({ do: id }, fighter) => id === 'change-equipment' && weaponsInHand(fighter).length > 0],
  ['attack', ({ do: id }) => id === 'attack'],
  ['freely', ({ do: id }) => id === 'move'],
  ['difficult', ({ do: id }, { place }) => id === 'move' && !place],
  ['metres', ({ do: id }, { place }) => (id === 'move' || id === 'jump') && !place],
  ['provoked', ({ do: id }) => id === 'opportunity-attack'],
  ['distracting', ({ do: id }) => DISTRACTS.includes(id)],
];

export const orderFields = (last: number): readonly OptionField[] => [
  { ...DIALOGS.field('to'), gm: true, input: { kind: 'number', min: 1, max: last } },
];

/** Returns the options that the viewer may set. */
export const fieldsOf = (
  { fighters }: SecondsEncounter,
  command: Command,
  fighter: SecondsFighter,
  { gm, hiddenFighters = [] }: Viewer,
): readonly OptionField[] => [
  ...DIALOG_OPTIONS.flatMap(([key, isShown]): readonly OptionField[] => {
    if ((OPTIONS[key].gm && !gm) || !isShown(command, fighter)) return [];
    if (key === 'check') return checkFields(checksOf(command));
    return [DIALOGS.field(key, key === 'for' ? (id) => `Action.${id}.label` : undefined)];
  }),
  ...(command.do === 'change-equipment' ? weaponField('out', weaponsInHand(fighter)) : []),
  ...(command.do === 'disarm' ? weaponField('item', weaponsHeld(fighters[String(command.at)] ?? NO_ITEMS)) : []),
  ...(command.do === 'hold'
    ? DIALOGS.fighterChoice(
        'whom',
        Object.values(fighters).filter(({ id }) => id !== fighter.id && !hiddenFighters.includes(id)),
      )
    : []),
];

const NO_ITEMS = { items: [] };

/** Empty for a single weapon. */
function weaponField(key: 'out' | 'item', weapons: readonly Weapon[]): readonly OptionField[] {
  const choices = weapons.map(({ id: value, name }) => ({ value, label: message('Option.item', { name }) }));
  return choices.length > 1 ? DIALOGS.choiceField(key, choices) : [];
}

const checkFields = (checks: readonly string[]): readonly OptionField[] =>
  DIALOGS.choiceField(
    'check',
    checks.map((value) => ({ value, label: message(`Rolled.${value}`) })),
  );
