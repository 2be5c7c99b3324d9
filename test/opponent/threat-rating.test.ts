import { describe, expect, it } from 'vitest';
import {
  computeEncounterBudget,
  difficultyFor,
  evenCountBetween,
  rateThreat,
  readThreatRating,
  type ThreatSides,
} from '../../src/opponent/threat-rating';

/** Rates a foe whose fights have these chances, and returns what was asked for. */
function rate(heroes: number, chanceFor: (sides: ThreatSides) => number) {
  const asked: string[] = [];
  const rating = rateThreat(heroes);
  let step = rating.next();
  while (!step.done) {
    asked.push(`${step.value.heroes}:${step.value.foes}`);
    step = rating.next(chanceFor(step.value));
  }
  return { ...step.value, asked };
}

describe('the threat of a foe', () => {
  it.each`
    even    | value  | asked
    ${1}    | ${100} | ${['2:1', '2:2']}
    ${1.5}  | ${67}  | ${['2:1', '2:2']}
    ${2.25} | ${44}  | ${['2:1', '2:2', '2:4', '2:3']}
    ${5.5}  | ${18}  | ${['2:1', '2:2', '2:4', '2:8', '2:6', '2:5']}
    ${99}   | ${6}   | ${['2:1', '2:2', '2:4', '2:8', '2:16']}
  `('is $value if $even of it are an even fight for two', ({ even, value, asked }) => {
    const rated = rate(2, ({ foes }) => Math.max(0, Math.min(1, 0.5 + (even - foes) / 4)));
    expect(rated).toEqual({ value, heroes: 2, asked });
  });

  it.each`
    even   | value  | asked
    ${2.4} | ${120} | ${['2:1', '3:1']}
    ${3.5} | ${175} | ${['2:1', '3:1', '5:1', '4:1']}
    ${50}  | ${400} | ${['2:1', '3:1', '5:1', '8:1']}
  `('is $value if $even heroes instead of two are an even fight for one', ({ even, value, asked }) => {
    const rated = rate(2, ({ heroes }) => Math.max(0, Math.min(1, 0.5 + (heroes - even) / 4)));
    expect(rated).toEqual({ value, heroes: 2, asked });
  });

  it('is interpolated on a straight line between two chances', () => {
    expect(evenCountBetween({ count: 2, chance: 0.9 }, { count: 3, chance: 0.4 })).toBeCloseTo(2.8);
    expect(evenCountBetween({ count: 4, chance: 0.2 }, { count: 5, chance: 0.6 })).toBeCloseTo(4.75);
    expect(evenCountBetween({ count: 2, chance: 0.5 }, { count: 3, chance: 0.5 })).toBe(2.5);
  });

  it('is read from anything that may be stored', () => {
    expect(readThreatRating({ value: 40, heroes: 2, more: 1 })).toEqual({ value: 40, heroes: 2 });
    for (const wrong of [null, undefined, 40, '40', {}, { value: 40 }, { value: '40', heroes: 2 }])
      expect(readThreatRating(wrong)).toBeNull();
    for (const [value, heroes] of [
      [40, 0],
      [-1, 2],
      [Number.NaN, 2],
      [40, Infinity],
    ])
      expect(readThreatRating({ value, heroes })).toBeNull();
  });
});

describe('the budget of an encounter', () => {
  const foe = (value: number, heroes = 2) => ({ value, heroes });

  it('is 100 for as many heroes as the foes were measured against, and grows with their number', () => {
    expect(computeEncounterBudget([foe(40), foe(60)], 2)).toEqual({
      spent: 100,
      budget: 100,
      difficulty: 'even',
      unrated: 0,
    });
    expect(computeEncounterBudget([foe(40), foe(60)], 4)).toMatchObject({ spent: 100, budget: 200 });
    expect(computeEncounterBudget([foe(40), foe(60)], 1)).toMatchObject({ budget: 50, difficulty: 'deadly' });
  });

  it('counts foes that were measured against other heroes in proportion', () => {
    expect(computeEncounterBudget([foe(50, 2), foe(50, 4)], 4)).toMatchObject({ spent: 75, budget: 100 });
  });

  it('counts the foes without a number apart', () => {
    expect(computeEncounterBudget([null, foe(50), null], 2)).toMatchObject({ spent: 50, budget: 100, unrated: 2 });
    expect(computeEncounterBudget([null], 3)).toMatchObject({ spent: 0, unrated: 1 });
  });

  it('is unknown without heroes or foes', () => {
    expect(computeEncounterBudget([], 2)).toBeNull();
    expect(computeEncounterBudget([foe(50)], 0)).toBeNull();
  });

  it.each([
    [0, 'trivial'],
    [0.5, 'trivial'],
    [0.51, 'easy'],
    [0.7, 'easy'],
    [0.71, 'favorable'],
    [0.9, 'favorable'],
    [0.91, 'even'],
    [1.05, 'even'],
    [1.06, 'hard'],
    [1.3, 'hard'],
    [1.31, 'deadly'],
  ])('that is spent to %d is %s', (share, difficulty) => {
    expect(difficultyFor(share)).toBe(difficulty);
  });
});
