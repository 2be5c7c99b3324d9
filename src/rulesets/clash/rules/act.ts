import type { Command } from '../../../encounter/command';
import type { Place } from '../../../encounter/state';
import type { Reason } from '../../../kernel/ask';
import type { Procedure } from '../../../kernel/procedure';
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
export interface Act {
  readonly encounter: ClashEncounter;
  readonly fighter: ClashFighter;
  readonly command: Command;
  /** Null where the command names nobody of this encounter. */
  readonly target: ClashFighter | null;
  readonly rules: Rules;
}

/** What pays: one of the actions of a turn, any one of them, the reaction of the present turn, or nothing. */
export type Price = Kind | 'any' | 'reaction' | null;

/** A row of ledger section 5. */
export interface Action {
  readonly category: Kind | 'reaction' | 'free';
  readonly icon: string;
  readonly needs: 'nothing' | 'target' | 'path';
  /** Whether it may be done in other fighters' turns too. */
  readonly anytime?: true;
  /** Whether it is done with an item and has its button there. */
  readonly ofItem?: true;
  /** Whether it has no use outside combat, such as ending a turn. */
  readonly combatOnly?: true;
  price(act: Act): Price;
  /** What stands against it besides its price, the turn and the fighter's state. */
  whyNot(act: Act): readonly Reason[];
  /** Carries it out, once paid. */
  play(act: Act): Procedure<void>;
}
