import { expect, it } from 'vitest';
import { syntheticActor } from '../../src/shared/documents';

it('merges a token\u2019s delta with the base actor without mutating either', () => {
  const base = {
    _id: 'gnoll',
    name: 'Gnoll',
    system: { hp: { value: 4, max: 9 } },
    items: [
      { _id: 'spear', name: 'Spear' },
      { _id: 'club', name: 'Club' },
    ],
    effects: [],
  };
  const delta = {
    name: 'Gnoll 2',
    img: null,
    system: { hp: { value: 1 } },
    items: [
      { _id: 'spear', _tombstone: true },
      { _id: 'axe', name: 'Axe' },
    ],
  };
  const before = JSON.stringify([base, delta]);
  const actor = syntheticActor(base, { delta });
  expect(actor).toMatchObject({ _id: 'gnoll', name: 'Gnoll 2', system: { hp: { value: 1, max: 9 } } });
  expect(actor.items?.map((item) => item._id)).toEqual(['club', 'axe']);
  actor.items![1]!.name = 'changed';
  (actor.system!.hp as { max: unknown }).max = 'changed';
  expect(JSON.stringify([base, delta])).toBe(before);
});
