import type { FoundryScene, FoundryToken, TokenMovement } from '../documents';
import type { Assumption } from '../quench';
import { CONFIG, NAME, PATIENCE, Stage, until } from '../stage';

const ATTIC = 'attic00000000000';

export const A56: Assumption = {
  id: 'A56',
  belief: 'A token is on one level, changes it by a movement, and only the walls of that level stop it',
  register({ describe, it, before, after, assert }) {
    describe('A scene with two levels', function () {
      this.timeout(PATIENCE);
      const stage = new Stage();
      let scene: FoundryScene;
      let token: FoundryToken;

      before(async () => {
        scene = await stage.scene();
        const attic = { _id: ATTIC, name: 'Attic', elevation: { bottom: 10, top: 20 } };
        await scene.createEmbeddedDocuments('Level', [attic], { keepId: true });
        const actor = await stage.actor();
        const level = scene.initialLevel.id;
        const data = { name: NAME, actorId: actor.id, actorLink: true, x: 100, y: 100, level };
        [token] = await scene.createEmbeddedDocuments('Token', [data]);
      });
      after(() => stage.clear());

      it('says which one it opens with, and which others each of them shows', () => {
        assert.ok(scene.levels.contents.includes(scene.initialLevel), 'the initial level is none of the scene');
        for (const { visibility } of scene.levels.contents) assert.deepEqual([...visibility.levels], []);
      });

      it('has tokens that change their level by a movement', async () => {
        const told: TokenMovement[] = [];
        token._preUpdateMovement = async (movement) => void told.push(movement);
        await token.move([{ level: ATTIC, elevation: 10 }], { method: 'hud' });
        assert.ok(await until(() => token._source.level === ATTIC), 'the token has kept its level');
        const [{ method, origin, passed }] = told as [TokenMovement];
        assert.deepEqual([method, origin.level], ['hud', scene.initialLevel.id]);
        assert.equal(passed.waypoints.at(-1)!.level, ATTIC);
      });

      it('has a wall on the levels that it names, and on all if it names none', async () => {
        scene.initializeEdges();
        const upright = { c: [500, 0, 500, 500] };
        const stops = () =>
          scene.levels.contents.map((level) =>
            CONFIG.Canvas.polygonBackends['move']!.testCollision(
              { x: 450, y: 250 },
              { x: 550, y: 250 },
              { type: 'move', mode: 'any', level },
            ),
          );
        const [wall] = await scene.createEmbeddedDocuments('Wall', [{ ...upright, levels: [ATTIC] }]);
        assert.deepEqual(stops(), [false, true]);
        await wall.update({ levels: [] });
        assert.deepEqual(stops(), [true, true]);
      });
    });
  },
};
