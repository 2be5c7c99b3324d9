import type { FoundryCombat } from '../documents';
import type { Assumption } from '../quench';
import { foundry, game, PATIENCE, Stage, until } from '../stage';

export const A27: Assumption = {
  id: 'A27',
  belief: 'In a batch too “worldTime” of an update of a Combat moves the clock of the world',
  register({ describe, it, before, after, assert }) {
    describe('A batch that advances a round', function () {
      this.timeout(PATIENCE);
      const stage = new Stage();
      let combat: FoundryCombat;

      before(async () => {
        combat = await stage.combat();
      });
      after(() => stage.clear());

      const turn = (round: number, delta: number) =>
        foundry.documents.modifyBatch([
          { action: 'create', documentName: 'CombatantGroup', parent: combat, data: [{}] },
          {
            action: 'update',
            documentName: 'Combat',
            updates: [{ _id: combat.id, round }],
            turnEvents: false,
            worldTime: { delta },
          },
        ]);

      it('moves the world time forward, and back', async () => {
        const { worldTime } = game().time;
        await turn(1, 6);
        assert.ok(await until(() => game().time.worldTime === worldTime + 6), 'it did not go on');
        await turn(0, -6);
        assert.ok(await until(() => game().time.worldTime === worldTime), 'it did not go back');
      });
    });
  },
};
