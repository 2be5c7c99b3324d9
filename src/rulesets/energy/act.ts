import { say } from '../../encounter/change';
import type { Place } from '../../encounter/state';
import { d20 } from '../../kernel/dice';
import { type Procedure, roll } from '../../kernel/procedure';
import type { Moment } from '../../mechanics/reaction';
import { type Act as Named, type Row, rowsOf } from '../../rulebook/actions';
import type { ConditionId } from './conditions';
import type { Cost } from './cost';
import type { Rules } from './reactions';
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
/** How much of the Energy is kept, all of it where nothing is said; or that it came to nothing. */
type Outcome = number | typeof ABANDONED | null | void;

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

/** E-129: the difficulty where a rule names none. */
const DIFFICULTY = 10;

/** What is said of it where nothing better is. */
const PLAIN = { made: 'chance-made', failed: 'chance-failed' } as const;

/** E-129: a bare twenty-sided die against a number. Comes to whether it is reached. @param words what the card says of it */
export function* chance(
  { id }: EnergyFighter,
  against: number = DIFFICULTY,
  words: { readonly made: string; readonly failed: string } = PLAIN,
): Procedure<boolean> {
  const made = (yield* roll('chance', d20, id, { against })) >= against;
  yield* say(made ? words.made : words.failed, {}, id);
  return made;
}
