import type { AnswerOddsView, Ruleset } from '../../encounter/ruleset';
import type { Encounter } from '../../encounter/state';
import type { AnswerOddsRules } from './compute-answer-odds';

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
