import type { Command } from '../encounter/command';
import type { Exchange } from '../encounter/exchange';
import type { Encounter, FighterId } from '../encounter/state';
import type { Answer, OfferAsk, SingleAsk } from '../kernel/ask';
import { answersTo, thinkOfAnswer } from './answer';
import { type FightForecast, forecastFights } from './forecast-fight';
import type { Judge } from './judge';
import { measureThreat, type ThreatQuestion } from './measure-threat';
import { type Suggestion, suggestCommands, suggestionsFrom } from './suggest';
import type { Temperament } from './temperament';
import type { ThreatRating } from './threat-rating';

interface Thought {
  /** As the fighter's side knows it. */
  readonly encounter: Encounter;
  readonly temperament: Temperament;
  readonly seed: number;
}

/** What an opponent is asked, as data, so that another thread can work on it. */
export type Task =
  | ({ readonly kind: 'suggest'; readonly fighter: FighterId } & Thought)
  | ({ readonly kind: 'answer'; readonly exchange: Exchange; readonly ask: SingleAsk | OfferAsk } & Thought)
  | { readonly kind: 'forecast'; readonly encounter: Encounter; readonly fights: number; readonly seed: number }
  | ({ readonly kind: 'measure' } & ThreatQuestion);

export type TaskResult =
  /** `best` is null if the fighter should do nothing more for now. */
  | { readonly kind: 'suggest'; readonly best: Command | null; readonly suggestions: readonly Suggestion[] }
  | { readonly kind: 'answer'; readonly answer: Answer | null }
  | { readonly kind: 'forecast'; readonly forecast: FightForecast }
  /** `rating` is null until enough fights were played. */
  | { readonly kind: 'measure'; readonly fights: number; readonly rating: ThreatRating | null };

/**
 * Yields what is known so far; null if there is nothing new, but others should get their turn. A forecast and a measurement end by themselves, the others when time is up or nothing is
 * left to compare.
 */
export function* perform(judge: Judge, task: Task): Generator<(() => TaskResult) | null> {
  switch (task.kind) {
    case 'suggest': {
      const input = { judge, ...task };
      for (const estimates of suggestCommands(input))
        yield estimates &&
          (() => ({
            kind: 'suggest',
            best: estimates[0]?.option ?? null,
            suggestions: suggestionsFrom(input, estimates),
          }));
      return;
    }
    case 'answer': {
      const [first, ...others] = answersTo(task.ask);
      yield () => ({ kind: 'answer', answer: first ?? null });
      if (others.length === 0) return;
      for (const estimates of thinkOfAnswer({ judge, ...task }))
        yield estimates && (() => ({ kind: 'answer', answer: estimates[0]?.option ?? first ?? null }));
      return;
    }
    case 'forecast':
      for (const forecast of forecastFights(judge, task.encounter, task.seed)) {
        yield () => ({ kind: 'forecast', forecast });
        if (forecast.fights >= task.fights) return;
      }
      return;
    case 'measure': {
      const run = measureThreat(judge, task);
      for (let fights = 0; ; fights++) {
        const { done, value } = run.next();
        yield () => ({ kind: 'measure', fights: done ? fights : fights + 1, rating: value ?? null });
        if (done) return;
      }
    }
  }
}
