import type { Assumption } from '../quench';
import { CONFIG, NAME, PATIENCE, Stage } from '../stage';

export const A24: Assumption = {
  id: 'A24',
  belief: 'Values of effects are formulas over `getRollData`, and new documents have the artwork of their type',
  register({ describe, it, after, assert }) {
    describe('An actor of Cadence', function () {
      this.timeout(PATIENCE);
      const stage = new Stage();
      after(() => stage.clear());

      it('provides its names to the values of its effects', async () => {
        const changes = [{ key: 'system.evasionBonus', type: 'add', value: '@level + 1' }];
        const actor = await stage.actor({ effects: [{ name: NAME, system: { changes } }] });
        assert.equal(actor.system.evasionBonus, actor.system.level + 1);
      });
      it('has the picture of its type, and so have its items and its token', async () => {
        const actor = await stage.actor({ items: [{ name: NAME, type: 'energyWeapon' }] });
        assert.equal(actor.img, CONFIG.Actor.documentClass.getDefaultArtwork({ type: 'energy' }).img);
        const item = actor.items.contents[0]!;
        assert.equal(item.img, CONFIG.Item.documentClass.getDefaultArtwork({ type: 'energyWeapon' }).img);
        assert.equal((await actor.getTokenDocument()).texture.src, actor.img);
      });
    });
  },
};
