import type { Assumption } from '../quench';
import { PATIENCE, Stage, until } from '../stage';

const table = globalThis as any;

export const A37: Assumption = {
  id: 'A37',
  belief: 'The combat tracker keeps a part that a system adds to it, and lists what that part holds',
  register({ describe, it, before, after, assert }) {
    describe('The tracker', function () {
      this.timeout(PATIENCE);
      const stage = new Stage();
      const parts = (): string[] =>
        [...table.ui.combat.element.querySelectorAll('[data-application-part]')].map(
          (each: any) => each.dataset.applicationPart,
        );
      before(async () => {
        const combat = await stage.combat();
        const actor = await stage.actor();
        await combat.createEmbeddedDocuments('Combatant', [{ actorId: actor.id, type: 'energy' }]);
        await table.ui.combat.render({ combat });
        await until(() => table.ui.combat.element.querySelector('.cadence-row'));
      });
      after(() => stage.clear());

      it('has ours between its own', () => {
        assert.deepEqual(parts(), ['header', 'cadence', 'tracker', 'footer']);
      });
      it('keeps what is in it when it is drawn anew, in whole or in part', async () => {
        const row = table.ui.combat.element.querySelector('.cadence-row');
        assert.ok(row, 'no fighter is listed');
        await table.ui.combat.render();
        assert.equal(table.ui.combat.element.querySelector('.cadence-row'), row);
        await table.ui.combat.render({ parts: ['header'] });
        assert.equal(table.ui.combat.element.querySelector('.cadence-row'), row);
      });
      it('lists each combatant once', () => {
        assert.equal(table.ui.combat.element.querySelectorAll('li.combatant').length, 1);
      });
    });
  },
};
