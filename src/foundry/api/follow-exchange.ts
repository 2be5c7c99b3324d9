import type { Command } from '../../encounter/command';
import type { Reason } from '../../kernel/ask';
import { type ExchangeDocument, isCard } from '../host/exchange-document';
import { entriesOf, stepsInForce } from '../referee/asks/record';
import { STEP_HOOK } from '../referee/store/step-hook';
import { isRequest, requestSystem } from '../stored/request';
import { combatSystem, type HistoryStep } from '../stored/systems';
import { type ActedFacts, actedFacts } from '../views/acted';
import { refusalOf } from './refusal';

export type ActResult = Pick<ActedFacts, 'outcome' | 'effects'> & {
  /** The uuid of the card, if there is one. */
  readonly card: string | null;
};

export interface FollowedExchange {
  /** Resolves to null if the command was withdrawn, or its exchange undone. */
  readonly result: Promise<ActResult | null>;
  stop(): void;
}

/** Milliseconds in which the step of an accepted request follows its deletion. Both are parts of one batch. */
const STEP_WAIT = 2000;

/** Returns true if a step of the host's history plays this command, as an exchange or as a part of one. */
const isStepOf = ({ command, entries, user }: HistoryStep, { do: action, by }: Command): boolean =>
  user === game.user.id &&
  [command, ...entries.flatMap(({ ask, answer }) => ('command' in ask ? [ask.command] : commandsIn(answer)))].some(
    (each) => (each as Command | null)?.do === action && (each as Command).by === by,
  );

/** A command that counts as the answer to an offer. */
const commandsIn = (answer: unknown): unknown[] => (Array.isArray(answer) ? answer : []);

/** Follows a command that this user is about to submit, until its exchange is over. */
export function followExchange(host: ExchangeDocument, command: Command): FollowedExchange {
  const { promise, resolve, reject } = deferredResult();
  let own: { readonly id: string | null; readonly exchange: number } | null = null;
  const isOwnRequest = (message: ChatMessage.Implementation): boolean => {
    const sent = isRequest(message) && message.isAuthor ? requestSystem(message).command : null;
    return sent?.do === command.do && sent.by === command.by;
  };
  const ids = {
    step: Hooks.on(STEP_HOOK, onStep),
    refusal: Hooks.on('updateChatMessage', onRefusal),
    deletion: Hooks.on('deleteChatMessage', onDeletion),
    end: Hooks.on('deleteCombat', ({ id }) => id === host.id && finish(null)),
  };

  function onStep(at: ExchangeDocument): void {
    const system = combatSystem(at);
    const newest = system.step === system.cursor ? system.history[system.step] : undefined;
    // Outside encounters the referee chooses the id of the card.
    const isPossible = at.id === host.id || (isCard(host) && isCard(at));
    if (!own && isPossible && newest && isStepOf(newest, command)) own = { id: at.id, exchange: newest.exchange };
    if (!own || own.id !== at.id) return;
    const { exchange } = own;
    const isUndone = !stepsInForce(system).some(({ step }) => step.exchange === exchange);
    if (isUndone) finish(null);
    else if (system.open?.exchange !== exchange) finish(resultOf(at, exchange));
  }

  function onRefusal(message: ChatMessage.Implementation): void {
    if (!isOwnRequest(message)) return;
    const { refused } = requestSystem(message);
    if (refused.length > 0) fail(host.type, refused);
  }

  function onDeletion(message: ChatMessage.Implementation): void {
    if (own ? message.id === own.id : message.id === host.id) finish(null);
    else if (!own && isOwnRequest(message)) setTimeout(() => own === null && finish(null), STEP_WAIT);
  }

  function stop(): void {
    Hooks.off(STEP_HOOK, ids.step);
    Hooks.off('updateChatMessage', ids.refusal);
    Hooks.off('deleteChatMessage', ids.deletion);
    Hooks.off('deleteCombat', ids.end);
  }

  function finish(result: ActResult | null): void {
    stop();
    resolve(result);
  }

  function fail(rulesetId: string, reasons: readonly Reason[]): void {
    stop();
    reject(refusalOf(rulesetId, reasons));
  }

  return { result: promise, stop };
}

function resultOf(host: ExchangeDocument, exchange: number): ActResult {
  const system = combatSystem(host);
  const { command, entries } = entriesOf(system, exchange);
  const facts = actedFacts(host, command, entries, { exchange, isOver: true });
  const card = stepsInForce(system).find(({ step }) => step.exchange === exchange)?.step.card ?? '';
  const { outcome = null, effects = [] } = facts ?? {};
  return { outcome, effects, card: game.messages?.get(card)?.uuid ?? null };
}

function deferredResult() {
  let resolve: (result: ActResult | null) => void = () => {};
  let reject: (error: unknown) => void = () => {};
  const promise = new Promise<ActResult | null>((resolved, rejected) => {
    resolve = resolved;
    reject = rejected;
  });
  // It may be refused before the caller awaits it.
  promise.catch(() => {});
  return { promise, resolve, reject };
}
