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
import { CHECKS, OCCASIONS, SAVES, TASK_CHECKS, TASKS, type TaskId } from './schema';
import type { SecondsEncounter, SecondsFighter } from './state';
import { weaponsInHand } from './stats';

/** Every option a command may have, and whose word it is; those of a dialog in the order they are shown. */
export const OPTIONS = {
  hurry: option(flag()),
  object: option(flag()),
  check: option(choice(CHECKS, 'str')),
  found: option(flag()),
  /** What the help is for (S-60). */
  for: option(choice(TASKS, 'grapple')),
  /** Of what, and of whom, a holder is told (S-21). */
  when: option(choice(OCCASIONS, 'comes')),
  whom: fighterOption(),
  /** At whom else what is held may be aimed. */
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

  // What only a button says.
  ...MANUAL_OPTIONS,
  /** Which place of the order somebody is put to (S-A11), or what a pool is set to. */
  to: option(int(0, { min: -100_000, max: 100_000 }), { why: 'no-number' }),
  out: itemOption(),
  /** What is rolled for whatever happens at the table. */
  roll: option(choice([...CHECKS, ...SAVES], 'str')),
  /** What is asked of a condition given by hand: the seconds of fear (S-93), the total to break free of (S-84). */
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

/** Among which checks one may choose; whoever helps, among those of what it is for. */
function checksOf(command: Command): readonly string[] {
  if (command.do === 'help') return TASK_CHECKS[optionsOf(command).for ?? 'improvise'];
  return isTask(command.do) && command.do !== 'improvise' ? TASK_CHECKS[command.do] : [];
}

/** What the game master may say takes one's eyes off the enemy (S-A23). */
const DISTRACTS: readonly string[] = [
  ...['use-item', 'change-equipment', 'wake', 'help', 'hide', 'improvise', 'speak', 'clear-eyes'],
];

/** Whether a dialog asks for an option, in the order they are shown. */
const ASKED: readonly (readonly [keyof typeof OPTIONS, (command: Command, fighter: SecondsFighter) => boolean])[] = [
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

/** Which place of the order somebody is put to. @param last how many places there are */
export const orderFields = (last: number): readonly OptionField[] => [
  { ...DIALOGS.field('to'), gm: true, input: { kind: 'number', min: 1, max: last } },
];

/** What a command may be told besides, as far as it is the viewer's to say. */
export const fieldsOf = (
  { fighters }: SecondsEncounter,
  command: Command,
  fighter: SecondsFighter,
  { gm, hiddenFighters = [] }: Viewer,
): readonly OptionField[] => [
  ...ASKED.flatMap(([key, isAsked]): readonly OptionField[] => {
    if ((OPTIONS[key].gm && !gm) || !isAsked(command, fighter)) return [];
    if (key === 'check') return checkFields(checksOf(command));
    return [DIALOGS.field(key, key === 'for' ? (id) => `Action.${id}.label` : undefined)];
  }),
  ...(command.do === 'change-equipment' ? oneOf('out', fighter) : []),
  ...(command.do === 'disarm' ? oneOf('item', fighters[command.at ?? '']) : []),
  ...(command.do === 'hold'
    ? DIALOGS.fighterChoice(
        'whom',
        Object.values(fighters).filter(({ id }) => id !== fighter.id && !hiddenFighters.includes(id)),
      )
    : []),
];

/** A choice among the weapons in somebody's hands; none where there is but one. */
function oneOf(key: 'out' | 'item', fighter: SecondsFighter | undefined): readonly OptionField[] {
  const weapons = (fighter ? weaponsInHand(fighter) : []).map(({ id: value, name }) => ({
    value,
    label: message('Option.item', { name }),
  }));
  return weapons.length > 1 ? DIALOGS.choiceField(key, weapons) : [];
}

const checkFields = (checks: readonly string[]): readonly OptionField[] =>
  DIALOGS.choiceField(
    'check',
    checks.map((value) => ({ value, label: message(`Rolled.${value}`) })),
  );
