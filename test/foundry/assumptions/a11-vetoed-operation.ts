import type { FoundryActor } from '../documents';
import type { Assumption } from '../quench';
import { foundry, Hooks, NAME, PATIENCE, pause, Stage } from '../stage';

export const A11: Assumption = {
  id: 'A11',
  belief: 'An operation of a batch that a hook says no to is not written; hooks of a batch get our options',
  register({ describe, it, before, after, assert }) {
    describe('A batch of which a module prevents one operation', function () {
      this.timeout(PATIENCE);
      const stage = new Stage();
      let prevented: FoundryActor;
      let other: FoundryActor;
      const marks: unknown[] = [];

      before(async () => {
        [prevented, other] = [await stage.actor(), await stage.actor()];
        const id = Hooks.on(
          'preUpdateActor',
          (actor: FoundryActor, _change: object, { cadence }: { cadence: unknown }) => {
            marks.push(cadence);
            return actor.id !== prevented.id;
          },
        );
        const operations = [prevented, other].map((actor) => ({
          action: 'update',
          documentName: 'Actor',
          updates: [{ _id: actor.id, name: 'Written' }],
          cadence: { step: 57 },
        }));
        await foundry.documents.modifyBatch(operations).catch(() => undefined);
        Hooks.off('preUpdateActor', id);
        await pause(300);
      });
      after(() => stage.clear());

      it('leaves the prevented operation’s document unchanged', () => assert.equal(prevented.name, NAME));
      it('writes the other operation, or cancels it too', () => assert.ok([NAME, 'Written'].includes(other.name)));
      it('passes the step to the hook', () => assert.deepEqual(marks[0], { step: 57 }));
    });
  },
};
