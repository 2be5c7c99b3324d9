import type { Place } from '../../encounter/state';
import type { Moment } from '../../mechanics/reaction';
import { type Act as Named, type Row, rowsOf } from '../../rulebook/actions';
import type { ConditionId } from './conditions';
import type { Cost } from './cost';
import type { Rules } from './interrupts/reactions';
import type { EnergyEncounter, EnergyFighter } from './stats';

export type Category = 'attack' | 'move' | 'other';

/** A command with all it names looked up. */
export interface Act extends Named<EnergyFighter, EnergyEncounter> {
  /** Who may strike at a metre of this movement (E-155); null where none may cut in. */
  readonly onMetre: ((from: Place, to: Place) => Moment) | null;
  /** How commands that come of this one are judged and played. */
  readonly rules: Rules;
  /**
   * Whether nothing has come to stand against it since it was begun, though somebody may have cut in; null where nobody can.
   * @param aside reasons that are its own doing
   */
  readonly stands: ((aside?: readonly string[]) => boolean) | null;
}

/** What a row says besides what rows of all rulesets do. */
interface Own {
  readonly category: Category;
  /** Whether leaving does not get one out of it, so that nobody is asked to (E-36 is about Reach). */
  readonly afar?: true;
  /** Whether the game master says what it takes, so that its cost is not known beforehand. */
  readonly priced?: true;
  cost(act: Act): Cost;
  /** How much of the Energy it would keep where it does not use the whole (E-39); asked before it is carried out. */
  kept?(act: Act): number | null;
}

/** What being declared came to (E-178): whether anything did. */
type Declared = boolean;
/** How much of the Energy is kept, null for all of it, or that it came to nothing. */
type Outcome = number | typeof ABANDONED | null;

/** A row of ledger section 5. */
export interface Action extends Row<Act, Declared, Outcome>, Own {}
export const { needing, targeted } = rowsOf<Act, Own, Declared, Outcome>();

/** Somebody cut in before the first die and left nothing to roll for (E-36, E-A48). */
export const ABANDONED = 'abandoned';

/** E-190, E-193: what a condition does not let one do. */
export const FORBIDS: readonly (readonly [ConditionId, readonly Category[]])[] = [
  ['dead', ['attack', 'move', 'other']],
  ['unconscious', ['attack', 'move', 'other']],
  ['restrained', ['attack', 'move']],
  ['restraining', ['attack']],
];
