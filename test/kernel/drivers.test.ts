import { describe, expect, it } from 'vitest';
import type { DiceAsk } from '../../src/kernel/ask';
import { defined } from '../../src/kernel/defined';
import { d20, dice } from '../../src/kernel/dice';
import type { RecordedChoice } from '../../src/kernel/drivers/odds';
import { LeafBudgetError, odds } from '../../src/kernel/drivers/odds';
import { simulate } from '../../src/kernel/drivers/simulate';
import { askAll, check, choose, type Procedure, roll } from '../../src/kernel/procedure';
import { seededDie } from '../../src/kernel/rng';
import { tally } from '../support/table';

const named = ({ ask, option }: RecordedChoice): string => `${ask}:${option}`;

function* strike(): Procedure<number> {
  const attack = yield* roll('attack', d20, 'mira');
  if (attack < 11) return 0;
  const damage = yield* roll('damage', dice(2, 4), 'mira');
  const lost = (yield { kind: 'apply', change: -damage }) as number | null;
  return -(lost ?? 0);
}

function* guarded(): Procedure<string> {
  const way = yield* choose('way', 'kor', [
    { id: 'high', whyNot: [] },
    { id: 'low', whyNot: [] },
    { id: 'away', whyNot: [{ id: 'cornered' }] },
  ]);
  const face = yield* roll('face', dice(1, way === 'high' ? 4 : 2), 'kor');
  return face === 1 ? 'hit' : 'missed';
}

describe('simulation', () => {
  it('gives the same result for the same seed and another for another seed', () => {
    const game = (seed: number) => {
      const die = seededDie(seed);
      return Array.from({ length: 200 }, () => simulate(strike(), tally(100), die));
    };
    expect(game(7)).toEqual(game(7));
    expect(game(7)).not.toEqual(game(8));
  });

  it('takes what the policy chooses, and never a barred option', () => {
    expect(simulate(guarded(), tally(), () => 1)).toBe('hit');
    expect(
      simulate(
        guarded(),
        tally(),
        () => 2,
        ({ options }) => options[1].id,
      ),
    ).toBe('missed');
  });
});

describe('odds', () => {
  it('match a brute-force count', () => {
    const [line] = odds(strike, tally(100), String);
    const counted = new Map<string, number>([['0', 0.5]]);
    for (let a = 1; a <= 4; a++)
      for (let b = 1; b <= 4; b++) counted.set(`${a + b}`, (counted.get(`${a + b}`) ?? 0) + 0.5 / 16);
    expect(line.chances.size).toBe(counted.size);
    for (const [damage, chance] of counted) expect(line.chances.get(damage)).toBeCloseTo(chance, 12);
  });

  it('count actual effects: six points of damage take only the four points left', () => {
    const [line] = odds(strike, tally(4), String);
    expect([...line.chances.keys()].sort()).toEqual(['0', '2', '3', '4']);
  });

  it('restore the state', () => {
    const table = tally(4);
    odds(strike, table, String);
    expect(table.value).toBe(4);
  });

  it('list choices as separate lines and do not average them', () => {
    const lines = odds(guarded, tally(), (outcome) => outcome);
    expect(lines.map(({ choices, chances }) => [choices.map(named).join(), chances.get('hit')])).toEqual([
      ['way:high', 0.25],
      ['way:low', 0.5],
    ]);
  });

  it('stop at the leaf budget', () => {
    expect(() => odds(strike, tally(4), String, 10)).toThrow(LeafBudgetError);
  });

  it.each([dice(20, 400), dice(99, 999)])('stop before they add up every total of %j', (many) => {
    function* harm(): Procedure<unknown> {
      return yield* roll('harm', many, 'mira');
    }
    expect(() => odds(harm, tally(4), String)).toThrow(LeafBudgetError);
  });

  it('are exact for as many dice as a game rolls', () => {
    function* harm(): Procedure<unknown> {
      return yield* roll('harm', dice(40, 12), 'mira');
    }
    const [{ chances }] = odds(harm, tally(4), String);
    expect([...chances.values()].reduce((sum, chance) => sum + chance, 0)).toBeCloseTo(1);
  });

  it('stop before they list more combined answers than the leaf budget allows', () => {
    function* together(): Procedure<number> {
      const part = (n: number): DiceAsk => ({ kind: 'dice', id: `face-${n}`, by: 'mira', dice: dice(1, 20) });
      const faces = yield* askAll('faces', [1, 2, 3, 4, 5, 6].map(part));
      return Math.max(...(faces as readonly number[]));
    }
    expect(() => odds(together, tally(4), String, 10_000)).toThrow(LeafBudgetError);
  });
});

describe('closing dice whose earlier faces no longer count', () => {
  /** An attack whose total matters only to the defense, then damage, with a choice before and after. */
  const duel = (forgets: boolean, games = { count: 0 }) =>
    function* (): Procedure<string> {
      games.count++;
      const guard = yield* choose('guard', 'mira', ['high', 'low']);
      const attack = yield* roll('attack', dice(1, 20), 'gnoll');
      const reads = (total: number) => total + (guard === 'high' ? 3 : 0) >= attack;
      if (yield* check('defense', dice(1, 12), 'mira', undefined, reads, forgets)) return guard;
      const aim = yield* choose('aim', 'gnoll', ['head', 'torso']);
      const damage = yield* roll('damage', dice(2, 6), 'gnoll');
      return `${guard} ${aim} ${damage}`;
    };
  const plainly = (forgets: boolean, games?: { count: number }) =>
    odds(duel(forgets, games), tally(), String).map(
      ({ choices, chances }) => [choices.map(named).join(), chances] as const,
    );

  it('are merged into one branch with the same weight as separate branches', () => {
    const games = { count: 0 };
    const [merged, single] = [plainly(true, games), plainly(false)];
    expect(games.count).toBeLessThan(140);
    expect(merged.map(([line]) => line).sort()).toEqual(single.map(([line]) => line).sort());
    for (const [line, chances] of single) {
      const [, others] = defined(
        merged.find(([each]) => each === line),
        'the same line',
      );
      expect([...others.keys()].sort()).toEqual([...chances.keys()].sort());
      for (const [outcome, chance] of chances) expect(others.get(outcome)).toBeCloseTo(chance, 12);
    }
  });

  it('are not merged if the state has changed in between', () => {
    function* marking(): Procedure<string> {
      const first = yield* roll('first', dice(1, 4), 'mira');
      if (first > 2) yield { kind: 'apply', change: -1 } as never;
      yield* check('second', dice(1, 4), 'mira', undefined, () => 0, true);
      return first > 2 ? 'hurt' : 'whole';
    }
    const [line] = odds(marking, tally(10), String);
    expect(line.chances).toEqual(
      new Map([
        ['whole', 0.5],
        ['hurt', 0.5],
      ]),
    );
  });
});

describe('totals that are read alike', () => {
  const rolled = (read: (total: number) => unknown) =>
    function* (): Procedure<string> {
      return JSON.stringify(yield* check('face', dice(2, 6), 'mira', undefined, read));
    };
  const count = (read: (total: number) => unknown) => {
    let games = 0;
    const start = rolled(read);
    const [line] = odds(
      () => {
        games++;
        return start();
      },
      tally(),
      String,
    );
    return { games, chances: line.chances };
  };

  it('are one branch with the sum of their chances', () => {
    const { games, chances } = count((total) => total >= 10);
    expect(games).toBe(2);
    expect(chances.get('true')).toBeCloseTo(6 / 36, 12);
    expect(chances.get('false')).toBeCloseTo(30 / 36, 12);
  });

  it('are also one branch if the values they are read as are equal records', () => {
    expect(count((total) => ({ made: total >= 10, doubles: total === 12 })).games).toBe(3);
  });

  it('are separate branches if the values differ only in type', () => {
    expect(count((total) => (total < 4 ? 1 : total < 8 ? '1' : true)).games).toBe(3);
  });
});
