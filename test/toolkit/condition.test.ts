import { expect, it } from 'vitest';
import { inOrder } from '../../src/toolkit/combat/condition';

it('conditions come in one order, whether or not one of them was taken off and put back', () => {
  const [prone, marked] = [
    { key: 'a', id: 'prone', until: null },
    { key: 'b', id: 'marked', until: null },
  ];
  expect(inOrder({ conditions: [prone!, marked!] })).toEqual([prone, marked]);
  expect(inOrder({ conditions: [marked!, prone!] })).toEqual([prone, marked]);
});
