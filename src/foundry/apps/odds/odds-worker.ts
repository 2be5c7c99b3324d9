import type { Command } from '../../../encounter/command';
import type { Exchange } from '../../../encounter/exchange';
import type { Encounter } from '../../../encounter/state';
import type { AnswerOdds, Odds, Viewer } from '../../../encounter/view';
import type { OfferAsk, SingleAsk } from '../../../kernel/ask';
import { TaskWorker } from '../../platform/worker';

interface Scene {
  readonly ruleset: string;
  readonly encounter: Encounter;
  readonly viewer: Viewer;
}

/** What the buttons of these commands show. */
interface CommandsQuestion extends Scene {
  readonly commands: readonly Command[];
}

/** What the answers to an open ask lead to. */
export interface AnswersQuestion extends Scene {
  readonly exchange: Exchange;
  readonly ask: SingleAsk | OfferAsk;
}

export type OddsQuestion = { readonly id: number } & (CommandsQuestion | AnswersQuestion);

/** Odds in the order of the commands, or by answer. */
export type OddsResult = readonly (readonly Odds[])[] | readonly AnswerOdds[];

const worker = new TaskWorker<OddsResult>('odds', 'odds are computed without a worker');

/**
 * Sends a request to the worker. Returns false, without calling `onOdds`, if no worker is possible.
 * @param onOdds called with null if the odds must be computed here
 */
export const askWorker = (
  question: CommandsQuestion,
  onOdds: (odds: readonly (readonly Odds[])[] | null) => void,
): boolean => worker.ask(question, onOdds as (odds: OddsResult | null) => void) !== null;

/** As {@link askWorker}, for the answers to an open ask. */
export const askWorkerForAnswers = (
  question: AnswersQuestion,
  onOdds: (odds: readonly AnswerOdds[] | null) => void,
): boolean => worker.ask(question, onOdds as (odds: OddsResult | null) => void) !== null;
