import { expect, it } from 'vitest';
import { beginExchange } from '../../src/encounter/play';
import { pack, unpack } from '../../src/foundry/platform/packed';
import { GM } from '../../src/kernel/ask';
import { defined } from '../../src/kernel/defined';
import { seededDie } from '../../src/kernel/rng';
import { TRANSCRIPT_VERSION } from '../../src/kernel/transcript';
import { anyAnswer } from '../support/answer';
import { gameOf, IDS, skirmish } from './skirmish';

/** Foundry's ids are random, which packs worse than names in a row. */
const anyId = (die: (sides: number) => number): string =>
  Array.from({ length: 16 }, () => (die(36) - 1).toString(36)).join('');

it.each(IDS)('the first step of %s can be stored with 150 fighters', (id) => {
  const { ruleset } = gameOf(id);
  const die = seededDie(5);
  const fight = skirmish(id, { heroes: 75, foes: 75, apart: 6 });
  const fighters = Object.fromEntries(
    Object.values(fight.fighters).map((fighter) => {
      const own = anyId(die);
      return [own, { ...fighter, id: own }];
    }),
  );
  const command = { do: defined(ruleset.clockCommands[0], 'a start'), by: GM };
  const play = beginExchange(ruleset, { ...fight, fighters }, command, () => anyId(die));
  for (let ask = play.run.open; ask; ask = play.run.open) play.run.answer(anyAnswer(ask, die), GM);
  const entries = play.newEntries();
  const step = {
    exchange: 1,
    card: anyId(die),
    command,
    version: TRANSCRIPT_VERSION,
    entries,
    user: anyId(die),
    at: 1,
  };
  expect(unpack(pack(step))).toEqual(JSON.parse(JSON.stringify(step)));
});
