import type { Assumption } from '../quench';
import { canvas, PATIENCE, Stage } from '../stage';

export const A55: Assumption = {
  id: 'A55',
  belief: 'Tokens of a foe are numbered by `getTokenDocument`, and what is seen lies around the pivot of the stage',
  register({ describe, it, after, assert }) {
    describe('A foe on the map (without a scene in view this is skipped)', function () {
      this.timeout(PATIENCE);
      const stage = new Stage();
      after(() => stage.clear());

      it('gets a different name with each token of its kind, with a number in brackets', async function () {
        const { scene, ready } = canvas();
        if (!ready || !scene) return this.skip();
        const actor = await stage.actor({});
        assert.equal(actor.prototypeToken.appendNumber, true);
        const first = await actor.getTokenDocument({ hidden: true, x: 0, y: 0 }, { parent: scene });
        assert.match(first.name, /\(1\)$/);
        const [placed] = await scene.createEmbeddedDocuments('Token', [first.toObject()]);
        stage.own(placed);
        const second = await actor.getTokenDocument({ hidden: true }, { parent: scene });
        assert.match(second.name, /\(2\)$/);
      });

      it('is placed where the GM’s view is', function () {
        const { ready, stage: drawn, tokens } = canvas();
        if (!ready) return this.skip();
        assert.equal(Number.isFinite(drawn.pivot.x + drawn.pivot.y), true);
        for (const token of tokens.placeables) assert.equal(typeof token._onClickLeft, 'function');
      });
    });
  },
};
