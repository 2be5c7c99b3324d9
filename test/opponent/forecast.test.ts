import { beforeAll, describe, expect, it } from 'vitest';
import { defined } from '../../src/kernel/defined';
import { difficultyOf, type FightForecast, forecastFights, shareOf } from '../../src/opponent/forecast-fight';
import type { Judge } from '../../src/opponent/judge';
import { perform, type TaskResult } from '../../src/opponent/tasks';
import { core, sampled } from '../tiers/tier';
import { IDS, judgeOf, type Sides, skirmish } from './skirmish';

const FIGHTS = 12;

describe('the share of a count', core, () => {
  // Wilson's interval, as published tables have it.
  it.each([
    [0, 10, 0, 0, 0.2775],
    [5, 10, 0.5, 0.2366, 0.7634],
    [10, 10, 1, 0.7225, 1],
    [50, 100, 0.5, 0.4038, 0.5962],
  ])('%i of %i', (count, of, value, low, high) => {
    const share = shareOf(count, of);
    expect(share.value).toBe(value);
    expect(share.low).toBeCloseTo(low, 4);
    expect(share.high).toBeCloseTo(high, 4);
  });

  it('of nothing is unknown', () => {
    expect(shareOf(0, 0)).toEqual({ value: 0, low: 0, high: 1 });
  });
});

describe('the difficulty', core, () => {
  it.each([
    [1, 'trivial'],
    [0.95, 'trivial'],
    [0.94, 'easy'],
    [0.85, 'easy'],
    [0.84, 'favorable'],
    [0.7, 'favorable'],
    [0.6, 'favorable'],
    [0.59, 'even'],
    [0.5, 'even'],
    [0.4, 'even'],
    [0.39, 'hard'],
    [0.2, 'hard'],
    [0.19, 'deadly'],
    [0, 'deadly'],
  ])('of a chance of %d is %s', (chance, difficulty) => {
    expect(difficultyOf(chance)).toBe(difficulty);
  });
});

describe.each(sampled(IDS, 1, 3))('a forecast in %s', (id) => {
  let judge: Judge;
  beforeAll(async () => {
    judge = await judgeOf(id);
  });
  const forecastOf = (sides: Sides, seed = 1): FightForecast => {
    for (const forecast of forecastFights(judge, skirmish(id, sides), seed))
      if (forecast.fights === FIGHTS) return forecast;
    throw new Error('it ended');
  };

  it('gives the many the better chance, and tells who falls', () => {
    const many = forecastOf({ heroes: 3, foes: 1 });
    expect(many.chances.heroes?.value).toBeGreaterThan(0.9);
    expect(many.fighters.find(({ fighter }) => fighter === 'foe1')?.falls).toBeGreaterThan(0.9);
    const few = forecastOf({ heroes: 1, foes: 3 });
    expect(few.chances.heroes?.value).toBeLessThan(0.1);
    const sum = Object.values(many.chances).reduce((all, { value }) => all + value, 0);
    expect(sum * FIGHTS + many.undecided).toBeCloseTo(FIGHTS, 9);
  });

  it('says for each fighter what is left and what its fall costs its side', () => {
    const { fighters, rounds, seconds } = forecastOf({ heroes: 2, foes: 2 });
    expect(fighters.map(({ fighter }) => fighter)).toEqual(['hero1', 'hero2', 'foe1', 'foe2']);
    for (const { health, falls, matters } of fighters) {
      expect(health).toBeGreaterThanOrEqual(0);
      expect(health).toBeLessThanOrEqual(1);
      if (falls > 0 && falls < 1) expect(matters).not.toBeNull();
      if (falls === 0) expect(matters).toBeNull();
    }
    expect(rounds).toBeGreaterThanOrEqual(1);
    expect(seconds).toBeCloseTo(rounds * judge.ruleset.timing.roundSeconds, 9);
  });

  it('is a task that ends after its fights', () => {
    const task = { kind: 'forecast', encounter: skirmish(id, { heroes: 1, foes: 1 }), fights: 3, seed: 2 } as const;
    const results = [...perform(judge, task)].map((result): TaskResult => defined(result, 'a result')());
    expect(results.map((result) => result.kind === 'forecast' && result.forecast.fights)).toEqual([1, 2, 3]);
  });
});
