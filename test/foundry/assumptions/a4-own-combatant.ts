import type { FoundryActor, FoundryCombat, FoundryUser } from '../documents';
import { ask } from '../player';
import type { Assumption } from '../quench';
import { NAME, PATIENCE, pause, players, Stage, until } from '../stage';

export const A4: Assumption = {
  id: 'A4',
  belief: 'a player adds a combatant of their own actor and writes its data, and of the Combat nothing but its clock',
  register({ describe, it, before, after, assert }) {
    describe('An encounter with a player who owns an actor (without a player this is skipped)', function () {
      this.timeout(PATIENCE);
      const stage = new Stage();
      let player: FoundryUser, combat: FoundryCombat, actor: FoundryActor, foe: FoundryActor;
      const combatant = () => combat.combatants.find(({ actorId }) => actorId === actor.id);

      before(async function () {
        player = players()[0] ?? this.skip();
        actor = await stage.actor({ ownership: { [player.id]: 3 } });
        foe = await stage.actor();
        combat = await stage.combat();
      });
      after(() => stage.clear());

      const joins = (which: FoundryActor) =>
        ask(player, 'create-combatant', { combat: combat.id, data: { type: 'energy', actorId: which.id } });

      it('lets the player add a combatant of their own actor', async () => {
        assert.equal(await joins(actor), null);
        assert.ok(await until(combatant), 'it did not arrive');
      });
      it('does not let them add a combatant of another’s actor', async () => {
        assert.ok(await joins(foe), 'it went through');
        await pause(300);
        assert.equal(combat.combatants.size, 1);
      });
      it('lets them write the data of their own combatant', async () => {
        const changes = { 'flags.cadence.quench': NAME, 'system.ready': NAME };
        const task = { combat: combat.id, combatant: combatant()!.id, changes };
        assert.equal(await ask(player, 'write-combatant', task), null);
        assert.ok(await until(() => combatant()!.system.ready === NAME), 'it did not arrive');
      });
      it('does not let them write the referee’s state of it, which is in the Combat', async () => {
        const { id } = combatant()!;
        await combat.update({ system: { states: { [id]: { energy: 2 } } } });
        const changes = { system: { states: { [id]: { energy: 99 } } } };
        assert.ok(await ask(player, 'write-combat', { combat: combat.id, changes }), 'it went through');
        await pause(300);
        assert.equal(combat.system.states[id]!.energy, 2);
      });
    });
  },
};
