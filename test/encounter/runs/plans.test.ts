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

/** Costs the acting fighter strength and records the slot as used. */
function* act(_: Encounter, { by }: Command): Procedure<void> {
  yield* adjustPool(by, 'energy', -1);
  yield* roll('check', d20, by);
  yield* applyChange({ kind: 'state', of: by, key: 'slot', to: 2 });
}

const planner = (id: string): Planner => ({ ...fighter(id), stamp: 'none' });

/** What the owner's client does by itself: it writes a new stamp for a new plan, without a request. */
const stamp = (desk: Desk, by: string, mark: string) => {
  (fighterOf(desk.documents, by) as Planner).stamp = mark;
};
const stampOf = (desk: Desk, by: string) => (fighterOf(desk.documents, by) as Planner).stamp;

it('a new stamp of a plan is no step: steps around it are undone and redone without it', () => {
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

it('a new stamp of a plan at a pause leaves the exchange and its ask unchanged', () => {
  const desk = new Desk(madeUp({ act }), encounter(planner('mira')));
  desk.begin({ do: 'act', by: 'mira' });
  const open = desk.openAsk;
  stamp(desk, 'mira', 'late');
  expect(desk.open).toBe(open);
  expect(desk.answer(open.key, [5])).toBe(true);
  expect([desk.step, stampOf(desk, 'mira')]).toEqual([2, 'late']);
});
