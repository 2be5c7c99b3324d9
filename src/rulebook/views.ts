import type { Views } from '../encounter/ruleset';
import type { Encounter } from '../encounter/state';
import { type ButtonRules, buttonsOf } from './buttons';
import { type SheetRules, sheetOf } from './sheet';
import { type TrackerRules, trackerOf } from './tracker';

/** What a ruleset shows, by the view it stands in. */
export interface ViewRules<E extends Encounter> {
  readonly buttons: ButtonRules<E>;
  readonly tracker: TrackerRules<E>;
  readonly sheet: SheetRules<E>;
  readonly card: Views<E>['card'];
  readonly areas?: Views<E>['areas'];
  readonly floor?: Views<E>['floor'];
}

export function viewsOf<E extends Encounter>({
  buttons: rules,
  tracker,
  sheet,
  card,
  areas,
  floor,
}: ViewRules<E>): Views<E> {
  const buttons = buttonsOf(rules);
  const clock = Object.keys(rules.commands.clock);
  return {
    ...{ tracker: trackerOf(tracker, buttons, clock), sheet: sheetOf(sheet, buttons), action: buttons.exactly, card },
    ...(areas && { areas }),
    ...(floor && { floor }),
  };
}
