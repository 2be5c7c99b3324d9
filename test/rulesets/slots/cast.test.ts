import { expect, it } from 'vitest';
import { slots } from '../../../src/rulesets/slots';
import { at, conditionOf, encounter, fighter, item, play, reasons, weapon } from './vocabulary';

const spell = item('spell', 'ward', { order: 0, range: 0, offensive: false, condition: 'observing' });
const charm = item('gear', 'charm', { kind: 'focus', equipped: true, hands: 0 });
const whyNot = (base: Readonly<Record<string, unknown>>, items: object[], rest: object = {}): string[] =>
  reasons(encounter([fighter('ann', base, { items: [spell, ...items] as never, ...rest })]), {
    do: 'cast-spell',
    by: 'ann',
    with: 'ward',
  });

it.each`
  psionic  | thing                                                 | serves
  ${false} | ${{ kind: 'focus', equipped: true }}                  | ${true}
  ${true}  | ${{ kind: 'focus', equipped: true }}                  | ${true}
  ${false} | ${{ kind: 'focus', equipped: false }}                 | ${false}
  ${false} | ${{ kind: 'focus', equipped: true, dropped: true }}   | ${false}
  ${false} | ${{ kind: 'focus', equipped: true, hp: 0 }}           | ${false}
  ${false} | ${{ kind: 'component', equipped: true, capacity: 9 }} | ${false}
  ${true}  | ${{ kind: 'gem', equipped: true, hd: 1 }}             | ${true}
  ${true}  | ${{ kind: 'gem', equipped: true, hd: 0 }}             | ${false}
  ${false} | ${{ kind: 'gem', equipped: true, hd: 1 }}             | ${false}
`('[L-108, L-117] $thing is a Spellcasting Focus of a caster with psionic $psionic: $serves', (row) => {
  const { psionic, thing, serves } = row;
  expect(whyNot({ psionic }, [item('gear', 'thing', thing)]).includes('no-focus')).toBe(!serves);
});

it.each`
  feats                              | refused
  ${[]}                              | ${['no-psionic-focus']}
  ${['Silent Spell']}                | ${['no-psionic-focus']}
  ${['Still Spell']}                 | ${['no-psionic-focus']}
  ${['Silent Spell', 'Still Spell']} | ${[]}
`('[L-112, L-116] a psionic caster with the feats $feats is refused for $refused', ({ feats, refused }) => {
  expect(whyNot({ psionic: true, feats }, [charm])).toEqual(refused);
  expect(whyNot({ psionic: true, feats }, [charm], { conditions: [conditionOf('psionic-focus')] })).toEqual([]);
});

it.each`
  held                               | refused
  ${[]}                              | ${[]}
  ${[{ hands: 1 }]}                  | ${[]}
  ${[{ hands: 2 }]}                  | ${['no-free-hand']}
  ${[{ hands: 1 }, { hands: 1 }]}    | ${['no-free-hand']}
  ${[{ hands: 2, equipped: false }]} | ${[]}
  ${[{ hands: 2, dropped: true }]}   | ${[]}
`('[L-106] a caster who holds $held is refused for $refused', ({ held, refused }) => {
  const things = held.map((fields: object, n: number) => weapon(`thing-${n}`, fields));
  expect(whyNot({}, [charm, ...things])).toEqual(refused);
});

it('[L-169] a spell that is not aimed is about its caster, not the target chosen last', () => {
  const ring = item('spell', 'ring', { order: 0, range: 0, area: 'around', radius: 5, damage: '1d4' });
  const on = encounter([
    fighter('ann', {}, { items: [ring, charm] as never, place: at(2, 3) }),
    fighter('near', {}, { place: at(3, 3) }),
    fighter('far', {}, { place: at(20, 3) }),
  ]);
  const viewer = { gm: false, owns: ['ann'], targets: ['far'] };
  const [button] = slots.views.sheet(on, on.fighters.ann, viewer).itemActions.ring ?? [];
  expect(button?.command.at).toBeUndefined();
  play(on, { do: 'cast-spell', by: 'ann', at: 'far', with: 'ring' }, [2]);
  expect(on).toHavePool('near', 'hp', 8);
  expect(on).toHavePool('far', 'hp', 10);
});
