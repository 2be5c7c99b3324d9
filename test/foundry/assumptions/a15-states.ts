import type { FoundryCombat } from '../documents';
import type { Assumption } from '../quench';
import { PATIENCE, Stage } from '../stage';

const [ONE, OTHER] = ['quenchFighter001', 'quenchFighter002'];

export const A15: Assumption = {
  id: 'A15',
  belief: 'what the referee counts, typed objects in a typed object, is written, deleted and replaced in part',
  register({ describe, it, before, after, assert }) {
    describe('The states of an encounter', function () {
      this.timeout(PATIENCE);
      const stage = new Stage();
      let combat: FoundryCombat;
      const operators = globalThis as unknown as { _del: unknown; _replace(value: object): unknown };
      const write = (states: object) => combat.update({ system: { states } });
      const stored = () => combat.toObject().system.states;

      before(async () => {
        combat = await stage.combat();
        await write({ [ONE]: { energy: 3, done: true }, [OTHER]: { energy: 1 } });
      });
      after(() => stage.clear());

      it('keep fields that a change does not name', async () => {
        await write({ [ONE]: { energy: 2 } });
        assert.deepEqual(stored(), { [ONE]: { energy: 2, done: true }, [OTHER]: { energy: 1 } });
      });
      it('lose a field that is deleted', async () => {
        await write({ [ONE]: { done: operators._del } });
        assert.deepEqual(stored(), { [ONE]: { energy: 2 }, [OTHER]: { energy: 1 } });
      });
      it('lose the state of a combatant that has left', async () => {
        await write({ [OTHER]: operators._del });
        assert.deepEqual(stored(), { [ONE]: { energy: 2 } });
      });
      it('get a deleted state back completely', async () => {
        await write({ [ONE]: operators._replace({ order: 4 }), [OTHER]: operators._replace({ energy: 1 }) });
        assert.deepEqual(stored(), { [ONE]: { order: 4 }, [OTHER]: { energy: 1 } });
      });
      it('accept a list or an object as a field', async () => {
        await write({ [ONE]: { plan: { deep: [1] } } });
        assert.deepEqual(stored(), { [ONE]: { order: 4, plan: { deep: [1] } }, [OTHER]: { energy: 1 } });
      });
    });
  },
};
