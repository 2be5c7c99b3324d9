import type { Command } from '../../encounter/command';
import { judge } from '../../encounter/legality';
import type { Answer, Reason } from '../../kernel/ask';
import { combatSystem, type OpenAsk } from '../documents/systems';
import { encounterOf } from '../reader';
import { adapterOf } from '../registry';
import { strictnessFor } from '../settings';
import { reasonsText } from '../text';
import { answersAfter, answersAhead, throwsUnasked } from './ahead';
import { entriesOf, lastStep, rewindExchange, rewindLast, settleByHand } from './history';
import { isAsked, mayAnswer } from './people';
import type { Taken } from './play';
import { inTurn, isReferee, takeOwn, takeWaiting } from './queue';
import { hasWaitingIntent, sendRequest } from './requests';

export { isReferee, takeWaiting } from './queue';
export { isRequest } from './requests';

/**
 * Sends a command to the referee: at once in the referee's own tab, as a request message from anywhere else. What stands against it is
 * said here, before anything is sent; the referee judges again.
 * @param force the sender has seen what stands against it and means it
 */
export async function submit(combat: Combat.Implementation, command: Command, { force = false } = {}): Promise<void> {
  const adapter = adapterOf(combat.type);
  const encounter = encounterOf(combat);
  const user = game.user!;
  if (!adapter || !encounter) return tell(null, [{ id: 'no-encounter' }]);
  const { ruleset } = adapter;
  const reasons = ruleset.whyNot(encounter, command);
  if (judge(reasons, strictnessFor(user), force) !== 'go') return tell(ruleset.id, reasons);
  if (isReferee()) {
    const given = { user, command, ask: null, moment: null, answers: [], force, request: null };
    return tellUnlessTaken(ruleset.id, await takeOwn(combat, given));
  }
  const barred = whyNotSend(combat, command.by);
  if (barred) return tell(ruleset.id, [barred]);
  await sendRequest({
    combat: combat.id!,
    fighter: command.by,
    moment: ruleset.momentOf(encounter.clock),
    command,
    ask: null,
    answers: combatSystem(combat).open ? [] : await answersAhead(combat, command),
    force,
  });
}

/** Why this user cannot send an intent of the fighter's now, whatever it is; null where they can. */
export function whyNotSend(combat: Combat.Implementation, fighter: string): Reason | null {
  if (isReferee()) return null;
  if (!ChatMessage.canUserCreate(game.user!)) return { id: 'no-chat' };
  return hasWaitingIntent(combat, fighter) ? { id: 'waiting' } : null;
}

/** An ask that waits, and what this user has to do with it. */
export interface AskHere extends OpenAsk {
  readonly card: string;
  /** It is put to this user. */
  readonly mine: boolean;
  /** This user may answer it, for themselves or in somebody's stead. */
  readonly may: boolean;
  /** Why the exchange cannot go on by itself, if it cannot. */
  readonly fault: string | null;
}

/** The ask that waits in this combat, or null. */
export function openAsk(combat: Combat.Implementation): AskHere | null {
  const { open } = combatSystem(combat);
  const waiting = open?.asks[0];
  if (!open || !waiting || !adapterOf(combat.type)) return null;
  const user = game.user!;
  return {
    ...waiting,
    card: open.card,
    mine: isAsked(user, combat, waiting.ask.by),
    may: mayAnswer(user, combat, waiting.ask.by),
    fault: open.fault ?? null,
  };
}

/** What keeps the open exchange from going on; null where nothing does. */
export function openFault(combat: Combat.Implementation): string | null {
  return combatSystem(combat).open?.fault ?? null;
}

/** Answers an ask, and with it whatever dice of one's own follow from it. */
export async function answer(combat: Combat.Implementation, key: string, given: Answer): Promise<void> {
  const adapter = adapterOf(combat.type);
  const { open } = combatSystem(combat);
  const asked = open?.asks.find((ask) => ask.key === key);
  if (!adapter || !open || !asked) return tell(adapter?.ruleset.id ?? null, [{ id: 'closed' }]);
  const user = game.user!;
  if (isReferee()) {
    const taken = { user, command: null, ask: key, moment: null, answers: [given], force: false, request: null };
    return tellUnlessTaken(adapter.ruleset.id, await takeOwn(combat, taken));
  }
  await sendRequest({
    combat: combat.id!,
    fighter: asked.ask.by,
    moment: '',
    command: null,
    ask: key,
    answers: await answersAfter(combat, open, given).catch(() => [given]),
    force: false,
  });
}

/** Takes the last step back. Only the referee's tab writes; another game master's tab asks the referee's. */
export async function rewindStep(combat: Combat.Implementation): Promise<void> {
  await asReferee(combat, () => rewindLast(combat));
}

/** Takes the whole exchange back that is being played. */
export async function rewindOpen(combat: Combat.Implementation): Promise<void> {
  await asReferee(combat, () => rewindExchange(combat));
}

/** Ends an exchange that cannot be replayed and leaves the rest to the game master. */
export async function endByHand(combat: Combat.Implementation): Promise<void> {
  await asReferee(combat, async () => {
    await settleByHand(combat);
    return [];
  });
}

/** The command of the step a rewind would take back, for the button that offers it; null where there is none. */
export function rewindable(combat: Combat.Implementation): Command | null {
  return lastStep(combat)?.step.command ?? null;
}

async function asReferee(combat: Combat.Implementation, work: () => Promise<readonly Reason[]>): Promise<void> {
  const id = adapterOf(combat.type)?.ruleset.id ?? null;
  if (!isReferee()) return tell(id, [{ id: 'not-referee' }]);
  tell(id, await inTurn(work));
  void takeWaiting(combat);
}

/** Whether this client should now throw by itself for what is asked of it: used when the step changes, and after a reload. */
export function owesThrow(combat: Combat.Implementation): AskHere | null {
  const asked = openAsk(combat);
  if (!asked?.mine || asked.fault) return null;
  const { open } = combatSystem(combat);
  const { command } = entriesOf(combatSystem(combat), open!.exchange);
  return throwsUnasked(combat, command, asked.ask) ? asked : null;
}

function tellUnlessTaken(rulesetId: string, taken: Taken): void {
  if (taken === 'wait') tell(rulesetId, [{ id: 'exchange-open' }]);
  else if (!taken.taken) tell(rulesetId, taken.why);
}

function tell(rulesetId: string | null, reasons: readonly Reason[]): void {
  if (reasons.length > 0) ui.notifications!.warn(reasonsText(rulesetId, reasons));
}
