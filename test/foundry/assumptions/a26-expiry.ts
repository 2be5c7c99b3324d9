import type { FoundryActor, FoundryCombat, FoundryEffect } from '../documents';
import type { Assumption } from '../quench';
import { CONFIG, NAME, PATIENCE, Stage, until } from '../stage';

export const A26: Assumption = {
  id: 'A26',
  belief: 'Refreshing the registry ends the effects that are over and say so, and gives them the combat itself',
  register({ describe, it, before, after, assert }) {
    describe('Effects that end by an event', function () {
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

      const { registry } = CONFIG.ActiveEffect.documentClass;
      const effect = async (duration: object) => {
        const start = { combat: combat.id, combatant: null, initiative: null, round: 1, turn: null, time: 0 };
        const data = { name: NAME, type: 'base', duration, start };
        const [made] = await actor.createEmbeddedDocuments('ActiveEffect', [data]);
        return made;
      };
      const isOver = (made: FoundryEffect) => until(() => made.duration.expired || !actor.effects.has(made.id), 2000);

      it('end with the start of a round, and with no other event', async () => {
        const made = await effect({ expiry: 'roundStart' });
        await registry.refresh('roundEnd', { combat });
        assert.ok(!made.duration.expired, 'it ended with another event');
        await registry.refresh('roundStart', { combat });
        assert.ok(await isOver(made));
      });

      it('are asked with the combat itself, also where they have no duration', async () => {
        const made = await effect({ expiry: 'turnEnd' });
        const asked: [string, boolean][] = [];
        made.isExpiryEvent = (event, context) => {
          asked.push([event, context.combat === combat]);
          return true;
        };
        await registry.refresh('turnEnd', { combat });
        assert.deepEqual(asked, [['turnEnd', true]]);
        assert.ok(await isOver(made));
      });

      it('are not asked while their duration lasts', async () => {
        const made = await effect({ value: 2, units: 'rounds', expiry: 'turnEnd' });
        made.isExpiryEvent = () => true;
        await registry.refresh('turnEnd', { combat });
        assert.equal(made.duration.expired, false);
      });
    });
  },
};
