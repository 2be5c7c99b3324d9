import type { FoundryToken } from '../documents';
import type { Assumption } from '../quench';
import { canvas, NAME, PATIENCE, Stage, until } from '../stage';

export const A53: Assumption = {
  id: 'A53',
  belief: 'A token without an actor is stored, drawn, and asks its class who may double-click it',
  register({ describe, it, before, after, assert }) {
    describe('An item on the ground', function () {
      this.timeout(PATIENCE);
      const stage = new Stage();
      const thing = { name: NAME, actorId: null, actorLink: false, x: 100, y: 100, width: 0.5, height: 0.5 };

      after(() => stage.clear());

      it('is stored as a token without an actor', async () => {
        const scene = await stage.scene();
        const [token] = await scene.createEmbeddedDocuments('Token', [thing]);
        assert.deepEqual([token.actorId, token.actor, token.width], [null, null, 0.5]);
        await token.update({ x: 200 });
        assert.equal(token.x, 200);
      });

      describe('in view (without a scene in view this is skipped)', () => {
        let token: FoundryToken;

        before(async function () {
          const { scene, ready } = canvas();
          if (!ready || !scene) return this.skip();
          [token] = await scene.createEmbeddedDocuments('Token', [{ ...thing, hidden: true }]);
          stage.own(token);
          assert.ok(await until(() => token.object), 'the token was not drawn');
        });

        it('is drawn, and can be hovered', () => {
          assert.equal(token.object!.document, token);
          assert.equal(typeof token.object!._canView, 'function');
          assert.equal(typeof token.object!._onClickLeft2, 'function');
        });

        it('is in no encounter', () => {
          assert.equal(token.combatant ?? null, null);
        });
      });
    });
  },
};
