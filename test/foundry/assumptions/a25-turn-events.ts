import type { FoundryCombat } from '../documents';
import type { Assumption } from '../quench';
import { Hooks, NAME, PATIENCE, pause, Stage } from '../stage';

const METHODS = ['_onStartRound', '_onEndRound', '_onStartTurn', '_onEndTurn'];

export const A25: Assumption = {
  id: 'A25',
  belief: 'Without turn events, core does not report that round and turn have changed',
  register({ describe, it, before, after, assert }) {
    describe('An encounter whose round is written with “turnEvents: false”', function () {
      this.timeout(PATIENCE);
      const stage = new Stage();
      const heard: string[] = [];
      let combat: FoundryCombat;
      let hook = 0;

      before(async () => {
        const actor = await stage.actor();
        combat = await stage.combat();
        await combat.createEmbeddedDocuments('Combatant', [{ type: 'energy', name: NAME, actorId: actor.id }]);
        for (const name of METHODS) Object.assign(combat, { [name]: async () => heard.push(name) });
        hook = Hooks.on('combatTurnChange', (changed: unknown) => changed === combat && heard.push('combatTurnChange'));
      });
      after(async () => {
        Hooks.off('combatTurnChange', hook);
        await stage.clear();
      });

      it('calls neither the hook nor the methods of the Combat', async () => {
        await combat.update({ round: 1 }, { turnEvents: false });
        await combat.update({ round: 2 }, { turnEvents: false });
        await pause(300);
        assert.deepEqual(heard, []);
      });

      it('knows its previous state', () => {
        assert.equal(combat.previous.round, 1);
        assert.equal(combat.current.round, 2);
      });

      it('requests events from no other client: we trigger those of a round written with them', async () => {
        await combat.update({ round: 3 });
        await pause(300);
        assert.deepEqual(heard, []);
      });
    });
  },
};
