import type { FoundryActor, FoundryCombat } from '../documents';
import type { Assumption } from '../quench';
import { game, NAME, PATIENCE, Stage, until } from '../stage';

export const A62: Assumption = {
  id: 'A62',
  belief: 'Rounds are counted by `_prepareCombatBasedDuration`; effects of actors get a start, those of items none',
  register({ describe, it, before, after, assert }) {
    describe('An effect in rounds', function () {
      this.timeout(PATIENCE);
      const stage = new Stage();
      let actor: FoundryActor, combat: FoundryCombat;

      before(async () => {
        actor = await stage.actor();
        combat = await stage.combat();
        await combat.createEmbeddedDocuments('Combatant', [{ type: 'energy', name: NAME, actorId: actor.id }]);
        await combat.update({ round: 1 }, { turnEvents: false });
      });
      after(() => stage.clear());

      const data = { name: NAME, type: 'base', duration: { value: 2, units: 'rounds' } };

      it('begins in the encounter of its bearer, which is a document', async () => {
        const [made] = await actor.createEmbeddedDocuments('ActiveEffect', [data]);
        assert.ok(made.start?.combat === combat, 'it begins elsewhere');
      });

      it('counts rounds, and no world time', async () => {
        const [made] = await actor.createEmbeddedDocuments('ActiveEffect', [data]);
        const { time } = game();
        const { worldTime } = time;
        await time.advance(3600);
        await until(() => made.duration.expired, 2000);
        assert.deepEqual([made.updateDuration().remaining, made.duration.expired], [2, false]);
        await time.advance(worldTime - time.worldTime);
        await combat.update({ round: 2 }, { turnEvents: false });
        assert.equal(made.updateDuration().remaining, 1);
        await combat.update({ round: 1 }, { turnEvents: false });
      });

      it('has no start on an item', async () => {
        const [item] = await actor.createEmbeddedDocuments('Item', [{ name: NAME, type: 'energyGear' }]);
        const [made] = await item.createEmbeddedDocuments('ActiveEffect', [data]);
        assert.equal(made.start, null);
      });
    });
  },
};
