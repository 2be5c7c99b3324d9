import type { ChoiceAsk } from '../kernel/ask';
import type { Command, Price } from './command';
import type { Encounter, Fighter, FighterIn } from './state';

/**
 * What the states of a ruleset are worth to those who fight, for opponents and forecasts. A fighter in full health is
 * worth about 1.
 */
export interface Worth<E extends Encounter = Encounter> {
  /** Returns true for a fighter that is out of the fight. */
  isOut(fighter: FighterIn<E>): boolean;
  /** Returns how far a fighter is from being out, 0 to 1. */
  health(fighter: FighterIn<E>): number;
  /** What whole pools are worth, by id, besides health. */
  readonly pools: Readonly<Record<string, number>>;
  /** Returns what a fighter's gear is worth as it is held now, such as a weapon in hand. Default: nothing. */
  gear?(fighter: FighterIn<E>): number;
  /** What conditions are worth to their bearer, by id; others by their tone. */
  readonly conditions?: Readonly<Record<string, number>>;
  /**
   * Returns what a command is worth beyond what it changes at once, or null if an opponent never gives it. Positive for
   * what only prepares something else, such as loading or a plan.
   */
  promise(encounter: E, command: Command): number | null;
  /** Returns true if a command heals its target, or its fighter without one. Default: none does. */
  heals?(encounter: E, command: Command): boolean;
  /** Returns true if a command only prevents what foes in reach would do. Default: none does. */
  defends?(encounter: E, command: Command): boolean;
  /** Returns everyone whom the area of a command would harm; null without such an area. Default: none has one. */
  harmed?(encounter: E, command: Command): readonly Fighter[] | null;
  /**
   * Returns true if a command could be given from where its fighter stands, when it can be paid and the moment has come.
   * Default: if it is allowed.
   */
  isPossible?(encounter: E, command: Command): boolean;
  /** Returns what a command costs. Default: nothing. */
  priceOf?(encounter: E, command: Command): readonly Price[];
  /** The pool that pays for most of what a fighter does in its turn: gains are compared per share of it. Default: none. */
  readonly turnPool?: string;
  /** Returns false for a fighter that has nothing to decide now, such as one that waits for its planned moment. Default: true. */
  isAsked?(encounter: E, fighter: FighterIn<E>): boolean;
  /** Returns true while others wait for a choice of the fighter, such as a plan; to do nothing is then no option. Default: false. */
  isAwaited?(encounter: E, fighter: FighterIn<E>): boolean;
  /** Option ids by preference, by the id of a choice, for quick answers; others take the first that is allowed. */
  readonly answers?: Readonly<Record<string, readonly string[]>>;
  /** Returns the same for a choice that depends on the encounter, such as the corner of an area; null for others. */
  preferredAnswers?(encounter: E, ask: ChoiceAsk): readonly string[] | null;
}
