import type { Assumption } from '../quench';
import { canvas, NAME, PATIENCE, Stage, until } from '../stage';

export const A54: Assumption = {
  id: 'A54',
  belief: 'The statuses at a token are elements of a class and an attribute by which a click on them can be known',
  register({ describe, it, before, after, assert }) {
    describe('The palette at a token (without a scene in view this is skipped)', function () {
      this.timeout(PATIENCE);
      const stage = new Stage();
      let hud: any;

      before(async function () {
        const { scene, ready } = canvas();
        if (!ready || !scene) this.skip();
        const actor = await stage.actor();
        const [token] = await scene.createEmbeddedDocuments('Token', [
          { name: NAME, actorId: actor.id, actorLink: true, x: 100, y: 100, hidden: true },
        ]);
        stage.own(token);
        assert.ok(await until(() => token.object), 'the token was not drawn');
        ({ token: hud } = canvas().hud);
        await hud.bind(token.object);
      });
      after(async () => {
        await hud?.close();
        await stage.clear();
      });

      it('knows whose it is', () => {
        assert.equal(hud.object.document.name, NAME);
      });

      it('has an element for a status of ours', async () => {
        if (!hud.element.querySelector('.effect-control'))
          hud.element.querySelector('[data-palette="effects"], [data-action="palette"]')?.click();
        const isThere = () => hud.element.querySelector('.effect-control[data-status-id="prone"]');
        assert.ok(await until(isThere), 'no .effect-control[data-status-id]');
      });
    });
  },
};
