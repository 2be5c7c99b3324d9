import type { FoundryToken } from '../documents';
import type { Assumption } from '../quench';
import { canvas, Hooks, NAME, PATIENCE, pause, Stage, until } from '../stage';

export const A5: Assumption = {
  id: 'A5',
  belief: 'A refused movement leaves token and ruler as they were',
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
        const at = { x: size, y: size, hidden: true };
        [token] = await scene.createEmbeddedDocuments('Token', [
          { name: NAME, actorId: actor.id, actorLink: true, ...at },
        ]);
        stage.own(token);
        assert.ok(await until(() => token.object), 'the token was not drawn');
      });
      after(() => stage.clear());

      const isWhereItWas = async () => {
        await pause(500);
        assert.deepEqual([token.x, token.y], [size, size], 'the document has moved');
        assert.deepEqual([token.object!.x, token.object!.y], [size, size], 'the token on the map has moved');
        assert.ok(!token.object!.ruler?.visible, 'the ruler is still there');
      };
      const go = (options: object = {}) =>
        token.move([{ x: 3 * size, y: size }], { method: 'dragging', showRuler: true, ...options });

      it('stays where “_preUpdateMovement” returns false, and reports that it did not move', async () => {
        token._preUpdateMovement = async () => false;
        try {
          assert.equal(await go(), false);
        } finally {
          delete token._preUpdateMovement;
        }
        await isWhereItWas();
      });

      it('stays where the hook “preMoveToken” returns false', async () => {
        const id = Hooks.on('preMoveToken', (document: FoundryToken) => document.id !== token.id);
        try {
          assert.equal(await go(), false);
        } finally {
          Hooks.off('preMoveToken', id);
        }
        await isWhereItWas();
      });

      it('stays where a plain update of its place is refused', async () => {
        token._preUpdateMovement = async () => false;
        try {
          await token.update({ x: 3 * size });
        } finally {
          delete token._preUpdateMovement;
        }
        await isWhereItWas();
      });

      it('moves normally afterwards', async () => {
        assert.equal(await go({ method: 'api', showRuler: false }), true);
        assert.ok(await until(() => token.object!.x === 3 * size), 'the token on the map has not arrived');
        assert.equal(token.x, 3 * size);
      });
    });
  },
};
