import type { Command } from '../../../encounter/command';
import type { ActionButton, ActionGroup, Message } from '../../../encounter/view';
import { hintOfAction, message } from '../../../toolkit/define/labels';
import { type ButtonAppearance, groupOf } from '../../../toolkit/views/buttons';
import { takeUpButtons } from '../../../toolkit/views/floor';
import type { SheetContext } from '../../../toolkit/views/sheet';
import { type Action, type Group, nameOf, ticksDue } from '../action';
import { ACTIONS, type ActionId } from '../actions';
import { canReach } from '../attack/harm';
import { toolsIn } from '../attack/maneuvers';
import { UNARMED } from '../attack/strikes';
import { isTurnOf } from '../clock';
import { COMMANDS } from '../commands';
import { TAKE_UP } from '../gear';
import { optionsOf } from '../options';
import { isWeapon, type SecondsItem, secondsOf } from '../schema';
import type { SecondsEncounter, SecondsFighter } from '../state';
import { weaponsInHand } from '../stats';
import { planOf } from '../turn/hold';
import { progressFor, ticksLeft } from '../turn/lane';
import { actionLabel, labelWithItem } from './card';

/** For icons without labels. */
function iconOf({ items }: SecondsFighter, command: Command): string | null {
  const { do: id, with: tool } = command;
  if (id !== 'attack') return null;
  if (optionsOf(command).hurry) return 'actions/swift-attack';
  if (tool === UNARMED) return 'actions/unarmed-attack';
  const weapon = items.filter(isWeapon).find((item) => item.id === tool);
  return weapon?.kind === 'ranged' ? 'actions/ranged-attack' : null;
}

/** The label names the item. */
export function lookOf(encounter: SecondsEncounter, command: Command): ButtonAppearance {
  const fighter = encounter.fighters[command.by];
  const action = COMMANDS.actionOf(command.do);
  if (!fighter || !action) return {};
  const { with: tool } = command;
  const icon = iconOf(fighter, command);
  const name = nameOf(command);
  return {
    id: tool === undefined ? name : `${name} ${tool}`,
    label: labelWithItem(actionLabel(command), fighter, tool),
    hint: hintOf(encounter, fighter, command, action),
    ...(icon && { icon }),
  };
}

/** Adds whether the action would only be begun, or continues. */
function hintOf(encounter: SecondsEncounter, fighter: SecondsFighter, command: Command, action: Action): Message {
  const hint = hintOfAction(nameOf(command));
  if (!action.splits || optionsOf(command).hurry || !isTurnOf(encounter, fighter)) return hint;
  const due = ticksDue(action, COMMANDS.of(encounter).expect(command).act);
  if (due === 0) return hint;
  const has = ticksLeft(fighter);
  const facts = { hint, seconds: secondsOf(due), left: secondsOf(Math.max(0, due - has)) };
  if (due > has && has > 0) return message('Hint.overflows', facts);
  return progressFor(fighter, command) ? message('Hint.goes-on', facts) : hint;
}

/** Returns true if a plan needs the fighter that sets it off. */
export const needsCause = (fighter: SecondsFighter): boolean => {
  const plan = planOf(fighter);
  return plan.length === 0 || plan.some(({ do: id, at }) => !at && COMMANDS.actionOf(id)?.needs === 'target');
};

/** They take a target without needing one. */
export const AIMED: readonly string[] = ['use-item', 'hold'];

const GROUPS: readonly Group[] = ['attack', 'maneuver', 'move', 'other'];

export function groupsOf(scene: SheetContext<SecondsEncounter>): ActionGroup[] {
  const { fighter, button } = scene;
  const rows = Object.entries<Action>(ACTIONS).filter(([, { ofItem, reacts }]) => !ofItem && !reacts);
  const groups = GROUPS.map((group) => {
    const own = rows.flatMap(([id, row]) => (row.group === group ? commandsOf(id, fighter) : []));
    const commands = group === 'attack' ? [...own, ...spellsOf(fighter)] : own;
    return groupOf(
      group,
      commands.map((command) => button(command)),
    );
  });
  const reactions = REACTION_BUTTONS.map((id) => button({ do: id, by: fighter.id }));
  return [...groups, ...takeUpButtons(scene, TAKE_UP, canReach), groupOf('reaction', reactions)];
}

/** Catching is only offered. */
const REACTION_BUTTONS: readonly ActionId[] = ['opportunity-attack', 'held-action'];

const toolsOf = (fighter: SecondsFighter): string[] => [...weaponsInHand(fighter).map(({ id }) => id), UNARMED];

/** One attack for each weapon and for bare hands, one Restrain for each tool. */
function commandsOf(id: string, fighter: SecondsFighter): Command[] {
  const command: Command = { do: id, by: fighter.id };
  if (id === 'attack')
    return [
      ...toolsOf(fighter).map((tool) => ({ ...command, with: tool })),
      ...toolsOf(fighter).map((tool) => ({ ...command, with: tool, options: { hurry: true } })),
    ];
  if (id === 'restrain') {
    const tools = toolsIn(fighter);
    return tools.length > 0 ? tools.map((tool) => ({ ...command, with: tool.id })) : [command];
  }
  return id === 'pin' ? [{ ...command, options: { found: true } }] : [command];
}

const spellsOf = ({ id, items }: SecondsFighter): Command[] =>
  items.flatMap((item) => (item.type === 'secondsSpell' ? [{ do: 'cast-spell', by: id, with: item.id }] : []));

/** Returns the commands of an item. */
export function commandsWith(item: SecondsItem, by: string): Command[] {
  const command = (id: ActionId): Command => ({ do: id, by, with: item.id });
  if (item.type === 'secondsSpell') return [command('cast-spell')];
  if (item.type === 'secondsGear') return [command('use-item'), ...(item.restrains ? [command('restrain')] : [])];
  if (!item.equipped) return [command('change-equipment')];
  return [command('attack'), { ...command('attack'), options: { hurry: true } }, command('pin')];
}

/** The label does not repeat the item. */
export const itemButton = (
  make: (command: Command, look: ButtonAppearance) => ActionButton,
  command: Command,
): ActionButton => make(command, { id: nameOf(command), label: actionLabel(command) });
