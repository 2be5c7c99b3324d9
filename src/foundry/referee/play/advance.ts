import type { Command } from '../../../encounter/command';
import { activeCommandIn } from '../../../encounter/exchange';
import { isSecretRoll } from '../../../encounter/group-roll';
import type { Answer, InputAsk, SingleAsk } from '../../../kernel/ask';
import { BY_ORDER, TranscriptError } from '../../../kernel/transcript';
import { secrecyOf } from '../../host/secrecy';
import { idOf } from '../../platform/documents';
import { BlockedError } from '../../platform/refusals';
import { refereeThrows } from '../../platform/world-settings';
import { sealEntries, sealRollEntries } from '../../secrets/seal';
import { cardSystem } from '../../stored/systems';
import { automaticAnswer } from '../asks/open-asks';
import { mayAnswer } from '../requests/responders';
import { commit, type Step } from '../store/commit';
import { rollAllAsReferee, rollAllSecretly, rollAsReferee } from './referee-dice';
import {
  ACCEPTED,
  type RunningExchange,
  refereeSubmission,
  rejectWith,
  type StepContext,
  type Submission,
  type SubmissionResult,
} from './submission';

/**
 * Plays to the next ask that has to wait, and commits the step.
 * @param ahead answers to later asks that the sender sent along
 */
export async function advanceExchange(
  context: StepContext,
  submission: Submission,
  running: RunningExchange & Pick<Step, 'requests'>,
  ahead: readonly Answer[],
): Promise<SubmissionResult> {
  const { host, adapter, encounter, dice } = context;
  const { play, ...step } = running;
  const prepared = [...ahead];
  const secrecy = secrecyBefore(context, submission, running);
  const isSecret = isSecretRoll(step.command);
  let rolled: readonly (Answer | null)[] = [];
  try {
    for (let ask = play.run.open; ask; ask = play.run.open) {
      rolled = ask.kind === 'all' ? await rollAll(context, ask.asks, isSecret) : [];
      const acting = activeCommandIn(step.command, play.run.entries);
      const isBlind = isSecret || isRolledBlindly(host, secrecy, ask);
      const answered = await immediateAnswer(context, submission, { ask, acting, rolled, isBlind }, prepared);
      if (!answered) break;
      play.run.answer(answered.answer, answered.user);
    }
  } catch (error) {
    if (error instanceof TranscriptError && error.fault === 'invalid')
      return rejectWith('bad-answer', { detail: error.message });
    throw error;
  }
  const effects = play.table.effects;
  const waitsFor = play.run.open;
  const secrets = adapter.ruleset.secrets(encounter.settings);
  const ready: Step = {
    ...step,
    host,
    adapter,
    encounter,
    effects,
    waitsFor,
    boundAnswers: rolled,
    unbound: dice.used,
    entries: isSecret
      ? await sealRollEntries(host, play.newEntries())
      : await sealEntries(host, step.command.by, secrets, play.newEntries()),
    user: idOf(submission.user),
    secrecy,
  };
  try {
    await commit(ready);
    dice.markWritten();
  } catch (error) {
    if (error instanceof BlockedError) return rejectWith('blocked');
    throw error;
  }
  return ACCEPTED;
}

/** Continues an exchange without an answer, to its next ask. */
export const continueExchange = (context: StepContext, resumed: RunningExchange): Promise<SubmissionResult> =>
  advanceExchange(context, refereeSubmission(), { ...resumed, requests: [] }, []);

/** Returns the secrecy of the exchange: that of its card, which may have been opened, or what the user has chosen who begins it. */
function secrecyBefore(
  { host }: StepContext,
  { user, mode: chosen }: Submission,
  { command, continuesIn }: RunningExchange,
): Step['secrecy'] {
  const mode = isSecretRoll(command) ? 'gm' : chosen;
  if (!continuesIn) return mode && { mode, by: idOf(user) };
  const card = game.messages?.get(continuesIn.card);
  return card ? cardSystem(card).secrecy : secrecyOf(host, continuesIn.exchange);
}

/** Dice of a secret roll are none that a player has bound. */
const rollAll = (
  { host, adapter, dice }: StepContext,
  asks: readonly SingleAsk[],
  isSecret: boolean,
): Promise<(Answer | null)[]> =>
  isSecret ? rollAllSecretly(asks) : rollAllAsReferee(host, adapter.ruleset.timing, asks, dice);

/** Returns true for dice of a player who may not see them: the referee rolls them. */
function isRolledBlindly(host: StepContext['host'], secrecy: Step['secrecy'], ask: InputAsk): boolean {
  const user = secrecy?.mode === 'blind' ? game.users?.get(secrecy.by) : null;
  return ask.kind === 'dice' && Boolean(user && !user.isGM && mayAnswer(user, host, ask.by));
}

interface Asked {
  readonly ask: InputAsk;
  readonly acting: Command;
  readonly rolled: readonly (Answer | null)[];
  readonly isBlind: boolean;
}

/** Returns an answer that needs no waiting: bound dice, the sender's, an order, or a roll of the referee. */
async function immediateAnswer(
  context: StepContext,
  { user }: Submission,
  { ask, acting, rolled, isBlind }: Asked,
  prepared: Answer[],
): Promise<{ answer: Answer; user: string } | null> {
  const { host, adapter, dice } = context;
  const automatic = automaticAnswer(host, adapter.ruleset, ask, acting, rolled);
  if (automatic) return { answer: automatic, user: ask.kind === 'dice' ? idOf(user) : BY_ORDER };
  if (ask.kind === 'offer' || ask.kind === 'all') return null;
  const [next] = prepared;
  const isRolledByReferee = ask.kind === 'dice' && (refereeThrows() || isBlind);
  const isFromSender = next !== undefined && !isRolledByReferee && mayAnswer(user, host, ask.by);
  if (isFromSender) prepared.shift();
  const bound = ask.kind === 'dice' ? dice.reuse(ask) : null;
  if (bound) return { answer: bound, user: idOf(user) };
  if (isFromSender) return { answer: next, user: idOf(user) };
  const rolledFaces = await rollAsReferee(host, ask, dice, isRolledByReferee);
  return rolledFaces && { answer: rolledFaces, user: game.user.id };
}
