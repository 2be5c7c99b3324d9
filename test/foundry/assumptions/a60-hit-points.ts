import type { FoundryActor } from '../documents';
import type { Assumption } from '../quench';
import { game, PATIENCE, Stage } from '../stage';

interface System {
  readonly primaryTokenAttribute: string;
}
interface Stored {
  readonly _source: { readonly system: object };
}
interface HitPoints {
  readonly attributes: { readonly hp: { readonly value: number; readonly max: number } };
}

export const A60: Assumption = {
  id: 'A60',
  belief:
    '`game.system.primaryTokenAttribute` can be written at `init`; a getter of the model is neither stored nor updated',
  register({ describe, it, before, after, assert }) {
    describe('The hit points for other packages', function () {
      this.timeout(PATIENCE);
      const stage = new Stage();
      let actor: FoundryActor;
      const hp = () => (actor.system as unknown as HitPoints).attributes.hp;

      before(async () => {
        actor = await stage.actor();
      });
      after(() => stage.clear());

      it('are at the attribute that the system names', () => {
        const { primaryTokenAttribute } = (game() as unknown as { readonly system: System }).system;
        assert.ok(['attributes.hp', 'aura', 'hp'].includes(primaryTokenAttribute), primaryTokenAttribute);
      });
      it('are read-only', async () => {
        const before = { ...hp() };
        assert.ok(before.max > 0, 'there is no maximum');
        await actor.update({ 'system.attributes.hp.value': before.value - 1 });
        assert.deepEqual({ ...hp() }, before);
        assert.equal('attributes' in (actor as unknown as Stored)._source.system, false);
      });
    });
  },
};
