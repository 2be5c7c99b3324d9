import type { Command } from '../../src/encounter/command';
import { beginExchange } from '../../src/encounter/play';
import type { Ruleset } from '../../src/encounter/ruleset';
import type { Encounter, FighterId } from '../../src/encounter/state';
import { makeCountingIds } from '../../src/encounter/table';
import { partsOf, responderOf } from '../../src/kernel/answer';
import { GM, type InputAsk } from '../../src/kernel/ask';
import { seededDie } from '../../src/kernel/rng';
import { type Entry, TRANSCRIPT_VERSION } from '../../src/kernel/transcript';
import { TIER } from '../tiers/tier';
import { anyAnswer } from './answer';
import { copyOf } from './copy';
import { playedPairs } from './pairs';
import { gearOf, scenariosOf } from './scenario/files';

/** The first questions of a command at which something happens, and the situations of each command. */
const PAUSES = 3;
const FEW = 3;
const PART = TIER === 'fast' ? 6 : 1;

/** A command of a scenario that waits at a question. */
export interface Pause {
  /** The encounter before the command, and at the question. */
  readonly before: Encounter;
  readonly on: Encounter;
  readonly command: Command;
  readonly entries: readonly Entry[];
  readonly open: InputAsk;
  readonly name: string;
}

/**
 * Yields the first questions of commands of all scenarios.
 * @param prepare what is changed in an encounter before its command
 */
export function* pausesOf(ruleset: Ruleset, prepare: (before: Encounter) => Encounter = copyOf): Generator<Pause> {
  const scenarios = scenariosOf(ruleset.id).filter((_, at) => at % PART === 0);
  const { situations } = playedPairs(ruleset, scenarios, gearOf(ruleset.id, '.'));
  for (const situation of [...situations.values()].flatMap((each) => each.slice(0, FEW))) {
    const { file, command } = situation;
    const on = prepare(situation.before);
    const before = copyOf(on);
    const { run } = beginExchange(ruleset, on, command, makeCountingIds());
    const die = seededDie(7);
    for (let nth = 0; run.open && nth < PAUSES; nth++) {
      const name = `${file}: ${command.do}, question ${nth} (${run.open.id})`;
      yield { before, on: copyOf(on), command, entries: structuredClone(run.entries), open: run.open, name };
      run.answer(anyAnswer(run.open, die));
    }
  }
}

/** Returns the actor, the target and those who are asked. */
export const concernedIn = ({ command, open }: Pick<Pause, 'command' | 'open'>): readonly FighterId[] =>
  [...new Set([command.by, command.at, ...askedBy(open)].filter((id) => id !== undefined && id !== GM))] as FighterId[];

export const askedBy = (ask: InputAsk): readonly string[] => partsOf(ask).map(responderOf);

export const exchangeOf = ({ command, entries }: Pick<Pause, 'command' | 'entries'>) => ({
  version: TRANSCRIPT_VERSION,
  command,
  entries: structuredClone(entries),
});
