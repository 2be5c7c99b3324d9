import { describe, expect, it } from 'vitest';
import { type OfferAsk, PASS, type Taker } from '../../src/kernel/ask';
import { type Procedure, roll, section } from '../../src/kernel/procedure';
import { run } from '../../src/kernel/run';
import { act, type Frame, type Moment, offered } from '../../src/mechanics/reaction';
import { tally } from '../support/table';

const d6 = { count: 1, sides: 6 };

/** Takers a and b may each take `x` once; a child throws a die and tells that it was played. */
function moment(
  told: string[],
  wait: Moment['wait'] = 'first',
  also: (told: string[]) => boolean = () => true,
): Moment {
  const taker = (by: string): Taker => ({ by, commands: [{ do: 'x', by }], unasked: 'ask' });
  return {
    id: 'cut-in',
    wait,
    takers: () => ['a', 'b'].filter((by) => !told.includes(by) && also(told)).map(taker),
    facts: (takers) => ({ count: takers.length }),
    *child(command) {
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

function frame(told: string[], changes: Partial<Frame> = {}): Frame {
  const tell = (word: string) =>
    function* (): Procedure<void> {
      yield { kind: 'apply', change: 1 };
      told.push(word);
    };
  return {
    pay: tell('pay'),
    begun: null,
    isPossible: () => true,
    abandon: tell('abandon'),
    body: tell('body'),
    done: null,
    ...changes,
  };
}

describe('the frame of an action', () => {
  it('pays, offers, carries out and offers again', () => {
    const told: string[] = [];
    const played = run(act(frame(told, { begun: moment(told), done: moment(told) }), false), tally());
    expect(told).toEqual(['pay']);
    expect(played.open).toMatchObject({ kind: 'offer', id: 'cut-in', facts: { count: 2 } });
    played.answer([PASS, PASS]);
    expect(told).toEqual(['pay', 'body']);
    played.answer([PASS, PASS]);
    expect(played.open).toBeNull();
  });
  it('abandons what the others have made impossible', () => {
    const told: string[] = [];
    const begun = moment(told);
    const played = run(act(frame(told, { begun, isPossible: () => !told.includes('b') }), false), tally());
    played.answer([PASS, 0]);
    expect(played.depth).toBe(1);
    played.answer([3]);
    played.answer([PASS]);
    expect(told).toEqual(['pay', 'b', 'abandon']);
  });
  it('asks nobody, and looks at nothing anew, where it cuts in itself', () => {
    const told: string[] = [];
    const never = () => {
      throw new Error('looked');
    };
    const both = { begun: moment(told), done: moment(told), isPossible: never };
    expect(run(act(frame(told, both), true), tally()).open).toBeNull();
    expect(told).toEqual(['pay', 'body']);
  });
});

describe('an offer', () => {
  it('is made again to whoever is left, until nobody takes', () => {
    const told: string[] = [];
    const played = run(offered(moment(told)), tally());
    played.answer([0, PASS]);
    played.answer([4]);
    expect((played.open as OfferAsk).takers.map(({ by }) => by)).toEqual(['b']);
    expect((played.open as OfferAsk).facts).toEqual({ count: 1 });
    played.answer([0]);
    played.answer([4]);
    expect([played.open, told]).toEqual([null, ['a', 'b']]);
  });
  it('to all at once plays one after the other what still stands', () => {
    const told: string[] = [];
    const played = run(offered(moment(told, 'all')), tally());
    played.answer([0, 0]);
    played.answer([1]);
    played.answer([2]);
    expect([played.open, told]).toEqual([null, ['a', 'b']]);

    const alone: string[] = [];
    const first = run(offered(moment(alone, 'all', (so) => so.length === 0)), tally());
    first.answer([0, 0]);
    first.answer([1]);
    expect([first.open, alone]).toEqual([null, ['a']]);
  });
  it('that nobody could take is not made', () => {
    expect(run(offered(moment(['a', 'b'])), tally()).entries).toEqual([]);
  });
});
