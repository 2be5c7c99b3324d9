import type { Outcome } from '../../encounter/effect';
import type { AnswerOddsView, Ruleset } from '../../encounter/ruleset';
import type { Encounter, FighterId } from '../../encounter/state';

export interface AnswerOddsRules<E extends Encounter> {
  /** Ids of the choices and offers with which a target defends itself. An offer to others than the target has no odds. */
  readonly asks: readonly string[];
  /** Ids of asks for a place where any place gives the same result. Answers that lead to another place have no odds. */
  readonly anyPlace?: readonly string[];
  /** Returns true if an outcome of this fighter is the defender's result. Needed if an attack has several targets. */
  concerns?(encounter: E, defender: FighterId, of: FighterId): boolean;
  /** Returns true if no later outcome of the attempt replaces this one. By default, the first is final. */
  isFinal?(outcome: Outcome): boolean;
}

/**
 * Returns the odds of a defender's answers. If more is asked later, the defender answers best and others worst for the defender; what is
 * offered later is declined.
 */
export function answerOddsOf<E extends Encounter>(
  rules: AnswerOddsRules<E>,
  ruleset: Pick<Ruleset<E>, 'play'>,
): AnswerOddsView<E> {
  return {
    has: ({ id }) => rules.asks.includes(id),
    async compute(encounter, viewer, exchange, ask) {
      if (!rules.asks.includes(ask.id)) return [];
      const { computeAnswerOdds } = await import('./compute-answer-odds');
      return computeAnswerOdds(rules, ruleset, encounter, viewer, exchange, ask);
    },
  };
}
