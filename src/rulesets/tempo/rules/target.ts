import { impossible } from '../../../encounter/legality';
import type { Reason } from '../../../kernel/ask';
import type { Act } from './act';
import { is, isNonAlly } from './conditions';
import { isWithin, sees, spacesBetween } from './sight';

/** What stands against aiming at the target at all. */
export function whyNotTarget({ fighter, target, command }: Act, { self = false } = {}): Reason[] {
  if (!target) return [impossible(command.at === undefined ? 'no-target' : 'target-gone')];
  if (target === fighter && !self) return [impossible('own-self')];
  return target.stats.object ? [impossible('no-character')] : [];
}

/** Section 8: whom somebody cannot pick out, because it is Hidden. */
export const whyNotPick = ({ fighter, target }: Act): Reason[] =>
  target && isNonAlly(fighter, target) && is(target, 'hidden') ? [{ id: 'hidden-target' }] : [];

export function whyNotReach({ encounter, fighter, target }: Act, spaces: number): Reason[] {
  if (!target || isWithin(encounter, fighter, target, spaces)) return [];
  const distance = spacesBetween(encounter, fighter, target)!;
  return [{ id: 'out-of-range', data: { distance, range: spaces } }];
}

export const whyNotSee = ({ encounter, fighter, target }: Act): Reason[] =>
  target && !sees(encounter, fighter, target) ? [{ id: 'out-of-sight' }] : [];
