import type { FoundryToken } from '../documents';
import type { Assumption } from '../quench';
import { NAME, PATIENCE, Stage } from '../stage';

export const A31: Assumption = {
  id: 'A31',
  belief: 'A way is recorded only where “_shouldRecordMovementHistory” says so',
  register({ describe, it, before, after, assert }) {
    describe('A token that walks', function () {
      this.timeout(PATIENCE);
      const stage = new Stage();
      let token: FoundryToken;

      before(async () => {
        const actor = await stage.actor();
        const scene = await stage.scene();
        [token] = await scene.createEmbeddedDocuments('Token', [
          { name: NAME, actorId: actor.id, actorLink: true, x: 100, y: 100 },
        ]);
      });
      after(() => stage.clear());

      it('leaves no path behind where it is not recorded', async () => {
        token._shouldRecordMovementHistory = () => false;
        await token.move([{ x: 300, y: 100 }], { method: 'dragging' });
        assert.equal(token._source.x, 300);
        assert.equal(token.movementHistory.length, 0);
      });

      it('leaves its path behind where it is recorded', async () => {
        token._shouldRecordMovementHistory = () => true;
        await token.move([{ x: 300, y: 300 }], { method: 'dragging' });
        assert.ok(token.movementHistory.length > 1, 'nothing was recorded');
        assert.equal(token.movementHistory.at(-1)!.y, 300);
      });
    });
  },
};
