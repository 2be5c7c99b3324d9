import { forecastAnswer, UnforeseeableError } from '../../encounter/answer-forecast';
import type { Effect, Outcome } from '../../encounter/effect';
import { activeCommandIn, type Exchange } from '../../encounter/exchange';
import type { AnswerOddsView, Ruleset } from '../../encounter/ruleset';
import type { Encounter, FighterId } from '../../encounter/state';
import type { AnswerOdds, Viewer } from '../../encounter/view';
import { responderOf } from '../../kernel/answer';
import { type Answer, type OfferAsk, PASS, type SingleAsk } from '../../kernel/ask';
import { TranscriptError } from '../../kernel/transcript';
import { computeIfKnown, maskUnknown } from '../combat/mask-unknown';

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

const NONE: readonly AnswerOdds[] = [];

/**
 * Returns the odds of a defender's answers. If more is asked later, the defender answers best and others
 * worst for the defender; what is offered later is declined.
 */
export function answerOddsOf<E extends Encounter>(
  { asks, anyPlace = [], concerns, isFinal = () => true }: AnswerOddsRules<E>,
  ruleset: Pick<Ruleset<E>, 'play'>,
): AnswerOddsView<E> {
  const has = ({ id }: SingleAsk | OfferAsk): boolean => asks.includes(id);

  function computeOdds(encounter: E, exchange: Exchange, ask: SingleAsk | OfferAsk): readonly AnswerOdds[] {
    const defender = responderOf(ask);
    const { at = defender } = activeCommandIn(exchange.command, exchange.entries);
    if (ask.kind === 'offer' && at !== defender) return NONE;
    const outcomeIn = (effect: Effect): Outcome | null => {
      if (effect.kind !== 'outcome') return null;
      const { of, outcome } = effect;
      return of === undefined || !concerns || concerns(encounter, defender, of) ? outcome : null;
    };
    const question = { ask, anyPlace, outcomeIn, isFinal };
    const forecasts = answersTo(ask).flatMap((answer) => {
      try {
        return [{ answer, ...forecastAnswer(ruleset, encounter, exchange, question, answer) }];
      } catch (error) {
        if (error instanceof UnforeseeableError) return [];
        throw error;
      }
    });
    if (!forecasts.some(({ isDecided }) => isDecided)) return NONE;
    const isHarmful = forecasts.some((forecast) => forecast.isHarmful);
    return forecasts.map(({ answer, chance, damage, exact }) => ({
      answer,
      chance,
      damage: isHarmful ? damage : null,
      exact,
    }));
  }

  return {
    has,
    compute(encounter, viewer, exchange, ask) {
      if (!has(ask) || !isPossible(encounter, viewer, exchange)) return NONE;
      try {
        return computeIfKnown(() => computeOdds(maskUnknown(encounter, viewer), exchange, ask), NONE);
      } catch (error) {
        // The record holds secrets of others, or the exchange is about to end with a fault.
        if (error instanceof TranscriptError) return NONE;
        throw error;
      }
    },
  };
}

/** Returns false if the viewer must not know one of the two fighters. */
function isPossible(
  { fighters }: Encounter,
  { hiddenFighters = [] }: Viewer,
  { command: { by, at } }: Exchange,
): boolean {
  return [by, at].every((id) => id === undefined || (id in fighters && !hiddenFighters.includes(id)));
}

/** Returns the answers that may be given and can be listed. */
function answersTo(ask: SingleAsk | OfferAsk): readonly Answer[] {
  if (ask.kind === 'choice') return ask.options.flatMap(({ id, whyNot }) => (whyNot.length === 0 ? [[id]] : []));
  if (ask.kind !== 'offer') return [];
  const [candidate] = ask.candidates;
  return [...(candidate?.commands ?? []).map((_, at): Answer => [at]), [PASS]];
}
