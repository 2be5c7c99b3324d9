import { describe, expect, it } from 'vitest';
import type { Ruleset } from '../../src/encounter/ruleset';
import { dice } from '../../src/kernel/dice';
import { choose, offer, type Procedure, roll } from '../../src/kernel/procedure';
import { encounter, fighter, madeUp } from './encounter';
import { goOn, vocabularyOf } from './rules';

/** The attacker rolls, the target answers, and another fighter is offered to help. */
function* blow(): Procedure<unknown> {
  yield* roll('attack', dice(2, 6), 'mira');
  yield* choose('defense', 'gnoll', [{ id: 'dodge', whyNot: [] }]);
  return yield* offer('help', [{ by: 'kor', commands: [{ do: 'help', by: 'kor' }], defaultAnswer: 'ask' }], 'first');
}

const ruleset: Ruleset = madeUp({ blow });
const { begun, play } = vocabularyOf(ruleset, () => ruleset.idle);
const on = () => encounter(fighter('mira'), fighter('gnoll'));
const command = { do: 'blow', by: 'mira' };

describe('a command played in a test', () => {
  it('takes faces and answers in order, and passes what is offered', () => {
    expect(play(on(), command, [3, 4], ['dodge']).run.open).toBeNull();
  });

  it.each`
    faces        | answers                   | says
    ${[3]}       | ${['dodge']}              | ${'faces are missing for attack: only 3'}
    ${[]}        | ${[]}                     | ${'attack waits'}
    ${[]}        | ${['dodge']}              | ${'left over: {"faces":[],"answers":["dodge"]}; attack waits'}
    ${[3, 4]}    | ${[]}                     | ${'defense waits'}
    ${[3, 4, 5]} | ${['dodge']}              | ${'left over: {"faces":[5],"answers":[]}'}
    ${[3, 4]}    | ${['dodge', [0], 'more']} | ${'left over'}
    ${[3, 7]}    | ${['dodge']}              | ${'7 is no face of a d6'}
  `('fails with $faces and $answers: $says', ({ faces, answers, says }) => {
    expect(() => play(on(), command, faces, answers)).toThrow(says);
  });

  it('waits where it is only begun, at an offer too, and goes on', () => {
    const played = begun(on(), command, [3, 4]);
    expect(played.run.open).toMatchObject({ id: 'defense' });
    expect(goOn(played, [], ['dodge'], 'wait')).toMatchObject({ id: 'help' });
    expect(goOn(played)).toBeNull();
  });
});
