import type { FoundryScene } from '../documents';
import type { Assumption } from '../quench';
import { CONFIG, PATIENCE, Stage } from '../stage';

export const A52: Assumption = {
  id: 'A52',
  belief: 'Walls can be queried on a map that is not viewed: what stops, an open door, and where a path ends',
  register({ describe, it, before, after, assert }) {
    describe('A wall', function () {
      this.timeout(PATIENCE);
      const stage = new Stage();
      let scene: FoundryScene;

      before(async () => {
        scene = await stage.scene();
        scene.initializeEdges();
      });
      after(() => stage.clear());

      const wall = async (data: object) => (await scene.createEmbeddedDocuments('Wall', [data]))[0];
      const upright = { c: [500, 0, 500, 500] };
      const isBetween = (type: string) =>
        CONFIG.Canvas.polygonBackends[type]!.testCollision(
          { x: 450, y: 250 },
          { x: 550, y: 250 },
          {
            type,
            mode: 'any',
            level: scene.levels.contents[0],
          },
        );

      it('stops what it is set to stop', async () => {
        const low = await wall({ ...upright, sight: 0 });
        assert.deepEqual([isBetween('move'), isBetween('sight')], [true, false]);
        await low.delete();
        assert.equal(isBetween('move'), false);
      });

      it('stops nothing while it is an open door', async () => {
        const door = await wall({ ...upright, door: 1 });
        assert.equal(isBetween('sight'), true);
        await door.update({ ds: 1 });
        assert.deepEqual([isBetween('move'), isBetween('sight')], [false, false]);
        await door.delete();
      });

      it('can be passed once if it is limited', async () => {
        const one = await wall({ ...upright, sight: 10 });
        assert.equal(isBetween('sight'), false);
        const two = await wall({ c: [520, 0, 520, 500], sight: 10 });
        assert.equal(isBetween('sight'), true);
        await one.delete();
        await two.delete();
      });
    });
  },
};
