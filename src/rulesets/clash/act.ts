import type { Command } from '../../encounter/command';
import type { Place } from '../../encounter/state';
import type { Procedure } from '../../kernel/procedure';
import { type Act as Named, type Row, rowsOf } from '../../rulebook/actions';
import type { ClashEncounter, ClashFighter } from './stats';
import type { Kind } from './words';

/** What carrying a command out may need of other rules than its own. */
export interface Rules {
  /** C-50: plays the Counter that answers a parry. */
  counter(command: Command): Procedure<void>;
  /** Moves by the way given, whatever it sets off; comes to the metres gone. */
  go(mover: ClashFighter, path: readonly Place[]): Procedure<number>;
}

/** A command with all it names looked up. */
export interface Act extends Named<ClashFighter, ClashEncounter> {
  readonly rules: Rules;
}

/** What pays: one of the actions of a turn, any one of them, the reaction of the present turn, or nothing. */
export type PaidBy = Kind | 'any' | 'reaction' | null;

/** What a row says besides what rows of all rulesets do. */
interface Own {
  readonly category: Kind | 'reaction' | 'free';
  /** Whether it may be done in other fighters' turns too. */
  readonly anytime?: true;
  /** Whether it has no use outside combat, such as ending a turn. */
  readonly combatOnly?: true;
  price(act: Act): PaidBy;
}

/** A row of ledger section 5. */
export interface Action extends Row<Act>, Own {}
export const { needing, targeted, targetedAtAnybody } = rowsOf<Act, Own>();
