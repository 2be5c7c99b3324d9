import { describe, expect, it } from 'vitest';
import { type Candidate, type OfferAsk, PASS } from '../../src/kernel/ask';
import { type Procedure, roll, section } from '../../src/kernel/procedure';
import { run } from '../../src/kernel/run';
import { type Moment, offerReactions, reactionOrder } from '../../src/toolkit/turns/reaction';
import { tally } from '../support/table';

const d6 = { count: 1, sides: 6 };
function* nothing(): Procedure<void> {}

/** Candidates a and b may each take `x` once. The child rolls a die and records that it was played. */
function moment(
  told: string[],
  wait: Moment['wait'] = 'first',
  also: (told: string[]) => boolean = () => true,
): Moment {
  const taker = (by: string): Candidate => ({ by, commands: [{ do: 'x', by }], defaultAnswer: 'ask' });
  return {
    id: 'cut-in',
    wait,
    candidates: () => ['a', 'b'].filter((by) => !told.includes(by) && also(told)).map(taker),
    facts: (candidates) => ({ count: candidates.length }),
    *playChild(command) {
      const { by } = command as { by: string };
      yield* section(
        command,
        (function* (): Procedure<void> {
          yield* roll('die', d6, by);
          told.push(by);
        })(),
      );
    },
  };
}

describe('an offer', () => {
  it('is made again to the remaining candidates until none accepts', () => {
    const told: string[] = [];
    const played = run(offerReactions(moment(told)), tally());
    played.answer([0, PASS]);
    played.answer([4]);
    expect((played.open as OfferAsk).candidates.map(({ by }) => by)).toEqual(['b']);
    expect((played.open as OfferAsk).facts).toEqual({ count: 1 });
    played.answer([0]);
    played.answer([4]);
    expect([played.open, told]).toEqual([null, ['a', 'b']]);
  });
  it('to all at once plays the accepted commands in turn, if they are still valid', () => {
    const told: string[] = [];
    const played = run(offerReactions(moment(told, 'all')), tally());
    played.answer([0, 0]);
    played.answer([1]);
    played.answer([2]);
    expect([played.open, told]).toEqual([null, ['a', 'b']]);

    const alone: string[] = [];
    const first = run(offerReactions(moment(alone, 'all', (so) => so.length === 0)), tally());
    first.answer([0, 0]);
    first.answer([1]);
    expect([first.open, alone]).toEqual([null, ['a']]);
  });
  it('returns whether any was accepted, and says who has passed', () => {
    const passed: string[][] = [];
    const offered = (): Moment => ({
      id: 'cut-in',
      wait: 'first',
      candidates: () => [{ by: 'a', commands: ['x'], defaultAnswer: 'ask' }],
      passed: (candidates) => passed.push(candidates.map(({ by }) => by)),
      *playChild() {},
    });
    const [refused, taken] = [offerReactions(offered()), offerReactions(offered())];
    refused.next();
    expect(refused.next([])).toEqual({ done: true, value: false });
    taken.next();
    taken.next([{ by: 'a', command: 'x' }]);
    expect(taken.next([])).toEqual({ done: true, value: true });
    expect(passed).toEqual([['a'], ['a']]);
  });

  it.each<[string, Record<string, string[]>, string[]]>([
    ['the same command among others', { b: ['z', 'y'] }, ['x', 'y']],
    ['another command', { b: ['z'] }, ['x']],
    ['nothing, but another fighter has the command', { b: [], c: ['y'] }, ['x']],
  ])('plays the second acceptance if its fighter still has %s', (_, left, played) => {
    const told: unknown[] = [];
    const before = { a: ['x'], b: ['y'] };
    const steps = offerReactions({
      id: 'cut-in',
      wait: 'all',
      candidates: () =>
        Object.entries(told.length === 0 ? before : left).map(([by, commands]) => ({
          by,
          commands,
          defaultAnswer: 'ask',
        })),
      playChild(command) {
        told.push(command);
        return nothing();
      },
    });
    steps.next();
    steps.next([
      { by: 'a', command: 'x' },
      { by: 'b', command: 'y' },
    ]);
    expect(told).toEqual(played);
  });

  it('can be declined in advance', () => {
    expect(reactionOrder('dodge')).toEqual({
      id: 'dodge',
      label: { key: 'Action.dodge.label' },
      choices: [
        { id: 'ask', label: { key: 'App.Order.ask' } },
        { id: 'pass', label: { key: 'App.Order.pass' } },
      ],
    });
  });

  it('without candidates is not made', () => {
    expect(run(offerReactions(moment(['a', 'b'])), tally()).entries).toEqual([]);
  });
});
