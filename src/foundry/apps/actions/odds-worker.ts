import type { Command } from '../../../encounter/command';
import type { Exchange } from '../../../encounter/exchange';
import type { Encounter } from '../../../encounter/state';
import type { AnswerOdds, Odds, Viewer } from '../../../encounter/view';
import type { OfferAsk, SingleAsk } from '../../../kernel/ask';
import { startWorker } from '../../platform/worker';

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

/** Odds in the order of the commands, or by answer; null if the worker does not have the ruleset, such as one of another package. */
export interface OddsAnswer {
  readonly id: number;
  readonly odds: readonly (readonly Odds[])[] | readonly AnswerOdds[] | null;
}

type OnOdds = (odds: OddsAnswer['odds']) => void;

let worker: Worker | null = null;
/** Node has no workers, and a server's policy may forbid them. */
let isAvailable = typeof Worker === 'function';
let lastId = 0;
const waiting = new Map<number, OnOdds>();

/**
 * Sends a request to the worker and creates it on first use. Returns false, without calling `onOdds`, if no worker is possible.
 * @param onOdds called with null if the odds must be computed here
 */
export function askWorker(
  question: CommandsQuestion,
  onOdds: (odds: readonly (readonly Odds[])[] | null) => void,
): boolean {
  return send(question, onOdds as OnOdds);
}

/** As {@link askWorker}, for the answers to an open ask. */
export function askWorkerForAnswers(
  question: AnswersQuestion,
  onOdds: (odds: readonly AnswerOdds[] | null) => void,
): boolean {
  return send(question, onOdds as OnOdds);
}

function send(question: CommandsQuestion | AnswersQuestion, onOdds: OnOdds): boolean {
  if (!isAvailable) return false;
  lastId += 1;
  try {
    worker ??= createWorker();
    worker.postMessage({ ...question, id: lastId } satisfies OddsQuestion);
  } catch (error) {
    disableWorker(error);
    return false;
  }
  waiting.set(lastId, onOdds);
  return true;
}

/** The build places it beside our code. The version in the URL avoids an outdated cached file. */
function createWorker(): Worker {
  const address = new URL(`../workers/odds.mjs?${game.system.version}`, import.meta.url);
  const created = startWorker(address, 'Cadence odds');
  created.addEventListener('message', ({ data }: MessageEvent<OddsAnswer>) => {
    const onOdds = waiting.get(data.id);
    waiting.delete(data.id);
    onOdds?.(data.odds);
  });
  for (const fault of ['error', 'messageerror']) created.addEventListener(fault, (event) => disableWorker(event));
  return created;
}

function disableWorker(reason: unknown): void {
  console.warn('Cadence | odds are computed without a worker', reason);
  isAvailable = false;
  worker?.terminate();
  worker = null;
  const left = [...waiting.values()];
  waiting.clear();
  for (const onOdds of left) onOdds(null);
}
