import type { Command } from '../../encounter/command';
import { invalidOptions } from '../../encounter/option';
import { beginExchange } from '../../encounter/play';
import { combineAnswers, isAlsoAllowed, responderOf } from '../../kernel/answer';
import { type Answer, type Candidate, GM } from '../../kernel/ask';
import { BY_TIME } from '../../kernel/transcript';
import { loadAdapter } from '../adapters/registry';
import { isOvertakenCard } from '../host/elsewhere';
import {
  type ExchangeDocument,
  isAvailable,
  isCard,
  isDraft,
  tokenFightersIn,
  writerOf,
} from '../host/exchange-document';
import { encounterOf } from '../host/store';
import { idOf } from '../platform/documents';
import { refereeThrows } from '../platform/world-settings';
import { unsealAnswer } from '../secrets/sealed';
import { combatSystem, type OpenAsk, type OpenExchange } from '../stored/systems';
import { advanceExchange } from './advance';
import { gatherAnswers, whyNoAnswer } from './open-asks';
import { reuseOrRoll } from './referee-dice';
import { mayAnswer } from './responders';
import { continueWithoutAsk, isSameOpenAsk, renewAsk, resumeOpen, storeOpenAsk } from './resume';
import { isStrayTokenFighter, isValidPath, mayTarget, whyNot, whyOutside, withoutHiddenTargets } from './sender';
import {
  type Acceptance,
  catchOvertaken,
  refereeSubmission,
  rejectWith,
  requestsOf,
  type StepContext,
  type Submission,
  withStepContext,
} from './submission';
import { retryOnce } from './write';

/** Judges what was given, plays it to the next ask that needs a person, and commits the step. Changes nothing where it refuses. */
export async function acceptSubmission(host: ExchangeDocument, given: Submission): Promise<Acceptance> {
  // A request that is gone was taken by another referee, or taken back.
  const isOver = (): boolean => given.request !== null && !game.messages?.has(given.request.id ?? '');
  return catchOvertaken(given, () => retryOnce(() => judged(host, given), isOver));
}

async function judged(host: ExchangeDocument, given: Submission): Promise<Acceptance> {
  if (!isAvailable(host)) return rejectWith('host-gone');
  const adapter = await loadAdapter(host.type);
  const encounter = encounterOf(host, given.command ? tokenFightersIn(host, given.command) : []);
  if (!adapter || !encounter) return rejectWith('no-encounter');
  return withStepContext(host, adapter, encounter, async (table) => {
    if (given.ask !== null) return takeAnswer(table, given, given.ask);
    return given.command ? takeCommand(table, given, given.command) : rejectWith('malformed');
  });
}

async function takeCommand(table: StepContext, given: Submission, said: Command): Promise<Acceptance> {
  const { host, encounter } = table;
  const { ruleset } = table.adapter;
  const { user, moment } = given;
  const command = ruleset.withItem(encounter, withoutHiddenTargets(table, user, said));
  if (command.by !== 'gm' && !encounter.fighters[command.by]) return rejectWith('no-fighter');
  if (!mayAnswer(user, host, command.by)) return rejectWith('not-yours');
  if (isCard(host) && ruleset.clockCommands.includes(command.do)) return rejectWith('no-encounter');
  if (isStrayTokenFighter(host, command.by)) return rejectWith('no-fighter');
  const barred = whyOutside(table, user, said);
  if (barred) return rejectWith(barred);
  if (command.at !== undefined && !mayTarget(table, user, command.at)) return rejectWith('target-gone');
  if (!ruleset.knows(command) || ruleset.secrets(encounter.settings).commands.includes(command.do))
    return rejectWith('unknown-command', { command: command.do });
  const wrong = invalidOptions(ruleset.options, command, user.isGM);
  if (wrong.length > 0) return { taken: false, why: wrong };
  if (!isValidPath(table, user, command)) return rejectWith('no-such-way');
  if (moment !== null && moment !== ruleset.momentOf(encounter.clock)) return rejectWith('moment-passed');
  const { open } = combatSystem(host);
  // A card that is written holds its one exchange and begins no other.
  if (!open && isCard(host) && !isDraft(host)) return rejectWith('closed');
  if (open) return takeFreely(table, given, command, open) ?? cutIn(table, given, command, open);
  const reasons = whyNot(ruleset, encounter, given, command);
  if (reasons.length > 0) return { taken: false, why: reasons };
  const play = beginExchange(ruleset, encounter, command, foundry.utils.randomID);
  return advanceExchange(
    table,
    given,
    { command, play, goesOn: null, before: [], requests: requestsOf(given) },
    given.answers,
  );
}

/** A command of somebody who is asked what they do, and is free to do this: it is their answer. Null where it is none. */
function takeFreely(
  table: StepContext,
  given: Submission,
  command: Command,
  open: OpenExchange,
): Promise<Acceptance> | Acceptance | null {
  const { ruleset } = table.adapter;
  if (open.fault || ruleset.interrupts(command)) return null;
  const part = open.asks.find(
    ({ ask, given: said }) => !said && ask.kind === 'offer' && ask.candidates.some(freeTo(command)),
  );
  if (!part) return null;
  const reasons = whyNot(ruleset, table.encounter, given, command);
  if (reasons.length > 0) return { taken: false, why: reasons };
  const now = { key: part.key, answer: [command] };
  return answerOpen(table, given, open, { parts: open.asks, now, ahead: given.answers });
}

const freeTo =
  (command: Command) =>
  (taker: Candidate): boolean =>
    isAlsoAllowed(taker, command);

/** A command while an exchange waits: the game master's word and immediate reactions run as its children, all else waits. */
async function cutIn(table: StepContext, given: Submission, command: Command, open: OpenExchange): Promise<Acceptance> {
  const { ruleset } = table.adapter;
  const kind = ruleset.interrupts(command);
  if (!kind || open.fault) return 'wait';
  const resumed = await resumeOpen(table, open);
  if (!resumed) return rejectWith('cannot-replay');
  if (!resumed.play.run.open) {
    await continueWithoutAsk(table, resumed);
    return 'wait';
  }
  if (kind === 'reaction' && resumed.play.run.depth > 0) return rejectWith('interrupting-an-interrupt');
  const reasons = whyNot(ruleset, table.encounter, given, command);
  if (reasons.length > 0) return { taken: false, why: reasons };
  resumed.play.run.interrupt(command, idOf(given.user));
  return advanceExchange(table, given, { ...resumed, requests: requestsOf(given) }, given.answers);
}

async function takeAnswer(table: StepContext, given: Submission, key: string): Promise<Acceptance> {
  const { host } = table;
  const { open } = combatSystem(host);
  const part = open?.asks.find((ask) => ask.key === key);
  if (!open || !part || part.given) return rejectWith('closed');
  if (open.fault) return rejectWith('cannot-replay');
  const by = responderOf(part.ask);
  if (by !== GM && !table.encounter.fighters[by]) return rejectWith('no-fighter');
  if (!mayAnswer(given.user, host, by)) return rejectWith('not-yours');
  if (!given.user.isGM && isOvertakenCard(host)) return rejectWith('joined-encounter');
  const [first = [], ...ahead] = given.answers.map(unsealAnswer);
  const wrong = whyNoAnswer(part, first, given.user);
  if (wrong !== null) return rejectWith('bad-answer', { detail: wrong });
  return answerOpen(table, given, open, { parts: open.asks, now: { key, answer: first }, ahead });
}

/**
 * Answers for those whose time is up, by the keys of their parts; who has more time, or none, is waited for.
 * @param late `throw` where the referee throws the dice
 */
export async function acceptExpired(
  host: ExchangeDocument,
  late: ReadonlyMap<string, Answer | 'throw'>,
): Promise<void> {
  const adapter = await loadAdapter(host.type);
  const encounter = encounterOf(host);
  const { open } = combatSystem(host);
  if (!adapter || !encounter || !open || open.fault) return;
  const given = refereeSubmission();
  await catchOvertaken(given, () =>
    withStepContext(host, adapter, encounter, async (table) => {
      const parts: OpenAsk[] = [];
      for (const part of open.asks) {
        const answer = late.get(part.key);
        const thrown = answer === 'throw' && part.ask.kind === 'dice' ? await reuseOrRoll(part.ask, table.dice) : null;
        const lapsed = thrown ?? (answer === 'throw' ? undefined : answer);
        parts.push({ ...part, ...(lapsed && { given: lapsed }) });
      }
      const taken = await answerOpen(table, given, open, { parts, now: null, ahead: [], by: BY_TIME });
      if (taken === 'wait') await storeOpenAsk(table, { ...open, asks: parts });
      return taken;
    }),
  );
}

interface Answering {
  /** The parts of the open ask, with what is known of them. */
  readonly parts: readonly OpenAsk[];
  /** What is answered just now, and to which part. */
  readonly now: { readonly key: string; readonly answer: Answer } | null;
  readonly ahead: readonly Answer[];
  /** Whose hand it was; else the sender's. */
  readonly by?: string;
}

/** Takes the open exchange up and goes on with it, if everybody has been heard. */
async function answerOpen(
  table: StepContext,
  given: Submission,
  open: OpenExchange,
  answering: Answering,
): Promise<Acceptance> {
  const { parts, now, ahead, by = idOf(given.user) } = answering;
  const resumed = await resumeOpen(table, open);
  if (!resumed) return rejectWith('cannot-replay');
  const ask = resumed.play.run.open;
  if (!ask) {
    await continueWithoutAsk(table, resumed);
    return rejectWith('closed');
  }
  if (!isSameOpenAsk(open, ask)) {
    await renewAsk(table, open, ask);
    return rejectWith('renewed');
  }
  const heard = gatherAnswers(table.host, ask, parts, now);
  // Others still have to be heard; until then the answer waits where it is.
  if (!heard) return 'wait';
  const answers: (Answer | undefined)[] = [];
  for (const [at, part] of parts.entries()) {
    const { [at]: request } = heard.requests;
    const writer = part.given ? null : request ? writerOf(request) : given.user;
    answers.push(await inForce(table, part, heard.answers[at], writer));
  }
  const whole = combineAnswers(ask, answers);
  if (!whole) return 'wait';
  resumed.play.run.answer(whole, by);
  const requests = new Set([...requestsOf(given), ...heard.requests.filter((request) => request !== null)]);
  return advanceExchange(table, given, { ...resumed, requests: [...requests] }, ahead);
}

/** What counts of an answer: dice that fell before for the same question, and the referee's where the referee throws. */
async function inForce(
  { dice }: StepContext,
  { ask }: OpenAsk,
  answer: Answer | undefined,
  writer: User.Implementation | null,
): Promise<Answer | undefined> {
  if (ask.kind !== 'dice' || !answer || !writer) return answer;
  // Where the referee throws, what a player sends says only that it is time.
  if (refereeThrows() && !writer.isGM) return reuseOrRoll(ask, dice);
  return dice.reuse(ask) ?? answer;
}
