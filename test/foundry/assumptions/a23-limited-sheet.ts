import type { FoundryActor, FoundryApplication } from '../documents';
import type { Assumption } from '../quench';
import { foundry, PATIENCE, Stage } from '../stage';

/** CONST.DOCUMENT_OWNERSHIP_LEVELS.LIMITED */
const LIMITED = 1;

export const A23: Assumption = {
  id: 'A23',
  belief: 'Sheets open for limited permission, draw the parts they name then, and nothing is left of the others',
  register({ describe, it, after, assert }) {
    describe('A sheet', function () {
      this.timeout(PATIENCE);
      const stage = new Stage();
      after(() => stage.clear());
      /** The sheet as rendered for a user with limited permission. */
      const seenLimited = (document: FoundryActor) =>
        Object.defineProperty(document, 'limited', { value: true, configurable: true });
      const partsOf = (sheet: FoundryApplication) =>
        [...sheet.element.querySelectorAll<HTMLElement>('[data-application-part]')].map(
          (part) => part.dataset.applicationPart,
        );

      it('can be opened with limited permission', () => {
        assert.equal(foundry.applications.api.DocumentSheetV2.DEFAULT_OPTIONS.viewPermission, LIMITED);
      });
      it('shows only picture, name and text then, also if it was open before', async () => {
        const actor = await stage.actor();
        await actor.sheet.render({ force: true });
        assert.ok(partsOf(actor.sheet).includes('header'));
        seenLimited(actor);
        await actor.sheet.render();
        assert.deepEqual(partsOf(actor.sheet), ['limited']);
        delete actor.limited;
        await actor.sheet.render();
        assert.ok(partsOf(actor.sheet).includes('header'));
        assert.ok(!partsOf(actor.sheet).includes('limited'));
        await actor.sheet.close();
      });
    });
  },
};
