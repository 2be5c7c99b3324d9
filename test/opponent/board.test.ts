import { expect, it } from 'vitest';
import { applyChange } from '../../src/encounter/change';
import { cloneEncounter } from '../../src/encounter/forecast';
import { Board } from '../../src/opponent/play';
import { skirmish } from './skirmish';

const command = { do: 'wait', by: 'hero1' };
const answerer = () => null;
/** A ruleset whose every command frightens the hero once more. */
const frightening = {
  *play() {
    yield* applyChange({ kind: 'condition-added', of: 'hero1', condition: { id: 'frightened' }, several: true });
  },
};

it('puts back a game that began inside another one', () => {
  const outer = new Board(frightening, skirmish('energy', { heroes: 1, foes: 1 }));
  outer.play(command, answerer);
  const inner = new Board(frightening, cloneEncounter(outer.encounter));
  const conditions = () => inner.encounter.fighters.hero1?.conditions;
  const before = structuredClone(conditions());
  inner.play(command, answerer);
  expect(conditions()).toHaveLength(2);
  inner.backTo(0);
  expect(conditions()).toEqual(before);
});
