import { impossible } from '../../../encounter/legality';
import type { Reason } from '../../../kernel/ask';
import { type Aimed, aim, type Finder, whyNotAim } from '../../../rulebook/actions';
import { type Act, type Action, needing, numberOf } from '../act';
import { penaltyOf } from '../cost';
import type { Strike } from '../stats';
import { asUsed, carries, strikeAt, strikeFor, whyNotReach } from './attack';

/** An act with its target and what it is struck with. */
export type Striking = Aimed<Act> & { readonly strike: Strike };

/** Finds the target, and what the command names to strike with. */
export const strikeFinder = (fits?: (strike: Strike) => boolean): Finder<Act, Striking> => ({
  find(act) {
    const strike = strikeFor(act.fighter, act.command.with, fits);
    const aimed = aim(act);
    return strike && aimed && { strike, ...aimed };
  },
  missing: (act) => [
    ...(strikeFor(act.fighter, act.command.with, fits) ? [] : [impossible('no-weapon')]),
    ...(aim(act) ? [] : whyNotAim(act)),
  ],
});

const whyNotStrike = ({ encounter, fighter, target, strike }: Striking): Reason[] =>
  whyNotReach(encounter, fighter, target, carries(strike));

/** The blow a command means: with the penalty of the slot that pays (L-A8). */
export const blowOf = ({ encounter, fighter, target, command, slot, strike }: Striking) => ({
  attacker: fighter,
  defender: target,
  strike: asUsed(encounter, fighter, target, strike),
  slot: penaltyOf(slot),
  other: numberOf(command, 'other', 0),
});

export const STRIKING = strikeFinder();
const striking = needing(STRIKING);

const strikeOf = (slot: Action['slot'], icon: string): Action =>
  striking({
    ...{ slot, icon, needs: 'target', offensive: true },
    whyNot: whyNotStrike,
    play: (act) => strikeAt(act.encounter, blowOf(act)),
  });

/** L-83, L-93, L-94, L-96: alike but for the slot and its penalty. */
export const primary = strikeOf('standard', 'actions/primary-attack');
export const secondary = strikeOf('move', 'actions/secondary-attack');
export const tertiary = strikeOf('quick', 'actions/tertiary-attack');
