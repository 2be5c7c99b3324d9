import type { FoundryActor, FoundryCombat, FoundryCombatant, FoundryEffect } from '../documents';
import type { Assumption } from '../quench';
import { CONFIG, NAME, PATIENCE, Stage, until } from '../stage';

export const A26: Assumption = {
  id: 'A26',
  belief: 'Refreshing the registry of timed effects ends them, and a combat may be passed in its former state',
  register({ describe, it, before, after, assert }) {
    describe('Effects that end by an event', function () {
      this.timeout(PATIENCE);
      const stage = new Stage();
      let actor: FoundryActor, combat: FoundryCombat, combatant: FoundryCombatant;

      before(async () => {
        actor = await stage.actor();
        combat = await stage.combat();
        [combatant] = await combat.createEmbeddedDocuments('Combatant', [
          { type: 'energy', name: NAME, actorId: actor.id },
        ]);
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

      it('end with a turn that the combat in the call has had', async () => {
        const begins = await effect({ expiry: 'turnStart' });
        const ends = await effect({ expiry: 'turnEnd' });
        const previous = { value: { ...combat.current, combatantId: combatant.id } };
        await registry.refresh('turnStart', { combat: Object.create(combat, { combatant: { value: combatant } }) });
        await registry.refresh('turnEnd', { combat: Object.create(combat, { previous }) });
        assert.ok(await isOver(begins), 'the start of its turn did not end it');
        assert.ok(await isOver(ends), 'the end of its turn did not end it');
      });

      it('end with a finished encounter that is passed in its former state', async () => {
        const made = await effect({ expiry: 'combatEnd' });
        await combat.update({ round: 0 }, { turnEvents: false });
        await registry.refresh('combatEnd', { combat: Object.create(combat, { round: { value: 1 } }) });
        assert.ok(await isOver(made));
      });
    });
  },
};
