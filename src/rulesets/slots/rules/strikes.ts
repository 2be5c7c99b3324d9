import { impossible } from '../../../encounter/legality';
import type { Reason } from '../../../kernel/ask';
import { type Act, type Action, numberOf } from './act';
import { asUsed, carries, strikeAt, strikeFor, whyNotReach } from './attack';
import { penaltyOf } from './cost';
import type { Strike } from './stats';

/** What stands against striking at the target with what the command names. */
export function whyNotStrike(
  { encounter, fighter, target, command }: Act,
  fits?: (strike: Strike) => boolean,
): Reason[] {
  const strike = strikeFor(fighter, command.with, fits);
  const reasons: Reason[] = strike ? [] : [impossible('no-weapon')];
  if (!target) return [...reasons, impossible('no-target')];
  if (target === fighter) return [...reasons, impossible('own-self')];
  return strike ? [...reasons, ...whyNotReach(encounter, fighter, target, carries(strike))] : reasons;
}

/** The blow a command means: with the penalty of the slot that pays (L-A8). */
export function blowOf({ encounter, fighter, target, command, slot }: Act, fits?: (strike: Strike) => boolean) {
  const strike = asUsed(encounter, fighter, target!, strikeFor(fighter, command.with, fits)!);
  return { attacker: fighter, defender: target!, strike, slot: penaltyOf(slot), other: numberOf(command, 'other', 0) };
}

function strikeOf(slot: Action['slot'], icon: string): Action {
  return {
    ...{ slot, icon, needs: 'target', offensive: true },
    whyNot: (act) => whyNotStrike(act),
    play: (act) => strikeAt(act.encounter, blowOf(act)),
  };
}

/** L-83, L-93, L-94, L-96: alike but for the slot and its penalty. */
export const primary = strikeOf('standard', 'actions/primary-attack');
export const secondary = strikeOf('move', 'actions/secondary-attack');
export const tertiary = strikeOf('quick', 'actions/tertiary-attack');
