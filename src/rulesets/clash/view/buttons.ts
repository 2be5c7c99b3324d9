import type { Command } from '../../../encounter/command';
import type { FighterId } from '../../../encounter/state';
import type { ActionButton, ActionGroup } from '../../../encounter/view';
import { message } from '../../../toolkit/define/labels';
import { groupOf, type MakeButton } from '../../../toolkit/views/buttons';
import type { SheetScene } from '../../../toolkit/views/sheet';
import type { Action } from '../action';
import { ACTIONS, type ActionId } from '../actions';
import { COMMANDS } from '../commands';
import { abilityVerbs } from '../magic/abilities';
import { ACTION_KINDS } from '../schema';
import type { ClashEncounter, ClashFighter } from '../state';
import type { ClashItem } from '../stats';

/** The actions of a turn stand by what pays for them; what costs none of it by itself. */
const GROUPS: readonly Action['category'][] = ['attack', 'utility', 'movement', 'reaction', 'free'];

export const groupsOf = ({ fighter, button }: SheetScene<ClashEncounter>): ActionGroup[] =>
  GROUPS.flatMap((category) => {
    const rows = Object.entries<Action>(ACTIONS).filter(([, row]) => !row.ofItem && row.category === category);
    const plain = rows.flatMap(([id]) => commandsOf(id, fighter.id)).map((command) => button(command));
    const actions = [...plain.filter(isMeant), ...learned(fighter, category, button)];
    return actions.length > 0 ? [groupOf(category, actions)] : [];
  });

/** Reasons of buttons that have nothing to do with how the fighter stands, and would only be in the way. */
const IDLE_REASONS: readonly string[] = [
  ...['not-mounted', 'holds-nobody', 'not-concentrating', 'not-grappled', 'not-in-combat'],
];

/** Whether a button says anything to this fighter now; matter is dissolved by who has made some. */
const isMeant = ({ command, whyNot: reasons }: ActionButton): boolean =>
  !reasons.some(({ id }) => IDLE_REASONS.includes(id) || (id === 'nothing-ethereal' && command.at === undefined));

/** Skills, spells and what can be used up stand by what pays for them, under their own names. */
const learned = (
  { id: by, items }: ClashFighter,
  category: Action['category'],
  button: MakeButton,
): readonly ActionButton[] =>
  items
    .filter(({ type }) => type === 'clashSpell' || type === 'clashSkill' || type === 'clashGear')
    .flatMap((item) =>
      actionsWith(item)
        .filter((id) => ACTIONS[id].category === category)
        .map((id) =>
          button(
            { do: id, by, with: item.id },
            { id: `${id} ${item.id}`, label: message('Card.named', { name: item.name }) },
          ),
        ),
    );

/** The ways one action is offered. */
function commandsOf(id: string, by: FighterId): Command[] {
  if (id === 'forfeit') return ACTION_KINDS.map((kind) => ({ do: id, by, options: { kind } }));
  if (id !== 'mount-extra-action') return [{ do: id, by }];
  return [
    { do: id, by },
    { do: id, by, options: { as: 'utility' } },
  ];
}

/** What may be done with an item, as it is held. */
export function actionsWith(item: ClashItem): readonly ActionId[] {
  switch (item.type) {
    case 'clashWeapon':
      return [item.ranged ? 'attack-basic-ranged' : 'attack-basic-melee', 'utility-weapon-swap'];
    case 'clashShield':
      return ['utility-weapon-swap'];
    case 'clashSpell':
    case 'clashSkill':
      return abilityVerbs(item);
    case 'clashGear':
      return item.usable ? ['attack-item', 'utility-item'] : [];
    case 'clashArmor':
      return [];
  }
}

/** The command at those the viewer has targeted, where it is aimed at somebody: a spell at as many as it says, all else at one. */
export function aim(
  encounter: ClashEncounter,
  command: Command,
  [at, ...others]: readonly [FighterId, ...FighterId[]],
): Command {
  const action = COMMANDS.actionOf(command.do);
  const isAimed = action?.needs === 'target' || action?.ofItem || command.do === 'sneak' || isBlow(command);
  if (!isAimed || command.at !== undefined) return command;
  const also = others.slice(0, mostOf(encounter, command) - 1);
  if (also.length === 0) return { ...command, at };
  return { ...command, at, options: { ...command.options, also } };
}

function mostOf(encounter: ClashEncounter, { by, with: id }: Command): number {
  const item = encounter.fighters[by]?.items.find((each) => each.id === id);
  return item?.type === 'clashSpell' ? item.targets : 1;
}

const isBlow = ({ do: id, options }: Command): boolean => id === 'mount-extra-action' && options?.as !== 'utility';
