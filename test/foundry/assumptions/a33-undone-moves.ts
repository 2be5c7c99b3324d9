import type { FoundryToken } from '../documents';
import type { Assumption } from '../quench';
import { canvas, NAME, PATIENCE, Stage, until } from '../stage';

export const A33: Assumption = {
  id: 'A33',
  belief: 'Ctrl+Z on the map is a movement of method “undo”, and while a token walks its source says where it is',
  register({ describe, it, before, after, assert }) {
    describe('A token on the scene in view (without one this is skipped)', function () {
      this.timeout(PATIENCE);
      const stage = new Stage();
      let token: FoundryToken;
      let size = 100;

      before(async function () {
        const { scene, ready } = canvas();
        if (!ready || !scene) return this.skip();
        size = scene.grid.size;
        const actor = await stage.actor();
        [token] = await scene.createEmbeddedDocuments('Token', [
          { name: NAME, actorId: actor.id, actorLink: true, x: size, y: size, hidden: true },
        ]);
        stage.own(token);
        assert.ok(await until(() => token.object), 'the token was not drawn');
      });
      after(() => stage.clear());

      it('is at its new place at once, even if the display lags', async () => {
        await token.update({ x: 5 * size });
        assert.equal(token._source.x, 5 * size);
        assert.ok(await until(() => token.object!.x === 5 * size), 'the token on the map has not arrived');
        assert.equal(token.x, 5 * size);
      });

      it('is moved back by undo, which can be refused', async () => {
        const methods: string[] = [];
        token._preUpdateMovement = async ({ method }) => {
          methods.push(method);
          return false;
        };
        try {
          await canvas().tokens.undoHistory();
        } finally {
          delete token._preUpdateMovement;
        }
        assert.deepEqual(methods, ['undo']);
        assert.equal(token._source.x, 5 * size);
      });
    });
  },
};
