import type { FoundryToken } from '../documents';
import type { Assumption } from '../quench';
import { canvas, foundry, NAME, PATIENCE, Stage, until } from '../stage';

export const A29: Assumption = {
  id: 'A29',
  belief: 'A system’s token class may mark several tokens with Foundry’s turn marker',
  register({ describe, it, before, after, assert }) {
    describe('The turn marker (without a scene in view this is skipped)', function () {
      this.timeout(PATIENCE);
      const stage = new Stage();
      const tokens: FoundryToken[] = [];
      /** Every token is on the canvas after `before`. */
      const placed = () => tokens.map(({ object }) => object!);

      before(async function () {
        const { scene, ready } = canvas();
        if (!ready || !scene) return this.skip();
        for (const x of [100, 300]) {
          const actor = await stage.actor();
          const [token] = await scene.createEmbeddedDocuments('Token', [
            { name: NAME, actorId: actor.id, actorLink: true, x, y: 100, hidden: true },
          ]);
          tokens.push(stage.own(token));
        }
        assert.ok(await until(() => tokens.every((token) => token.object)), 'a token was not drawn');
      });
      after(() => stage.clear());

      it('is refreshed by a method of the token', () => {
        for (const object of placed()) assert.equal(typeof object._refreshTurnMarker, 'function');
      });

      it('is shown below several tokens, and removed again', async () => {
        const { TokenTurnMarker } = foundry.canvas.placeables.tokens;
        const { turnMarkers } = canvas().tokens;
        for (const object of placed()) {
          const marker = object.addChildAt(new TokenTurnMarker(object), 0);
          object.turnMarker = marker;
          turnMarkers.add(object);
          await marker.draw();
        }
        assert.ok(placed().every((object) => turnMarkers.has(object)));
        for (const object of placed()) object._refreshTurnMarker();
        assert.ok(
          placed().every((object) => !turnMarkers.has(object) && !object.turnMarker),
          'they stayed',
        );
      });
    });
  },
};
