import type { FoundryCombat } from '../documents';
import type { Assumption } from '../quench';
import { foundry, PATIENCE, pause, Stage } from '../stage';

const MARK = 'cadenceStep00057';

export const A1: Assumption = {
  id: 'A1',
  belief: 'Creating an embedded document under an id that is taken is refused, in a batch and alone',
  register({ describe, it, before, after, assert }) {
    describe('A group of combatants that marks a step', function () {
      this.timeout(PATIENCE);
      const stage = new Stage();
      let combat: FoundryCombat;
      const mark = (client: string) => [{ _id: MARK, flags: { cadence: { writing: client } } }];
      const stored = () => combat.groups.get(MARK)?.flags.cadence.writing;

      before(async () => {
        combat = await stage.combat();
        await combat.createEmbeddedDocuments('CombatantGroup', mark('first'), { keepId: true });
      });
      after(() => stage.clear());

      it('is created under the given id, and keeps its flags', () => assert.equal(stored(), 'first'));

      /** As in the second of two tabs that write the same step: it does not know the first's group yet. */
      async function unknowing(create: () => Promise<unknown>): Promise<void> {
        const group = combat.groups.get(MARK)!;
        combat.groups.delete(MARK);
        try {
          await create().catch(() => undefined);
          await pause(300);
          assert.notEqual(stored(), 'second', 'the second tab has made the same mark');
        } finally {
          combat.groups.set(MARK, group);
        }
      }

      it('is not created a second time by itself', () =>
        unknowing(() => combat.createEmbeddedDocuments('CombatantGroup', mark('second'), { keepId: true })));

      it('is not created a second time by a batch, whether the batch rejects or not', () =>
        unknowing(() =>
          foundry.documents.modifyBatch([
            { action: 'create', documentName: 'CombatantGroup', parent: combat, data: mark('second'), keepId: true },
          ]),
        ));

      it('can be created again once it is deleted', async () => {
        await combat.deleteEmbeddedDocuments('CombatantGroup', [MARK]);
        await combat.createEmbeddedDocuments('CombatantGroup', mark('third'), { keepId: true });
        assert.equal(stored(), 'third');
      });
    });
  },
};
