import { ask } from '../player';
import type { Assumption } from '../quench';
import { NAME, PATIENCE, pause, players, refusal, Stage, until } from '../stage';

export const A4: Assumption = {
  id: 'A4',
  belief: '“gmOnlyFields” on a Combatant refuse its owner, and nobody else',
  register({ describe, it, before, after, assert }) {
    describe('A combatant whose owner is connected (without a player this is skipped)', function () {
      this.timeout(PATIENCE);
      const stage = new Stage();
      let player: any, combat: any, combatant: any;

      before(async function () {
        [player] = players();
        if (!player) this.skip();
        const actor = await stage.actor({ ownership: { [player.id]: 3 } });
        combat = await stage.combat();
        [combatant] = await combat.createEmbeddedDocuments('Combatant', [{ type: 'energy', actorId: actor.id }]);
        await combatant.update({ 'system.book.energy': 3 });
      });
      after(() => stage.clear());

      const write = (changes: object) =>
        ask(player, 'write-combatant', { combat: combat.id, combatant: combatant.id, changes });

      it('lets the game master write them', async () => {
        assert.equal(await refusal(() => combatant.update({ 'system.book.energy': 2 })), null);
        assert.equal(combatant.system.book.energy, 2);
      });
      it('does not let the owner write them', async () => {
        const before = combatant.system.book.energy;
        assert.ok(await write({ 'system.book.energy': 99 }), 'it went through');
        await pause(300);
        assert.equal(combatant.system.book.energy, before);
      });
      it('does not let the owner slip them in beside what is the owner’s', async () => {
        const before = combatant.system.book.energy;
        assert.ok(await write({ initiative: 5, system: { book: { energy: 99 } } }), 'it went through');
        await pause(300);
        assert.equal(combatant.system.book.energy, before);
      });
      it('lets the owner write the rest', async () => {
        assert.equal(await write({ 'flags.cadence.quench': NAME }), null);
        assert.ok(await until(() => combatant.flags.cadence?.quench === NAME), 'it did not arrive');
      });
    });
  },
};
