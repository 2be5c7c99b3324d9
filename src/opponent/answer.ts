import type { Command } from '../encounter/command';
import { applyEffect, invertEffect } from '../encounter/effect';
import { type Exchange, effectsOf } from '../encounter/exchange';
import type { Encounter } from '../encounter/state';
import { type AcceptedOffer, partsOf, responderOf } from '../kernel/answer';
import { type Answer, type InputAsk, type OfferAsk, PASS, type SingleAsk } from '../kernel/ask';
import { type Die, rollDice } from '../kernel/dice';
import { seededDie } from '../kernel/rng';
import { run } from '../kernel/run';
import type { Judge } from './judge';
import type { Board } from './play';
import { QuickAgent } from './quick-agent';
import { makeQuickAnswerer, preferredOption } from './quick-answers';
import { search, type Thoughts } from './search';
import { type Temperament, WEIGHTS } from './temperament';
import { byTurns } from './templates';

interface AnswerInput {
  readonly judge: Judge;
  /** In the middle of the exchange, as the responder's side knows it. */
  readonly encounter: Encounter;
  readonly exchange: Exchange;
  /** One responder's part of the open ask. */
  readonly ask: SingleAsk | OfferAsk;
  readonly temperament: Temperament;
  readonly seed: number;
}

/** Answers that are compared at most. */
const MOST_PLACES = 8;
const MOST_OPTIONS = 24;

/** Yields the best answers of a responder, better ones as it goes on. */
export function* thinkOfAnswer(input: AnswerInput): Thoughts<Answer> {
  const { judge, encounter, exchange, ask, temperament, seed } = input;
  const options = answersTo(ask);
  const quickAgent = new QuickAgent(judge);
  yield* search<Answer>({
    ...{ judge, encounter, fighter: responderOf(ask), seed, quickAgent, options },
    weights: WEIGHTS[temperament],
    usual() {
      const usual = usualAnswer(judge, encounter, ask);
      return options.find(([first]) => first === usual);
    },
    play: (answer, fight, board) => {
      const rest = restAfter(judge, board, exchange, ask, answer, seed);
      if (!rest) return false;
      fight.follow(rest);
      return true;
    },
  });
}

/** Returns the answers that are compared. */
export function answersTo(ask: SingleAsk | OfferAsk): readonly Answer[] {
  switch (ask.kind) {
    case 'choice':
      return ask.options.flatMap(({ id, whyNot }) => (whyNot.length === 0 ? [[id]] : [])).slice(0, MOST_OPTIONS);
    case 'offer': {
      const offered = (ask.candidates[0]?.commands ?? []).map((command, at) => ({ command: command as Command, at }));
      const few = byTurns(offered, MOST_OPTIONS).slice(0, MOST_OPTIONS);
      return [[PASS], ...few.map(({ at }): Answer => [at])];
    }
    case 'place':
      return ask.places.slice(0, MOST_PLACES).map((place) => [place]);
    case 'amount':
      return ask.min === ask.max ? [[ask.min]] : [[ask.min], [ask.max]];
    case 'text':
      return [['']];
    case 'dice':
      return [];
  }
}

/** Returns what is answered without a search. */
function usualAnswer(judge: Judge, encounter: Encounter, ask: SingleAsk | OfferAsk): unknown {
  const usual = makeQuickAnswerer(judge, encounter, seededDie(1))(ask);
  if (ask.kind !== 'offer') return usual;
  const [accepted] = usual as readonly AcceptedOffer[];
  return accepted ? ask.candidates[0]?.commands.indexOf(accepted.command) : PASS;
}

/** Returns what follows an answer, with the record played again on the board; null if the ask is not open. */
function restAfter(
  judge: Judge,
  { encounter, table }: Board,
  { command, entries }: Exchange,
  ask: SingleAsk | OfferAsk,
  answer: Answer,
  seed: number,
) {
  const { ruleset } = judge;
  for (const effect of effectsOf(entries).reverse()) applyEffect(encounter, invertEffect(effect));
  const running = run(ruleset.play(encounter, command), table, entries, (interrupt, interrupted) =>
    ruleset.play(encounter, interrupt as Command, interrupted),
  );
  const whole = running.open && wholeAnswer(judge, encounter, running.open, ask, answer, seededDie(seed));
  return whole ? running.restAfter(whole) : null;
}

/** Returns the answer to the whole ask; others answer quickly, and pass. */
function wholeAnswer(
  judge: Judge,
  encounter: Encounter,
  open: InputAsk,
  part: SingleAsk | OfferAsk,
  answer: Answer,
  die: Die,
): Answer | null {
  const by = responderOf(part);
  const isPart = (other: SingleAsk | OfferAsk): boolean => other.id === part.id && responderOf(other) === by;
  const parts = partsOf(open);
  if (!parts.some(isPart)) return null;
  if (open.kind === 'offer') return parts.map((other) => (isPart(other) ? answer[0] : PASS));
  if (open.kind !== 'all') return answer;
  return open.asks.map((other) => (isPart(other) ? answer : quickAnswer(judge, encounter, other, die)));
}

function quickAnswer(judge: Judge, encounter: Encounter, ask: SingleAsk, die: Die): Answer {
  if (ask.kind === 'dice') return rollDice(ask.dice, die);
  return ask.kind === 'choice' ? [preferredOption(judge, encounter, ask)] : (answersTo(ask)[0] ?? []);
}
