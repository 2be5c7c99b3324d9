import type { ConditionDefinition } from '../../encounter/condition';
import { boon, conditionsOf, harm } from '../../toolkit/combat/condition';
import { endsWithFight } from '../../toolkit/define/duration';
import { TURN_END } from './schema';
import type { SecondsFighter } from './state';

/** Ledger section 7. Rules check these; no effect is defined here. */
export const CONDITIONS = {
  blinded: harm('blinded'),
  frightened: harm('frightened', { asks: { source: true, fear: true }, several: true, ofFight: true }),
  grappled: harm('grappled', { asks: { source: true }, several: 'sourceless' }),
  /** S-82. */
  pinned: harm('pinned', { implies: ['grappled'], asks: { against: true }, several: true }),
  restrained: harm('restrained', { asks: { source: true }, several: true }),
  restraining: harm('restraining', { asks: { holds: true }, mirrors: 'restrained' }),
  prone: harm('prone'),
  /** S-109. */
  unconscious: harm('unconscious', { asks: { cause: ['sleep', 'deep-sleep'] }, defeat: 'by-gm' }),
  hidden: boon('hidden', { asks: { towards: true } }),
  evading: boon('evading', { ofFight: true }),
  disengaged: boon('disengaged', { asks: { towards: true }, lasts: 'next-turn-end', ofFight: true }),
} as const satisfies Readonly<Record<string, ConditionDefinition>>;
type ConditionId = keyof typeof CONDITIONS;

export const isOfFight = endsWithFight(CONDITIONS, TURN_END);
export const { is, rootsOf } = conditionsOf(CONDITIONS);

/** S-A26, S-57. */
const FASTENING: readonly ConditionId[] = ['grappled', 'restrained'];
export const fasteningCondition = (fighter: SecondsFighter): ConditionId | null =>
  FASTENING.find((id) => is(fighter, id)) ?? null;
