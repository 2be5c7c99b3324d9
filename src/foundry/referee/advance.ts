import type { Command } from '../../encounter/command';
import type { ExchangeRun } from '../../encounter/play';
import type { Answer, InputAsk } from '../../kernel/ask';
import { BY_ORDER, TranscriptError } from '../../kernel/transcript';
import { idOf } from '../platform/documents';
import { BlockedError } from '../platform/refusals';
import { refereeThrows } from '../platform/world-settings';
import { sealEntries } from '../secrets/seal';
import { commit, type Step } from './commit';
import { automaticAnswer } from './open-asks';
import { rollAllAsReferee, rollAsReferee } from './referee-dice';
import { mayAnswer } from './responders';
import { ACCEPTED, type Acceptance, rejectWith, type StepContext, type Submission } from './submission';
import { activeCommandIn } from './withheld';

export type RunningExchange = Pick<Step, 'command' | 'goesOn' | 'before' | 'requests'> & {
  readonly play: ExchangeRun;
};

/** @param ahead answers the sender could already give to what is asked next */
export async function advanceExchange(
  table: StepContext,
  given: Submission,
  playing: RunningExchange,
  ahead: readonly Answer[],
): Promise<Acceptance> {
  const { host, adapter, encounter, dice } = table;
  const { play, ...step } = playing;
  const prepared = [...ahead];
  let thrown: readonly (Answer | null)[] = [];
  try {
    for (let ask = play.run.open; ask; ask = play.run.open) {
      thrown = ask.kind === 'all' ? await rollAllAsReferee(host, adapter.ruleset.timing, ask.asks, dice) : [];
      const acting = activeCommandIn(step.command, play.run.entries);
      const answered = await answerOf(table, given, ask, acting, thrown, prepared);
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
    thrown,
    unbound: dice.used,
    entries: await sealEntries(host, step.command.by, secrets, play.newEntries()),
    user: idOf(given.user),
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

/** What answers an ask without waiting: dice that have fallen, what the sender gave, standing orders, what the referee throws. */
async function answerOf(
  table: StepContext,
  { user }: Submission,
  ask: InputAsk,
  acting: Command,
  thrown: readonly (Answer | null)[],
  prepared: Answer[],
): Promise<{ answer: Answer; user: string } | null> {
  const { host, adapter, dice } = table;
  const settled = automaticAnswer(host, adapter.ruleset, ask, acting, thrown);
  if (settled) return { answer: settled, user: ask.kind === 'choice' ? BY_ORDER : idOf(user) };
  if (ask.kind === 'offer' || ask.kind === 'all') return null;
  const [next] = prepared;
  const isOurs = ask.kind === 'dice' && refereeThrows();
  const isTheirs = next !== undefined && !isOurs && mayAnswer(user, host, ask.by);
  if (isTheirs) prepared.shift();
  const bound = ask.kind === 'dice' ? dice.reuse(ask) : null;
  if (bound) return { answer: bound, user: idOf(user) };
  if (isTheirs) return { answer: next, user: idOf(user) };
  const thrownHere = await rollAsReferee(host, ask, dice);
  return thrownHere && { answer: thrownHere, user: game.user.id };
}
