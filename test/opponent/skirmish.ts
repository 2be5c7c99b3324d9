import { type Duel, duels } from '../../bench/duels';
import type { Ruleset } from '../../src/encounter/ruleset';
import type { Encounter, Fighter, FighterId } from '../../src/encounter/state';
import { GM } from '../../src/kernel/ask';
import { defined } from '../../src/kernel/defined';
import { seededDie } from '../../src/kernel/rng';
import { type Judge, loadJudge } from '../../src/opponent/judge';
import { Board } from '../../src/opponent/play';
import { makeQuickAnswerer } from '../../src/opponent/quick-answers';

export const GAMES = Object.fromEntries(duels().map((duel) => [duel.ruleset.id, duel])) as Readonly<
  Record<string, Duel>
>;
export const IDS = Object.keys(GAMES);

export const judgeOf = async (id: string): Promise<Judge> =>
  defined(await loadJudge(gameOf(id).ruleset as Ruleset), 'a worth');

export const gameOf = (id: string): Duel => defined(GAMES[id], id);

export interface Sides {
  readonly heroes: number;
  readonly foes: number;
  /** Metres between the two rows; adjacent by default. */
  readonly apart?: number;
}

/** Returns a fight of equal fighters in two rows, before its start. Heroes are `hero1` and so on. */
export function skirmish(id: string, { heroes, foes, apart = 0 }: Sides): Encounter {
  const { ruleset, encounter } = gameOf(id);
  const { cell } = encounter.ground;
  const model = defined(encounter.fighters.mira, 'mira');
  const row = (side: 'hero' | 'foe', count: number, x: number, facing: number): Fighter[] =>
    Array.from({ length: count }, (_, at) => ({
      ...structuredClone(model),
      id: `${side}${at + 1}`,
      name: `${side} ${at + 1}`,
      side: side === 'hero' ? 'heroes' : 'foes',
      player: side === 'hero',
      place: { ...defined(model.place, 'a place'), x, y: (at + 0.5) * cell, facing },
    }));
  const all = [...row('hero', heroes, 0.5 * cell, 270), ...row('foe', foes, 1.5 * cell + apart, 90)];
  return {
    ...structuredClone(encounter),
    clock: ruleset.idle,
    fighters: Object.fromEntries(all.map((fighter): [FighterId, Fighter] => [fighter.id, fighter])),
  };
}

/** Returns such a fight right after its start. */
export function startedSkirmish(judge: Judge, sides: Sides): Encounter {
  const { ruleset } = judge;
  const board = new Board(ruleset, skirmish(ruleset.id, sides));
  const start = { do: defined(ruleset.clockCommands[0], 'a start'), by: GM };
  board.play(start, makeQuickAnswerer(judge, board.encounter, seededDie(1)));
  return board.encounter;
}
