import type { Command } from '../../encounter/command';
import { judge } from '../../encounter/legality';
import { responderOf } from '../../kernel/answer';
import type { Answer, Reason, Responder } from '../../kernel/ask';
import { adapterOf, isRulesetType, requireAdapter } from '../adapters/registry';
import { addressOf, type ExchangeDocument, hostOf, isAvailable, isCard } from '../host/exchange-document';
import { throwNotWritten } from '../platform/refusals';
import { rulesetSettings, strictnessFor } from '../platform/world-settings';
import { sealAnswer } from '../secrets/seal';
import { requestSystem } from '../stored/request';
import { combatSystem, type OpenAsk, type OpenExchange } from '../stored/systems';
import { collectAnswersAfter, collectAnswersAhead, isRolledAutomatically } from './answers-ahead';
import { type Assessment, assess } from './assess';
import { assignReferee, isReferee } from './lease';
import { attempt } from './notify';
import { isAnswered, writeOrder } from './open-asks';
import { acceptOwn, acceptWaiting, enqueue } from './queue';
import { entriesOf, lastStep, nextStep } from './record';
import { hasFaces } from './request-shape';
import { hasWaitingIntent, sendRequest } from './requests';
import { isAsked, mayAnswer } from './responders';
import { storeSecret } from './store-secret';
import type { Acceptance } from './submission';

export { advanceWithoutSecrets, autoAdvanceHold } from './auto-advance';
export { isReferee, refereeStatus } from './lease';
export { orderOf } from './open-asks';
export { acceptOutside, acceptWaiting, refuseOrphanedRequests } from './queue';

/**
 * Sends a command to the referee: at once in the referee's own tab, as a request message from anywhere else. What stands against it is
 * said here, before anything is sent; the referee judges again.
 */
export function submit(host: ExchangeDocument, command: Command, options: Submitting = {}): Promise<void> {
  return attempt(host, () => submitted(host, command, options));
}

interface Submitting {
  /** The sender has seen what stands against it and means it. */
  readonly force?: boolean;
  /** The command as whoever sends it has just assessed it, with nothing awaited since. */
  readonly assessed?: Assessment;
}

/** @returns why it was not done or sent */
async function submitted(
  host: ExchangeDocument,
  command: Command,
  { force = false, assessed }: Submitting,
): Promise<readonly Reason[]> {
  const user = game.user;
  const assessment = assessed ?? assess(host, command);
  if (!assessment) return [{ id: 'no-encounter' }];
  const { ruleset, encounter, reasons } = assessment;
  if (judge(reasons, strictnessFor(user), force) !== 'go') return reasons;
  const kept = isCard(host) ? null : await storeSecret(host, command, assessment);
  if (kept) return kept;
  if (isReferee(host)) {
    const given = { user, command, ask: null, moment: null, answers: [], force, request: null };
    return whyNotTaken(await acceptOwn(host, given));
  }
  const barred = whyNotSend(host, command.by);
  if (barred) return [barred];
  return sendRequest({
    combat: addressOf(host),
    fighter: command.by,
    moment: ruleset.momentOf(encounter.clock),
    command,
    ask: null,
    answers: combatSystem(host).open ? [] : await collectAnswersAhead(host, command, assessment),
    force,
  });
}

/** Why this user cannot send an intent of the fighter's now, whatever it is; null where they can. */
export function whyNotSend(host: ExchangeDocument, fighter: string): Reason | null {
  if (isReferee(host)) return null;
  if (!ChatMessage.canUserCreate(game.user)) return { id: 'no-chat' };
  return hasWaitingIntent(host, fighter) ? { id: 'waiting' } : null;
}

/** One person's part of what waits, and what this user has to do with it. */
export interface UserAsk extends OpenAsk {
  readonly by: Responder;
  readonly card: string;
  /** It is put to this user, and not answered yet. */
  readonly mine: boolean;
  /** This user may answer it, for themselves or in somebody's stead. */
  readonly may: boolean;
  /** Answered; the exchange waits for others. */
  readonly isGiven: boolean;
  /** Why the exchange cannot go on by itself, if it cannot. */
  readonly fault: Reason | null;
}

/** What waits in this combat, one part for each person. */
export function openAsks(host: ExchangeDocument): readonly UserAsk[] {
  const { open } = combatSystem(host);
  if (!open || !isRulesetType(host.type)) return [];
  const user = game.user;
  return open.asks.map((part) => {
    const by = responderOf(part.ask);
    const given = isAnswered(host, part);
    return {
      ...part,
      by,
      card: open.card,
      isGiven: given,
      fault: open.fault ?? null,
      mine: !given && isAsked(user, host, by),
      may: !given && mayAnswer(user, host, by),
    };
  });
}

/** What keeps the open exchange from going on; null where nothing does. */
export function openFault(host: ExchangeDocument): Reason | null {
  return combatSystem(host).open?.fault ?? null;
}

/** Answers one's part of what waits, and with it whatever dice of one's own follow from it. */
export function answer(host: ExchangeDocument, key: string, given: Answer): Promise<void> {
  return attempt(host, () => answered(host, key, given));
}

/** @returns why it was not taken or sent */
async function answered(host: ExchangeDocument, key: string, given: Answer): Promise<readonly Reason[]> {
  const { open } = combatSystem(host);
  const part = open?.asks.find((ask) => ask.key === key);
  if (!adapterOf(host.type) || !open || !part) return [{ id: 'closed' }];
  const user = game.user;
  const isAlone = open.asks.length === 1;
  // Where others are asked too, the referee's own answer has to wait somewhere that outlives a reload: in the mailbox, like theirs.
  if (isReferee(host) && isAlone) {
    const own = { user, command: null, ask: key, moment: null, answers: [given], force: false, request: null };
    return whyNotTaken(await acceptOwn(host, own));
  }
  if (!ChatMessage.canUserCreate(user)) return [{ id: 'no-chat' }];
  return sendRequest({
    combat: addressOf(host),
    fighter: responderOf(part.ask),
    moment: '',
    command: null,
    ask: key,
    answers: await answersTo(host, open, part, given),
    force: false,
  });
}

/** The answer as it is sent, with what follows from it; what not everybody may know is told beside it, and only its stamp is sent. */
async function answersTo(
  host: ExchangeDocument,
  open: OpenExchange,
  { ask }: OpenAsk,
  given: Answer,
): Promise<Answer[]> {
  const { ruleset } = requireAdapter(host.type);
  const { asks } = ruleset.secrets(rulesetSettings(ruleset));
  const { command } = entriesOf(combatSystem(host), open.exchange);
  if (asks.includes(ask.id)) return [await sealAnswer(host, command.by, given)];
  return open.asks.length === 1 ? collectAnswersAfter(host, open, given).catch(() => [given]) : [given];
}

/** Takes the last step back. Only the referee's tab writes. */
export const rewindStep = (host: ExchangeDocument): Promise<void> =>
  asReferee(host, ({ rewindLast }) => rewindLast(host));

/** Takes a step back, and before it whatever came after it. */
export const rewindTo = (host: ExchangeDocument, step: number): Promise<void> =>
  asReferee(host, ({ rewindDownTo }) => rewindDownTo(host, step));

/** Does the step again that was taken back last. */
export const redoStep = (host: ExchangeDocument): Promise<void> => asReferee(host, ({ redoNext }) => redoNext(host));

/** Takes back what a card outside encounters holds. */
export const rewindCard = (host: ExchangeDocument): Promise<void> =>
  asReferee(host, ({ rewindAll }) => rewindAll(host));

/** Takes the whole exchange back that is being played. */
export const cancelExchange = (host: ExchangeDocument): Promise<void> =>
  asReferee(host, ({ rewindExchange }) => rewindExchange(host));

/** Ends an exchange that cannot be replayed and leaves the rest to the game master. */
export const endManually = (host: ExchangeDocument): Promise<void> =>
  asReferee(host, async ({ endOpenExchange }) => {
    await endOpenExchange(host);
    return [];
  });

/** The command of the step a rewind would take back, for the button that offers it; null where there is none. */
export const rewindableCommand = (host: ExchangeDocument): Command | null => lastStep(host)?.step.command ?? null;

/** The command of the step a redo would do again; null where there is none. */
export const redoableCommand = (host: ExchangeDocument): Command | null => nextStep(host)?.step.command ?? null;

/** Makes this client the referee, whoever was. */
export const becomeReferee = (host: ExchangeDocument): Promise<void> => attempt(host, () => assignReferee(host));

/** Leaves a standing order, or with null takes it back. The owner's own to write. */
export const setOrder = (host: ExchangeDocument, fighter: string, id: string, order: string | null): Promise<void> =>
  attempt(host, () => writeOrder(host, fighter, id, order));

/** Takes one's own waiting request back; one with dice in it stays, for thrown is thrown. */
export function withdraw(message: ChatMessage.Implementation): Promise<void> {
  return attempt(hostOf(requestSystem(message).combat) ?? message, () => withdrawn(message));
}

/** @returns why it was not taken back */
async function withdrawn(message: ChatMessage.Implementation): Promise<readonly Reason[]> {
  if (requestSystem(message).refused.length === 0 && hasFaces(message)) return [{ id: 'dice-bound' }];
  try {
    await message.delete();
    return [];
  } catch (error) {
    if (game.messages?.has(message.id ?? '')) throwNotWritten(error);
    // The referee was faster: what became of it is on the card, or stands there as a refusal.
    return [{ id: 'closed' }];
  }
}

type Desk = typeof import('./lazy');

async function asReferee(host: ExchangeDocument, work: (desk: Desk) => Promise<readonly Reason[]>): Promise<void> {
  // Asked when its turn has come: while it waited another tab may have become the referee.
  const judged = async (): Promise<readonly Reason[]> => {
    const desk = await import('./lazy');
    if (!isAvailable(host)) return [{ id: 'host-gone' }];
    if (!isReferee(host)) return [{ id: 'not-referee' }];
    await desk.repair(host);
    return work(desk);
  };
  await attempt(host, () => enqueue(async () => (await import('./lazy')).retryOnce(judged)));
  void acceptWaiting(host);
}

/** The part this client should now throw by itself: used when the step changes, and after a reload. */
export function owedRoll(host: ExchangeDocument): UserAsk | null {
  const asked = openAsks(host).find(({ mine, ask, fault }) => mine && ask.kind === 'dice' && !fault);
  const { open } = combatSystem(host);
  if (!asked || !open || open.reopened) return null;
  const { command } = entriesOf(combatSystem(host), open.exchange);
  return isRolledAutomatically(host, command, asked.ask) ? asked : null;
}

function whyNotTaken(taken: Acceptance): readonly Reason[] {
  if (taken === 'wait') return [{ id: 'exchange-open' }];
  return taken.taken ? [] : taken.why;
}
