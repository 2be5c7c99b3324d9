import type { Command } from '../../../encounter/command';
import type { Place } from '../../../encounter/state';
import type { Reason } from '../../../kernel/ask';
import type { Procedure } from '../../../kernel/procedure';
import type { Moment } from '../../../mechanics/reaction';
import type { ConditionId } from './conditions';
import type { Cost } from './cost';
import type { Rules } from './reactions';
import type { EnergyEncounter, EnergyFighter } from './stats';

export type Category = 'attack' | 'move' | 'other';

/** A command with all it names looked up. */
export interface Act {
  readonly encounter: EnergyEncounter;
  readonly fighter: EnergyFighter;
  readonly command: Command;
  /** Null where the command names nobody of this encounter. */
  readonly target: EnergyFighter | null;
  /** Who may strike at a metre of this movement (E-155); null where none may cut in. */
  readonly onMetre: ((from: Place, to: Place) => Moment) | null;
  /** How commands that come of this one are judged and played; null where only a price is asked for, or odds. */
  readonly rules: Rules | null;
  /**
   * Whether nothing has come to stand against it since it was begun, though somebody may have cut in; null where nobody can.
   * @param aside reasons that are its own doing
   */
  readonly stands: ((aside?: readonly string[]) => boolean) | null;
}

/** A row of ledger section 5. */
export interface Action {
  readonly category: Category;
  readonly icon: string;
  readonly needs: 'nothing' | 'target' | 'path';
  /** Whether leaving does not get one out of it, so that nobody is asked to (E-36 is about Reach). */
  readonly afar?: true;
  /** Whether it is done to an item and has its button there. */
  readonly ofItem?: true;
  /** Whether the game master says what it takes, so that its cost is not known beforehand. */
  readonly priced?: true;
  cost(act: Act): Cost;
  /** What stands against it besides its cost and the fighter's state. */
  whyNot(act: Act): readonly Reason[];
  /** How much of the Energy it would keep where it does not use the whole (E-39); asked before it is carried out. */
  kept(act: Act): number | null;
  /** What comes of it by being declared (E-178); comes to whether anything did. */
  declare?(act: Act): Procedure<boolean>;
  /**
   * Carries it out, once paid; comes to how much of the Energy is kept, null for all of it, or that it came to nothing.
   * @param declared what `declare` came to
   */
  play(act: Act, declared: boolean): Procedure<number | typeof ABANDONED | null>;
}

/** Somebody cut in before the first die and left nothing to roll for (E-36, E-A48). */
export const ABANDONED = 'abandoned';

export const whole = (): null => null;

/** E-190, E-193: what a condition does not let one do. */
export const FORBIDS: Readonly<Partial<Record<ConditionId, readonly Category[]>>> = {
  dead: ['attack', 'move', 'other'],
  unconscious: ['attack', 'move', 'other'],
  restrained: ['attack', 'move'],
  restraining: ['attack'],
};
