import type { Command } from '../../../encounter/command';
import type { MoveOption } from '../../../encounter/ruleset';
import type { FighterId, Place } from '../../../encounter/state';
import type { Lane, LaneSpan, Message, Preview } from '../../../encounter/view';
import { labelOfAction, message } from '../../../toolkit/define/labels';
import { canSplit, ticksDue } from '../action';
import { ACTIONS } from '../actions';
import { isIdle, isTurnOf } from '../clock';
import { COMMANDS } from '../commands';
import { stridesOf, truncateRoute } from '../movement/strides';
import { optionsOf } from '../options';
import { secondsOf } from '../schema';
import type { SecondsEncounter, SecondsFighter } from '../state';
import { planOf } from '../turn/hold';
import { progressOf, spansOf, ticksLeft } from '../turn/lane';
import { actionLabel, labelWithItem } from './card';

/** Includes what earlier turns paid for an unfinished action. */
export function laneOf(encounter: SecondsEncounter, fighter: SecondsFighter): Lane {
  const { max } = fighter.pools.seconds;
  const isNow = isTurnOf(encounter, fighter);
  const spans = spansOf(fighter);
  const progress = progressOf(fighter);
  const paidNow = spans
    .filter(({ open, action }) => open && action === progress?.action)
    .reduce((sum, { ticks }) => sum + ticks, 0);
  const carried =
    progress && progress.ticks > paidNow ? [spanOf(progress.action, progress.ticks - paidNow, 'carried')] : [];
  return {
    length: secondsOf(max),
    active: isNow,
    carried,
    spans: spans.map(({ action, ticks, open }) => spanOf(action, ticks, open ? 'begun' : 'done')),
    left: isNow ? secondsOf(fighter.pools.seconds.value) : 0,
    flag: flagOf(fighter),
  };
}

function spanOf(action: string, ticks: number, state: LaneSpan['state']): LaneSpan {
  const length = secondsOf(ticks);
  const label = message(`Lane.${state}`, { action: labelOfAction(action), seconds: length });
  return { id: action, label, length, state };
}

/** S-20. */
function flagOf(fighter: SecondsFighter): Message | null {
  const { held } = fighter.state;
  const [first, ...others] = planOf(fighter).map((each) => labelWithItem(actionLabel(each), fighter, each.with));
  if (typeof held !== 'string' || !first) return null;
  const plan = others.reduce((before, next) => message('Lane.then', { before, next }), first);
  return message('Lane.held', { plan, trigger: held });
}

/** Returns undefined if it takes no time. */
export function previewOf(encounter: SecondsEncounter, command: Command): Preview | undefined {
  const found = isTurnOf(encounter, { id: command.by }) ? COMMANDS.of(encounter).find(command) : null;
  if (!found || found.action.reacts) return undefined;
  const { fighter } = found.act;
  const due = ticksDue(found.action, found.act);
  if (due === 0) return undefined;
  const action = labelWithItem(actionLabel(command), fighter, command.with);
  const { hurry } = optionsOf(command);
  const now = Math.min(due, ticksLeft(fighter));
  const length = secondsOf(now);
  if (now === due || hurry || !canSplit(found.action, found.act))
    return { label: message('Lane.done', { action, seconds: secondsOf(hurry ? now : due) }), length, fit: 'fits' };
  const facts = { action, seconds: length, later: secondsOf(due - now) };
  return { label: message('Lane.overflows', facts), length, fit: 'overflows' };
}

export function moves(encounter: SecondsEncounter, by: FighterId, path: readonly Place[]): readonly MoveOption[] {
  const fighter = encounter.fighters[by];
  if (!fighter || isIdle(encounter)) return [];
  const dragOf = ({ do: id }: Command) => COMMANDS.actionOf(id)?.drag;
  const routes = Object.keys(ACTIONS).map((id): Command => ({ do: id, by, path }));
  return COMMANDS.of(encounter)
    .moves(routes.filter(dragOf), { needsConfirmation: (command) => dragOf(command) === 'asks' })
    .map((route): MoveOption => {
      const preview = previewOf(encounter, route.command);
      const notes = dragOf(route.command) === 'free' ? notesOf(encounter, fighter, path) : [];
      return { ...route, notes, ...(preview && { preview }) };
    });
}

/** S-74 to S-76. */
function notesOf(encounter: SecondsEncounter, fighter: SecondsFighter, path: readonly Place[]): Message[] {
  const route = stridesOf(encounter, fighter, path);
  const reachable = truncateRoute(encounter, fighter, route);
  const slow = metresOf(reachable.filter(({ factor }) => factor > 1));
  return [
    ...(slow > 0 ? [message('Way.slow', { metres: slow })] : []),
    ...(metresOf(reachable) < metresOf(route) ? [message('Way.cut', { metres: metresOf(reachable) })] : []),
  ];
}

const metresOf = (route: readonly { readonly metres: number }[]): number =>
  Math.round(route.reduce((sum, { metres }) => sum + metres, 0) * 10) / 10;
