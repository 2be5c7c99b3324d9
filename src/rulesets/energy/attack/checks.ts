import { log } from '../../../encounter/change';
import { d20 } from '../../../kernel/dice';
import { type Procedure, roll } from '../../../kernel/procedure';
import { advantageDice, pickDice } from '../../../toolkit/combat/check';
import { isReached } from '../../../toolkit/combat/group-roll';
import { activeAmong, type ConditionId, HINDERS_DEFENSE, HINDERS_EVASION, is } from '../conditions';
import type { EnergyFighter } from '../state';
import { type EnergyStats, statsOf } from '../stats';
import { DEFENSE } from './attack';

interface FreeRollDefinition {
  bonusOf(stats: EnergyStats): number;
  /** Conditions that cause disadvantage. */
  readonly hinderedBy: readonly ConditionId[];
  /** A Defense roll explodes, and must be higher than the number. */
  readonly isDefense: boolean;
}

/** E-A47: a check of Strength is a skill check. */
const HINDERS_CHECK: readonly ConditionId[] = ['dazed'];

/** Rolls for which no attack asks: poison, mind control, a trap, a stuck door (E-116, E-120, E-126, E-128). */
export const FREE_ROLLS = {
  'evasion-roll': { bonusOf: ({ evasion }) => evasion, hinderedBy: HINDERS_EVASION, isDefense: true },
  'fortitude-roll': { bonusOf: ({ fortitude }) => fortitude, hinderedBy: HINDERS_DEFENSE, isDefense: true },
  'will-roll': { bonusOf: ({ will }) => will, hinderedBy: HINDERS_DEFENSE, isDefense: true },
  'arm-check': { bonusOf: ({ armStrength }) => armStrength, hinderedBy: HINDERS_CHECK, isDefense: false },
  'leg-check': { bonusOf: ({ legStrength }) => legStrength, hinderedBy: HINDERS_CHECK, isDefense: false },
} as const satisfies Readonly<Record<string, FreeRollDefinition>>;
export type FreeRollId = keyof typeof FREE_ROLLS;

const CHECK = advantageDice(d20);

/** E-129: a bare d20. Returns whether it reaches the number; null without one. */
export function* tryChance({ id }: EnergyFighter, against: number | null): Procedure<boolean | null> {
  return isReached(yield* roll('chance', d20, id, against === null ? {} : { against }), against);
}

/**
 * Rolls one of `FREE_ROLLS`. Returns whether it beats the number; null without one.
 * @param against the number to beat; null only rolls
 */
export function* rollFree(fighter: EnergyFighter, name: FreeRollId, against: number | null): Procedure<boolean | null> {
  const { bonusOf, hinderedBy, isDefense } = FREE_ROLLS[name];
  const { id } = fighter;
  const bonus = bonusOf(statsOf(fighter));
  const hindered = activeAmong(fighter, hinderedBy).length > 0;
  const total = bonus + (yield* roll(name, pickDice(isDefense ? DEFENSE : CHECK, false, hindered), id, { bonus }));
  if (against === null) return null;
  // E-61, E-A36.
  return isDefense && !is(fighter, 'defending') ? total > against : total >= against;
}

/** Does the same, and tells the result. */
export function* rollFreely(fighter: EnergyFighter, name: FreeRollId, against: number | null): Procedure<void> {
  const isMet = yield* rollFree(fighter, name, against);
  if (isMet === null) return;
  yield* log(isMet ? 'check-made' : 'check-failed', { against: against ?? 0 }, fighter.id, {
    tone: isMet ? 'boon' : 'harm',
  });
}
