import { type ConditionDefinition, hasCondition } from '../../encounter/condition';
import type { FighterId } from '../../encounter/state';
import type { SecondsFighter } from './stats';

const harm = (icon: string): ConditionDefinition => ({ implies: [], tone: 'harm', icon });
const boon = (icon: string): ConditionDefinition => ({ implies: [], tone: 'boon', icon });

/** Ledger section 7. What a condition does stands where it is done. */
export const CONDITIONS = {
  blinded: harm('blinded'),
  frightened: harm('frightened'),
  grappled: harm('grappled'),
  /** S-82: held by a thing as by a creature. */
  pinned: { ...harm('pinned'), implies: ['grappled'] },
  restrained: harm('restrained'),
  restraining: harm('restraining'),
  prone: harm('prone'),
  unconscious: harm('unconscious'),
  hidden: boon('hidden'),
  evading: boon('evading'),
  disengaged: boon('disengaged'),
} as const satisfies Readonly<Record<string, ConditionDefinition>>;
export type ConditionId = keyof typeof CONDITIONS;

/** Whether a condition is active, of itself or through a parent; with `towards`, whether it holds against that fighter. */
export function is(fighter: SecondsFighter, id: ConditionId, towards?: FighterId): boolean {
  return fighter.conditions.length > 0 && hasCondition(CONDITIONS, fighter.conditions, id, towards);
}

/** S-A26, S-57: what keeps a fighter from moving and jumping. */
const FASTENED: readonly ConditionId[] = ['grappled', 'restrained'];
export const fastenedBy = (fighter: SecondsFighter): ConditionId | null =>
  FASTENED.find((id) => is(fighter, id)) ?? null;

/** Section 7: whether it could do anything at all that takes its attention, a reaction among them. */
export const canReact = (fighter: SecondsFighter): boolean =>
  !is(fighter, 'unconscious') && !is(fighter, 'restrained') && !is(fighter, 'restraining');
