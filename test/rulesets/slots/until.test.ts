import { describe, expect, it } from 'vitest';
import { untilLabel } from '../../../src/rulesets/slots/view/card';

describe('the end of a condition', () => {
  const TURN = { at: 'turn-start', of: 'cat' };
  it.each`
    until                                  | by           | key
    ${null}                                | ${undefined} | ${'Until.lasting'}
    ${TURN}                                | ${undefined} | ${'Until.turn-start'}
    ${TURN}                                | ${'cat'}     | ${'Until.source-turn-start'}
    ${TURN}                                | ${'orc'}     | ${'Until.turn-start'}
    ${{ ...TURN, n: 3 }}                   | ${undefined} | ${'Until.round'}
    ${{ ...TURN, n: 3 }}                   | ${'cat'}     | ${'Until.source-round'}
    ${{ at: 'turn-end', of: 'cat' }}       | ${'cat'}     | ${'Until.turn-end'}
    ${{ at: 'turn-end', of: 'cat', n: 2 }} | ${'cat'}     | ${'Until.turn-end-round'}
  `('[L-A5] says whose turn it is: $key', ({ until, by, key }) => {
    expect(untilLabel({ until, ...(by && { by }) }).key).toBe(key);
  });
});
