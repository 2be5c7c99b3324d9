import { beforeAll, describe, expect, it } from 'vitest';
import { cloneEncounter } from '../../src/encounter/forecast';
import type { Encounter } from '../../src/encounter/state';
import { GM } from '../../src/kernel/ask';
import { defined } from '../../src/kernel/defined';
import { seededDie } from '../../src/kernel/rng';
import { Fight } from '../../src/opponent/fight';
import { playToTheEnd } from '../../src/opponent/forecast-fight';
import type { Judge } from '../../src/opponent/judge';
import { Board } from '../../src/opponent/play';
import { QuickAgent } from '../../src/opponent/quick-agent';
import { makeQuickAnswerer } from '../../src/opponent/quick-answers';
import { sampled } from '../tiers/tier';
import { optionsOf } from './games';
import { IDS, judgeOf, skirmish } from './skirmish';

/** Two games that must give the same results. */
const SEED = 7;

describe.each(sampled(IDS, 1, 2))('a fight of opponents in %s', (id) => {
  let judge: Judge;
  beforeAll(async () => {
    judge = await judgeOf(id);
  });

  const begun = (encounter: Encounter, seed = SEED) => {
    const board = new Board(judge.ruleset, cloneEncounter(encounter));
    const die = seededDie(seed);
    const agent = new QuickAgent(judge);
    const fight = new Fight(judge, board, () => agent, makeQuickAnswerer(judge, board.encounter, die), die);
    fight.play({ do: defined(judge.ruleset.clockCommands[0], 'a start'), by: GM });
    return { fight, board, agent };
  };

  it('ends with one side on its feet, and the same way for the same dice', () => {
    const start = skirmish(id, { heroes: 2, foes: 2, apart: 6 });
    const before = JSON.stringify(start);
    const play = (seed: number) => playToTheEnd(judge, start, new QuickAgent(judge), seed);
    const first = play(SEED);
    expect(['heroes', 'foes']).toContain(first.winner);
    const [winners, losers] = first.winner === 'heroes' ? ['hero', 'foe'] : ['foe', 'hero'];
    expect(first.health[`${losers}1`]).toBe(0);
    expect(first.health[`${losers}2`]).toBe(0);
    expect(Math.max(first.health[`${winners}1`] ?? 0, first.health[`${winners}2`] ?? 0)).toBeGreaterThan(0);
    expect(play(SEED)).toEqual(first);
    expect(JSON.stringify(start)).toBe(before);
  });

  it('is won by the many', () => {
    const start = skirmish(id, { heroes: 4, foes: 1 });
    const agent = new QuickAgent(judge);
    expect([1, 2, 3].map((seed) => playToTheEnd(judge, start, agent, seed).winner)).toEqual(Array(3).fill('heroes'));
  });

  it('brings fighters together that start far apart', () => {
    const { fight, board } = begun(skirmish(id, { heroes: 1, foes: 1, apart: 12 }));
    const { fighters } = board.encounter;
    const apart = () => Math.abs((fighters.hero1?.place?.x ?? 0) - (fighters.foe1?.place?.x ?? 0));
    const before = apart();
    for (let n = 0; n < 40 && apart() > 3; n++) fight.next();
    expect(apart()).toBeLessThan(before / 2);
  });

  it('is undone to any moment', () => {
    const { fight, board } = begun(skirmish(id, { heroes: 2, foes: 2 }));
    for (let n = 0; n < 6; n++) fight.next();
    const moment = board.effects.length;
    const before = structuredClone(board.encounter);
    for (let n = 0; n < 20; n++) fight.next();
    expect(board.encounter).not.toEqual(before);
    board.backTo(moment);
    expect(board.encounter).toEqual(before);
  });

  it('has only options that the rules allow, from every moment', () => {
    const refused: unknown[] = [];
    let options = 0;
    for (const seed of [1, 2, 3]) {
      const { fight, board, agent } = begun(skirmish(id, { heroes: 2, foes: 2, apart: seed * 2 }), seed);
      for (let n = 0; n < 15 && fight.winner === null && fight.next(); n++)
        for (const fighter of Object.values(board.encounter.fighters))
          for (const command of judge.worth.isOut(fighter) ? [] : optionsOf(agent, board.encounter, fighter)) {
            options++;
            const why = judge.ruleset.whyNot(board.encounter, command);
            if (why.length > 0 || command.by !== fighter.id) refused.push({ command, why });
          }
    }
    expect(refused).toEqual([]);
    expect(options).toBeGreaterThan(50);
  });
});
