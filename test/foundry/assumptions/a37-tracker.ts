import type { Assumption } from '../quench';
import { PATIENCE, Stage, ui, until } from '../stage';

export const A37: Assumption = {
  id: 'A37',
  belief: 'The combat tracker keeps a part that a system adds to it, and lists what that part holds',
  register({ describe, it, before, after, assert }) {
    describe('The tracker', function () {
      this.timeout(PATIENCE);
      const stage = new Stage();
      const parts = () =>
        [...ui().combat.element.querySelectorAll<HTMLElement>('[data-application-part]')].map(
          (each) => each.dataset.applicationPart,
        );
      before(async () => {
        const combat = await stage.combat();
        const actor = await stage.actor();
        await combat.createEmbeddedDocuments('Combatant', [{ actorId: actor.id, type: 'energy' }]);
        await ui().combat.render({ combat });
        await until(() => ui().combat.element.querySelector('.cadence-row'));
      });
      after(() => stage.clear());

      it('has our part between its own', () => {
        assert.deepEqual(parts(), ['header', 'cadence', 'tracker', 'footer']);
      });
      it('keeps its content when it is rendered again, in whole or in part', async () => {
        const row = ui().combat.element.querySelector('.cadence-row');
        assert.ok(row, 'no fighter is listed');
        await ui().combat.render();
        assert.equal(ui().combat.element.querySelector('.cadence-row'), row);
        await ui().combat.render({ parts: ['header'] });
        assert.equal(ui().combat.element.querySelector('.cadence-row'), row);
      });
      it('lists each combatant once', () => {
        assert.equal(ui().combat.element.querySelectorAll('li.combatant').length, 1);
      });
    });
  },
};
