import { forecastAnswer, UnpredictableError } from '../../encounter/answer-forecast';
import type { Effect, Outcome } from '../../encounter/effect';
import { activeCommandIn, type Exchange } from '../../encounter/exchange';
import type { Ruleset } from '../../encounter/ruleset';
import type { Encounter, FighterId } from '../../encounter/state';
import type { AnswerOdds, Viewer } from '../../encounter/view';
import { responderOf } from '../../kernel/answer';
import { type Answer, type OfferAsk, PASS, type SingleAsk } from '../../kernel/ask';
import { TranscriptError } from '../../kernel/transcript';
import { computeIfKnown, maskUnknown } from '../combat/mask-unknown';

export interface AnswerOddsRules<E extends Encounter> {
  /** Ids of the choices and offers with which a target defends itself. Others see only the odds of letting it happen. */
  readonly asks: readonly string[];
  /** Ids of asks for a place where any place gives the same result. Answers that lead to another place have no odds. */
  readonly anyPlace?: readonly string[];
  /** Returns true if an outcome of this fighter is the defender's result. Needed if an attack has several targets. */
  concerns?(encounter: E, defender: FighterId, of: FighterId): boolean;
  /** Returns true if no later outcome of the attempt replaces this one. By default, the first is final. */
  isFinal?(outcome: Outcome): boolean;
}

const NONE: readonly AnswerOdds[] = [];

/** See {@link AnswerOddsRules}. Returns none if they need a number that the viewer does not know. */
export function computeAnswerOdds<E extends Encounter>(
  rules: AnswerOddsRules<E>,
  ruleset: Pick<Ruleset<E>, 'play'>,
  encounter: E,
  viewer: Viewer,
  exchange: Exchange,
  ask: SingleAsk | OfferAsk,
): readonly AnswerOdds[] {
  if (!isPossible(encounter, viewer, exchange)) return NONE;
  try {
    return computeIfKnown(() => oddsIn(rules, ruleset, maskUnknown(encounter, viewer), exchange, ask), NONE);
  } catch (error) {
    // The record holds secrets of others, or the exchange is about to end with a fault.
    if (error instanceof TranscriptError) return NONE;
    throw error;
  }
}

function oddsIn<E extends Encounter>(
  { anyPlace = [], concerns, isFinal = () => true }: AnswerOddsRules<E>,
  ruleset: Pick<Ruleset<E>, 'play'>,
  encounter: E,
  exchange: Exchange,
  ask: SingleAsk | OfferAsk,
): readonly AnswerOdds[] {
  const by = responderOf(ask);
  const { at = by } = activeCommandIn(exchange.command, exchange.entries);
  const defender = ask.kind === 'offer' ? at : by;
  const outcomeIn = (effect: Effect): Outcome | null => {
    if (effect.kind !== 'outcome') return null;
    const { of, outcome } = effect;
    return of === undefined || !concerns || concerns(encounter, defender, of) ? outcome : null;
  };
  const question = { ask, defender, anyPlace, outcomeIn, isFinal };
  // What others do is no answer of the target, but they see what happens if they do nothing.
  const answers = defender === by ? answersTo(ask) : [[PASS]];
  const forecasts = answers.flatMap((answer) => {
    try {
      return [{ answer, ...forecastAnswer(ruleset, encounter, exchange, question, answer) }];
    } catch (error) {
      if (error instanceof UnpredictableError) return [];
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
