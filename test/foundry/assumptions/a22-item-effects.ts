import type { FoundryActor } from '../documents';
import type { Assumption } from '../quench';
import { foundry, NAME, PATIENCE, Stage } from '../stage';

export const A22: Assumption = {
  id: 'A22',
  belief:
    'An item’s effect changes its actor where it goes over, and where not the item, and is switched off and on from a batch',
  register({ describe, it, after, assert }) {
    describe('An effect of an item', function () {
      this.timeout(PATIENCE);
      const stage = new Stage();
      after(() => stage.clear());
      const bearerOf = async (key: string, transfer: boolean): Promise<FoundryActor> => {
        const changes = [{ key: `system.${key}`, type: 'add', value: 2 }];
        const effects = [{ name: NAME, transfer, system: { changes } }];
        return stage.actor({ items: [{ name: NAME, type: 'energyWeapon', effects }] });
      };
      const effectOf = ({ items }: FoundryActor) => items.contents[0]!.effects.contents[0]!;

      it('changes its actor while it is enabled', async () => {
        const actor = await bearerOf('evasionBonus', true);
        assert.equal(actor.system.evasionBonus, 2);
        await effectOf(actor).update({ disabled: true });
        assert.equal(actor.system.evasionBonus, 0);
      });
      it('changes the item while it is enabled', async () => {
        const actor = await bearerOf('attackBonus', false);
        const item = actor.items.contents[0]!;
        assert.equal(item.system.attackBonus, 2);
        assert.equal(item._source.system.attackBonus, 0);
        await effectOf(actor).update({ disabled: true });
        assert.equal(item.system.attackBonus, 0);
      });
      it('is written as part of a batch, on an unlinked token too', async () => {
        const base = await bearerOf('evasionBonus', true);
        const scene = await stage.scene();
        const [token] = await scene.createEmbeddedDocuments('Token', [
          { name: NAME, actorId: base.id, actorLink: false, x: 100, y: 100 },
        ]);
        const effect = effectOf(token.actor!);
        await foundry.documents.modifyBatch([
          {
            action: 'update',
            documentName: 'ActiveEffect',
            parent: effect.parent,
            updates: [{ _id: effect.id, disabled: true }],
          },
        ]);
        assert.equal(effectOf(token.actor!).disabled, true);
        assert.equal(token.actor!.system.evasionBonus, 0);
        assert.equal(base.system.evasionBonus, 2, 'the actor it was made from is left alone');
      });
    });
  },
};
