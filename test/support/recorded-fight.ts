import type { Command } from '../../src/encounter/command';
import type { Exchange } from '../../src/encounter/exchange';
import { makeFightRecord } from '../../src/encounter/fight-record';
import { beginExchange, runUntilBlocked } from '../../src/encounter/play';
import type { Encounter } from '../../src/encounter/state';
import { makeCountingIds } from '../../src/encounter/table';
import { defined } from '../../src/kernel/defined';
import { seededDie } from '../../src/kernel/rng';
import { TRANSCRIPT_VERSION } from '../../src/kernel/transcript';
import { gameOf, skirmish } from '../opponent/skirmish';
import { anyAnswer } from './answer';
import { anyCommand } from './game';

const COMMANDS = 25;

/** Plays random commands of two against two, and returns all moments and the record. */
export function playRecorded(id: string, seed: number, commands = COMMANDS) {
  const { ruleset } = gameOf(id);
  const encounter = skirmish(id, { heroes: 2, foes: 2 });
  const die = seededDie(seed);
  const newId = makeCountingIds();
  const exchanges: Exchange[] = [];
  const moments: Encounter[] = [structuredClone(encounter)];
  const play = (command: Command) => {
    const exchange = beginExchange(ruleset, encounter, command, newId);
    runUntilBlocked(exchange, (ask) => ({ answer: anyAnswer(ask, die) }));
    // As it is stored: a document keeps JSON.
    exchanges.push(JSON.parse(JSON.stringify({ version: TRANSCRIPT_VERSION, command, entries: exchange.run.entries })));
    moments.push(structuredClone(encounter));
  };
  play({ do: defined(ruleset.clockCommands[0], 'a start'), by: 'gm' });
  for (let n = 0; n < commands; n++) {
    const command = anyCommand(ruleset, encounter, die);
    if (command) play(command);
  }
  return { ruleset, encounter, exchanges, moments, record: makeFightRecord('A fight', encounter, exchanges) };
}
