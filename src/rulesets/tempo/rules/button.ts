import type { Command } from '../../../encounter/command';
import type { ActionButton, Viewer, Words } from '../../../encounter/view';
import { GM, type Reason } from '../../../kernel/ask';
import { message as words } from '../../../rulebook/labels';
import { actOf } from './act';
import { needsOf } from './actions';
import { type Choice, choiceIn, choiceOf, tagOf, usualTempo, written } from './choice';
import { actionOf, CLOCK, iconOf, whyNot } from './commands';
import { actionLabel, choiceLabel } from './labels';
import { ODDS } from './odds';
import { fieldsOf } from './options';
import { entriesOf, isOpen } from './plan';
import type { TempoClock, TempoEncounter, TempoFighter } from './stats';

/** What a button says where it is not simply the name of its action. */
interface Said {
  readonly id?: string;
  readonly label?: Words;
  readonly hint?: Words;
  /** How the odds are come by; else they stand there where they are at hand. */
  readonly odds?: typeof ODDS.reckoned;
}

/** The button of a command as it is. Where the viewer has targeted somebody it is aimed there. @param encounter null outside any */
export function buttonOf(
  encounter: TempoEncounter | null,
  fighter: TempoFighter,
  wanted: Command,
  viewer: Viewer,
  said: Said = {},
): ActionButton {
  const at = encounter ? viewer.targets.find((id) => id !== fighter.id && encounter.fighters[id]) : undefined;
  const isAction = actionOf(wanted.do) !== undefined;
  const here = encounter ?? nowhere(fighter);
  const needs = isAction ? needsOf(actOf(here, wanted, fighter)) : wanted.do === 'walk' ? 'path' : 'nothing';
  const command = needs === 'target' && at !== undefined ? { ...wanted, at } : wanted;
  const { id = wanted.do } = said;
  const reasons = encounter ? reasonsFor(needs, whyNot(encounter, command)) : [{ id: 'not-in-encounter' }];
  // What cannot be pressed has no odds, and they are not free.
  const odds = encounter && reasons.length === 0 ? (said.odds ?? ODDS.atHand)(encounter, viewer, command) : [];
  return {
    id,
    label: said.label ?? actionLabel(wanted),
    hint: said.hint ?? words(`Action.${wanted.do}.hint`),
    icon: iconOf(wanted.do),
    command,
    cost: [],
    whyNot: reasons,
    ...(odds.length > 0 && { odds }),
    needs,
    fields: fieldsOf(actOf(here, command, fighter), viewer),
  };
}

/** The way is drawn after the click; that there is none yet stands against nothing. */
const reasonsFor = (needs: ActionButton['needs'], reasons: readonly Reason[]): readonly Reason[] =>
  needs === 'path' ? reasons.filter(({ id }) => id !== 'no-path') : reasons;

const NO_CLOCK: TempoClock = {
  ...{ round: 0, scene: 0, phase: 'idle', tempo: -1, closed: false, turn: null, action: '', entry: '', acted: false },
  ...{ groups: '', justEnded: false, present: '' },
};

/** A fighter in no encounter still has actions, with what they need. */
const nowhere = (fighter: TempoFighter): TempoEncounter => ({
  ruleset: 'tempo',
  clock: NO_CLOCK,
  fighters: { [fighter.id]: fighter },
  ground: { grid: 'gridless', cell: 1 },
  settings: {},
});

/**
 * The one button an action has at a time: to do it, where its number is called or it is the running turn's; to plan it, while that is
 * still to come; to take the plan back, where it is planned.
 */
export function choiceButton(
  encounter: TempoEncounter | null,
  fighter: TempoFighter,
  command: Command,
  viewer: Viewer,
): ActionButton {
  const choice = choiceOf(command);
  const tempo = usualTempo(fighter, choice);
  const label = labelOf(fighter, choice, tempo);
  const id = written(choice).replace(' ', '-');
  if (!encounter || !isToPlan(encounter, fighter, choice))
    return buttonOf(encounter, fighter, command, viewer, { id, label });
  const { do: action, with: item, by } = command;
  const isPlanned = entriesOf(encounter, fighter).some(
    (entry) => entry.state === 'planned' && entry.choice && written(entry.choice) === written(choice),
  );
  const plan: Command = {
    ...{ do: 'plan', by },
    ...(item !== undefined && { with: item }),
    options: { action, ...(isPlanned && { off: true }) },
  };
  return {
    ...buttonOf(encounter, fighter, plan, viewer, {
      id,
      label: words(isPlanned ? 'Button.planned' : 'Button.plan', { action: label }),
      hint: words(`Action.${action}.hint`),
    }),
    icon: iconOf(action),
  };
}

/** Whether its moment is still ahead: it is planned rather than done. */
function isToPlan(encounter: TempoEncounter, fighter: TempoFighter, choice: Choice): boolean {
  const { clock } = encounter;
  if (clock.phase === 'planning') return true;
  if (!isOpen(clock) || tagOf(fighter, choice) !== 'none') return false;
  if (clock.turn === fighter.id && !clock.acted && clock.action === written(choice)) return false;
  const entries = entriesOf(encounter, fighter).filter(
    (entry) => entry.state === 'planned' && entry.choice && written(entry.choice) === written(choice),
  );
  const tempos = entries.length > 0 ? entries.map((entry) => entry.tempo!) : [usualTempo(fighter, choice) ?? -1];
  return Math.min(...tempos) > clock.tempo;
}

/** "Quick Attack · 3": an action with its number. */
function labelOf({ items }: TempoFighter, choice: Choice, tempo: number | null): Words {
  const names = Object.fromEntries(items.map(({ id, name }) => [id, name]));
  const action = choiceLabel(choice, names);
  return tempo === null ? action : words('Button.at', { action, tempo });
}

/** The button of just this command, while its options are being set. */
export function actionView(encounter: TempoEncounter, command: Command, viewer: Viewer): ActionButton {
  const fighter = encounter.fighters[command.by];
  if (command.by === GM || !fighter) return controlOf(encounter, command, viewer);
  if (actionOf(command.do))
    return buttonOf(encounter, fighter, command, viewer, { label: labelFor(fighter, command), odds: ODDS.reckoned });
  if (command.do !== 'plan') return buttonOf(encounter, fighter, command, viewer);
  const label = words('Button.plan', { action: labelFor(fighter, { ...command, do: choiceIn(command).action }) });
  return buttonOf(encounter, fighter, command, viewer, { label });
}

const labelFor = (fighter: TempoFighter, command: Command): Words =>
  labelOf(fighter, choiceOf(command), usualTempo(fighter, choiceOf(command)));

export function controlOf(encounter: TempoEncounter, command: Command, viewer: Viewer): ActionButton {
  return {
    id: command.do,
    label: actionLabel(command),
    hint: words(`Action.${command.do}.hint`),
    icon: `actions/${command.do}`,
    command,
    cost: [],
    whyNot: whyNot(encounter, command),
    needs: 'nothing',
    fields: command.do === 'count' ? fieldsOf({ fighter: NOBODY, command } as never, viewer) : [],
  };
}

const NOBODY = { items: [], place: null };

/** The game master's clock, and what else concerns all. */
export function controlsOf(encounter: TempoEncounter, viewer: Viewer): ActionButton[] {
  const { phase, turn } = encounter.clock;
  const clock = Object.keys(CLOCK).filter((id) => (id === 'close') === (phase === 'scene-end') || phase === 'idle');
  const control = (id: string) => controlOf(encounter, { do: id, by: GM }, viewer);
  const again = control('npcs-again');
  return [
    ...clock.map(control),
    ...(turn ? [control('close-turn')] : []),
    ...(phase === 'planning' && again.whyNot.length === 0 ? [again] : []),
  ];
}
