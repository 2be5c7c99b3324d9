import { describe, expect, it } from 'vitest';
import { type Candidate, type OfferAsk, PASS } from '../../src/kernel/ask';
import { type Procedure, roll, section } from '../../src/kernel/procedure';
import { run } from '../../src/kernel/run';
import { type Moment, offerReactions } from '../../src/toolkit/turns/reaction';
import { tally } from '../support/table';

const d6 = { count: 1, sides: 6 };

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
  it('without candidates is not made', () => {
    expect(run(offerReactions(moment(['a', 'b'])), tally()).entries).toEqual([]);
  });
});
