import type { Command } from '../../../encounter/command';
import type { ActionButton, Message, OptionField, Viewer } from '../../../encounter/view';
import { GM } from '../../../kernel/ask';
import { hintOfAction, labelOfAction, message } from '../../../toolkit/define/labels';
import { type OptionChoice, optionDialogs } from '../../../toolkit/define/options';
import type { ButtonAppearance, ButtonRules, MakeButton } from '../../../toolkit/views/buttons';
import type { SheetContext } from '../../../toolkit/views/sheet';
import type { Action, TempoContext } from '../action';
import { isAimed } from '../attack/effects';
import { COMMANDS, HAND } from '../commands';
import { isAble } from '../conditions';
import { OPTIONS } from '../options';
import { findListedAction, needsOf } from '../plan/ability';
import {
  abilityOf,
  choiceIn,
  choiceOf,
  commandFor,
  isSameChoice,
  PLAIN_IDS,
  plansFor,
  tagOf,
  usualTempo,
} from '../plan/choice';
import { entriesOf, isPlanned, isPresent, slotFor } from '../plan/plan';
import { TEMPOS } from '../schema';
import { type Choice, isOpen, type TempoEncounter, type TempoFighter } from '../state';
import { choiceLabel, namesById, plainMessage } from './card';
import { ODDS } from './odds';

const PLAIN_CHOICES = PLAIN_IDS.map((value) => ({ value, label: labelOfAction(value) }));

/** From the current number on: the count never goes back. */
const NUMBERS = TEMPOS.map((first) =>
  TEMPOS.slice(first).map((tempo) => ({ value: tempo, label: message('Track.tempo', { tempo }) })),
);

const DIALOGS = optionDialogs<typeof OPTIONS, TempoContext>(OPTIONS, {
  action: () => PLAIN_CHOICES,
  to: ({ encounter: { clock } }) => NUMBERS[Math.max(0, clock.tempo)] ?? [],
  slot: ({ encounter, fighter }) => slotChoices(encounter, fighter),
  spell: itemChoices,
  item: itemChoices,
});

/** Of the action, or of the one that an ability lists. */
function itemChoices(act: TempoContext): readonly OptionChoice[] {
  const row = findListedAction(act)?.action ?? COMMANDS.actionOf(act.command.do);
  const ids = row?.itemsFor?.(act.fighter).map(({ id }) => id) ?? [];
  return act.fighter.items
    .filter(({ id }) => ids.includes(id))
    .map(({ id, name }) => ({ value: id, label: plainMessage(name) }));
}

const slotChoices = (encounter: TempoEncounter, fighter: TempoFighter): readonly OptionChoice[] =>
  entriesOf(encounter, fighter)
    .filter(({ kind }) => kind === 'slot' || kind === 'added')
    .map(({ key, kind }, at) => ({
      value: kind === 'slot' ? Number(key) : key,
      label: message(`Field.slot.${kind}`, { slot: at + 1 }),
    }));

function fieldsOf(encounter: TempoEncounter, command: Command, viewer: Viewer): readonly OptionField[] {
  const { optionsOf, find } = COMMANDS.of(encounter);
  return DIALOGS.fields(optionsOf(command), viewer, find(command)?.act);
}

/** For example "Quick Attack · 3". */
function labelOf(fighter: TempoFighter, choice: Choice): Message {
  const tempo = usualTempo(fighter, choice);
  const action = choiceLabel(choice, namesById(fighter));
  return tempo === null ? action : message('Button.at', { action, tempo });
}

/** T-14, T-A1: a label for planning the choice, with the planned action whose slot it takes. */
function planLabel(encounter: TempoEncounter, fighter: TempoFighter, choice: Choice): Message {
  const action = labelOf(fighter, choice);
  const slot = tagOf(fighter, choice) === 'none' ? slotFor(encounter, fighter, choice) : null;
  if (slot?.state !== 'planned' || !slot.choice || isSameChoice(slot.choice, choice))
    return message('Button.plan', { action });
  return message('Button.plan-instead', { action, planned: choiceLabel(slot.choice, namesById(fighter)) });
}

function lookOf(encounter: TempoEncounter, command: Command): ButtonAppearance {
  const fighter = encounter.fighters[command.by];
  if (!fighter) return {};
  if (COMMANDS.actionOf(command.do)?.tempo !== undefined) return { label: labelOf(fighter, choiceOf(command)) };
  if (command.do !== 'plan') return {};
  return { label: planLabel(encounter, fighter, choiceIn(command)) };
}

export const BUTTONS: ButtonRules<TempoEncounter> = {
  manual: HAND,
  fieldsOf,
  odds: ODDS,
  look: lookOf,
  /** The thrown item may be chosen later, so a target is always added. */
  aim(encounter, command, [at]) {
    const found = COMMANDS.of(encounter).find(command);
    if (!found) return command;
    const listed = findListedAction(found.act)?.action;
    const mayTarget = listed ? listed.mayTarget : command.with === undefined && found.action.mayTarget;
    const ability = abilityOf(found.act.fighter, choiceOf(command));
    const isAimedToo = ability !== null && isAimed(ability);
    return mayTarget || isAimedToo || needsOf(found.action, found.act) === 'target' ? { ...command, at } : command;
  },
  needsOf: needsOfCommand,
};

function needsOfCommand(encounter: TempoEncounter, command: Command): Action['needs'] {
  const found = COMMANDS.of(encounter).find(command);
  return found ? needsOf(found.action, found.act) : undefined;
}

/** Returns the buttons that do the action now, plan it, or clear the plan: one for each way to plan it. */
export function choiceButtons(scene: SheetContext<TempoEncounter>, command: Command): ActionButton[] {
  const { encounter, fighter, button } = scene;
  const ways = encounter ? plansFor(fighter, choiceOf(command)) : [];
  const toPlan = ways.filter((choice) => encounter && isToPlan(encounter, fighter, choice));
  const plans = encounter ? toPlan.map((choice) => planButton({ ...scene, encounter }, command, choice)) : [];
  return plans.length > 0 && plans.length === ways.length
    ? plans
    : [button(command, { id: idOf(choiceOf(command)) }), ...plans];
}

const idOf = ({ action, item, spell }: Choice): string => [action, item, spell].filter(Boolean).join('-');

function planButton(
  { encounter, fighter, button }: SheetContext<TempoEncounter> & { readonly encounter: TempoEncounter },
  { do: action, by }: Command,
  choice: Choice,
): ActionButton {
  const id = idOf(choice);
  const isPlanned = plannedAs(encounter, fighter, choice).length > 0;
  return button(commandFor(by, 'plan', choice, isPlanned ? { off: true } : {}), {
    id,
    hint: hintOfAction(action),
    icon: COMMANDS.iconOf(action),
    label: isPlanned
      ? message('Button.planned', { action: labelOf(fighter, choice) })
      : planLabel(encounter, fighter, choice),
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
  // Skips numbers at which no fighter can act, if every NPC has a plan.
  const isKnown = Object.values(encounter.fighters).every(
    (fighter) =>
      fighter.player || !isAble(fighter) || !isPresent(encounter.clock, fighter) || isPlanned(encounter, fighter),
  );
  const passing = isKnown && { options: { empty: true } };
  const control = (id: string) => button({ do: id, by: GM, ...(id === 'count' && passing) });
  const again = control('npcs-again');
  return [
    ...clock.map(control),
    ...(turn ? [control('close-turn')] : []),
    ...(phase === 'planning' && again.whyNot.length === 0 ? [again] : []),
  ];
}
