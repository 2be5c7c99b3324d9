import type { Assumption } from '../quench';
import { foundry, game, NAME, PATIENCE, pause, refusal, Stage } from '../stage';

export const A1: Assumption = {
  id: 'A1',
  belief: 'Deleting a document that is gone, or creating one that is there, fails the whole batch',
  register({ describe, it, before, after, assert }) {
    describe('A batch with the deletion of a message that is gone', function () {
      this.timeout(PATIENCE);
      const stage = new Stage();
      let actor: any;
      let gone: any;

      before(async () => {
        actor = await stage.actor();
        gone = await stage.message();
        await gone.delete();
      });
      after(() => stage.clear());

      const batch = () =>
        foundry.documents.modifyBatch([
          { action: 'update', documentName: 'Actor', updates: [{ _id: actor.id, name: 'Written' }] },
          { action: 'delete', documentName: 'ChatMessage', ids: [gone.id] },
        ]);

      it('is refused by the client that knows it is gone, and nothing of it is written', async () => {
        assert.ok(await refusal(batch), 'it went through');
        assert.equal(actor.name, NAME);
      });

      it('is refused by the server where the client does not know yet, and nothing of it is written', async () => {
        // As in the second tab of two that answer the same request: here the message is still in the log.
        game().messages.set(gone.id, gone);
        try {
          assert.match((await refusal(batch)) ?? 'it went through', /does not exist/);
        } finally {
          game().messages.delete(gone.id);
        }
        await pause(300);
        assert.equal(actor.name, NAME, 'the operation before the deletion has been written all the same');
      });

      it('is refused in the same way where what is gone was part of another document', async () => {
        // As in two tabs that write the same step of an encounter.
        const combat = await stage.combat();
        const [group] = await combat.createEmbeddedDocuments('CombatantGroup', [{}]);
        await group.delete();
        combat.groups.set(group.id, group);
        const deletion = { action: 'delete', documentName: 'CombatantGroup', parent: combat, ids: [group.id] };
        const naming = { action: 'update', documentName: 'Actor', updates: [{ _id: actor.id, name: 'Written' }] };
        try {
          assert.match(
            (await refusal(() => foundry.documents.modifyBatch([naming, deletion]))) ?? 'it went through',
            /does not exist/,
          );
        } finally {
          combat.groups.delete(group.id);
        }
        await pause(300);
        assert.equal(actor.name, NAME);
      });

      it('is refused as well where something would be created that is there', async () => {
        // As in two tabs that write the first step of an encounter.
        const combat = await stage.combat();
        const [group] = await combat.createEmbeddedDocuments('CombatantGroup', [{}]);
        combat.groups.delete(group.id);
        const data = [{ _id: group.id }];
        const creation = { action: 'create', documentName: 'CombatantGroup', parent: combat, data, keepId: true };
        const naming = { action: 'update', documentName: 'Actor', updates: [{ _id: actor.id, name: 'Written' }] };
        assert.ok(await refusal(() => foundry.documents.modifyBatch([naming, creation])), 'it went through');
        await pause(300);
        assert.equal(actor.name, NAME);
      });
    });
  },
};
