import { expect, it } from 'vitest';
import { effectiveSpeed, handsOf, isWeakTo, limbsOf } from '../../../src/rulesets/slots/conditions';
import { conditionOf, fighter } from './vocabulary';

const lost = (limb?: string, variant = 'limb') =>
  conditionOf('crippled', { key: `${limb}`, data: { variant, ...(limb && { limb }) } });

it.each`
  conditions                                                   | walk  | fly   | hands
  ${[]}                                                        | ${35} | ${60} | ${2}
  ${[conditionOf('encumbered')]}                               | ${15} | ${30} | ${2}
  ${[conditionOf('exhausted')]}                                | ${15} | ${30} | ${2}
  ${[conditionOf('encumbered'), conditionOf('exhausted')]}     | ${15} | ${30} | ${2}
  ${[conditionOf('crippled')]}                                 | ${15} | ${30} | ${2}
  ${[conditionOf('crippled', { data: { variant: 'speed' } })]} | ${15} | ${30} | ${2}
  ${[lost('leg')]}                                             | ${15} | ${60} | ${2}
  ${[lost('wing')]}                                            | ${35} | ${0}  | ${2}
  ${[lost('arm')]}                                             | ${35} | ${60} | ${1}
  ${[lost()]}                                                  | ${35} | ${60} | ${1}
  ${[lost('arm'), lost()]}                                     | ${35} | ${60} | ${0}
  ${[lost('arm', 'both')]}                                     | ${15} | ${30} | ${1}
  ${[lost('wing', 'both')]}                                    | ${15} | ${0}  | ${2}
`(
  '[L-132, L-133, L-141, L-A56] walks $walk, flies $fly and holds with $hands hands',
  ({ conditions, walk, fly, hands }) => {
    const ann = fighter('ann', { speed: 35, fly: 60 }, { conditions });
    expect([effectiveSpeed(ann), effectiveSpeed(ann, 'fly'), handsOf(ann)]).toEqual([walk, fly, hands]);
  },
);

it.each`
  base                     | limbs
  ${{}}                    | ${['arm', 'leg']}
  ${{ hands: 0 }}          | ${['leg']}
  ${{ fly: 30 }}           | ${['arm', 'leg', 'wing']}
  ${{ hands: 0, fly: 30 }} | ${['leg', 'wing']}
`('[L-132] a fighter with $base can lose $limbs', ({ base, limbs }) => {
  expect([...limbsOf(fighter('ann', base))].sort()).toEqual(limbs);
});

it.each`
  condition       | weak
  ${'dehydrated'} | ${['chemical', 'heat']}
  ${'soaked'}     | ${['cold', 'electricity']}
  ${'prone'}      | ${[]}
`(
  '[L-135, L-154, L-A47] $condition is a weakness to $weak, which a resistance to the type cancels',
  ({ condition, weak }) => {
    const types = ['physical', 'chemical', 'heat', 'cold', 'electricity'];
    const weakOf = (er: object) => {
      const ann = fighter('ann', { er }, { conditions: [conditionOf(condition)] });
      return types.filter((type) => isWeakTo(ann, type));
    };
    expect(weakOf({})).toEqual(weak);
    expect(weakOf({ heat: 1, electricity: 1 })).toEqual(weak.filter((type: string) => !/heat|elec/.test(type)));
  },
);
