import type { Command } from '../../../encounter/command';
import type { Effect } from '../../../encounter/effect';
import { type Forecast, forecast } from '../../../encounter/forecast';
import type { Odds, Viewer } from '../../../encounter/view';
import type { Procedure } from '../../../kernel/procedure';
import { asFarAsKnown, known, NO_ODDS } from '../../../mechanics/known';
import { message as words } from '../../../rulebook/labels';
import { actOf } from './act';
import { actionOf, whyNot } from './commands';
import type { SecondsEncounter } from './stats';

/** What it says when it comes off, and when it does not. */
const SETTLED: Readonly<Record<string, readonly [won: string, lost: string]>> = {
  attack: ['hit', 'miss'],
  'opportunity-attack': ['hit', 'miss'],
  'cast-spell': ['hit', 'miss'],
  blind: ['blinded', 'not-blinded'],
  grapple: ['grappled', 'not-grappled'],
  restrain: ['restrained', 'not-grappled'],
  pin: ['pinned', 'not-pinned'],
  shove: ['shoved', 'not-shoved'],
  tackle: ['tackled', 'not-tackled'],
  trip: ['tripped', 'not-tripped'],
  disarm: ['disarmed', 'not-disarmed'],
  intimidate: ['frightened', 'not-frightened'],
  'break-grapple': ['broken-free', 'still-held'],
  'break-pin': ['pulled-free', 'still-pinned'],
};

/** An action from its first die on: paying for it changes none of it, and what it was allowed for neither. */
const UNPAID = {
  *play(encounter: SecondsEncounter, command: Command): Procedure<unknown> {
    return yield* actionOf(command.do)!.play(actOf(encounter, encounter.fighters[command.by]!, command));
  },
};

/**
 * How likely an action is to come off once its time is paid: for each check the fighter may make it with, whatever the target then
 * resists with. Empty where nothing is rolled for, and where the viewer lacks a number it takes.
 */
export function oddsOf(encounter: SecondsEncounter, viewer: Viewer, command: Command): readonly Odds[] {
  const ends = SETTLED[command.do];
  const action = actionOf(command.do);
  const fighter = encounter.fighters[command.by];
  if (!ends || !action || !fighter || command.options?.object === true) return NO_ODDS;
  const act = actOf(encounter, fighter, command);
  // What is only begun now is foretold when it is finished.
  const reasons = [...whyNot(encounter, command), ...action.whyNotFinish(act)];
  if (reasons.some((reason) => 'impossible' in reason)) return NO_ODDS;
  if (command.do === 'cast-spell' && !(act.item?.type === 'secondsSpell' && act.item.attacks)) return NO_ODDS;
  const settles = (effect: Effect): boolean => effect.kind === 'say' && ends.includes(effect.word);
  const outcome = (_: SecondsEncounter, effects: readonly Effect[]): string => {
    const said = effects.findLast(settles);
    return said?.kind === 'say' ? said.word : 'unsettled';
  };
  return asFarAsKnown(() => shown(forecast(UNPAID, known(encounter, viewer), command, { settles, outcome }), ends[0]));
}

/** Choices of who acts stand side by side; of what the target may choose, the best for the target counts. */
function shown({ lines, exact }: Forecast, won: string): readonly Odds[] {
  const best = new Map<string, number>();
  for (const { choices, chances } of lines) {
    if (chances.has('unsettled')) return NO_ODDS;
    const own = /^(?:check|disarm)-by:([\w-]+)/.exec(
      choices.find((choice) => /^(check|disarm)-by:/.test(choice)) ?? '',
    )?.[1];
    const chance = chances.get(won) ?? 0;
    const key = own ?? '';
    best.set(key, Math.min(best.get(key) ?? 1, chance));
  }
  return [...best].map(([own, chance]) => ({ label: words(own ? `Rolled.${own}` : 'Odds.works'), chance, exact }));
}
