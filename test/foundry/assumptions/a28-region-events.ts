import type { FoundryCombat, FoundryCombatant, FoundryRegion, FoundryToken } from '../documents';
import type { Assumption } from '../quench';
import { NAME, PATIENCE, Stage, until } from '../stage';

/** What a behavior's script has received: it runs with nothing but its event. */
const heard: string[] = [];

export const A28: Assumption = {
  id: 'A28',
  belief: 'A region’s behaviors receive turns and rounds from any code that triggers them',
  register({ describe, it, before, after, assert }) {
    describe('A region with a script', function () {
      this.timeout(PATIENCE);
      const stage = new Stage();
      let region: FoundryRegion, token: FoundryToken, combat: FoundryCombat, combatant: FoundryCombatant;

      before(async () => {
        Object.assign(globalThis, { cadenceQuenchHeard: heard });
        const actor = await stage.actor();
        const scene = await stage.scene();
        [token] = await scene.createEmbeddedDocuments('Token', [
          { name: NAME, actorId: actor.id, actorLink: true, x: 100, y: 100 },
        ]);
        const source = 'globalThis.cadenceQuenchHeard.push(event.name + " " + event.data.round);';
        [region] = await scene.createEmbeddedDocuments('Region', [
          {
            name: NAME,
            shapes: [{ type: 'rectangle', x: 0, y: 0, width: 500, height: 500 }],
            behaviors: [{ type: 'executeScript', system: { events: ['tokenTurnStart'], source } }],
          },
        ]);
        combat = await stage.combat();
        [combatant] = await combat.createEmbeddedDocuments('Combatant', [
          { type: 'energy', name: NAME, actorId: actor.id, tokenId: token.id, sceneId: scene.id },
        ]);
      });
      after(async () => {
        Reflect.deleteProperty(globalThis, 'cadenceQuenchHeard');
        await stage.clear();
      });

      it('knows which tokens are in it', async () => {
        assert.ok(await until(() => [...(token.regions ?? [])].includes(region)));
      });

      it('receives a turn event with its data', async () => {
        const context = { round: 3, turn: 0, skipped: false };
        await region._triggerEvent('tokenTurnStart', { ...context, token, combatant, combat });
        await region._triggerEvent('tokenTurnEnd', { ...context, token, combatant, combat });
        assert.ok(await until(() => heard.length > 0), 'it heard nothing');
        assert.deepEqual(heard, ['tokenTurnStart 3']);
      });
    });
  },
};
