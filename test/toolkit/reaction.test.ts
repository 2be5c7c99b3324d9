import { describe, expect, it } from 'vitest';
import { type Candidate, type OfferAsk, PASS } from '../../src/kernel/ask';
import { type Procedure, roll, section } from '../../src/kernel/procedure';
import { run } from '../../src/kernel/run';
import { type Moment, offerReactions as offerIn, offerOnce, reactionOrder } from '../../src/toolkit/turns/reaction';
import { tally } from '../support/table';

/** Plays what is accepted as it is. */
const RUNTIME = { playReaction: <T>(reaction: Procedure<T>) => reaction };
const offerReactions = (moment: Moment): Procedure<boolean> => offerIn(RUNTIME, moment);

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

  describe('that is accepted too late', () => {
    /** What each may take, and what the moment asks and plays. */
    function late(can: Record<string, string[]>, wait: Moment['wait'] = 'first') {
      const told: unknown[] = [];
      const steps = offerOnce(RUNTIME, {
        id: 'cut-in',
        wait,
        candidates: () =>
          Object.entries(can).flatMap(([by, commands]) =>
            commands.length > 0 ? [{ by, commands, defaultAnswer: 'ask' as const }] : [],
          ),
        whyNot: (command) => ((command as unknown) === 'axe' ? [{ id: 'no-axe' }] : []),
        playChild(command) {
          told.push(command);
          return nothing();
        },
      });
      return { can, told, steps, opened: steps.next().value as OfferAsk };
    }
    const askedOf = (step: IteratorResult<unknown, unknown>) =>
      (step.value as OfferAsk).candidates.map(({ by, commands }) => [by, ...commands]);

    it('asks again for what is left, and plays that', () => {
      const { can, told, steps } = late({ a: ['axe', 'club'] });
      can['a'] = ['club'];
      expect(askedOf(steps.next([{ by: 'a', command: 'axe' }]))).toEqual([['a', 'club']]);
      expect(steps.next([{ by: 'a', command: 'club' }])).toEqual({ done: true, value: ['club'] });
      expect(told).toEqual(['club']);
    });

    it('asks those as well who were not waited for', () => {
      const { can, steps } = late({ a: ['axe'], b: ['club'] });
      can['a'] = [];
      const line = steps.next([{ by: 'a', command: 'axe' }]);
      expect(line.value).toMatchObject({ kind: 'apply', change: { of: 'a' } });
      expect(askedOf(steps.next(null))).toEqual([['b', 'club']]);
    });

    it('leaves a line with the reason if nothing is left', () => {
      const { can, told, steps } = late({ a: ['axe'] });
      can['a'] = [];
      expect(steps.next([{ by: 'a', command: 'axe' }]).value).toMatchObject({
        change: { kind: 'log', id: 'stopped', of: 'a', facts: { why: 'no-axe' } },
      });
      expect(steps.next(null)).toEqual({ done: true, value: [] });
      expect(told).toEqual([]);
    });

    it('asks no one again who has answered an offer to all', () => {
      const { can, told, steps } = late({ a: ['axe', 'club'], b: ['club'] }, 'all');
      can['a'] = ['club'];
      const answers = [
        { by: 'a', command: 'axe' },
        { by: 'b', command: 'club' },
      ];
      expect(askedOf(steps.next(answers))).toEqual([['a', 'club']]);
      expect(told).toEqual(['club']);
    });
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
