import type { Command } from '../../encounter/command';
import { judge } from '../../encounter/legality';
import { askedBy } from '../../kernel/answer';
import type { Answer, Asked, Reason } from '../../kernel/ask';
import { combatSystem, type OpenAsk, type OpenExchange, requestSystem } from '../documents/systems';
import { addressOf, guestsIn, type Host, hostOf, isCard } from '../host';
import { encounterOf } from '../reader';
import { adapterOf } from '../registry';
import { keepSecret } from '../secrets/keep';
import { sealAnswer } from '../secrets/seal';
import { strictnessFor } from '../settings';
import { reasonsText } from '../text';
import { answersAfter, answersAhead, throwsUnasked } from './ahead';
import { hasFaces } from './bound';
import { OvertakenError } from './commit';
import {
  entriesOf,
  lastStep,
  nextStep,
  redoNext,
  rewindExchange,
  rewindLast,
  rewindWhole,
  settleByHand,
} from './history';
import { isReferee } from './lease';
import { isGiven } from './open';
import { isAsked, mayAnswer } from './people';
import type { Taken } from './play';
import { inTurn, takeOwn, takeWaiting } from './queue';
import { hasWaitingIntent, sendRequest } from './requests';

export { isReferee, refereeHere, takeReferee } from './lease';
export { orderOf, setOrder } from './open';
export { takeOutside, takeWaiting } from './queue';
export { isRequest } from './requests';

/**
 * Sends a command to the referee: at once in the referee's own tab, as a request message from anywhere else. What stands against it is
 * said here, before anything is sent; the referee judges again.
 * @param force the sender has seen what stands against it and means it
 */
export async function submit(combat: Host, command: Command, { force = false } = {}): Promise<void> {
  const adapter = adapterOf(combat.type);
  const encounter = encounterOf(combat, guestsIn(combat, command));
  const user = game.user!;
  if (!adapter || !encounter) return tell(null, [{ id: 'no-encounter' }]);
  const { ruleset } = adapter;
  const reasons = ruleset.whyNot(encounter, command);
  if (judge(reasons, strictnessFor(user), force) !== 'go') return tell(ruleset.id, reasons);
  const kept = isCard(combat) ? null : await keepSecret(combat, command);
  if (kept) return tell(ruleset.id, kept);
  if (isReferee(combat)) {
    const given = { user, command, ask: null, moment: null, answers: [], force, request: null };
    return tellUnlessTaken(ruleset.id, await takeOwn(combat, given));
  }
  const barred = whyNotSend(combat, command.by);
  if (barred) return tell(ruleset.id, [barred]);
  await sendRequest({
    combat: addressOf(combat),
    fighter: command.by,
    moment: ruleset.momentOf(encounter.clock),
    command,
    ask: null,
    answers: combatSystem(combat).open ? [] : await answersAhead(combat, command),
    force,
  });
}

/** Why this user cannot send an intent of the fighter's now, whatever it is; null where they can. */
export function whyNotSend(combat: Host, fighter: string): Reason | null {
  if (isReferee(combat)) return null;
  if (!ChatMessage.canUserCreate(game.user!)) return { id: 'no-chat' };
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
  readonly fault: string | null;
}

/** What waits in this combat, one part for each person. */
export function openAsks(combat: Host): readonly AskHere[] {
  const { open } = combatSystem(combat);
  if (!open || !adapterOf(combat.type)) return [];
  const user = game.user!;
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
export function openFault(combat: Host): string | null {
  return combatSystem(combat).open?.fault ?? null;
}

/** Answers one's part of what waits, and with it whatever dice of one's own follow from it. */
export async function answer(combat: Host, key: string, given: Answer): Promise<void> {
  const adapter = adapterOf(combat.type);
  const { open } = combatSystem(combat);
  const part = open?.asks.find((ask) => ask.key === key);
  if (!adapter || !open || !part) return tell(adapter?.ruleset.id ?? null, [{ id: 'closed' }]);
  const user = game.user!;
  const isAlone = open.asks.length === 1;
  // Where others are asked too, the referee's own answer has to wait somewhere that outlives a reload: in the mailbox, like theirs.
  if (isReferee(combat) && isAlone) {
    const own = { user, command: null, ask: key, moment: null, answers: [given], force: false, request: null };
    return tellUnlessTaken(adapter.ruleset.id, await takeOwn(combat, own));
  }
  await sendRequest({
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
  const { ruleset } = adapterOf(combat.type)!;
  const { asks } = ruleset.secrets(encounterOf(combat)?.settings ?? {});
  const { command } = entriesOf(combatSystem(combat), open.exchange);
  if (asks.includes(ask.id)) return [await sealAnswer(combat, command.by, given)];
  return open.asks.length === 1 ? answersAfter(combat, open, given).catch(() => [given]) : [given];
}

/** Takes the last step back. Only the referee's tab writes. */
export const rewindStep = (combat: Host): Promise<void> => asReferee(combat, () => rewindLast(combat));

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

/** Takes one's own waiting request back; one with dice in it stays, for thrown is thrown. */
export async function withdraw(message: ChatMessage.Implementation): Promise<void> {
  const { combat, refused } = requestSystem(message);
  const ruleset = adapterOf(hostOf(combat)?.type)?.ruleset.id ?? null;
  if (refused.length === 0 && hasFaces(message)) return tell(ruleset, [{ id: 'dice-bound' }]);
  await message.delete().catch((error: unknown) => {
    // The referee was faster: what became of it is on the card, or stands there as a refusal.
    if (game.messages?.has(message.id!)) throw error;
    tell(ruleset, [{ id: 'closed' }]);
  });
}

function overtaken(error: unknown): readonly Reason[] {
  if (error instanceof OvertakenError) return [{ id: 'overtaken' }];
  throw error;
}

async function asReferee(combat: Host, work: () => Promise<readonly Reason[]>): Promise<void> {
  const id = adapterOf(combat.type)?.ruleset.id ?? null;
  // Asked when its turn has come: while it waited another tab may have become the referee.
  tell(id, await inTurn(async () => (isReferee(combat) ? work().catch(overtaken) : [{ id: 'not-referee' }])));
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

function tellUnlessTaken(rulesetId: string, taken: Taken): void {
  if (taken === 'wait') tell(rulesetId, [{ id: 'exchange-open' }]);
  else if (!taken.taken) tell(rulesetId, taken.why);
}

function tell(rulesetId: string | null, reasons: readonly Reason[]): void {
  if (reasons.length > 0) ui.notifications!.warn(reasonsText(rulesetId, reasons));
}
