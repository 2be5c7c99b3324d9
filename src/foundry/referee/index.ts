import type { Command } from '../../encounter/command';
import { judge } from '../../encounter/legality';
import { askedBy } from '../../kernel/answer';
import type { Answer, Asked, Reason } from '../../kernel/ask';
import { adapterOf, knownAdapter } from '../adapters/registry';
import { addressOf, type Host, hostOf, isCard, isStanding } from '../host/host';
import { refusedByServer } from '../platform/errors';
import { rulesetSettings, strictnessFor } from '../platform/settings';
import { sealAnswer } from '../secrets/seal';
import { requestSystem } from '../stored/request';
import { combatSystem, type OpenAsk, type OpenExchange } from '../stored/systems';
import { answersAfter, answersAhead, throwsUnasked } from './ahead';
import { type Assessment, assess } from './assess';
import { hasFaces } from './bound';
import {
  entriesOf,
  lastStep,
  nextStep,
  redoNext,
  rewindDownTo,
  rewindExchange,
  rewindLast,
  rewindWhole,
  settleByHand,
} from './history';
import { keepSecret } from './keep-secret';
import { isReferee, nameReferee } from './lease';
import { isGiven, leaveOrder } from './open';
import { isAsked, mayAnswer } from './people';
import type { Taken } from './play';
import { inTurn, takeOwn, takeWaiting } from './queue';
import { hasWaitingIntent, sendRequest } from './requests';
import { attempt } from './tell';
import { mend, onceMore } from './write';

export { isReferee, refereeHere } from './lease';
export { orderOf } from './open';
export { refuseStray, takeOutside, takeWaiting } from './queue';

/**
 * Sends a command to the referee: at once in the referee's own tab, as a request message from anywhere else. What stands against it is
 * said here, before anything is sent; the referee judges again.
 */
export function submit(combat: Host, command: Command, options: Submitting = {}): Promise<void> {
  return attempt(combat, () => submitted(combat, command, options));
}

interface Submitting {
  /** The sender has seen what stands against it and means it. */
  readonly force?: boolean;
  /** The command as whoever sends it has just assessed it, with nothing awaited since. */
  readonly assessed?: Assessment;
}

/** @returns why it was not done or sent */
async function submitted(
  combat: Host,
  command: Command,
  { force = false, assessed }: Submitting,
): Promise<readonly Reason[]> {
  const user = game.user;
  const assessment = assessed ?? assess(combat, command);
  if (!assessment) return [{ id: 'no-encounter' }];
  const { ruleset, encounter, reasons } = assessment;
  if (judge(reasons, strictnessFor(user), force) !== 'go') return reasons;
  const kept = isCard(combat) ? null : await keepSecret(combat, command, assessment);
  if (kept) return kept;
  if (isReferee(combat)) {
    const given = { user, command, ask: null, moment: null, answers: [], force, request: null };
    return whyNotTaken(await takeOwn(combat, given));
  }
  const barred = whyNotSend(combat, command.by);
  if (barred) return [barred];
  return sendRequest({
    combat: addressOf(combat),
    fighter: command.by,
    moment: ruleset.momentOf(encounter.clock),
    command,
    ask: null,
    answers: combatSystem(combat).open ? [] : await answersAhead(combat, command, assessment),
    force,
  });
}

/** Why this user cannot send an intent of the fighter's now, whatever it is; null where they can. */
export function whyNotSend(combat: Host, fighter: string): Reason | null {
  if (isReferee(combat)) return null;
  if (!ChatMessage.canUserCreate(game.user)) return { id: 'no-chat' };
  return hasWaitingIntent(combat, fighter) ? { id: 'waiting' } : null;
}

/** One person's part of what waits, and what this user has to do with it. */
export interface AskHere extends OpenAsk {
  readonly by: Asked;
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
export function openAsks(combat: Host): readonly AskHere[] {
  const { open } = combatSystem(combat);
  if (!open || !adapterOf(combat.type)) return [];
  const user = game.user;
  return open.asks.map((part) => {
    const by = askedBy(part.ask);
    const given = isGiven(combat, part);
    return {
      ...{ ...part, by, card: open.card, isGiven: given, fault: open.fault ?? null },
      mine: !given && isAsked(user, combat, by),
      may: !given && mayAnswer(user, combat, by),
    };
  });
}

/** What keeps the open exchange from going on; null where nothing does. */
export function openFault(combat: Host): Reason | null {
  return combatSystem(combat).open?.fault ?? null;
}

/** Answers one's part of what waits, and with it whatever dice of one's own follow from it. */
export function answer(combat: Host, key: string, given: Answer): Promise<void> {
  return attempt(combat, () => answered(combat, key, given));
}

/** @returns why it was not taken or sent */
async function answered(combat: Host, key: string, given: Answer): Promise<readonly Reason[]> {
  const { open } = combatSystem(combat);
  const part = open?.asks.find((ask) => ask.key === key);
  if (!adapterOf(combat.type) || !open || !part) return [{ id: 'closed' }];
  const user = game.user;
  const isAlone = open.asks.length === 1;
  // Where others are asked too, the referee's own answer has to wait somewhere that outlives a reload: in the mailbox, like theirs.
  if (isReferee(combat) && isAlone) {
    const own = { user, command: null, ask: key, moment: null, answers: [given], force: false, request: null };
    return whyNotTaken(await takeOwn(combat, own));
  }
  if (!ChatMessage.canUserCreate(user)) return [{ id: 'no-chat' }];
  return sendRequest({
    combat: addressOf(combat),
    fighter: askedBy(part.ask),
    moment: '',
    command: null,
    ask: key,
    answers: await answersTo(combat, open, part, given),
    force: false,
  });
}

/** The answer as it is sent, with what follows from it; what not everybody may know is told beside it, and only its stamp is sent. */
async function answersTo(combat: Host, open: OpenExchange, { ask }: OpenAsk, given: Answer): Promise<Answer[]> {
  const { ruleset } = knownAdapter(combat.type);
  const { asks } = ruleset.secrets(rulesetSettings(ruleset));
  const { command } = entriesOf(combatSystem(combat), open.exchange);
  if (asks.includes(ask.id)) return [await sealAnswer(combat, command.by, given)];
  return open.asks.length === 1 ? answersAfter(combat, open, given).catch(() => [given]) : [given];
}

/** Takes the last step back. Only the referee's tab writes. */
export const rewindStep = (combat: Host): Promise<void> => asReferee(combat, () => rewindLast(combat));

/** Takes a step back, and before it whatever came after it. */
export const rewindTo = (combat: Host, step: number): Promise<void> =>
  asReferee(combat, () => rewindDownTo(combat, step));

/** Does the step again that was taken back last. */
export const redoStep = (combat: Host): Promise<void> => asReferee(combat, () => redoNext(combat));

/** Takes back what a card outside encounters holds. */
export const takeBack = (host: Host): Promise<void> => asReferee(host, () => rewindWhole(host));

/** Takes the whole exchange back that is being played. */
export const cancelExchange = (combat: Host): Promise<void> => asReferee(combat, () => rewindExchange(combat));

/** Ends an exchange that cannot be replayed and leaves the rest to the game master. */
export const endByHand = (combat: Host): Promise<void> =>
  asReferee(combat, async () => {
    await settleByHand(combat);
    return [];
  });

/** The command of the step a rewind would take back, for the button that offers it; null where there is none. */
export const rewindable = (combat: Host): Command | null => lastStep(combat)?.step.command ?? null;

/** The command of the step a redo would do again; null where there is none. */
export const redoable = (combat: Host): Command | null => nextStep(combat)?.step.command ?? null;

/** Makes this client the referee, whoever was. */
export const takeReferee = (combat: Host): Promise<void> => attempt(combat, () => nameReferee(combat));

/** Leaves a standing order, or with null takes it back. The owner's own to write. */
export const setOrder = (combat: Host, fighter: string, id: string, order: string | null): Promise<void> =>
  attempt(combat, () => leaveOrder(combat, fighter, id, order));

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
    if (game.messages?.has(message.id ?? '')) refusedByServer(error);
    // The referee was faster: what became of it is on the card, or stands there as a refusal.
    return [{ id: 'closed' }];
  }
}

async function asReferee(combat: Host, work: () => Promise<readonly Reason[]>): Promise<void> {
  // Asked when its turn has come: while it waited another tab may have become the referee.
  const judged = async (): Promise<readonly Reason[]> => {
    if (!isStanding(combat)) return [{ id: 'host-gone' }];
    if (!isReferee(combat)) return [{ id: 'not-referee' }];
    await mend(combat);
    return work();
  };
  await attempt(combat, () => inTurn(() => onceMore(judged)));
  void takeWaiting(combat);
}

/** The part this client should now throw by itself: used when the step changes, and after a reload. */
export function owesThrow(combat: Host): AskHere | null {
  const asked = openAsks(combat).find(({ mine, ask, fault }) => mine && ask.kind === 'dice' && !fault);
  const { open } = combatSystem(combat);
  if (!asked || !open || open.reopened) return null;
  const { command } = entriesOf(combatSystem(combat), open.exchange);
  return throwsUnasked(combat, command, asked.ask) ? asked : null;
}

function whyNotTaken(taken: Taken): readonly Reason[] {
  if (taken === 'wait') return [{ id: 'exchange-open' }];
  return taken.taken ? [] : taken.why;
}
