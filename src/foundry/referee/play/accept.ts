import type { Command } from '../../../encounter/command';
import { invalidOptions } from '../../../encounter/option';
import { beginExchange, whyNotInterrupt } from '../../../encounter/play';
import { combineAnswers, isAlsoAllowed, responderOf } from '../../../kernel/answer';
import { type Answer, type Candidate, GM } from '../../../kernel/ask';
import { BY_TIME } from '../../../kernel/transcript';
import { loadAdapter } from '../../adapters/registry';
import { isOvertakenCard } from '../../host/elsewhere';
import {
  type ExchangeDocument,
  isAvailable,
  isCard,
  isDraft,
  tokenFightersIn,
  writerOf,
} from '../../host/exchange-document';
import { encounterOf } from '../../host/store';
import { idOf } from '../../platform/documents';
import { refereeThrows } from '../../platform/world-settings';
import { unsealAnswer } from '../../secrets/sealed';
import { combatSystem, type OpenAsk, type OpenExchange } from '../../stored/systems';
import { awaitedNames } from '../asks/awaited';
import { type GatheredAnswers, gatherAnswers, whyNoAnswer } from '../asks/open-asks';
import { vetoReasonsOfAnswer } from '../requests/pre-act';
import { mayAnswer } from '../requests/responders';
import { advanceExchange, continueExchange } from './advance';
import { acceptOpening } from './open-card';
import { reuseOrRoll } from './referee-dice';
import { isSameOpenAsk, needsNoAnswer, renewAsk, resumeOpen, storeOpenAsk } from './resume';
import { retryStep } from './retry';
import { isStrayTokenFighter, isValidPath, mayTarget, whyNot, whyOutside, withoutHiddenTargets } from './sender';
import {
  catchOvertaken,
  refereeSubmission,
  rejectWith,
  requestsOf,
  type StepContext,
  type Submission,
  type SubmissionResult,
  withStepContext,
} from './submission';

/** Judges a submission, plays it to the next ask that needs a user, and commits the step. A refusal changes nothing. */
export async function acceptSubmission(host: ExchangeDocument, submission: Submission): Promise<SubmissionResult> {
  // A deleted request was accepted by another referee or withdrawn.
  const isOver = (): boolean => submission.request !== null && !game.messages?.has(submission.request.id ?? '');
  return catchOvertaken(submission, () => retryStep(() => judgeSubmission(host, submission), isOver));
}

async function judgeSubmission(host: ExchangeDocument, submission: Submission): Promise<SubmissionResult> {
  if (!isAvailable(host)) return rejectWith('host-gone');
  const opening = await acceptOpening(submission);
  if (opening) return opening;
  const adapter = await loadAdapter(host.type);
  const encounter = encounterOf(host, submission.command ? tokenFightersIn(host, submission.command) : []);
  if (!adapter || !encounter) return rejectWith('no-encounter');
  return withStepContext(host, adapter, encounter, async (context) => {
    if (submission.ask !== null) return acceptAnswer(context, submission, submission.ask);
    return submission.command ? acceptCommand(context, submission, submission.command) : rejectWith('malformed');
  });
}

async function acceptCommand(
  context: StepContext,
  submission: Submission,
  original: Command,
): Promise<SubmissionResult> {
  const { host, encounter } = context;
  const { ruleset } = context.adapter;
  const { user, moment } = submission;
  const command = ruleset.withItem(encounter, withoutHiddenTargets(context, user, original));
  if (command.by !== 'gm' && !encounter.fighters[command.by]) return rejectWith('no-fighter');
  if (!mayAnswer(user, host, command.by)) return rejectWith('not-yours');
  if (isCard(host) && ruleset.clockCommands.includes(command.do)) return rejectWith('no-encounter');
  if (isStrayTokenFighter(host, command.by)) return rejectWith('no-fighter');
  const reason = whyOutside(context, user, original);
  if (reason) return rejectWith(reason);
  if (command.at !== undefined && !mayTarget(context, user, command.at)) return rejectWith('target-gone');
  if (!ruleset.knows(command) || ruleset.secrets(encounter.settings).commands.includes(command.do))
    return rejectWith('unknown-command', { command: command.do });
  const wrong = invalidOptions(ruleset.options, command, user.isGM);
  if (wrong.length > 0) return { taken: false, why: wrong };
  if (!isValidPath(context, user, command)) return rejectWith('no-such-way');
  if (moment !== null && moment !== ruleset.momentOf(encounter.clock)) return rejectWith('moment-passed');
  const { open } = combatSystem(host);
  // A written card holds one exchange and begins no other.
  if (!open && isCard(host) && !isDraft(host)) return rejectWith('closed');
  if (open)
    return acceptAsAnswer(context, submission, command, open) ?? acceptInterrupt(context, submission, command, open);
  const reasons = whyNot(context, submission, command);
  if (reasons.length > 0) return { taken: false, why: reasons };
  const play = beginExchange(ruleset, encounter, command, foundry.utils.randomID);
  return advanceExchange(
    context,
    submission,
    { command, play, continuesIn: null, before: [], requests: requestsOf(submission) },
    submission.answers.map(unsealAnswer),
  );
}

/** A command that an open offer allows its fighter anyway counts as the answer. Returns null if no offer allows it. */
function acceptAsAnswer(
  context: StepContext,
  submission: Submission,
  command: Command,
  open: OpenExchange,
): Promise<SubmissionResult> | SubmissionResult | null {
  const { ruleset } = context.adapter;
  if (open.fault || ruleset.interrupts(command)) return null;
  const part = open.asks.find(
    ({ ask, given: earlier }) => !earlier && ask.kind === 'offer' && ask.candidates.some(allowsCommand(command)),
  );
  if (!part) return null;
  const reasons = whyNot(context, submission, command);
  if (reasons.length > 0) return { taken: false, why: reasons };
  const now = { key: part.key, answer: [command] };
  return answerOpen(context, submission, open, { parts: open.asks, now, ahead: submission.answers });
}

const allowsCommand =
  (command: Command) =>
  (candidate: Candidate): boolean =>
    isAlsoAllowed(candidate, command);

/** Commands of the GM and immediate reactions interrupt an open exchange as its children, children too; all others wait. */
async function acceptInterrupt(
  context: StepContext,
  submission: Submission,
  command: Command,
  open: OpenExchange,
): Promise<SubmissionResult> {
  const { ruleset } = context.adapter;
  if (!ruleset.interrupts(command) || open.fault) return 'wait';
  const resumed = await resumeOpen(context, open);
  if (!resumed) return rejectWith('cannot-replay');
  if (needsNoAnswer(resumed)) {
    await continueExchange(context, resumed);
    return 'wait';
  }
  const [barred] = whyNotInterrupt(ruleset, resumed.play.run, command) ?? [];
  if (barred) return rejectWith(barred.id, { names: awaitedNames(context.host, submission.user) });
  const reasons = whyNot(context, submission, command);
  if (reasons.length > 0) return { taken: false, why: reasons };
  resumed.play.run.interrupt(command, idOf(submission.user));
  return advanceExchange(context, submission, { ...resumed, requests: requestsOf(submission) }, submission.answers);
}

async function acceptAnswer(context: StepContext, submission: Submission, key: string): Promise<SubmissionResult> {
  const { host } = context;
  const { open } = combatSystem(host);
  const part = open?.asks.find((ask) => ask.key === key);
  if (!open || !part || part.given) return rejectWith('closed');
  if (open.fault) return rejectWith('cannot-replay');
  const by = responderOf(part.ask);
  if (by !== GM && !context.encounter.fighters[by]) return rejectWith('no-fighter');
  if (!mayAnswer(submission.user, host, by)) return rejectWith('not-yours');
  if (!submission.user.isGM && isOvertakenCard(host)) return rejectWith('joined-encounter');
  const [first = [], ...ahead] = submission.answers.map(unsealAnswer);
  const wrong = whyNoAnswer(part, first, submission.user);
  if (wrong !== null) return rejectWith('bad-answer', { detail: wrong });
  const vetoes = vetoReasonsOfAnswer(host, submission.user, part.ask, first);
  if (vetoes.length > 0) return { taken: false, why: vetoes };
  return answerOpen(context, submission, open, { parts: open.asks, now: { key, answer: first }, ahead });
}

/**
 * Commits the answers of expired asks, by the keys of their parts. Parts without an entry stay open.
 * @param late `throw` where the referee rolls the dice
 */
export async function acceptExpired(
  host: ExchangeDocument,
  late: ReadonlyMap<string, Answer | 'throw'>,
): Promise<void> {
  const submission = refereeSubmission();
  await catchOvertaken(submission, () => retryStep(() => answerExpired(host, submission, late)));
}

async function answerExpired(
  host: ExchangeDocument,
  submission: Submission,
  late: ReadonlyMap<string, Answer | 'throw'>,
): Promise<SubmissionResult> {
  const adapter = await loadAdapter(host.type);
  const encounter = encounterOf(host);
  const { open } = combatSystem(host);
  if (!adapter || !encounter || !open || open.fault) return rejectWith('closed');
  return withStepContext(host, adapter, encounter, async (context) => {
    const parts: OpenAsk[] = [];
    for (const part of open.asks) {
      const answer = late.get(part.key);
      const rolled = answer === 'throw' && part.ask.kind === 'dice' ? await reuseOrRoll(part.ask, context.dice) : null;
      const lateAnswer = rolled ?? (answer === 'throw' ? undefined : answer);
      parts.push({ ...part, ...(lateAnswer && { given: lateAnswer }) });
    }
    const acceptance = await answerOpen(context, submission, open, { parts, now: null, ahead: [], by: BY_TIME });
    if (acceptance === 'wait') await storeOpenAsk(context, { ...open, asks: parts });
    return acceptance;
  });
}

interface Answering {
  readonly parts: readonly OpenAsk[];
  readonly now: { readonly key: string; readonly answer: Answer } | null;
  readonly ahead: readonly Answer[];
  /** The user recorded for the answer; by default the sender. */
  readonly by?: string;
}

/** Resumes the open exchange and advances it once all parts are answered. */
async function answerOpen(
  context: StepContext,
  submission: Submission,
  open: OpenExchange,
  answering: Answering,
): Promise<SubmissionResult> {
  const { parts, now, ahead, by = idOf(submission.user) } = answering;
  const resumed = await resumeOpen(context, open);
  if (!resumed) return rejectWith('cannot-replay');
  const ask = resumed.play.run.open;
  if (!ask || needsNoAnswer(resumed)) {
    await continueExchange(context, resumed);
    return rejectWith(ask ? 'renewed' : 'closed');
  }
  if (!isSameOpenAsk(open, ask)) {
    await renewAsk(context, open, ask);
    return rejectWith('renewed');
  }
  const gathered = gatherAnswers(context.host, ask, parts, now);
  // Until the others have answered, the answer stays where it is.
  if (!gathered) return 'wait';
  if (parts.some((part, at) => isVetoedRequest(context, part, gathered, at))) return 'wait';
  const answers: (Answer | undefined)[] = [];
  for (const [at, part] of parts.entries()) {
    const { [at]: request } = gathered.requests;
    const writer = part.given ? null : request ? writerOf(request) : submission.user;
    const sent = { answer: gathered.answers[at], writer, isRequest: request !== null };
    answers.push(await effectiveAnswer(context, part, sent));
  }
  const combined = combineAnswers(ask, answers);
  if (!combined) return 'wait';
  resumed.play.run.answer(combined, by);
  const requests = new Set([...requestsOf(submission), ...gathered.requests.filter((request) => request !== null)]);
  return advanceExchange(context, submission, { ...resumed, requests: [...requests] }, ahead);
}

/** Returns true if the answer comes from a request that other packages refuse: it is refused in its turn. */
function isVetoedRequest({ host }: StepContext, { ask }: OpenAsk, gathered: GatheredAnswers, at: number): boolean {
  const [request, answer] = [gathered.requests[at], gathered.answers[at]];
  const writer = request && writerOf(request);
  return Boolean(writer && answer && vetoReasonsOfAnswer(host, writer, ask, answer).length > 0);
}

interface SentAnswer {
  readonly answer: Answer | undefined;
  readonly writer: User.Implementation | null;
  readonly isRequest: boolean;
}

/** Returns the answer that counts: bound dice of the same question first, and the referee's dice where the referee rolls. */
async function effectiveAnswer(
  { dice }: StepContext,
  { ask }: OpenAsk,
  { answer, writer, isRequest }: SentAnswer,
): Promise<Answer | undefined> {
  if (ask.kind !== 'dice' || !answer || !writer) return answer;
  // Where the referee rolls, the faces a player sends only trigger the roll.
  if (refereeThrows() && !writer.isGM) return reuseOrRoll(ask, dice);
  const bound = dice.reuse(ask);
  // A roll in the referee's own tab has no request that keeps its dice if the step is not written.
  if (!bound && !isRequest) dice.record(ask, answer as readonly number[]);
  return bound ?? answer;
}
