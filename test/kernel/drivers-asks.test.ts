import { describe, expect, it } from 'vitest';
import { GM, type SingleAsk } from '../../src/kernel/ask';
import { defined } from '../../src/kernel/defined';
import { dice } from '../../src/kernel/dice';
import type { RecordedChoice } from '../../src/kernel/drivers/odds';
import { LeafBudgetError, type OddsLine, odds } from '../../src/kernel/drivers/odds';
import { simulate } from '../../src/kernel/drivers/simulate';
import {
  askAll,
  askAmount,
  askPlace,
  askText,
  check,
  choose,
  offer,
  type Procedure,
  roll,
  section,
} from '../../src/kernel/procedure';
import { tally } from '../support/table';

const picked = ({ ask, option }: RecordedChoice): string => `${ask}:${option}`;

const open = (...ids: string[]) => ids.map((id) => ({ id, whyNot: [] }));
const change = (by: number) => ({ kind: 'apply' as const, change: by });
const coin: SingleAsk = { kind: 'dice', id: 'coin', by: 'mira', dice: dice(1, 2) };
const way: SingleAsk = { kind: 'choice', id: 'way', by: 'kor', options: open('left', 'right') };
const price: SingleAsk = { kind: 'amount', id: 'price', by: GM, min: 1, max: 2 };
const trigger: SingleAsk = { kind: 'text', id: 'trigger', by: 'mira', maxLength: 9 };
const taker = { by: 'kor', commands: ['trip'], defaultAnswer: 'ask' as const };

const named = (lines: readonly OddsLine[]) =>
  lines.map(({ choices, chances }) => [choices.map(picked).join('/'), Object.fromEntries(chances)]);

describe('a simulation', () => {
  it('answers every kind of ask by itself', () => {
    function* every(): Procedure<unknown[]> {
      return [
        yield* roll('face', dice(2, 6), 'mira'),
        yield* choose('way', 'kor', [{ id: 'barred', whyNot: [{ id: 'tired' }] }, ...open('free')]),
        yield* askAmount('price', GM, 3, 9),
        yield* askText('trigger', 'mira', 20),
        yield* askPlace('step', 'mira', ['here', 'there']),
        yield* askAll('both', [coin, way, price, trigger]),
        yield* offer('begun', [taker], 'all'),
        yield* section('child', roll('inside', dice(1, 6), 'kor')),
        yield change(-9),
      ];
    }
    const outcome = simulate(every(), tally(4), () => 2);
    expect(outcome).toEqual([4, 'free', 3, '', 'here', [2, 'left', 1, ''], [], 2, -4]);
  });

  it('uses its policy for several asks as for a single one', () => {
    expect(
      simulate(
        askAll('both', [coin, way]),
        tally(),
        () => 1,
        () => 'right',
      ),
    ).toEqual([1, 'right']);
  });

  it('throws at a choice without an open option', () => {
    expect(() => simulate(choose('way', 'kor', [{ id: 'a', whyNot: [{ id: 'no' }] }]), tally(), () => 1)).toThrow(
      'choice way has no option',
    );
  });
});

describe('odds', () => {
  it('pass offers and look into sections', () => {
    function* guarded(): Procedure<string> {
      const taken = yield* offer('begun', [taker], 'first');
      if (taken.length > 0) return 'tripped';
      const face = yield* section('child', roll('face', dice(1, 4), 'mira'));
      return face === 1 ? 'fell' : 'stood';
    }
    expect(named(odds(guarded, tally(), (outcome) => outcome))).toEqual([['', { fell: 0.25, stood: 0.75 }]]);
  });

  it('list amounts as separate lines, as they do choices', () => {
    function* priced(): Procedure<string> {
      const least = yield* askAmount('price', GM, 1, 3);
      return (yield* roll('face', dice(1, 4), 'mira')) >= least ? 'enough' : 'short';
    }
    const lines = odds(priced, tally(), (outcome) => outcome);
    expect(lines.map(({ choices, chances }) => [choices.map(picked).join(), chances.get('enough')])).toEqual([
      ['price:1', 1],
      ['price:2', 0.75],
      ['price:3', 0.5],
    ]);
  });

  it('of several asks at once weigh dice and list choices as separate lines', () => {
    function* both(): Procedure<string> {
      return String(yield* askAll('both', [coin, way, price]));
    }
    expect(named(odds(both, tally(), (outcome) => outcome))).toEqual([
      ['way:left/price:1', { '1,left,1': 0.5, '2,left,1': 0.5 }],
      ['way:left/price:2', { '1,left,2': 0.5, '2,left,2': 0.5 }],
      ['way:right/price:1', { '1,right,1': 0.5, '2,right,1': 0.5 }],
      ['way:right/price:2', { '1,right,2': 0.5, '2,right,2': 0.5 }],
    ]);
  });

  it.each`
    what                     | ask
    ${'text'}                | ${() => askText('trigger', 'mira', 9)}
    ${'a place'}             | ${() => askPlace('step', 'mira', ['here', 'there'])}
    ${'texts among several'} | ${() => askAll('both', [coin, trigger])}
  `('are not exact if $what is asked for, and restore the state', ({ ask }) => {
    const table = tally(9);
    function* asked(): Procedure<unknown> {
      yield change(-4);
      return yield* ask();
    }
    expect(() => odds(asked, table, String)).toThrow(LeafBudgetError);
    expect(table.value).toBe(9);
  });

  it('assume that the fighter stays if the first place is to stay', () => {
    const on = odds(() => askPlace('step', 'mira', ['here', 'there'], undefined, true), tally(9), String);
    expect(on.map(({ choices, chances }) => [choices, [...chances]])).toEqual([[[], [['here', 1]]]]);
  });

  it('replay no branch in which no earlier die counts', () => {
    let games = 0;
    function* contest(): Procedure<string> {
      games++;
      const attack = yield* roll('attack', dice(1, 20), 'mira');
      const way = yield* choose('way', 'gnoll', ['dodge', 'stand']);
      if (way === 'stand') return 'hit';
      const evades = (face: number) => face >= attack;
      const evaded = yield* check('evade', dice(1, 20), 'gnoll', undefined, evades, true);
      if (evaded) return 'missed';
      return (yield* check('zone', dice(1, 10), 'mira', undefined, (face) => face > 9)) ? 'head' : 'body';
    }
    const lines = odds(contest, tally(9), String);
    expect(
      Object.fromEntries(lines.map(({ choices, chances }) => [choices[0]?.option, [...chances.keys()].sort()])),
    ).toEqual({
      dodge: ['body', 'head', 'missed'],
      stand: ['hit'],
    });
    const dodged = defined(
      lines.find(({ choices }) => choices[0]?.option === 'dodge'),
      'a line',
    ).chances;
    expect(dodged.get('missed')).toBeCloseTo(210 / 400, 12);
    expect(dodged.get('head')).toBeCloseTo(19 / 400, 12);
    // Two options for each of twenty totals; after a dodge also the head and the body.
    expect(games).toBeLessThan(20 * 2 + 4);
  });

  it('restore the state if a leaf throws', () => {
    function* brittle(): Procedure<number> {
      yield change(-2);
      const face = yield* roll('face', dice(1, 6), 'mira');
      yield change(-face);
      if (face === 5) throw new Error('a rule broke');
      return face;
    }
    const table = tally(50);
    expect(() => odds(brittle, table, String)).toThrow('a rule broke');
    expect(table.value).toBe(50);
    expect(() =>
      odds(
        () => roll('face', dice(1, 2), 'mira'),
        table,
        () => {
          throw new Error('no name for it');
        },
      ),
    ).toThrow('no name for it');
    expect(table.value).toBe(50);
  });

  it('restore the state at the leaf budget', () => {
    function* long(): Procedure<number> {
      yield change(-1);
      return yield* roll('face', dice(1, 20), 'mira');
    }
    const table = tally(9);
    expect(() => odds(long, table, String, 19)).toThrow(LeafBudgetError);
    expect(table.value).toBe(9);
    expect(odds(long, table, String, 20)).toHaveLength(1);
  });
});
