import type { FoundryActor, FoundryMessage } from '../documents';
import type { Assumption } from '../quench';
import { foundry, game, NAME, PATIENCE, pause, Stage } from '../stage';

export const A10: Assumption = {
  id: 'A10',
  belief: 'After the server refuses an operation of a batch, the window that sent it shows what was written',
  register({ describe, it, before, after, assert }) {
    describe('A batch with the deletion of a message that is gone', function () {
      this.timeout(PATIENCE);
      const stage = new Stage();
      let first: FoundryActor;
      let last: FoundryActor;
      let gone: FoundryMessage;

      before(async () => {
        [first, last] = [await stage.actor(), await stage.actor()];
        gone = await stage.message();
        await gone.delete();
      });
      after(() => stage.clear());

      const naming = ({ id }: FoundryActor) => ({
        action: 'update',
        documentName: 'Actor',
        updates: [{ _id: id, name: 'Written' }],
      });
      /** Returns the data on the server, which may differ from this window. */
      async function stored(): Promise<Record<string, string>> {
        const query = { _id__in: [first.id, last.id] };
        const { result } = await foundry.helpers.SocketInterface.dispatch('modifyDocument', {
          type: 'Actor',
          action: 'get',
          operation: { query, pack: null },
        });
        return Object.fromEntries(result.map(({ _id, name }) => [_id, name]));
      }

      it('leaves this window with the data of the server', async () => {
        // As if another user had deleted it a moment ago.
        game().messages.set(gone.id, gone);
        let outcome = 'resolves';
        try {
          await foundry.documents.modifyBatch([
            naming(first),
            { action: 'delete', documentName: 'ChatMessage', ids: [gone.id] },
            naming(last),
          ]);
        } catch {
          outcome = 'rejects';
        } finally {
          game().messages.delete(gone.id);
        }
        const shown = [first.name, last.name];
        await pause(300);
        const kept = await stored();
        assert.deepEqual(shown, [kept[first.id], kept[last.id]]);
        // Which of the three cases it is, for the reader of the report.
        console.info(
          `Cadence | a refused batch ${outcome}; before it ${shown[0] !== NAME}, after it ${shown[1] !== NAME}`,
        );
      });
    });
  },
};
