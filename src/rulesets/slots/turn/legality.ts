import type { Command } from '../../../encounter/command';
import { impossibleReason } from '../../../encounter/legality';
import { GM, type Reason } from '../../../kernel/ask';
import { choose, type Procedure } from '../../../kernel/procedure';
import { fighterIn, reasonsToStop } from '../../../toolkit/act/actions';
import type { Action, SlotsContext } from '../action';
import { whyNotOffense, whyNotTarget } from '../attack/strikes';
import { is, isObject, OUT_CONDITIONS } from '../conditions';
import type { SlotsEncounter, SlotsFighter } from '../state';

/** L-40, L-158, L-163: the conditions that prevent all actions. */
export const whyNotAct = (fighter: SlotsFighter): Reason[] => {
  if (fighter.conditions.length === 0) return [];
  const reasons: Reason[] = OUT_CONDITIONS.filter((id) => is(fighter, id)).map((id) => ({ id }));
  return is(fighter, 'locked') ? [...reasons, { id: 'locked' }] : reasons;
};

/** Section 7, step 1: the reasons in the fighter's own state. */
export function whyNotState(action: Action, act: SlotsContext): Reason[] {
  const { fighter, target } = act;
  if (fighter.stats.base.object) return [impossibleReason('is-object')];
  if (fighter.conditions.length === 0 && !target) return [];
  const reasons = whyNotAct(fighter);
  const held = is(fighter, 'restrained') && !action.whileHeld;
  if (held && (action.moves || action.offensive)) reasons.push({ id: 'restrained' });
  if (!action.offensive || !target || action.isHarmless?.(act)) return reasons;
  return [...reasons, ...whyNotOffense(fighter, target), ...whyNotAim(action, act)];
}

/** Returns the reasons against the target of an offense, from where it is aimed. */
export function whyNotAim(action: Action, act: SlotsContext): Reason[] {
  const { encounter, fighter, target } = act;
  if (!action.offensive || !target || action.isHarmless?.(act)) return [];
  const aiming = action.aimedFrom ? { ...fighter, place: action.aimedFrom(act) } : fighter;
  return whyNotTarget(encounter, target, aiming);
}

/**
 * L-127, L-A50: the GM chooses whom the confused strike, again if that has become impossible. Returns null if the target
 * stays.
 * @param whyNotStrike returns the reasons against striking another one
 */
export function* chooseConfusedTarget(
  encounter: SlotsEncounter,
  fighter: SlotsFighter,
  target: SlotsFighter,
  whyNotStrike: (other: SlotsFighter) => readonly Reason[],
): Procedure<SlotsFighter | null> {
  while (is(fighter, 'confused')) {
    const others = Object.values(encounter.fighters).filter((each) => each !== fighter && !isObject(each));
    const options = others.map((each) => ({ id: each.id, whyNot: whyNotStrike(each) }));
    if (!options.some(({ id, whyNot }) => id === target.id && whyNot.length === 0)) return null;
    const chosen = fighterIn(encounter, yield* choose('confused', GM, options, { at: fighter.id }));
    // Others may have taken it away, or ended the confusion, meanwhile.
    if (chosen && is(fighter, 'confused') && whyNotStrike(chosen).length === 0) return chosen;
  }
  return null;
}

/** Returns the reasons that end an action once it has begun: all but price and turn. */
export function whyNotContinue({ find }: SlotsContext['runtime'], command: Command): readonly Reason[] {
  const found = find(command);
  if (!found) return [impossibleReason('no-fighter')];
  return whyNotGoOn(found.action, found.act);
}

/** Returns the reasons that end an action, without price. */
export const whyNotGoOn = (action: Action, act: SlotsContext): readonly Reason[] => [
  ...whyNotState(action, act),
  ...reasonsToStop(action, act),
];
