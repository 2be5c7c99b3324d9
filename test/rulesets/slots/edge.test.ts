import { expect, it } from 'vitest';
import { edgeOver, hasEdge, isUntargetable } from '../../../src/rulesets/slots/attack/edge';
import { at, conditionOf, encounter, fighter } from './vocabulary';

it('[L-176] a higher square gives an edge over a lower one, unless the world’s setting is off', () => {
  const above = fighter('above', {}, { place: { ...at(0), elevation: 1 } });
  const below = fighter('below', {}, { place: at(1) });
  const step = fighter('step', {}, { place: { ...at(2), elevation: 0.5 } });
  const on = encounter([above, below, step]);
  expect(hasEdge(on, above, below)).toBe(true);
  expect(hasEdge(on, below, above)).toBe(false);
  expect(hasEdge(on, step, below)).toBe(false);
  expect(hasEdge({ ...on, settings: { heightIsNoEdge: true } }, above, below)).toBe(false);
});

it('[L-177] a wall is Cover for an adjacent fighter if it hides half of the body, and not for one beside it', () => {
  const ann = fighter('ann', {}, { place: at(5.5, 2.5) });
  const far = fighter('far', {}, { place: at(0.5, 2.5) });
  const beside = fighter('beside', {}, { place: at(4.5, 2.5) });
  const wall = (y: number) => [{ from: { x: 5, y }, to: { x: 5, y: 6 }, sight: false, move: true }];
  const ground = (y: number) => ({ ...encounter([ann, far, beside]).ground, walls: wall(y) });
  expect(isUntargetable(ground(0), ann, far)).toBe(true);
  expect(isUntargetable(ground(0), far, ann)).toBe(false);
  expect(isUntargetable(ground(0), ann, beside)).toBe(false);
  // Only its feet are behind the wall.
  expect(isUntargetable(ground(2.8), ann, far)).toBe(false);
  expect(isUntargetable(ground(7), ann, far)).toBe(false);
});

it('[L-176] the edge of the GM is of the kind that was given over this foe', () => {
  const edge = (key: string, kind?: string) =>
    conditionOf('edge', { key, towards: [key], ...(kind && { data: { kind } }) });
  const conditions = [edge('orc', 'terrain'), edge('pig', 'concealment'), edge('rat')];
  const ann = fighter('ann', {}, { conditions });
  const foes = ['orc', 'pig', 'rat', 'owl'].map((id) => fighter(id));
  const on = encounter([ann, ...foes]);
  expect(foes.map((foe) => edgeOver(on, ann, foe))).toEqual(['terrain', 'concealment', 'position', null]);
  const everywhere = fighter('ann', {}, { conditions: [conditionOf('edge', { data: { kind: 'terrain' } })] });
  expect(foes.map((foe) => edgeOver(on, everywhere, foe))).toEqual(Array(4).fill('terrain'));
});
