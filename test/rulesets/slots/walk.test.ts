import { expect, it } from 'vitest';
import type { Ground } from '../../../src/encounter/state';
import { at, begun, encounter, fighter, goOn, weapon } from './vocabulary';

const axe = weapon('axe', { dice: '1d4' });

const pit = (x: number) => ({ x, y: 1.5, width: 1, height: 1, cost: null });

/** Ann jumps from 3 across 4 to 5 and runs on to 7; meanwhile a pit opens. */
function jumping(opens: number) {
  const on = encounter([fighter('ann', { athletics: 9 }, { place: at(0, 1.5) })]);
  Object.assign(on.ground, { difficult: [pit(4)] });
  const path = [at(3, 1.5), at(4, 1.5), at(5, 1.5), at(6, 1.5), at(7, 1.5)];
  const jump = { do: 'jump', by: 'ann', path, options: { across: 5, after: 15 } };
  const { run } = begun(on, jump);
  expect(run.open).toMatchObject({ kind: 'dice', id: 'athletics' });
  Object.assign(on.ground, { difficult: [pit(4), pit(opens)] });
  run.answer([10]);
  return on.fighters.ann.place?.x;
}

it.each`
  opens | end
  ${9}  | ${7}
  ${7}  | ${6}
  ${6}  | ${5}
`('[L-51, L-65] behind a jump a mover stops before a pit that opens meanwhile at $opens', ({ opens, end }) => {
  expect(jumping(opens)).toBe(end);
});

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
