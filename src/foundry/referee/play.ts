import type { Command } from '../../encounter/command';
import { judge } from '../../encounter/legality';
import { begin, type Play, resume } from '../../encounter/play';
import type { Encounter } from '../../encounter/state';
import type { Answer, PersonAsk, Reason } from '../../kernel/ask';
import { TranscriptError } from '../../kernel/transcript';
import type { Adapter } from '../adapter';
import { throwFor } from '../dice';
import { combatSystem, type OpenExchange } from '../documents/systems';
import { encounterOf } from '../reader';
import { adapterOf } from '../registry';
import { refereeThrows, strictnessFor } from '../settings';
import { BlockedError, commit, type Step } from './commit';
import { entriesOf } from './history';
import { mayAnswer, playersOf } from './people';

/** What somebody asks of the referee: a new command, or the answer to an open ask. */
export interface Given {
  readonly user: User.Implementation;
  readonly command: Command | null;
  /** Key of the ask answered, where it is no new command. */
  readonly ask: string | null;
  /** The moment it is meant for; null from the referee's own tab, where it is always now. */
  readonly moment: string | null;
  readonly answers: readonly Answer[];
  readonly force: boolean;
  readonly request: ChatMessage.Implementation | null;
}

/** Not taken, and why. An empty list means taken; `wait` means: not now, ask again when the open exchange has ended. */
export type Taken = { readonly taken: true } | { readonly taken: false; readonly why: readonly Reason[] } | 'wait';

const TAKEN: Taken = { taken: true };
const no = (id: string, data?: Reason['data']): Taken => ({ taken: false, why: [{ id, ...(data && { data }) }] });

/** Judges what was given, plays it to the next ask that needs a person, and commits the step. Changes nothing where it refuses. */
export async function take(combat: Combat.Implementation, given: Given): Promise<Taken> {
  const adapter = adapterOf(combat.type);
  const encounter = encounterOf(combat);
  if (!adapter || !encounter) return no('no-encounter');
  if (given.ask !== null) return takeAnswer(combat, adapter, encounter, given, given.ask);
  return given.command ? takeCommand(combat, adapter, encounter, given, given.command) : no('no-command');
}

async function takeCommand(
  combat: Combat.Implementation,
  { ruleset }: Adapter,
  encounter: Encounter,
  given: Given,
  command: Command,
): Promise<Taken> {
  const { user, moment } = given;
  if (!mayAnswer(user, combat, command.by)) return no('not-yours');
  if (command.by !== 'gm' && !encounter.fighters[command.by]) return no('no-fighter');
  if (command.at !== undefined && !encounter.fighters[command.at]) return no('no-target');
  if (!ruleset.knows(command)) return no('unknown-command', { command: command.do });
  const lent = user.isGM ? undefined : ruleset.gmOptions.find((option) => command.options?.[option] !== undefined);
  if (lent !== undefined) return no('gm-only-option', { option: lent });
  if (moment !== null && moment !== ruleset.momentOf(encounter.clock)) return no('moment-passed');
  if (combatSystem(combat).open) return 'wait';
  // A world that only warns its players has warned them before they sent it; `force` is believed of game masters alone.
  const strictness = strictnessFor(user);
  const reasons = ruleset.whyNot(encounter, command);
  if (judge(reasons, strictness, user.isGM ? given.force : strictness === 'warn') !== 'go')
    return { taken: false, why: reasons };
  const play = begin(ruleset, encounter, command, foundry.utils.randomID);
  return playOn(combat, encounter, given, { command, play, goesOn: null, before: [] });
}

async function takeAnswer(
  combat: Combat.Implementation,
  { ruleset }: Adapter,
  encounter: Encounter,
  given: Given,
  key: string,
): Promise<Taken> {
  const { open } = combatSystem(combat);
  const asked = open?.asks.find((ask) => ask.key === key);
  if (!open || !asked || open.fault) return no('closed');
  if (!mayAnswer(given.user, combat, asked.ask.by)) return no('not-yours');
  const { command, entries, version } = entriesOf(combatSystem(combat), open.exchange);
  let play: Play;
  try {
    play = resume(ruleset, encounter, { version, command, entries }, foundry.utils.randomID);
  } catch (error) {
    await markFault(combat, open, error);
    return no('cannot-replay');
  }
  return playOn(combat, encounter, given, { command, play, goesOn: open, before: entries });
}

type Playing = Pick<Step, 'command' | 'goesOn' | 'before'> & { readonly play: Play };

async function playOn(
  combat: Combat.Implementation,
  encounter: Encounter,
  given: Given,
  playing: Playing,
): Promise<Taken> {
  const { play, ...step } = playing;
  const prepared = [...given.answers];
  try {
    for (;;) {
      const ask = play.run.open;
      const answer = ask && (await answerOf(combat, given, ask, prepared));
      if (!ask || !answer) break;
      play.run.answer(answer.answer, answer.user);
    }
  } catch (error) {
    if (error instanceof TranscriptError && error.fault === 'invalid')
      return no('bad-answer', { detail: error.message });
    throw error;
  }
  const ready: Step = {
    ...step,
    combat,
    adapter: adapterOf(combat.type)!,
    encounter,
    effects: play.table.effects,
    entries: play.newEntries(),
    waitsFor: play.run.open,
    request: given.request,
    user: given.user.id!,
  };
  try {
    await commit(ready);
  } catch (error) {
    if (error instanceof BlockedError) return no('blocked');
    throw error;
  }
  return TAKEN;
}

/** What answers an ask without waiting: what the sender has already given, or dice the referee throws for who is not here. */
async function answerOf(
  combat: Combat.Implementation,
  { user }: Given,
  ask: PersonAsk,
  prepared: Answer[],
): Promise<{ answer: Answer; user: string } | null> {
  const [next] = prepared;
  if (next && mayAnswer(user, combat, ask.by)) {
    prepared.shift();
    return { answer: next, user: user.id! };
  }
  if (ask.kind !== 'dice') return null;
  if (refereeThrows() || playersOf(combat, ask.by).length === 0)
    return { answer: await throwFor(ask.dice, false), user: game.user!.id! };
  return null;
}

/** An exchange that cannot be replayed keeps its data; everybody sees that it waits for the game master. */
async function markFault(combat: Combat.Implementation, open: OpenExchange, error: unknown): Promise<void> {
  console.error('Cadence | an exchange cannot be replayed', error);
  const fault = error instanceof Error ? error.message : String(error);
  await combat.update({ system: { open: { ...open, fault } } } as never);
}
