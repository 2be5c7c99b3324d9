import type { Command } from '../../encounter/command';
import { begin } from '../../encounter/play';
import type { Ruleset } from '../../encounter/ruleset';
import type { Encounter } from '../../encounter/state';
import type { Answer, DiceAsk } from '../../kernel/ask';
import { readThrow } from '../../kernel/dice';
import { adapterOf, knownAdapter } from '../adapters/registry';
import { guestsIn, type Host, isDraft, keyOfFighter, writerOf } from '../host/host';
import { encounterOf } from '../host/store';
import { refereeThrows } from '../platform/settings';
import { requestSystem } from '../stored/request';
import { type BoundThrow, combatSystem } from '../stored/systems';
import { settledAnswer } from './open';
import { mayAnswer } from './people';
import { readAnswers, readCommand } from './shape';
import { actingIn } from './withheld';

/** Dice that have already fallen for this ask, at this moment, for a request that came to nothing; null where there are none. */
export function boundFaces(
  host: Host,
  { id, by, dice }: DiceAsk,
  { clock }: Encounter,
  { momentOf }: Ruleset,
): readonly number[] | null {
  const bound = combatSystem(host).thrown[keyOfFighter(by)]?.[id];
  if (!bound || bound.moment !== momentOf(clock)) return null;
  try {
    return readThrow(dice, bound.faces).faces;
  } catch {
    // Other dice are asked for now, with advantage where there was none: what fell is no throw of them.
    return null;
  }
}

/** The update that keeps a request's dice bound to what they were thrown for; null where there is nothing to keep. */
export function binding(host: Host, message: ChatMessage.Implementation): object | null {
  // What is refused outside encounters leaves no card to keep dice on.
  if (isDraft(host)) return null;
  // Faces a player names are no throw where the referee throws.
  if (refereeThrows()) return null;
  const adapter = adapterOf(host.type);
  const { command, fighter, answers } = requestSystem(message);
  const wanted = readCommand(command);
  const writer = writerOf(message);
  // Nobody binds dice for others.
  if (!writer || !mayAnswer(writer, host, fighter) || (wanted && wanted.by !== fighter)) return null;
  const given = readAnswers(answers);
  const encounter = encounterOf(host, wanted ? guestsIn(host, wanted) : []);
  if (!adapter || !encounter || !given?.length) return null;
  const asks = wanted ? thrownFor(host, encounter, wanted, given) : thrownLate(host, fighter, given);
  const moment = adapter.ruleset.momentOf(encounter.clock);
  const known = combatSystem(host).thrown[keyOfFighter(fighter)] ?? {};
  // The first throw counts: a second request does not unbind it.
  const bound = asks.filter(([id]) => known[id]?.moment !== moment);
  if (bound.length === 0) return null;
  const entries = bound.map(([id, faces]): [string, BoundThrow] => [id, { moment, faces }]);
  return { _id: host.id, system: { thrown: { [keyOfFighter(fighter)]: Object.fromEntries(entries) } } };
}

/** An answer that came too late, because somebody cut in and the same question waits anew: its dice are the dice of that question. */
function thrownLate(host: Host, fighter: string, [first = []]: readonly Answer[]): Asks {
  return (combatSystem(host).open?.asks ?? []).flatMap(({ ask }): Asks => {
    if (ask.kind !== 'dice' || ask.by !== fighter) return [];
    try {
      return [[ask.id, readThrow(ask.dice, first as readonly number[]).faces]];
    } catch {
      return [];
    }
  });
}

type Asks = (readonly [ask: string, faces: readonly number[]])[];

/** What the faces answer, found by playing the command on a copy as far as they go. */
function thrownFor(host: Host, encounter: Encounter, command: Command, given: readonly Answer[]): Asks {
  const asks: Asks = [];
  const left = [...given];
  const { ruleset } = knownAdapter(host.type);
  if (!ruleset.knows(command)) return asks;
  try {
    const { run } = begin(ruleset, encounter, command, foundry.utils.randomID);
    for (let ask = run.open; ask; ask = run.open) {
      const settled = settledAnswer(host, ruleset, ask, actingIn(command, run.entries));
      const isOwn = ask.kind !== 'offer' && ask.kind !== 'all' && ask.by === command.by;
      const answer = settled ?? (isOwn ? left.shift() : undefined);
      if (!answer) break;
      run.answer(answer);
      if (ask.kind === 'dice') asks.push([ask.id, answer as readonly number[]]);
    }
  } catch {
    // What is no throw binds nobody.
  }
  return asks;
}
