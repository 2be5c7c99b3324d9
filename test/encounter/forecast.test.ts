import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { adjustPool, applyChange, log } from '../../src/encounter/change';
import { cloneEncounter, type ForecastQuestion, forecast } from '../../src/encounter/forecast';
import type { Encounter } from '../../src/encounter/state';
import { defined } from '../../src/kernel/defined';
import { d20, dice } from '../../src/kernel/dice';
import type { RecordedChoice } from '../../src/kernel/drivers/odds';
import { askAll, askText, choose, offer, type Procedure, roll } from '../../src/kernel/procedure';
import { encounter, fighter } from '../support/encounter';
import { saidIn } from '../support/rules';

const named = ({ ask, option }: RecordedChoice): string => `${ask}:${option}`;

const free = (...ids: string[]) => ids.map((id) => ({ id, whyNot: [] }));
const rules = (procedure: (on: Encounter) => Procedure<unknown>) => ({ play: procedure });
const table = () => encounter(fighter('mira'), fighter('gnoll'));
const command = { do: 'strike', by: 'mira', at: 'gnoll' };
const hp: ForecastQuestion<Encounter> = { outcome: (after) => `${after.fighters.gnoll.pools.hp.value}` };

/** A d4 of damage on a roll of 11 or more. */
function* strike(): Procedure<void> {
  if ((yield* roll('attack', d20, 'mira')) >= 11)
    yield* adjustPool('gnoll', 'hp', -(yield* roll('damage', dice(1, 4), 'mira')));
}

/** The target chooses a defense, but only after a hit. */
function* parried(): Procedure<void> {
  if ((yield* roll('attack', dice(1, 4), 'mira')) === 1) return;
  const way = yield* choose('defense', 'gnoll', free('dodge', 'parry'));
  const face = yield* roll('face', dice(1, way === 'dodge' ? 2 : 4), 'gnoll');
  if (face === 1) yield* adjustPool('gnoll', 'hp', -1);
}

const sum = (chances: ReadonlyMap<string, number>) => [...chances.values()].reduce((total, each) => total + each, 0);

describe('a forecast', () => {
  it('matches a brute-force count', () => {
    const { lines, exact } = forecast(rules(strike), table(), command, hp);
    const counted = new Map<string, number>();
    for (let attack = 1; attack <= 20; attack++)
      for (let damage = 1; damage <= 4; damage++) {
        const left = `${7 - (attack >= 11 ? damage : 0)}`;
        counted.set(left, (counted.get(left) ?? 0) + 1 / 80);
      }
    expect(exact).toBe(true);
    expect(lines).toHaveLength(1);
    expect(lines[0].chances.size).toBe(counted.size);
    for (const [left, chance] of counted) expect(lines[0].chances.get(left)).toBeCloseTo(chance, 12);
  });

  it('leaves the encounter unchanged', () => {
    const living = table();
    const before = JSON.stringify(living);
    const everything = rules(function* () {
      yield* adjustPool('gnoll', 'hp', -(yield* roll('damage', dice(1, 4), 'mira')));
      yield* applyChange({ kind: 'condition-added', of: 'gnoll', condition: { id: 'prone' } });
      yield* applyChange({ kind: 'state', of: 'mira', key: 'struck', to: 1 });
      yield* applyChange({ kind: 'clock', to: { round: 2, phase: 'open' } });
    });
    const freeze = (value: unknown): void => {
      if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return;
      Object.freeze(value);
      Object.values(value).forEach(freeze);
    };
    freeze(living);
    forecast(everything, living, command, hp);
    forecast(everything, living, command, hp, 1);
    expect(JSON.stringify(living)).toBe(before);
  });

  it('copies what an effect may change and shares the rest', () => {
    const living = table();
    const copy = cloneEncounter(living);
    expect(copy).toEqual(living);
    expect(copy.fighters.mira.pools.hp).not.toBe(living.fighters.mira.pools.hp);
    expect(copy.fighters.mira.stats).toBe(living.fighters.mira.stats);
  });

  it('has a line for each choice, and counts games without that choice into every line', () => {
    const { lines } = forecast(rules(parried), table(), command, hp);
    expect(
      lines.map(({ choices, chances }) => [choices.map(named).join(), chances.get('6'), chances.get('7')]),
    ).toEqual([
      ['defense:dodge', 0.375, 0.625],
      ['defense:parry', 0.1875, 0.8125],
    ]);
  });

  it('names a choice only in the lines that reach it', () => {
    const { lines } = forecast(
      rules(function* () {
        if ((yield* choose('first', 'gnoll', free('yield', 'fight'))) === 'yield') return;
        yield* choose('second', 'gnoll', free('dodge', 'parry'));
      }),
      table(),
      command,
      hp,
    );
    expect(lines.map(({ choices }) => choices.map(named).join(' '))).toEqual([
      'first:yield',
      'first:fight second:dodge',
      'first:fight second:parry',
    ]);
  });

  it('has separate lines for choices that are made at the same time', () => {
    const defense = (by: string) =>
      ({ kind: 'choice', id: `defense-${by}`, by, options: free('dodge', 'parry') }) as const;
    const both = rules(function* () {
      yield* askAll('both', [defense('mira'), defense('gnoll')]);
    });
    const choices = (budget?: number) =>
      forecast(both, table(), command, hp, budget)
        .lines.map((line) => line.choices.map(named).join(' '))
        .sort();
    expect(choices()).toHaveLength(4);
    expect(choices()[0]).toBe('defense-mira:dodge defense-gnoll:dodge');
    expect(choices(1)).toEqual(choices());
  });

  it('passes offers', () => {
    const { lines } = forecast(
      rules(function* () {
        const candidates = [{ by: 'gnoll', commands: [{ do: 'flee', by: 'gnoll' }], defaultAnswer: 'ask' as const }];
        const taken = yield* offer('begun', candidates, 'first');
        yield* log(taken.length > 0 ? 'fled' : 'stayed');
      }),
      table(),
      command,
      { outcome: (_, effects) => saidIn(effects).join() },
    );
    expect(lines.map(({ chances }) => [...chances])).toEqual([[['stayed', 1]]]);
  });

  it('stops at the effect that settles the outcome', () => {
    const hit = rules(function* () {
      yield* log((yield* roll('attack', d20, 'mira')) >= 11 ? 'hit' : 'miss');
      throw new Error('the rule ran past the outcome');
    });
    const { lines } = forecast(hit, table(), command, {
      settles: (effect) => effect.kind === 'log',
      outcome: (_, effects) => saidIn(effects).join(),
    });
    expect([...lines[0].chances.keys()]).toEqual(['miss', 'hit']);
    expect(lines[0].chances.get('hit')).toBeCloseTo(0.5, 12);
  });
});

describe('beyond the leaf budget', () => {
  it.each([
    ['a single line', strike],
    ['choices', parried],
  ])('random games give nearly the exact chances: %s', (_, procedure) => {
    const exact = forecast(rules(procedure), table(), command, hp);
    const about = forecast(rules(procedure), table(), command, hp, 5);
    expect([exact.exact, about.exact]).toEqual([true, false]);
    for (const line of exact.lines) {
      const same = defined(
        about.lines.find(({ choices }) => choices.map(named).join() === line.choices.map(named).join()),
        'the same line',
      );
      expect(sum(same.chances)).toBeCloseTo(1, 9);
      for (const [outcome, chance] of line.chances) expect(same.chances.get(outcome)).toBeCloseTo(chance, 1);
    }
    expect(about.lines).toHaveLength(exact.lines.length);
  });

  it('the random games are the same each time', () => {
    const once = () => forecast(rules(parried), table(), command, hp, 5).lines.map(({ chances }) => [...chances]);
    expect(once()).toEqual(once());
  });

  it('random games are also played if the answers cannot be listed', () => {
    const asking = rules(function* () {
      yield* askText('trigger', 'mira', 40);
      yield* strike();
    });
    expect(forecast(asking, table(), command, hp).exact).toBe(false);
  });

  it('an error in the rules is thrown', () => {
    const broken = rules(function* () {
      yield* roll('attack', d20, 'mira');
      throw new Error('broken');
    });
    expect(() => forecast(broken, table(), command, hp)).toThrow('broken');
  });
});

it('the chances of every line sum to one', () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant('roll' as const), sides: fc.integer({ min: 1, max: 4 }) }),
    fc.record({ kind: fc.constant('choice' as const), options: fc.integer({ min: 1, max: 3 }) }),
  );
  // A step is reached only if every roll before it was not a 1.
  fc.assert(
    fc.property(fc.array(step, { maxLength: 5 }), (steps) => {
      const made = rules(function* () {
        for (const [at, each] of steps.entries())
          if (each.kind === 'roll') {
            if ((yield* roll(`r${at}`, dice(1, each.sides), 'mira')) === 1) return;
            yield* adjustPool('gnoll', 'hp', -1);
          } else {
            const taken = yield* choose(`c${at}`, 'gnoll', free(...['a', 'b', 'c'].slice(0, each.options)));
            if (taken === 'a') yield* adjustPool('gnoll', 'hp', 1);
          }
      });
      const { lines } = forecast(made, table(), command, hp);
      for (const { chances } of lines) expect(sum(chances)).toBeCloseTo(1, 9);
    }),
  );
});
