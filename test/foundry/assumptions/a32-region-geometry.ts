import type { FoundryScene } from '../documents';
import type { Assumption } from '../quench';
import { NAME, PATIENCE, Stage } from '../stage';

export const A32: Assumption = {
  id: 'A32',
  belief: 'A region on no map knows what it covers: rectangles by their anchors, turned about them, and holes',
  register({ describe, it, before, after, assert }) {
    describe('A region', function () {
      this.timeout(PATIENCE);
      const stage = new Stage();
      let scene: FoundryScene;

      before(async () => {
        scene = await stage.scene();
      });
      after(() => stage.clear());

      const covered = async (...shapes: object[]) => {
        const [region] = await scene.createEmbeddedDocuments('Region', [{ name: NAME, shapes }]);
        const tree = region.polygonTree;
        const { x, y, width, height } = tree.bounds;
        const bounds = [x, y, width, height].map(Math.round);
        const middles = [150, 250, 350, 450].map((at) => tree.testPoint({ x: at, y: 250 }));
        return { bounds, middles };
      };
      const whole = { bounds: [100, 200, 300, 100], middles: [true, true, true, false] };

      it('has its rectangle start at its anchor', async () => {
        assert.deepEqual(await covered({ type: 'rectangle', x: 100, y: 200, width: 300, height: 100 }), whole);
        const middle = { type: 'rectangle', x: 250, y: 250, width: 300, height: 100, anchorX: 0.5, anchorY: 0.5 };
        assert.deepEqual(await covered(middle), whole);
      });

      it('rotates around its origin', async () => {
        const upright = { type: 'rectangle', x: 400, y: 200, width: 100, height: 300, rotation: 90 };
        assert.deepEqual(await covered(upright), whole);
      });

      it('has a hole where one is defined', async () => {
        const rectangle = { type: 'rectangle', x: 100, y: 200, width: 300, height: 100 };
        const hole = { ...rectangle, x: 200, width: 100, hole: true };
        assert.deepEqual((await covered(rectangle, hole)).middles, [true, false, true, false]);
      });
    });
  },
};
