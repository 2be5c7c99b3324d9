import type { FoundryCombat } from '../documents';
import type { Assumption } from '../quench';
import { foundry, Hooks, PATIENCE, Stage } from '../stage';

const MARK = 'cadenceStep00058';

export const A13: Assumption = {
  id: 'A13',
  belief:
    'A group of combatants is made and deleted in a batch, with what a step would leave, and stays out of the way',
  register({ describe, it, before, after, assert }) {
    describe('The claim on a step', function () {
      this.timeout(PATIENCE);
      const stage = new Stage();
      const writing = 'x'.repeat(20_000);
      let combat: FoundryCombat;
      const heard: string[] = [];

      before(async () => {
        combat = await stage.combat();
        const hooks = ['createCombatantGroup', 'deleteCombatantGroup'];
        const ids = hooks.map((hook) => [hook, Hooks.on(hook, () => void heard.push(hook))] as const);
        const group = { documentName: 'CombatantGroup', parent: combat, render: false };
        const data = [{ _id: MARK, flags: { cadence: { writing } } }];
        await foundry.documents.modifyBatch([{ ...group, action: 'create', data, keepId: true }]);
        heard.push(combat.groups.get(MARK)?.flags.cadence.writing === writing ? 'kept' : 'lost');
        await foundry.documents.modifyBatch([{ ...group, action: 'delete', ids: [MARK] }]);
        for (const [hook, id] of ids) Hooks.off(hook, id);
      });
      after(() => stage.clear());

      it('keeps twenty thousand characters, and triggers hooks when it is created and deleted', () =>
        assert.deepEqual(heard, ['createCombatantGroup', 'kept', 'deleteCombatantGroup']));
      it('is deleted afterwards', () => assert.equal(combat.groups.size, 0));
      it('adds no combatant', () => assert.equal(combat.combatants.size, 0));
    });
  },
};
