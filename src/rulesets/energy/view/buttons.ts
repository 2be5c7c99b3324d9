import type { Command } from '../../../encounter/command';
import type { FighterId } from '../../../encounter/state';
import type { OptionField } from '../../../encounter/view';
import { GM } from '../../../kernel/ask';
import { lookup } from '../../../kernel/lookup';
import { fighterIn } from '../../../toolkit/define/actions';
import { labelOfAction, labelOfActionWithItem, message } from '../../../toolkit/define/labels';
import { optionDialogs } from '../../../toolkit/define/options';
import type { ButtonAppearance, ButtonRules } from '../../../toolkit/views/buttons';
import { type Action, makeAffordable } from '../action';
import { ACTIONS } from '../actions';
import { FREE_ROLLS } from '../attack/checks';
import { bondHolderOf as boundTo } from '../attack/holds';
import { isSwift } from '../attack/strikes';
import { COMMANDS, HAND } from '../commands';
import { OPTIONS, optionsOf } from '../options';
import { RESTS } from '../rest';
import type { Weapon } from '../schema';
import type { EnergyEncounter, EnergyFighter } from '../state';
import { UNARMED } from '../stats';
import { ODDS } from './odds';

type Key = keyof typeof OPTIONS;
const DIALOGS = optionDialogs(OPTIONS);

const PLAIN_OPTIONS: Readonly<Record<string, readonly Key[]>> = {
  'short-rest': ['minutes'],
  'long-rest': ['hours'],
  'chance-roll': ['against'],
  damage: ['subdues', 'doublings', 'deathRoll', 'deathBonus'],
  ...Object.fromEntries(Object.keys(FREE_ROLLS).map((id): [string, Key[]] => [id, ['toBeat']])),
};

/** E-199, E-203: includes the length of a rest. */
function keysOf(encounter: EnergyEncounter, command: Command): readonly Key[] {
  const { do: id, by } = command;
  const action = COMMANDS.actionOf(id);
  const fighter = fighterIn(encounter, by);
  if (!action || !fighter) return lookup(PLAIN_OPTIONS, id) ?? [];
  const { category, needs, ofItem, hasGmPrice } = action;
  // A GM price is asked for separately; without Energy nothing can be swapped.
  const swap: Key[] = hasGmPrice || FREE.includes(id) ? [] : ['swap'];
  if (category === 'attack') {
    if (id === 'finish-off') return [...swap, 'deathRoll', 'deathBonus'];
    const nonLethalKeys: Key[] = NON_LETHAL_ATTACKS.includes(id)
      ? ['nonLethal', 'injuryFrom', 'doublings', 'deathRoll', 'deathBonus']
      : [];
    const moving: Key[] = id !== 'ranged-attack' && (isSwift(command) || id === 'trip') ? ['moving'] : [];
    const rangedKeys: Key[] = id === 'ranged-attack' ? ['aware', 'movement', 'metres'] : [];
    const modifierKeys: Key[] = [
      'attack',
      'defense',
      'behind',
      ...moving,
      ...rangedKeys,
      'pointBlank',
      'cover',
      'other',
    ];
    return [...swap, ...nonLethalKeys, 'enhance', 'single', ...modifierKeys];
  }
  if (id === 'challenge-initiative') return ['race'];
  if (id === 'spend-surge') return ['energy'];
  if (id === 'drop-item') return [];
  if (ofItem) return [...swap, 'energy', ...(id === 'pick-up-item' ? (['passing'] as const) : [])];
  return [...swap, ...(needs === 'path' && !fighter.place ? (['metres'] as const) : [])];
}

/** Actions a challenge may name beforehand (E-31): without item or path. */
const CHALLENGE_ACTIONS = Object.entries<Action>(ACTIONS).flatMap(([id, { ofItem, needs }]) =>
  ofItem || needs === 'path' || id === 'challenge-initiative' || id === 'wait'
    ? []
    : [{ value: id, label: labelOfAction(id) }],
);

/** Fields whose choices depend on the encounter. */
function encounterFields(encounter: EnergyEncounter, { do: id, by, at }: Command): readonly OptionField[] {
  const { fighters } = encounter;
  if (id === 'start') return DIALOGS.sideChoice('surprised', encounter);
  if (by === GM && at === undefined && id in RESTS) return DIALOGS.sideChoice('side', encounter);
  if (id === 'challenge-initiative') {
    const others = Object.values(fighters).filter((other) => other.id !== by);
    const names = others.map(({ id: value, name }) => ({ value, label: message('Option.named', { name }) }));
    return [...DIALOGS.choiceField('action', CHALLENGE_ACTIONS), ...DIALOGS.choiceField('on', names)];
  }
  if (at === undefined) return [];
  if (id === 'damage') return damageTypeFields(fighters[at]);
  if (id !== 'disarm') return [];
  const held = (fighters[at]?.items ?? []).filter((item) => item.type === 'energyWeapon' && item.equipped);
  return DIALOGS.choiceField(
    'item',
    held.map(({ id: value, name }) => ({ value, label: message('Option.named', { name }) })),
  );
}

/** The types of damage that make a difference to the fighter. */
function damageTypeFields(fighter: EnergyFighter | undefined): readonly OptionField[] {
  const { weaknesses = [], resistances = [] } = fighter?.stats ?? {};
  const types = [...new Set([...weaknesses, ...resistances])].sort();
  return DIALOGS.choiceField(
    'damageType',
    types.map((value) => ({ value, label: message('Option.named', { name: value }) })),
  );
}

/** For holds the first target bound to the fighter, for a challenge all. */
function aim({ fighters }: EnergyEncounter, command: Command, targets: readonly [FighterId, ...FighterId[]]): Command {
  const { do: id, by } = command;
  const [at, ...also] = targets;
  if (id === 'challenge-initiative' && also.length > 0)
    return { ...command, at, options: { ...command.options, also } };
  if (COMMANDS.actionOf(id)?.needs === 'target') return { ...command, at };
  if (id !== 'escape' && id !== 'release') return command;
  const conditions = fighters[by]?.conditions ?? [];
  const bound = targets.find((one) => conditions.some((condition) => boundTo(condition) === one));
  return bound === undefined ? command : { ...command, at: bound };
}

/** Actions that cost no Energy. */
const FREE: readonly string[] = ['agile-move', 'release', 'challenge-initiative', 'wait', 'withdraw'];
/** E-152: button names of Swift Attacks, by action. */
const SWIFT: Readonly<Partial<Record<string, string>>> = {
  'melee-attack': 'swift-attack',
  'unarmed-attack': 'swift-unarmed',
  trip: 'swift-trip',
  disarm: 'swift-disarm',
  restrain: 'swift-restrain',
  push: 'swift-push',
  'ranged-attack': 'swift-shot',
};

/** Button names with an icon of their own. */
const WITH_ICON: readonly string[] = ['shift-agility', ...Object.values(SWIFT).flatMap((name) => name ?? [])];

/** E-32: returns the Immediate Interrupts of a fighter. */
export const interruptsOf = (fighter: EnergyFighter): Command[] => [
  { do: 'agile-move', by: fighter.id },
  ...Object.keys(SWIFT).flatMap((id): Command[] => {
    const command: Command = { do: id, by: fighter.id, options: { swift: true } };
    return [command, ...alternativesTo(fighter, command)];
  }),
];

/** E-173: the maneuvers that a weapon in hand or the bare body can make. */
export const BY_ANY_MEANS: readonly string[] = ['trip', 'disarm'];

/** Returns the command with each weapon in hand that it does not use by default, and with bare hands. */
function alternativesTo({ items }: EnergyFighter, command: Command): Command[] {
  const { do: id } = command;
  const weapons = items.filter((item): item is Weapon => item.type === 'energyWeapon' && item.equipped);
  const melee = weapons.filter(({ ranged }) => !ranged);
  const missiles = [...weapons.filter(({ ranged }) => ranged), ...melee.filter(({ thrown }) => thrown)];
  const usable = id === 'ranged-attack' ? missiles : id === 'melee-attack' || BY_ANY_MEANS.includes(id) ? melee : [];
  const others = usable.slice(1).map((weapon) => weapon.id);
  const means = BY_ANY_MEANS.includes(id) && usable.length > 0 ? [...others, UNARMED] : others;
  return means.map((item) => ({ ...command, with: item }));
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

/** Swift Attacks and the Agility Shift have names of their own. */
function nameOf(command: Command): string {
  const { do: id } = command;
  const { agility, anyway, swift } = optionsOf(command);
  if (id === 'shift' && agility) return 'shift-agility';
  if (id === 'end' && anyway) return 'end-anyway';
  if (id === 'helpless' && command.options?.on === false) return 'able';
  return (swift && lookup(SWIFT, id)) || id;
}

export const BUTTONS: ButtonRules<EnergyEncounter> = {
  manual: HAND,
  aim,
  // E-156: the surprised are a side.
  fieldsOf: (encounter, command, viewer) => {
    const chosen = encounterFields(encounter, command).filter(({ gm }) => viewer.gm || !gm);
    const plainFields = DIALOGS.fields(keysOf(encounter, command), viewer);
    return chosen.length > 0 ? [...chosen, ...plainFields] : plainFields;
  },
  odds: ODDS,
  nameOf: (_, command) => nameOf(command),
  look(_, command) {
    const name = nameOf(command);
    return WITH_ICON.includes(name) ? { icon: `actions/${name}` } : {};
  },
  pathOptions: ['metres'],
  makeAffordable: (encounter, command) => makeAffordable(COMMANDS.of(encounter), command),
};

/** Attacks that may be non-lethal. */
const NON_LETHAL_ATTACKS: readonly string[] = ['melee-attack', 'unarmed-attack', 'single-strike', 'ranged-attack'];
