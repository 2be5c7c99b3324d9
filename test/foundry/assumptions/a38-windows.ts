import type { Assumption } from '../quench';
import { PATIENCE, Stage } from '../stage';

const table = globalThis as any;

export const A38: Assumption = {
  id: 'A38',
  belief: 'Windows can be detached, their element moving into another page',
  register({ describe, it, before, after, assert }) {
    describe('A sheet (the browser has to let windows open)', function () {
      this.timeout(PATIENCE);
      const stage = new Stage();
      let sheet: any;
      before(async function () {
        const opened = table.open('', 'cadence-quench-try', 'popup');
        if (!opened) this.skip();
        opened.close();
        sheet = (await stage.actor()).sheet;
        await sheet.render({ force: true });
      });
      after(async () => {
        await sheet?.close({ animate: false });
        await stage.clear();
      });

      it('moves into a window of its own and back, and is drawn anew in both', async () => {
        await sheet.detachWindow();
        assert.notEqual(sheet.element.ownerDocument, table.document);
        await sheet.render();
        assert.ok(sheet.element.querySelector('[data-tab="actions"]'));
        await sheet.attachWindow();
        assert.equal(sheet.element.ownerDocument, table.document);
      });
    });
  },
};
