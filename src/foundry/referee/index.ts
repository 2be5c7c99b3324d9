import type { Command } from '../../encounter/command';
import { isSecretRoll } from '../../encounter/group-roll';
import { judge } from '../../encounter/legality';
import { isShared } from '../../encounter/shared';
import { responderOf } from '../../kernel/answer';
import { type Answer, GM, type Reason, type Responder } from '../../kernel/ask';
import { TRANSCRIPT_VERSION } from '../../kernel/transcript';
import { adapterOf, isRulesetType, requireAdapter } from '../adapters/registry';
import { addressOf, type ExchangeDocument, hostOf, isAvailable, isCard } from '../host/exchange-document';
import { isAware, isPrivate, secrecyOf } from '../host/secrecy';
import { readPrivateMode } from '../platform/message-mode';
import { notifyOnce } from '../platform/notice';
import { throwNotWritten } from '../platform/refusals';
import { text } from '../platform/text';
import { rulesetSettings, strictnessFor } from '../platform/world-settings';
import { sealAnswer } from '../secrets/seal';
import { requestSystem } from '../stored/request';
import { cardSystem, combatSystem, type OpenAsk, type OpenExchange } from '../stored/systems';
import { collectAnswersAfter, collectAnswersAhead, isRolledAutomatically } from './asks/answers-ahead';
import { whyWait } from './asks/awaited';
import { isAnswered, writeOrder, writeSkippedRound } from './asks/open-asks';
import { entriesOf, lastStep, nextStep } from './asks/record';
import { hostOfCard, OPEN, writeOpened } from './play/open-card';
import { storeSecret } from './play/store-secret';
import type { SubmissionResult } from './play/submission';
import { type Assessment, assess } from './requests/assess';
import { attempt, reasonsAfter } from './requests/notify';
import { whyPaused } from './requests/paused';
import { facesIn } from './requests/request-shape';
import { hasWaitingIntent, sendRequest } from './requests/requests';
import { isAsked, mayAnswer } from './requests/responders';
import { acceptOwn, acceptWaiting, enqueue, type PlayingReferee } from './seat/queue';
import { assignReferee, isReferee } from './store/lease';

export { whyWait } from './asks/awaited';
export { canSkipRound, orderOf, roundOf } from './asks/open-asks';
export { advanceWithoutSecrets, autoAdvanceHold } from './seat/auto-advance';
export { acceptOutside, acceptRequestsFor, acceptWaiting, refuseOrphanedRequests } from './seat/queue';
export { isReferee, refereeStatus } from './store/lease';

/** What this client is doing. On a slow connection, a second click must not repeat it. */
const underway = new Set<string>();

async function attemptOnce(
  host: ExchangeDocument,
  what: string,
  work: () => Promise<readonly Reason[]>,
): Promise<void> {
  const key = `${host.id} ${what}`;
  if (underway.has(key)) return;
  underway.add(key);
  try {
    await attempt(host, work);
  } finally {
    underway.delete(key);
  }
}

/** Plays a command, or sends it to the referee, unless reasons block it. The referee judges again. Ignores a repetition while it waits. */
export function submit(host: ExchangeDocument, command: Command, options: SubmitOptions = {}): Promise<void> {
  return attemptOnce(host, JSON.stringify(command), () => submitNow(host, command, options));
}

/** Does the same without a notification. Returns why the command was not played or sent. */
export const trySubmit = (
  host: ExchangeDocument,
  command: Command,
  options: SubmitOptions,
): Promise<readonly Reason[]> => reasonsAfter(() => submitNow(host, command, options));

export interface SubmitOptions {
  /** The sender has confirmed it despite the reasons. */
  readonly force?: boolean;
  /** Answers of a secret group roll, which its request must not tell. */
  readonly secrets?: readonly Answer[];
  /** The sender's own assessment, valid until the next `await`. */
  readonly assessed?: Assessment;
}

/** Returns why it was not played or sent. */
async function submitNow(
  host: ExchangeDocument,
  command: Command,
  { force = false, assessed, secrets = [] }: SubmitOptions,
): Promise<readonly Reason[]> {
  const user = game.user;
  const paused = whyPaused(user);
  if (paused) return [paused];
  const assessment = assessed ?? assess(host, command);
  if (!assessment) return [{ id: 'no-encounter' }];
  const { ruleset, encounter, reasons } = assessment;
  if (judge(reasons, strictnessFor(user), force) !== 'go') return reasons;
  const secretReasons = isCard(host) ? null : await storeSecret(host, command, assessment);
  if (secretReasons) return secretReasons;
  const mode = readPrivateMode();
  if (mode && !isSecretRoll(command)) notifyIfShared(assessment, command);
  if (isReferee(host)) {
    const submission = { user, command, ask: null, moment: null, answers: secrets, force, mode, request: null };
    return reasonsOf(host, await acceptOwn(host, submission));
  }
  const reason = whyNotSend(host, command.by);
  if (reason) return [reason];
  return sendRequest({
    combat: addressOf(host),
    fighter: command.by,
    moment: ruleset.momentOf(encounter.clock),
    command,
    ask: null,
    answers: isSecretRoll(command)
      ? await Promise.all(secrets.map((secret) => sealAnswer(host, GM, secret)))
      : // Who rolls blindly leaves the dice to the referee.
        combatSystem(host).open || mode === 'blind'
        ? []
        : await collectAnswersAhead(host, command, assessment),
    force,
    mode: mode ?? '',
  });
}

/** Tells the user that a private mode keeps only the dice of this command from others. */
function notifyIfShared({ ruleset, encounter }: Assessment, command: Command): void {
  const exchange = { version: TRANSCRIPT_VERSION, command, entries: [] };
  if (ruleset.clockCommands.includes(command.do) || !isShared(ruleset, encounter, exchange, [])) return;
  notifyOnce('info', 'shared mode', text('CADENCE.Notice.sharedMode'));
}

export function whyNotSend(host: ExchangeDocument, fighter: string): Reason | null {
  if (isReferee(host)) return null;
  const paused = whyPaused(game.user);
  if (paused) return paused;
  if (!ChatMessage.canUserCreate(game.user)) return { id: 'no-chat' };
  return hasWaitingIntent(host, fighter) ? { id: 'waiting' } : null;
}

/** Returns true if the open exchange is private and this user may not know of it. */
function isKeptFromUser(host: ExchangeDocument, { exchange }: OpenExchange): boolean {
  const secrecy = secrecyOf(host, exchange);
  return isPrivate(secrecy) && !isAware(secrecy);
}

/** One fighter's part of the open ask. */
export interface UserAsk extends OpenAsk {
  readonly by: Responder;
  readonly card: string;
  readonly isMine: boolean;
  /** This user may answer it, for themselves or on behalf of others. */
  readonly mayAnswer: boolean;
  readonly isAnswered: boolean;
  readonly fault: Reason | null;
}

export function openAsks(host: ExchangeDocument): readonly UserAsk[] {
  const { open } = combatSystem(host);
  if (!open || !isRulesetType(host.type)) return [];
  const user = game.user;
  const isKept = isKeptFromUser(host, open);
  const asks = open.asks.filter(({ ask }) => !isKept || mayAnswer(user, host, responderOf(ask)));
  return asks.map((part) => {
    const by = responderOf(part.ask);
    const isKnown = isAnswered(host, part);
    return {
      ...part,
      by,
      card: open.card,
      isAnswered: isKnown,
      fault: open.fault ?? null,
      isMine: !isKnown && isAsked(user, host, by),
      mayAnswer: !isKnown && mayAnswer(user, host, by),
    };
  });
}

export function openFault(host: ExchangeDocument): Reason | null {
  return combatSystem(host).open?.fault ?? null;
}

/** Answers a part of the open ask, and sends the user's own dice that follow from it. */
export function answer(host: ExchangeDocument, key: string, value: Answer): Promise<void> {
  return attemptOnce(host, key, () => answerNow(host, key, value));
}

async function answerNow(host: ExchangeDocument, key: string, value: Answer): Promise<readonly Reason[]> {
  const { open } = combatSystem(host);
  const part = open?.asks.find((ask) => ask.key === key);
  if (!adapterOf(host.type) || !open || !part) return [{ id: 'closed' }];
  const user = game.user;
  const paused = whyPaused(user);
  if (paused) return [paused];
  const isAlone = open.asks.length === 1;
  // While others are asked too, the referee's own answer is stored as a request, which survives a reload.
  if (isReferee(host) && isAlone) {
    const answered = { command: null, ask: key, moment: null, answers: [value], force: false, mode: null };
    const own = { user, ...answered, request: null };
    return reasonsOf(host, await acceptOwn(host, own));
  }
  if (!ChatMessage.canUserCreate(user)) return [{ id: 'no-chat' }];
  return sendRequest({
    combat: addressOf(host),
    fighter: responderOf(part.ask),
    moment: '',
    command: null,
    ask: key,
    answers: await answersTo(host, open, part, value),
    force: false,
    mode: '',
  });
}

/** Returns the answer and the dice that follow from it. A secret answer is shared separately, and only its stamp is sent. */
async function answersTo(
  host: ExchangeDocument,
  open: OpenExchange,
  { ask }: OpenAsk,
  value: Answer,
): Promise<Answer[]> {
  const { ruleset } = requireAdapter(host.type);
  const { asks } = ruleset.secrets(rulesetSettings(ruleset));
  const { command } = entriesOf(combatSystem(host), open.exchange);
  if (asks.includes(ask.id)) return [await sealAnswer(host, command.by, value)];
  return open.asks.length === 1 ? collectAnswersAfter(host, open, value).catch(() => [value]) : [value];
}

export const rewindStep = (host: ExchangeDocument): Promise<void> =>
  asReferee(host, 'undo', ({ rewindLast }) => rewindLast(host));

/** Undoes this step and all later ones. */
export const rewindTo = (host: ExchangeDocument, step: number): Promise<void> =>
  asReferee(host, 'undo', ({ rewindDownTo }) => rewindDownTo(host, step));

export const redoStep = (host: ExchangeDocument): Promise<void> =>
  asReferee(host, 'redo', ({ redoNext }) => redoNext(host));

/** Undoes a card outside encounters. */
export const rewindCard = (host: ExchangeDocument): Promise<void> =>
  asReferee(host, 'undo', ({ rewindAll }) => rewindAll(host));

export const cancelExchange = (host: ExchangeDocument): Promise<void> =>
  asReferee(host, 'undo', ({ rewindExchange }) => rewindExchange(host));

/** Ends an exchange that cannot be replayed and leaves the rest to the GM. */
export const endManually = (host: ExchangeDocument): Promise<void> =>
  asReferee(host, 'end', async ({ endOpenExchange }) => {
    await endOpenExchange(host);
    return [];
  });

export const rewindableCommand = (host: ExchangeDocument): Command | null => lastStep(host)?.step.command ?? null;

export const redoableCommand = (host: ExchangeDocument): Command | null => nextStep(host)?.step.command ?? null;

/** Makes this client the referee, even if another one is. */
export const becomeReferee = (host: ExchangeDocument): Promise<void> => attempt(host, () => assignReferee(host));

/** Writes an order, or deletes it if null. Only owners may. */
export const setOrder = (host: ExchangeDocument, fighter: string, id: string, order: string | null): Promise<void> =>
  attempt(host, () => writeOrder(host, fighter, id, order));

/** Lets everything happen that the fighter could react to in this round. Only owners may. */
export const setRoundSkipped = (host: ExchangeDocument, fighter: string): Promise<void> =>
  attempt(host, () => writeSkippedRound(host, fighter));

/** Opens a secret card to all: a GM writes it, its author asks the referee to. */
export async function openCardToAll(message: ChatMessage.Implementation): Promise<void> {
  const host = hostOfCard(message);
  if (game.user.isGM) return attempt(host ?? message, () => enqueue(() => writeOpened(message)).then(() => []));
  if (!host) return;
  const draft = { combat: addressOf(host), fighter: cardSystem(message).command.by, moment: '', command: null };
  const request = { ...draft, ask: `${OPEN}${message.id}`, answers: [], force: false, mode: '' };
  await attempt(host, () => sendRequest(request));
}

/** Withdraws a waiting request of this user, unless it contains dice: a roll counts. */
export function withdraw(message: ChatMessage.Implementation): Promise<void> {
  return attempt(hostOf(requestSystem(message).combat) ?? message, () => deleteRequest(message));
}

async function deleteRequest(message: ChatMessage.Implementation): Promise<readonly Reason[]> {
  if (requestSystem(message).refused.length === 0 && facesIn(message).length > 0) return [{ id: 'dice-bound' }];
  try {
    await message.delete();
    return [];
  } catch (error) {
    if (game.messages?.has(message.id ?? '')) throwNotWritten(error);
    // The referee was faster: the result is on the card or in the refusal.
    return [{ id: 'closed' }];
  }
}

async function asReferee(
  host: ExchangeDocument,
  what: string,
  work: (referee: PlayingReferee) => Promise<readonly Reason[]>,
): Promise<void> {
  // Checked in its turn, because another tab may have become the referee meanwhile.
  const judgeAndWork = async (referee: PlayingReferee): Promise<readonly Reason[]> => {
    if (!isAvailable(host)) return [{ id: 'host-gone' }];
    if (!isReferee(host)) return [{ id: 'not-referee' }];
    await referee.repair(host);
    return work(referee);
  };
  await attemptOnce(host, what, () => enqueue((referee) => referee.retryStep(() => judgeAndWork(referee))));
  void acceptWaiting(host);
}

/** Returns the part whose dice this client should roll by itself. */
export function owedRoll(host: ExchangeDocument): UserAsk | null {
  const part = openAsks(host).find(({ isMine, ask, fault }) => isMine && ask.kind === 'dice' && !fault);
  const { open } = combatSystem(host);
  if (!part || !open || open.reopened || whyPaused(game.user)) return null;
  return isRolledAutomatically(host, entriesOf(combatSystem(host), open.exchange), part.ask) ? part : null;
}

function reasonsOf(host: ExchangeDocument, acceptance: SubmissionResult): readonly Reason[] {
  if (acceptance === 'wait') return [whyWait(host)];
  return acceptance.taken ? [] : acceptance.why;
}
