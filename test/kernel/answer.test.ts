import { describe, expect, it } from 'vitest';
import { AnswerError, combineAnswers, partsOf, readAnswer, responderOf } from '../../src/kernel/answer';
import type { AllAsk, AmountAsk, Answer, ChoiceAsk, DiceAsk, OfferAsk, PlaceAsk, TextAsk } from '../../src/kernel/ask';
import { GM, PASS } from '../../src/kernel/ask';
import { dice, FacesError } from '../../src/kernel/dice';

const damage: DiceAsk = { kind: 'dice', id: 'damage', by: 'mira', dice: dice(2, 6) };
const way: ChoiceAsk = {
  kind: 'choice',
  id: 'way',
  by: 'kor',
  options: [
    { id: 'stand', whyNot: [] },
    { id: 'leap', whyNot: [{ id: 'tired' }] },
  ],
};
const price: AmountAsk = { kind: 'amount', id: 'price', by: GM, min: 1, max: 4 };
const trigger: TextAsk = { kind: 'text', id: 'trigger', by: 'mira', maxLength: 5 };
const step: PlaceAsk = {
  kind: 'place',
  id: 'step',
  by: 'mira',
  places: [
    { x: 1, y: 2 },
    { x: 3, y: 4 },
  ],
};
const intercept = { do: 'intercept' };
const taker = (by: string, ...commands: unknown[]) => ({ by, commands, defaultAnswer: 'ask' as const });
const cutIn = (wait: 'first' | 'all'): OfferAsk => ({
  kind: 'offer',
  id: 'cut-in',
  wait,
  candidates: [taker('kor', intercept, { do: 'shout' }), taker('dov', intercept), taker('mira', intercept)],
});
const identify: AllAsk = { kind: 'all', id: 'identify', asks: [damage, way, price] };

describe('an answer', () => {
  it.each`
    ask             | answer                      | value
    ${damage}       | ${[3, 5]}                   | ${8}
    ${way}          | ${['stand']}                | ${'stand'}
    ${price}        | ${[1]}                      | ${1}
    ${price}        | ${[4]}                      | ${4}
    ${trigger}      | ${['']}                     | ${''}
    ${trigger}      | ${['12345']}                | ${'12345'}
    ${step}         | ${[{ y: 4, x: 3 }]}         | ${{ x: 3, y: 4 }}
    ${cutIn('all')} | ${[1, PASS, 0]}             | ${[{ by: 'kor', command: { do: 'shout' } }, { by: 'mira', command: intercept }]}
    ${cutIn('all')} | ${[PASS, PASS, PASS]}       | ${[]}
    ${identify}     | ${[[6, 6], ['stand'], [2]]} | ${[12, 'stand', 2]}
  `('to $ask.kind $ask.id reads $answer as $value', ({ ask, answer, value }) => {
    expect(readAnswer(ask, answer)).toEqual(value);
  });

  it('to a place ask returns the offered place object, not the one that was sent', () => {
    expect(readAnswer(step, [{ x: 1, y: 2 }])).toBe(step.places[0]);
  });

  it.each`
    why                                    | ask               | answer
    ${'no list'}                           | ${way}            | ${'stand'}
    ${'no list at all'}                    | ${price}          | ${null}
    ${'an option not offered'}             | ${way}            | ${['fly']}
    ${'a barred option'}                   | ${way}            | ${['leap']}
    ${'two options'}                       | ${way}            | ${['stand', 'stand']}
    ${'an option not named as text'}       | ${way}            | ${[['stand']]}
    ${'too little'}                        | ${price}          | ${[0]}
    ${'too much'}                          | ${price}          | ${[5]}
    ${'half a point'}                      | ${price}          | ${[1.5]}
    ${'a number as text'}                  | ${price}          | ${['2']}
    ${'no number'}                         | ${price}          | ${[]}
    ${'too long a text'}                   | ${trigger}        | ${['123456']}
    ${'a number for a text'}               | ${trigger}        | ${[12]}
    ${'a place not offered'}               | ${step}           | ${[{ x: 1, y: 4 }]}
    ${'a place with something more'}       | ${step}           | ${[{ x: 1, y: 2, z: 3 }]}
    ${'no place'}                          | ${step}           | ${[]}
    ${'an offer not answered by all'}      | ${cutIn('all')}   | ${[PASS, PASS]}
    ${'a command not offered'}             | ${cutIn('all')}   | ${[PASS, 1, PASS]}
    ${'a command counted from the end'}    | ${cutIn('all')}   | ${[-2, PASS, PASS]}
    ${'an offer answered with text'}       | ${cutIn('all')}   | ${['0', PASS, PASS]}
    ${'an offer answered with nothing'}    | ${cutIn('all')}   | ${[undefined, PASS, PASS]}
    ${'two first answers'}                 | ${cutIn('first')} | ${[0, 0, PASS]}
    ${'an answer missing among several'}   | ${identify}       | ${[[6, 6], ['stand']]}
    ${'a wrong one among several'}         | ${identify}       | ${[[6, 6], ['leap'], [2]]}
    ${'one among several that is no list'} | ${identify}       | ${[[6, 6], ['stand'], 2]}
  `('is refused: $why', ({ ask, answer }) => {
    expect(() => readAnswer(ask, answer)).toThrow(AnswerError);
  });

  it('with faces that do not match the dice is refused, alone or among several', () => {
    expect(() => readAnswer(damage, [3])).toThrow(FacesError);
    expect(() => readAnswer(damage, ['3', '5'])).toThrow(FacesError);
    expect(() => readAnswer(identify, [[7, 1], ['stand'], [2]])).toThrow(FacesError);
  });
});

describe('the parts of an ask', () => {
  it('are the ask itself if it has one responder', () => {
    for (const ask of [damage, way, price, trigger, step]) {
      expect(partsOf(ask)).toEqual([ask]);
      expect(responderOf(partsOf(ask)[0])).toBe(ask.by);
    }
  });

  it('are the inner asks of a combined ask, and one offer for each candidate', () => {
    expect(partsOf(identify)).toEqual([damage, way, price]);
    expect(partsOf(cutIn('all')).map(responderOf)).toEqual(['kor', 'dov', 'mira']);
    expect(readAnswer(partsOf(cutIn('all'))[1], [0])).toEqual([{ by: 'dov', command: intercept }]);
    expect(() => readAnswer(partsOf(cutIn('all'))[1], [1])).toThrow(AnswerError);
  });
});

describe('the whole answer', () => {
  const took: Answer = [0];
  const passed: Answer = [PASS];

  it('to a single ask is the answer of its responder', () => {
    expect(combineAnswers(way, [undefined])).toBeNull();
    expect(combineAnswers(way, [['stand']])).toEqual(['stand']);
  });

  it('to several asks is null until the last answer is in', () => {
    expect(combineAnswers(identify, [undefined, ['stand'], [2]])).toBeNull();
    expect(combineAnswers(identify, [[6, 6], ['stand'], undefined])).toBeNull();
    expect(combineAnswers(identify, [[6, 6], ['stand'], [2]])).toEqual([[6, 6], ['stand'], [2]]);
  });

  it.each`
    wait       | parts                                | whole
    ${'first'} | ${[undefined, undefined, undefined]} | ${null}
    ${'first'} | ${[passed, undefined, undefined]}    | ${null}
    ${'first'} | ${[undefined, took, undefined]}      | ${[PASS, 0, PASS]}
    ${'first'} | ${[passed, passed, took]}            | ${[PASS, PASS, 0]}
    ${'first'} | ${[passed, passed, passed]}          | ${[PASS, PASS, PASS]}
    ${'first'} | ${[undefined, took, took]}           | ${[PASS, 0, PASS]}
    ${'all'}   | ${[undefined, took, undefined]}      | ${null}
    ${'all'}   | ${[took, took, undefined]}           | ${null}
    ${'all'}   | ${[[1], passed, took]}               | ${[1, PASS, 0]}
    ${'all'}   | ${[passed, passed, passed]}          | ${[PASS, PASS, PASS]}
  `('to an offer that waits for $wait is $whole when $parts are in', ({ wait, parts, whole }) => {
    expect(combineAnswers(cutIn(wait), parts)).toEqual(whole);
    if (whole) expect(() => readAnswer(cutIn(wait), whole)).not.toThrow();
  });
});
