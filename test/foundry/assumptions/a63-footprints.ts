import type { FoundryScene } from '../documents';
import type { Assumption } from '../quench';
import { NAME, PATIENCE, Stage } from '../stage';

interface Occupier {
  getOccupiedGridSpaceOffsets(at: object): readonly object[];
  getSnappedPosition(at: object): { readonly x: number; readonly y: number };
}

/** Spaces by size and shape (ellipse, rectangle): CONST.TOKEN_SHAPES. */
const SPACES = [
  [1, 0, 1],
  [2, 0, 3],
  [3, 0, 7],
  [2, 4, 3],
  [3, 4, 8],
] as const;

export const A63: Assumption = {
  id: 'A63',
  belief: 'Tokens occupy the spaces of their shape at their snapped position; without a level, walls cut off none',
  register({ describe, it, before, after, assert }) {
    describe('A token on hexagons', function () {
      this.timeout(PATIENCE);
      const stage = new Stage();
      let scene: FoundryScene, token: Occupier;

      before(async () => {
        scene = await stage.scene();
        await scene.update({ grid: { type: 2, size: 100 } });
        const [made] = await scene.createEmbeddedDocuments('Token', [{ name: NAME, x: 400, y: 400 }]);
        token = made as object as Occupier;
      });
      after(() => stage.clear());

      for (const [size, shape, count] of SPACES)
        it(`of ${size} by ${size} and shape ${shape} occupies ${count}, also on whole pixels`, () => {
          const body = { width: size, height: size, shape, level: null };
          const { x, y } = token.getSnappedPosition({ x: 400, y: 400, ...body });
          const spaces = token.getOccupiedGridSpaceOffsets({ ...body, x, y });
          assert.equal(spaces.length, count);
          const stored = { ...body, x: Math.round(x), y: Math.round(y) };
          assert.deepEqual(token.getOccupiedGridSpaceOffsets(stored), spaces);
        });
    });
  },
};
