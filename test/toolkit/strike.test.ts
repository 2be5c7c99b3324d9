import { expect, it } from 'vitest';
import { type ActionContext, TARGET, type WithTarget } from '../../src/toolkit/act/actions';
import { findNamedOrFirst, makeStrikeRequirement } from '../../src/toolkit/combat/strike';
import { encounter, fighter } from '../support/encounter';

interface Weapon {
  readonly id: string;
  readonly held: boolean;
  readonly quick: boolean;
}
const weapon = (id: string, held: boolean, quick: boolean): Weapon => ({ id, held, quick });
const WEAPONS = [weapon('bow', false, true), weapon('axe', true, false), weapon('knife', true, true)];
const isQuick = ({ held, quick }: Weapon): boolean => held && quick;
const isHeld = ({ held }: Weapon): boolean => held;

it.each([
  ['the named one, regardless of the conditions', 'bow', [isHeld], 'bow'],
  ['none if the named one is missing', 'spear', [isHeld], undefined],
  ['the first that meets the first condition', undefined, [isQuick, isHeld], 'knife'],
  ['the first that meets a later condition', undefined, [() => false, isHeld], 'axe'],
  ['none if none meets a condition', undefined, [() => false], undefined],
])('takes %s', (_, named, conditions, id) => {
  expect(findNamedOrFirst(WEAPONS, named, ...conditions)?.id).toBe(id);
});

const [mira, foe] = [fighter('mira'), fighter('foe')];
const act = (target: ActionContext['target'], named?: string): ActionContext => ({
  encounter: encounter(mira, foe),
  fighter: mira,
  command: { do: 'strike', by: 'mira', ...(target && { at: target.id }), ...(named !== undefined && { with: named }) },
  target,
  item: null,
  overruled: [],
});

it('finds the strike and the target, or null if one of them is missing', () => {
  const finder = makeStrikeRequirement<ActionContext, Weapon, WithTarget<ActionContext> & { readonly weapon: Weapon }>(
    ({ command }) => findNamedOrFirst(WEAPONS, command.with, isHeld),
    TARGET,
    (found, aimed) => (found.id === 'bow' ? null : { weapon: found, ...aimed }),
    TARGET.whyNot,
  );
  expect(finder.find(act(foe))).toMatchObject({ weapon: { id: 'axe' }, target: { id: 'foe' } });
  expect([act(null), act(foe, 'spear'), act(foe, 'bow'), act(mira)].map((each) => finder.find(each))).toEqual([
    null,
    null,
    null,
    null,
  ]);
  expect(finder.defaultItem?.(act(null))).toMatchObject({ id: 'axe' });
  expect(finder.whyNot(act(mira))).toMatchObject([{ id: 'own-self' }]);
});
