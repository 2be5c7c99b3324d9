import type { TokenPalette } from '../documents';
import type { Assumption } from '../quench';
import { canvas, NAME, PATIENCE, Stage, until } from '../stage';

export const A54: Assumption = {
  id: 'A54',
  belief: 'The statuses at a token are elements of a class and an attribute by which a click on them can be known',
  register({ describe, it, before, after, assert }) {
    describe('The palette at a token (without a scene in view this is skipped)', function () {
      this.timeout(PATIENCE);
      const stage = new Stage();
      let hud: TokenPalette | undefined;
      const palette = () => hud!;

      before(async function () {
        const { scene, ready } = canvas();
        if (!ready || !scene) return this.skip();
        const actor = await stage.actor();
        const [token] = await scene.createEmbeddedDocuments('Token', [
          { name: NAME, actorId: actor.id, actorLink: true, x: 100, y: 100, hidden: true },
        ]);
        stage.own(token);
        assert.ok(await until(() => token.object), 'the token was not drawn');
        hud = canvas().hud.token;
        await hud.bind(token.object);
      });
      after(async () => {
        await hud?.close();
        await stage.clear();
      });

      it('knows its token', () => {
        assert.equal(palette().object.document.name, NAME);
      });

      it('has an element for a status of ours', async () => {
        if (!palette().element.querySelector('.effect-control'))
          palette().element.querySelector<HTMLElement>('[data-palette="effects"], [data-action="palette"]')?.click();
        const isThere = () => palette().element.querySelector('.effect-control[data-status-id="prone"]');
        assert.ok(await until(isThere), 'no .effect-control[data-status-id]');
      });
    });
  },
};
