import type { Command } from '../../../encounter/command';
import type { ActionButton, ActionGroup, Message, OptionField, Viewer } from '../../../encounter/view';
import { lookup } from '../../../kernel/lookup';
import { optionsAsked } from '../../../toolkit/act/actions';
import { hintOfAction, labelOfAction, message } from '../../../toolkit/define/labels';
import { optionDialogs } from '../../../toolkit/define/options';
import { type ButtonAppearance, groupOf, type MakeButton } from '../../../toolkit/views/buttons';
import { takeUpButtons } from '../../../toolkit/views/floor';
import type { SheetContext } from '../../../toolkit/views/sheet';
import { type Action, canSplit, type Group, nameOf, type Seconds, type SecondsContext, ticksDue } from '../action';
import { ACTIONS } from '../actions';
import { canReach } from '../attack/harm';
import { isTurnOf } from '../clock';
import { COMMANDS } from '../commands';
import { TAKE_UP } from '../gear';
import { OPTIONS, optionsOf } from '../options';
import { type SecondsItem, secondsOf, TASK_CHECKS, TASKS, type Weapon } from '../schema';
import type { SecondsEncounter, SecondsFighter } from '../state';
import { weaponsHeld, weaponsInHand } from '../stats';
import { progressFor, ticksLeft } from '../turn/lane';
import { actionLabel, labelWithItem } from './card';

/** A command, as a dialog asks for its options. */
interface Asked {
  readonly act: SecondsContext;
  readonly viewer: Viewer;
}

const DIALOGS = optionDialogs<typeof OPTIONS, Asked>(OPTIONS, {
  for: () => TASKS.map((value) => ({ value, label: labelOfAction(value) })),
  check: ({ act: { command } }) =>
    severalOf(checksOf(command)).map((value) => ({ value, label: message(`Rolled.${value}`) })),
  out: ({ act: { fighter } }) => severalOf(weaponsInHand(fighter)).map(itemChoice),
  item: ({ act: { target } }) => severalOf(target ? weaponsHeld(target) : []).map(itemChoice),
  whom: ({ act: { encounter, fighter }, viewer: { hiddenFighters = [] } }) =>
    Object.values(encounter.fighters)
      .filter(({ id }) => id !== fighter.id && !hiddenFighters.includes(id))
      .map(({ id: value, name }) => ({ value, label: message('Option.fighter', { name }) })),
});

/** A single one is no choice. */
const severalOf = <T>(all: readonly T[]): readonly T[] => (all.length > 1 ? all : []);

const itemChoice = ({ id: value, name }: Weapon) => ({ value, label: message('Option.item', { name }) });

/** For help, the checks of the helped task. */
const checksOf = (command: Command): readonly string[] =>
  lookup<readonly string[]>(TASK_CHECKS, optionsOf(command).for ?? command.do) ?? [];

/** Returns the option fields of a command that the viewer may set. */
export function fieldsOf(encounter: SecondsEncounter, command: Command, viewer: Viewer): readonly OptionField[] {
  if (command.do === 'order') return orderFields(Object.keys(encounter.fighters).length);
  const found = COMMANDS.of(encounter).find(command);
  return found
    ? DIALOGS.fields(optionsAsked<Seconds>(found.action, found.act), viewer, { act: found.act, viewer })
    : [];
}

const orderFields = (last: number): readonly OptionField[] => [
  { ...DIALOGS.field('to'), gm: true, input: { kind: 'number', min: 1, max: last } },
];

/** The label names the item. */
export function lookOf(encounter: SecondsEncounter, command: Command): ButtonAppearance {
  const fighter = encounter.fighters[command.by];
  const action = COMMANDS.actionOf(command.do);
  if (!fighter || !action) return {};
  const { with: tool } = command;
  const icon = action.iconOf?.(fighter, command);
  const name = nameOf(action, command);
  return {
    id: tool === undefined ? name : `${name} ${tool}`,
    label: labelWithItem(actionLabel(command), fighter, tool),
    hint: hintOf(encounter, fighter, command, action),
    ...(icon && { icon }),
  };
}

/** Adds whether the action would only be begun, or continues. */
function hintOf(encounter: SecondsEncounter, fighter: SecondsFighter, command: Command, action: Action): Message {
  const hint = hintOfAction(nameOf(action, command));
  const { act } = COMMANDS.of(encounter).expect(command);
  if (!canSplit(action, act) || optionsOf(command).hurry || !isTurnOf(encounter, fighter)) return hint;
  const due = ticksDue(action, act);
  if (due === 0) return hint;
  const has = ticksLeft(fighter);
  const facts = { hint, seconds: secondsOf(due), left: secondsOf(Math.max(0, due - has)) };
  if (due > has && has > 0) return message('Hint.overflows', facts);
  return progressFor(fighter, command) ? message('Hint.goes-on', facts) : hint;
}

const GROUPS: readonly Group[] = ['attack', 'maneuver', 'move', 'other'];

export function groupsOf(scene: SheetContext<SecondsEncounter>): ActionGroup[] {
  const { fighter, button } = scene;
  const rows = Object.entries<Action>(ACTIONS).filter(([, { offered }]) => !offered);
  const buttonsOf = (isShown: (row: Action) => boolean) =>
    rows.flatMap(([id, row]) => (isShown(row) ? commandsOf(id, row, fighter) : [])).map((command) => button(command));
  const groups = GROUPS.map((group) =>
    groupOf(
      group,
      buttonsOf((row) => row.group === group && !row.reacts),
    ),
  );
  const reactions = buttonsOf(({ reacts }) => reacts === true);
  return [...groups, ...takeUpButtons(scene, TAKE_UP, canReach), groupOf('reaction', reactions)];
}

/** Those in a hurry come last. */
function commandsOf(id: string, { variants, ofItem, hurries }: Action, fighter: SecondsFighter): Command[] {
  const all = variants?.(fighter) ?? (ofItem ? [] : [{}]);
  return withHurry(
    all.map((variant): Command => ({ do: id, by: fighter.id, ...variant })),
    hurries,
  );
}

const withHurry = (commands: readonly Command[], hurries: true | undefined): Command[] => [
  ...commands,
  ...(hurries ? commands.map((command) => ({ ...command, options: { ...command.options, hurry: true } })) : []),
];

/** Returns the buttons of an item: first what belongs to it alone. */
export const itemButtons = (item: SecondsItem, by: string, button: MakeButton): readonly ActionButton[] =>
  ITEM_ROWS.flatMap(([id, { atItem, hurries }]) =>
    atItem?.(item) ? withHurry([{ do: id, by, with: item.id }], hurries) : [],
  ).map((command) => itemButton(button, command));

const ITEM_ROWS = Object.entries<Action>(ACTIONS).sort(
  ([, a], [, b]) => Number(b.ofItem === true) - Number(a.ofItem === true),
);

/** The label does not repeat the item. */
const itemButton = (button: MakeButton, command: Command): ActionButton =>
  button(command, { id: nameOf(COMMANDS.actionOf(command.do), command), label: actionLabel(command) });
