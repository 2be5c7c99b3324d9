import { expect, it } from 'vitest';
import type { Ground } from '../../../src/encounter/state';
import { at, begun, encounter, fighter, goOn, weapon } from './vocabulary';

const axe = weapon('axe', { dice: '1d4' });

/** Ann walks past the orc, which is asked; meanwhile the map changes. */
function passing(changes: Partial<Ground>) {
  const ann = fighter('ann', { speed: 30 }, { side: 'heroes', place: at(1, 1.5) });
  const orc = fighter('orc', {}, { side: 'foes', place: at(3, 2.5), items: [axe] });
  const on = encounter([ann, orc]);
  const play = begun(on, { do: 'advance', by: 'ann', path: [at(6, 1.5)] });
  expect(play.run.open?.id).toBe('provoked');
  Object.assign(on.ground, changes);
  goOn(play);
  return on.fighters.ann.place?.x;
}

it('[L-51] a mover goes on to the end if nothing changes', () => {
  expect(passing({})).toBe(6);
});

it('[L-51] a mover stops at a wall that is raised meanwhile', () => {
  const wall = { from: { x: 4.5, y: 0 }, to: { x: 4.5, y: 5 }, move: true, sight: true };
  expect(passing({ walls: [wall] })).toBe(4);
});

it('[L-51] a mover stops at a pit that opens meanwhile', () => {
  expect(passing({ difficult: [{ x: 5, y: 1.5, width: 1, height: 1, cost: null }] })).toBe(4);
});
