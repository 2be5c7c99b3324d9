import type { Command } from '../../../encounter/command';
import type { FighterId } from '../../../encounter/state';
import type { ActionButton, ActionGroup } from '../../../encounter/view';
import { labelOfAction, labelOfActionWithItem, message } from '../../../toolkit/define/labels';
import { type ButtonAppearance, groupOf, type MakeButton } from '../../../toolkit/views/buttons';
import type { SheetContext } from '../../../toolkit/views/sheet';
import type { Action } from '../action';
import { ACTIONS, type ActionId } from '../actions';
import { COMMANDS } from '../commands';
import { instancesOf, mountOf } from '../conditions';
import { abilityVerbs } from '../magic/abilities';
import { skillsOfMount } from '../movement/mount';
import { ACTION_KINDS } from '../schema';
import type { ClashEncounter, ClashFighter } from '../state';
import { type ClashItem, isFocus } from '../stats';

const GROUPS: readonly Action['category'][] = ['attack', 'utility', 'movement', 'reaction', 'free'];

export const groupsOf = ({ encounter, fighter, button }: SheetContext<ClashEncounter>): ActionGroup[] =>
  GROUPS.flatMap((category) => {
    const rows = Object.entries<Action>(ACTIONS).filter(([, row]) => !row.ofItem && row.category === category);
    const mount = encounter && mountOf(encounter, fighter);
    const commands = rows.flatMap(([id]) => commandsOf(id, fighter, mount));
    const plain = commands.map((command) => button(command, appearanceOf(command, fighter, mount)));
    const actions = [...plain.filter(isRelevant), ...itemButtons(fighter, category, button)];
    return actions.length > 0 ? [groupOf(category, actions)] : [];
  });

/** Reasons that make a button irrelevant. */
const IDLE_REASONS: readonly string[] = [
  ...['not-mounted', 'not-holding', 'not-concentrating', 'not-grappled', 'not-in-combat'],
];

/** Dissolving needs ethereal matter. */
const isRelevant = ({ command, whyNot: reasons }: ActionButton): boolean =>
  !reasons.some(({ id }) => IDLE_REASONS.includes(id) || (id === 'nothing-ethereal' && command.at === undefined));

const itemButtons = (
  { id: by, items }: ClashFighter,
  category: Action['category'],
  button: MakeButton,
): readonly ActionButton[] =>
  items
    .filter(({ type }) => type === 'clashSpell' || type === 'clashSkill' || type === 'clashGear')
    .flatMap((item) =>
      actionsWith(item)
        .filter((id) => id !== 'utility-weapon-swap' && ACTIONS[id].category === category)
        .map((id) =>
          button(
            { do: id, by, with: item.id },
            { id: `${id} ${item.id}`, label: message('Card.named', { name: item.name }) },
          ),
        ),
    );

/** Names the spell that a button ends, or the skill of the mount. */
function appearanceOf(
  { do: id, with: itemId }: Command,
  fighter: ClashFighter,
  mount: ClashFighter | null,
): ButtonAppearance | undefined {
  if (itemId === undefined) return undefined;
  const held = instancesOf(fighter, 'concentrating').find(({ data }) => data?.spell === itemId);
  const skill = mount?.items.find((item) => item.id === itemId);
  const name = id === 'mount-extra-skill' ? skill?.name : held?.data?.name;
  return { id: `${id} ${itemId}`, label: labelOfActionWithItem(labelOfAction(id), String(name ?? '')) };
}

function commandsOf(id: string, fighter: ClashFighter, mount: ClashFighter | null): Command[] {
  const by = fighter.id;
  if (id === 'end-concentration') {
    const held = instancesOf(fighter, 'concentrating');
    // C-98: each of several spells has a button.
    if (held.length > 1) return held.map(({ data }) => ({ do: id, by, with: String(data?.spell ?? '') }));
  }
  if (id === 'forfeit') return ACTION_KINDS.map((kind) => ({ do: id, by, options: { kind } }));
  if (id === 'mount-extra-skill')
    return mount ? skillsOfMount(mount).map((skill) => ({ do: id, by, with: skill.id })) : [];
  if (id !== 'mount-extra-action') return [{ do: id, by }];
  return [
    { do: id, by },
    { do: id, by, options: { as: 'utility' } },
  ];
}

/** Returns the actions of an item. */
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
      return [
        ...(item.usable ? (['attack-item', 'utility-item'] as const) : []),
        ...(isFocus(item) ? (['utility-weapon-swap'] as const) : []),
      ];
    case 'clashArmor':
      return [];
  }
}

/** Adds the viewer's targets, as many as the command allows. */
export function withTargets(
  encounter: ClashEncounter,
  command: Command,
  [at, ...others]: readonly [FighterId, ...FighterId[]],
): Command {
  const action = COMMANDS.actionOf(command.do);
  const takesTarget = action?.needs === 'target' || action?.ofItem || command.do === 'sneak' || isMountStrike(command);
  if (!takesTarget || command.at !== undefined) return command;
  const also = others.slice(0, maxTargets(encounter, command) - 1);
  if (also.length === 0) return { ...command, at };
  return { ...command, at, options: { ...command.options, also } };
}

function maxTargets(encounter: ClashEncounter, { by, with: id }: Command): number {
  const item = encounter.fighters[by]?.items.find((each) => each.id === id);
  return item?.type === 'clashSpell' ? item.targets : 1;
}

const isMountStrike = ({ do: id, options }: Command): boolean =>
  id === 'mount-extra-skill' || (id === 'mount-extra-action' && options?.as !== 'utility');
