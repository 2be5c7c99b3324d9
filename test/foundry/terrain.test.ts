import { expect, it } from 'vitest';
import { difficultAreas } from '../../src/foundry/terrain';

const rectangle = { type: 'rectangle', x: 100, y: 200, width: 300, height: 100, rotation: 0 };
const slow = { type: 'modifyMovementCost', system: { difficulties: { walk: 2 } } };
const region = (behaviors: object[], shapes: object[] = [rectangle]) => ({ shapes, behaviors }) as never;

it('reads rectangles in which walking is dearer, in metres', () => {
  expect(difficultAreas([region([slow])], 0.01)).toEqual([{ x: 2.5, y: 2.5, width: 3, height: 1 }]);
});

it('leaves alone what slows nobody, is switched off, or is no plain rectangle', () => {
  const swim = { ...slow, system: { difficulties: { walk: 1, swim: 2 } } };
  const others = [{ ...slow, disabled: true }, swim, { type: 'pauseGame' }];
  expect(
    difficultAreas(
      others.map((each) => region([each])),
      0.01,
    ),
  ).toEqual([]);
  const shapes = [{ type: 'polygon' }, { ...rectangle, hole: true }, { ...rectangle, rotation: 30 }];
  expect(difficultAreas([region([slow], shapes)], 0.01)).toEqual([]);
});
