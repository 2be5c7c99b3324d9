import type { Command } from '../../encounter/command';
import type { ExchangeRun } from '../../encounter/play';
import type { Answer, InputAsk } from '../../kernel/ask';
import { BY_ORDER, TranscriptError } from '../../kernel/transcript';
import { idOf } from '../platform/documents';
import { BlockedError } from '../platform/refusals';
import { refereeThrows } from '../platform/world-settings';
import { seal } from '../secrets/seal';
import { commit, type Step } from './commit';
import { facesHere, facesTogether } from './faces';
import { settledAnswer } from './open';
import { mayAnswer } from './people';
import { type Acceptance, no, type Submission, TAKEN, type Table } from './submission';
import { actingIn } from './withheld';

export type Playing = Pick<Step, 'command' | 'goesOn' | 'before' | 'requests'> & {
  readonly play: ExchangeRun;
};

/** @param ahead answers the sender could already give to what is asked next */
export async function playOn(
  table: Table,
  given: Submission,
  playing: Playing,
  ahead: readonly Answer[],
): Promise<Acceptance> {
  const { host, adapter, encounter, dice } = table;
  const { play, ...step } = playing;
  const prepared = [...ahead];
  let thrown: readonly (Answer | null)[] = [];
  try {
    for (let ask = play.run.open; ask; ask = play.run.open) {
      thrown = ask.kind === 'all' ? await facesTogether(host, adapter.ruleset.timing, ask.asks, dice) : [];
      const acting = actingIn(step.command, play.run.entries);
      const answered = await answerOf(table, given, ask, acting, thrown, prepared);
      if (!answered) break;
      play.run.answer(answered.answer, answered.user);
    }
  } catch (error) {
    if (error instanceof TranscriptError && error.fault === 'invalid')
      return no('bad-answer', { detail: error.message });
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
    entries: await seal(host, step.command.by, secrets, play.newEntries()),
    user: idOf(given.user),
  };
  try {
    await commit(ready);
    dice.written();
  } catch (error) {
    if (error instanceof BlockedError) return no('blocked');
    throw error;
  }
  return TAKEN;
}

/** What answers an ask without waiting: dice that have fallen, what the sender gave, standing orders, what the referee throws. */
async function answerOf(
  table: Table,
  { user }: Submission,
  ask: InputAsk,
  acting: Command,
  thrown: readonly (Answer | null)[],
  prepared: Answer[],
): Promise<{ answer: Answer; user: string } | null> {
  const { host, adapter, dice } = table;
  const settled = settledAnswer(host, adapter.ruleset, ask, acting, thrown);
  if (settled) return { answer: settled, user: ask.kind === 'choice' ? BY_ORDER : idOf(user) };
  if (ask.kind === 'offer' || ask.kind === 'all') return null;
  const [next] = prepared;
  const isOurs = ask.kind === 'dice' && refereeThrows();
  const isTheirs = next !== undefined && !isOurs && mayAnswer(user, host, ask.by);
  if (isTheirs) prepared.shift();
  const bound = ask.kind === 'dice' ? dice.take(ask) : null;
  if (bound) return { answer: bound, user: idOf(user) };
  if (isTheirs) return { answer: next, user: idOf(user) };
  const thrownHere = await facesHere(host, ask, dice);
  return thrownHere && { answer: thrownHere, user: game.user.id };
}
