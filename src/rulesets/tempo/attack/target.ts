import type { Reason } from '../../../kernel/ask';
import type { Aimed } from '../../../rulebook/actions';
import type { Act } from '../act';
import { is, isNonAlly } from '../conditions';
import { isWithin, sees, spacesBetween } from './sight';

/** Section 8: whom somebody cannot pick out, because it is Hidden. */
export const whyNotPick = ({ fighter, target }: Aimed<Act>): Reason[] =>
  isNonAlly(fighter, target) && is(target, 'hidden') ? [{ id: 'hidden-target' }] : [];

export function whyNotReach({ encounter, fighter, target }: Aimed<Act>, spaces: number): Reason[] {
  if (isWithin(encounter, fighter, target, spaces)) return [];
  const distance = spacesBetween(encounter, fighter, target) ?? 0;
  return [{ id: 'out-of-range', data: { distance, range: spaces } }];
}

export const whyNotSee = ({ encounter, fighter, target }: Aimed<Act>): Reason[] =>
  sees(encounter, fighter, target) ? [] : [{ id: 'out-of-sight' }];
