import { expect, it } from 'vitest';
import { adjustPool, applyChange } from '../../../src/encounter/change';
import type { Command } from '../../../src/encounter/command';
import { type Encounter, type Fighter, fighterOf } from '../../../src/encounter/state';
import { d20 } from '../../../src/kernel/dice';
import { type Procedure, roll } from '../../../src/kernel/procedure';
import { encounter, fighter, madeUp } from '../../support/encounter';
import { Desk } from '../desk';

interface Planner extends Fighter {
  stamp: string;
}

/** Tires whoever acts, and marks the slot as used. */
function* act(_: Encounter, { by }: Command): Procedure<void> {
  yield* adjustPool(by, 'energy', -1);
  yield* roll('check', d20, by);
  yield* applyChange({ kind: 'state', of: by, key: 'slot', to: 2 });
}

const planner = (id: string): Planner => ({ ...fighter(id), stamp: 'none' });

/** What the owner's client does by itself: a new plan has a new stamp, and no request is sent. */
const stamp = (desk: Desk, by: string, mark: string) => {
  (fighterOf(desk.documents, by) as Planner).stamp = mark;
};
const stampOf = (desk: Desk, by: string) => (fighterOf(desk.documents, by) as Planner).stamp;

it('a plan stamped anew is no step: steps around it are rewound and done again without it', () => {
  const desk = new Desk(madeUp({ act }), encounter(planner('mira'), planner('kor')));
  stamp(desk, 'mira', 'first');
  desk.begin({ do: 'act', by: 'mira' }, [12]);
  stamp(desk, 'mira', 'second');
  desk.begin({ do: 'act', by: 'kor' }, [3]);
  expect([desk.step, stampOf(desk, 'mira')]).toEqual([2, 'second']);

  desk.rewind();
  expect(desk.rewind()).toEqual([]);
  expect([stampOf(desk, 'mira'), fighterOf(desk.documents, 'mira').state]).toEqual(['second', {}]);
  desk.redo();
  expect([stampOf(desk, 'mira'), fighterOf(desk.documents, 'mira').state]).toEqual(['second', { slot: 2 }]);
});

it('a plan stamped anew at a pause leaves the exchange and its ask as they are', () => {
  const desk = new Desk(madeUp({ act }), encounter(planner('mira')));
  desk.begin({ do: 'act', by: 'mira' });
  const open = desk.openAsk;
  stamp(desk, 'mira', 'late');
  expect(desk.open).toBe(open);
  expect(desk.answer(open.key, [5])).toBe(true);
  expect([desk.step, stampOf(desk, 'mira')]).toEqual([2, 'late']);
});
