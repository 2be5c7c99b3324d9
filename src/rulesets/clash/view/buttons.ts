import type { Command } from '../../../encounter/command';
import type { FighterId } from '../../../encounter/state';
import type { ActionButton, ActionGroup, OptionField, Viewer } from '../../../encounter/view';
import { optionsAsked } from '../../../toolkit/act/actions';
import { labelOfAction, labelOfActionWithItem, message } from '../../../toolkit/define/labels';
import { type OptionChoice, optionDialogs } from '../../../toolkit/define/options';
import { type ButtonAppearance, groupOf, type MakeButton } from '../../../toolkit/views/buttons';
import type { SheetContext } from '../../../toolkit/views/sheet';
import type { Action, Clash, ClashContext } from '../action';
import { ACTIONS, type ActionId } from '../actions';
import { COMMANDS } from '../commands';
import { mountOf } from '../conditions';
import { OPTIONS } from '../options';
import type { ClashEncounter, ClashFighter } from '../state';
import { type ClashItem, UNARMED } from '../stats';

const ROWS: Readonly<Record<ActionId, Action>> = ACTIONS;
const GROUPS: readonly Action['category'][] = ['attack', 'utility', 'movement', 'reaction', 'free'];

export const groupsOf = ({ encounter, fighter, button }: SheetContext<ClashEncounter>): ActionGroup[] =>
  GROUPS.flatMap((category) => {
    const rows = Object.entries(ROWS).filter(([, row]) => !row.ofItem && row.category === category);
    const mount = encounter && mountOf(encounter, fighter);
    const plain = rows.flatMap(([id, { buttons }]) =>
      (buttons?.(fighter, mount) ?? ONE_BUTTON).map(({ name, ...added }) =>
        button({ do: id, by: fighter.id, ...added }, namedAfter(id, added.with, name)),
      ),
    );
    const actions = [...plain.filter(isRelevant), ...itemButtons(fighter, category, button)];
    return actions.length > 0 ? [groupOf(category, actions)] : [];
  });

const ONE_BUTTON: ReturnType<NonNullable<Action['buttons']>> = [{}];

/** Reasons that make a button irrelevant. */
const IDLE_REASONS: readonly string[] = [
  ...['not-mounted', 'not-holding', 'not-concentrating', 'not-grappled', 'not-in-combat'],
];

/** Dissolving needs ethereal matter. */
const isRelevant = ({ command, whyNot: reasons }: ActionButton): boolean =>
  !reasons.some(({ id }) => IDLE_REASONS.includes(id) || (id === 'nothing-ethereal' && command.at === undefined));

const itemButtons = (
  fighter: ClashFighter,
  category: Action['category'],
  button: MakeButton,
): readonly ActionButton[] =>
  fighter.items
    .filter(({ type }) => type === 'clashSpell' || type === 'clashSkill' || type === 'clashGear')
    .flatMap((item) =>
      actionsWith(item, fighter)
        .filter((id) => !ROWS[id].handles && ROWS[id].category === category)
        .map((id) =>
          button(
            { do: id, by: fighter.id, with: item.id },
            { id: `${id} ${item.id}`, label: message('Card.named', { name: item.name }) },
          ),
        ),
    );

const namedAfter = (id: string, itemId: string | undefined, name = ''): ButtonAppearance | undefined =>
  itemId === undefined
    ? undefined
    : {
        id: `${id} ${itemId}`,
        label: labelOfActionWithItem(labelOfAction(id), itemId === UNARMED ? message('Card.bare-hands') : name),
        ...(itemId === UNARMED && { icon: 'actions/unarmed-attack' }),
      };

/** Returns the actions of an item. */
export const actionsWith = ({ id }: ClashItem, fighter: ClashFighter): readonly ActionId[] =>
  ACTION_IDS.filter((action) => ROWS[action].itemsFor?.(fighter).some((item) => item.id === id));
const ACTION_IDS = Object.keys(ROWS) as ActionId[];

/** Adds the viewer's targets, as many as the command allows. */
export function withTargets(
  encounter: ClashEncounter,
  command: Command,
  [at, ...others]: readonly [FighterId, ...FighterId[]],
): Command {
  const found = COMMANDS.of(encounter).find(command);
  const most = found ? mostTargets(found.action, found.act) : 0;
  if (most === 0 || command.at !== undefined) return command;
  const also = others.slice(0, most - 1);
  if (also.length === 0) return { ...command, at };
  return { ...command, at, options: { ...command.options, also } };
}

const mostTargets = ({ needs, mayTarget, mostTargets: most }: Action, act: ClashContext): number =>
  most?.(act) ?? (needs === 'target' || mayTarget ? 1 : 0);

const DIALOGS = optionDialogs<typeof OPTIONS, ClashContext>(OPTIONS, {
  weapon: ({ fighter }) => weaponChoices(fighter),
});

/** Empty without a choice: a strike uses a melee weapon unless a ranged one is named. */
function weaponChoices({ items }: ClashFighter): readonly OptionChoice[] {
  const inHand = items.filter((item) => item.type === 'clashWeapon' && item.equipped);
  const isChoice = inHand.length > 1 || inHand.some((item) => item.type === 'clashWeapon' && item.ranged);
  return isChoice ? inHand.map(({ id: value, name }) => ({ value, label: message('Card.named', { name }) })) : [];
}

/** Returns the options of a command that the viewer may set. */
export function fieldsOf(encounter: ClashEncounter, command: Command, viewer: Viewer): readonly OptionField[] {
  const { optionsOf, find } = COMMANDS.of(encounter);
  return DIALOGS.fields(optionsOf(command), viewer, find(command)?.act);
}

/** Off the map, a jump asks how far it goes. */
export function needsOf(encounter: ClashEncounter, command: Command): 'nothing' | undefined {
  const found = COMMANDS.of(encounter).find(command);
  const isAsked =
    found && !found.act.fighter.place && optionsAsked<Clash>(found.action, found.act).includes('distance');
  return isAsked ? 'nothing' : undefined;
}
