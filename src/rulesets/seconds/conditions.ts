import { type ConditionDefinition, hasCondition } from '../../encounter/condition';
import type { FighterId } from '../../encounter/state';
import type { SecondsFighter } from './state';

type Asked = Pick<ConditionDefinition, 'asks' | 'lasts'>;
const harm = (icon: string, asked: Asked = {}): ConditionDefinition => ({ implies: [], tone: 'harm', icon, ...asked });
const boon = (icon: string, asked: Asked = {}): ConditionDefinition => ({ implies: [], tone: 'boon', icon, ...asked });

/** Ledger section 7. What a condition does stands where it is done. */
export const CONDITIONS = {
  blinded: harm('blinded'),
  frightened: harm('frightened', { asks: { source: true, fear: true } }),
  grappled: harm('grappled', { asks: { source: true } }),
  /** S-82: held by a thing as by a creature. */
  pinned: { ...harm('pinned', { asks: { against: true } }), implies: ['grappled'] },
  restrained: harm('restrained', { asks: { source: true } }),
  restraining: harm('restraining', { asks: { holds: true } }),
  prone: harm('prone'),
  unconscious: harm('unconscious'),
  hidden: boon('hidden', { asks: { towards: true } }),
  evading: boon('evading'),
  disengaged: boon('disengaged', { asks: { towards: true }, lasts: 'next-turn-end' }),
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
