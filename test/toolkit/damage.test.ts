import { expect, it } from 'vitest';
import { affinityOf, multiplyDamage } from '../../src/toolkit/combat/damage';

it.each([
  [['fire'], [], 1],
  [['fire', 'fire'], [], 1],
  [[], ['fire'], -1],
  [['fire'], ['fire'], 0],
  [['cold'], ['acid'], 0],
])('resolves fire against weaknesses %j and resistances %j to %d', (weak, resistant, wanted) => {
  expect(affinityOf('fire', weak, resistant)).toBe(wanted);
});

it.each`
  base  | doubles | halves | final
  ${5}  | ${0}    | ${0}   | ${5}
  ${5}  | ${1}    | ${0}   | ${10}
  ${5}  | ${2}    | ${0}   | ${15}
  ${5}  | ${3}    | ${0}   | ${20}
  ${1}  | ${0}    | ${1}   | ${0}
  ${5}  | ${0}    | ${1}   | ${2}
  ${7}  | ${0}    | ${2}   | ${1}
  ${5}  | ${1}    | ${1}   | ${5}
  ${13} | ${2}    | ${1}   | ${19}
`('turns $base with $doubles doublings and $halves halvings into $final', ({ base, doubles, halves, final }) => {
  expect(multiplyDamage(base, doubles, halves)).toBe(final);
});
