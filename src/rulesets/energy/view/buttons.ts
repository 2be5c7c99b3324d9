import type { Command } from '../../../encounter/command';
import { GM } from '../../../kernel/ask';
import { labelOfAction, labelOfActionWithItem, message } from '../../../toolkit/define/labels';
import { type OptionChoice, optionDialogs } from '../../../toolkit/define/options';
import type { ButtonAppearance, ButtonRules } from '../../../toolkit/views/buttons';
import { type Action, makeAffordable, swapsLeft } from '../action';
import { ACTIONS } from '../actions';
import { COMMANDS, HAND } from '../commands';
import { OPTIONS, optionsOf } from '../options';
import type { EnergyEncounter, EnergyFighter } from '../state';
import { UNARMED } from '../stats';
import { ODDS } from './odds';

/** What fields depend on. */
interface Asked {
  readonly encounter: EnergyEncounter;
  readonly command: Command;
}

const named = (each: readonly { readonly id: string; readonly name: string }[]): readonly OptionChoice[] =>
  each.map(({ id: value, name }) => ({ value, label: message('Option.named', { name }) }));

const targetOf = ({ encounter: { fighters }, command: { at } }: Asked): EnergyFighter | undefined =>
  at === undefined ? undefined : fighters[at];

const DIALOGS = optionDialogs<typeof OPTIONS, Asked>(OPTIONS, {
  // E-18: an amount only where an ability allows several.
  swap({ encounter: { fighters }, command: { by } }) {
    const fighter = fighters[by];
    const most = fighter ? swapsLeft(fighter) : 0;
    if (most <= 1) return null;
    return Array.from({ length: most }, (_, at) => ({
      value: at + 1,
      label: message('Option.named', { name: String(at + 1) }),
    }));
  },
  // E-156: the surprised are a side.
  surprised: ({ encounter }) => sidesOf(encounter),
  side: ({ encounter, command: { by, at } }) => (by === GM && at === undefined ? sidesOf(encounter) : []),
  /** Actions that a challenge may name beforehand (E-31): without item or path. */
  action: () =>
    Object.entries<Action>(ACTIONS).flatMap(([id, { ofItem, needs, toWinner }]) =>
      ofItem || needs === 'path' || toWinner === 'never' ? [] : [{ value: id, label: labelOfAction(id) }],
    ),
  on: ({ encounter: { fighters }, command: { by } }) => named(Object.values(fighters).filter(({ id }) => id !== by)),
  item: (asked) =>
    named((targetOf(asked)?.items ?? []).filter((item) => item.type === 'energyWeapon' && item.equipped)),
  /** Those that make a difference to the fighter. */
  damageType(asked) {
    const { weaknesses = [], resistances = [] } = targetOf(asked)?.stats ?? {};
    const types = [...new Set([...weaknesses, ...resistances])].sort();
    return named(types.map((id) => ({ id, name: id })));
  },
});

const sidesOf = ({ fighters }: EnergyEncounter): readonly OptionChoice[] =>
  [...new Set(Object.values(fighters).map(({ side }) => side))].map((value) => ({
    value,
    label: message(`Side.${value}`),
  }));

/** E-32: returns the Immediate Interrupts of a fighter. */
export function interruptsOf(fighter: EnergyFighter): Command[] {
  const rows = Object.entries<Action>(ACTIONS);
  const { id: by } = fighter;
  const shown = rows.filter(([, { group, isShown }]) => group === 'interrupt' && (isShown?.(fighter) ?? true));
  return [
    // What is possible only now comes first.
    ...shown.filter(([, { isShown }]) => isShown).map(([id]) => ({ do: id, by })),
    ...shown.filter(([, { isShown }]) => !isShown).map(([id]) => ({ do: id, by })),
    ...rows.flatMap(([id, { variants, wields, orUnarmed }]): Command[] => {
      if (!variants?.swift) return [];
      const command: Command = { do: id, by, options: { swift: true } };
      const [first, ...others] = wields?.(fighter) ?? [];
      const items = [...others.map((weapon) => weapon.id), ...(first && orUnarmed ? [UNARMED] : [])];
      return [command, ...items.map((item) => ({ ...command, with: item }))];
    }),
  ];
}

/** Returns the appearance of a button that names a weapon of its fighter, or bare hands. */
export function lookWithItem({ items }: EnergyFighter, command: Command): ButtonAppearance {
  const { with: item } = command;
  if (item === undefined) return {};
  const name = nameOf(command);
  const id = `${name}-${item}`;
  const labelWith = (itemName: Parameters<typeof labelOfActionWithItem>[1]) =>
    labelOfActionWithItem(labelOfAction(name), itemName);
  // A weapon's own image marks its button.
  if (item === UNARMED) return { id, label: labelWith(message('Card.bare-hands')), icon: `actions/${id}` };
  return { id, label: labelWith(items.find((each) => each.id === item)?.name) };
}

/** Returns the text key of the button if its options give it one, as for Swift Attacks. */
function variantOf(command: Command): string | undefined {
  const { agility, swift } = optionsOf(command);
  const variants = COMMANDS.actionOf(command.do)?.variants;
  return (agility && variants?.agility) || (swift && variants?.swift) || undefined;
}

function nameOf(command: Command): string {
  const { do: id, options } = command;
  if (id === 'end' && optionsOf(command).anyway) return 'end-anyway';
  if (id === 'helpless' && options?.on === false) return 'able';
  return variantOf(command) ?? id;
}

export const BUTTONS: ButtonRules<EnergyEncounter> = {
  manual: HAND,
  aim(encounter, command, targets) {
    const action = COMMANDS.actionOf(command.do);
    if (action?.aim) return action.aim(encounter, command, targets);
    return action?.needs === 'target' ? { ...command, at: targets[0] } : command;
  },
  fieldsOf: (encounter, command, viewer) =>
    DIALOGS.fields(COMMANDS.of(encounter).optionsOf(command), viewer, { encounter, command }),
  odds: ODDS,
  nameOf: (_, command) => nameOf(command),
  look(_, command) {
    const variant = variantOf(command);
    return variant ? { icon: `actions/${variant}` } : {};
  },
  pathOptions: ['metres'],
  makeAffordable: (encounter, command) => makeAffordable(COMMANDS.of(encounter), command),
};
