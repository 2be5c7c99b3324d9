import type { Command } from '../../../encounter/command';
import type { ActionButton, Message, OptionField, Viewer } from '../../../encounter/view';
import { GM } from '../../../kernel/ask';
import { hintOfAction, labelOfAction, message } from '../../../toolkit/define/labels';
import { optionDialogs } from '../../../toolkit/define/options';
import type { ButtonAppearance, ButtonRules, MakeButton } from '../../../toolkit/views/buttons';
import type { SheetContext } from '../../../toolkit/views/sheet';
import type { Action } from '../action';
import { needsOf } from '../actions';
import { actionOf, COMMANDS, HAND } from '../commands';
import { isAble } from '../conditions';
import { useOf } from '../gear';
import { OPTIONS } from '../options';
import {
  abilityOf,
  choiceIn,
  choiceOf,
  commandFor,
  isAttackAction,
  isSameChoice,
  listedActionOf,
  tagOf,
  usualTempo,
} from '../plan/choice';
import { entriesOf, isOpen, isPlanned } from '../plan/plan';
import { isHeld, isSpell, isWeapon, PLAIN_IDS, TEMPOS, type TempoItem } from '../schema';
import type { Choice, TempoEncounter, TempoFighter } from '../state';
import { choiceLabel, namesById, plainMessage } from './card';
import { ODDS } from './odds';

type Key = keyof typeof OPTIONS;
const DIALOGS = optionDialogs(OPTIONS);

const ROLLS: readonly string[] = [
  ...['quick-attack', 'standard-attack', 'slow-attack', 'hide', 'skill-roll', 'ability', 'magic', 'inventory'],
];

function fieldsOf(encounter: TempoEncounter, command: Command, viewer: Viewer): readonly OptionField[] {
  const { do: id, by } = command;
  const fighter = encounter.fighters[by];
  // An ability has the options of the action it lists.
  const ability = fighter && id === 'ability' ? abilityOf(fighter, choiceOf(command)) : null;
  const actionId = (ability && listedActionOf(ability)) ?? id;
  const keysIf = (is: boolean, ...keys: Key[]): Key[] => (is ? keys : []);
  const keys = [
    ...keysIf(actionId === 'move', 'jump', 'stand'),
    ...keysIf((actionId === 'move' || actionId === 'walk') && !fighter?.place, 'spaces'),
    ...keysIf(actionId === 'hide', 'unseen'),
    ...keysIf(actionId === 'skill-roll', 'against'),
    ...keysIf(ROLLS.includes(actionId), 'lent'),
    ...keysIf(actionId === 'count', 'skip'),
    ...keysIf(actionId === 'force-exertion', 'points'),
  ];
  return [...DIALOGS.fields(keys, viewer), ...(fighter ? encounterFields(encounter, fighter, command, actionId) : [])];
}

const itemChoice = (key: Key, items: readonly TempoItem[]): readonly OptionField[] =>
  DIALOGS.choiceField(
    key,
    items.map(({ id, name }) => ({ value: id, label: plainMessage(name) })),
  );

const PLAIN_CHOICES = DIALOGS.choiceField(
  'action',
  PLAIN_IDS.map((value) => ({ value, label: labelOfAction(value) })),
);

/** From the current number on: the count never goes back. */
const NUMBER_FIELDS = TEMPOS.map((first) =>
  DIALOGS.choiceField(
    'to',
    TEMPOS.slice(first).map((tempo) => ({ value: tempo, label: message('Track.tempo', { tempo }) })),
  ),
);

/**
 * Choices depend on the encounter and the fighter.
 * @param actionId the action, or the one an ability lists
 */
function encounterFields(
  encounter: TempoEncounter,
  fighter: TempoFighter,
  command: Command,
  actionId: string,
): readonly OptionField[] {
  const { items } = fighter;
  switch (actionId) {
    case 'turn':
      return PLAIN_CHOICES;
    case 'exert-action':
    case 'exert-retime':
      return [
        ...(command.with === undefined ? PLAIN_CHOICES : []),
        ...(NUMBER_FIELDS[Math.max(0, encounter.clock.tempo)] ?? []),
        ...(actionId === 'exert-retime' && tagOf(fighter, choiceIn(command)) === 'none'
          ? slotFields(encounter, fighter)
          : []),
      ];
    case 'plan':
      return command.options?.off !== true && tagOf(fighter, choiceIn(command)) === 'none'
        ? slotFields(encounter, fighter)
        : [];
    case 'magic':
      return command.do === 'ability' ? itemChoice('spell', items.filter(isSpell)) : [];
    case 'inventory':
      return command.do === 'ability' || command.with === undefined
        ? itemChoice(
            'item',
            items.filter((item) => useOf(item) !== null),
          )
        : [];
    default:
      return command.do === 'ability' && isAttackAction(actionId)
        ? itemChoice('item', items.filter(isWeapon).filter(isHeld))
        : [];
  }
}

/** Cached, because every button has the same fields. */
const SLOT_FIELDS = new Map<string, readonly OptionField[]>();
function slotFields(encounter: TempoEncounter, fighter: TempoFighter): readonly OptionField[] {
  const entries = entriesOf(encounter, fighter).filter(({ kind }) => kind === 'slot' || kind === 'added');
  const keys = entries.map(({ key }) => key).join(' ');
  const known = SLOT_FIELDS.get(keys);
  if (known) return known;
  const slots = entries.map(({ key, kind }, at) => ({
    value: kind === 'slot' ? Number(key) : key,
    label: message(`Field.slot.${kind}`, { slot: at + 1 }),
  }));
  const fields = DIALOGS.choiceField('slot', slots);
  SLOT_FIELDS.set(keys, fields);
  return fields;
}

/** For example "Quick Attack · 3". */
function labelOf(fighter: TempoFighter, choice: Choice): Message {
  const tempo = usualTempo(fighter, choice);
  const action = choiceLabel(choice, namesById(fighter));
  return tempo === null ? action : message('Button.at', { action, tempo });
}

function lookOf({ fighters }: TempoEncounter, command: Command): ButtonAppearance {
  const fighter = fighters[command.by];
  if (!fighter) return {};
  if (actionOf(command.do)) return { label: labelOf(fighter, choiceOf(command)) };
  if (command.do !== 'plan') return {};
  return { label: message('Button.plan', { action: labelOf(fighter, choiceIn(command)) }) };
}

export const BUTTONS: ButtonRules<TempoEncounter> = {
  manual: HAND,
  fieldsOf,
  odds: ODDS,
  look: lookOf,
  /** The thrown item may be chosen later, so a target is always added. */
  aim(encounter, command, [at]) {
    const fighter = encounter.fighters[command.by];
    const ability = fighter && abilityOf(fighter, choiceOf(command));
    const actionId = (ability && listedActionOf(ability)) ?? command.do;
    const needs = needsOfCommand(encounter, command) ?? 'nothing';
    return needs === 'target' || (actionId === 'inventory' && command.with === ability?.id)
      ? { ...command, at }
      : command;
  },
  needsOf: needsOfCommand,
};

function needsOfCommand(encounter: TempoEncounter, command: Command): Action['needs'] {
  const found = COMMANDS.of(encounter).find(command);
  return found ? needsOf(found.action, found.act) : undefined;
}

/** Returns the button that does the action now, plans it, or clears the plan. */
export function choiceButton(
  { encounter, fighter, button }: SheetContext<TempoEncounter>,
  command: Command,
): ActionButton {
  const choice = choiceOf(command);
  const id = [choice.action, choice.item].filter(Boolean).join('-');
  if (!encounter || !isToPlan(encounter, fighter, choice)) return button(command, { id });
  const { do: action, by } = command;
  const isPlanned = plannedAs(encounter, fighter, choice).length > 0;
  return button(commandFor(by, 'plan', choice, isPlanned ? { off: true } : {}), {
    id,
    hint: hintOfAction(action),
    icon: COMMANDS.iconOf(action),
    label: message(isPlanned ? 'Button.planned' : 'Button.plan', { action: labelOf(fighter, choice) }),
  });
}

const plannedAs = (encounter: TempoEncounter, fighter: TempoFighter, choice: Choice) =>
  entriesOf(encounter, fighter).filter(
    (entry) => entry.state === 'planned' && entry.choice && isSameChoice(entry.choice, choice),
  );

function isToPlan(encounter: TempoEncounter, fighter: TempoFighter, choice: Choice): boolean {
  const { clock } = encounter;
  if (clock.phase === 'planning') return true;
  if (!isOpen(clock) || tagOf(fighter, choice) !== 'none') return false;
  if (clock.turn === fighter.id && !clock.acted && clock.action && isSameChoice(clock.action, choice)) return false;
  const planned = plannedAs(encounter, fighter, choice).flatMap(({ tempo }) => tempo ?? []);
  const tempos = planned.length > 0 ? planned : [usualTempo(fighter, choice) ?? -1];
  return Math.min(...tempos) > clock.tempo;
}

/** Returns the GM's clock buttons. */
export function controlsOf(encounter: TempoEncounter, button: MakeButton): ActionButton[] {
  const { phase, turn } = encounter.clock;
  const isNow = (id: string): boolean =>
    phase === 'idle' ? id === 'start' : id !== 'start' && (id === 'close') === (phase === 'scene-end');
  const clock = Object.keys(COMMANDS.clock).filter(isNow);
  // Skips empty numbers only if every NPC has a plan.
  const isKnown = Object.values(encounter.fighters).every(
    (fighter) => fighter.player || fighter.stats.object || !isAble(fighter) || isPlanned(encounter, fighter),
  );
  const passing = isKnown && { options: { skip: true } };
  const control = (id: string) => button({ do: id, by: GM, ...(id === 'count' && passing) });
  const again = control('npcs-again');
  return [
    ...clock.map(control),
    ...(turn ? [control('close-turn')] : []),
    ...(phase === 'planning' && again.whyNot.length === 0 ? [again] : []),
  ];
}
