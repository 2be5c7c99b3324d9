import type { FoundryApplication } from '../documents';
import type { Assumption } from '../quench';
import { PATIENCE, Stage } from '../stage';

export const A38: Assumption = {
  id: 'A38',
  belief: 'Windows can be detached, their element moving into another page',
  register({ describe, it, before, after, assert }) {
    describe('A sheet (the browser has to let windows open)', function () {
      this.timeout(PATIENCE);
      const stage = new Stage();
      let sheet: FoundryApplication | undefined;
      const drawn = () => sheet!;
      before(async function () {
        const opened = open('', 'cadence-quench-try', 'popup') ?? this.skip();
        opened.close();
        sheet = (await stage.actor()).sheet;
        await sheet.render({ force: true });
      });
      after(async () => {
        await sheet?.close({ animate: false });
        await stage.clear();
      });

      it('moves into a window of its own and back, and is rendered again in both', async () => {
        await drawn().detachWindow();
        assert.notEqual(drawn().element.ownerDocument, document);
        await drawn().render();
        assert.ok(drawn().element.querySelector('[data-tab="actions"]'));
        await drawn().attachWindow();
        assert.equal(drawn().element.ownerDocument, document);
      });
    });
  },
};
