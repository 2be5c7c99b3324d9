import type { FoundryActor } from '../documents';
import type { Assumption } from '../quench';
import { CONFIG, PATIENCE, Stage } from '../stage';

const ALWAYS = 2;

export const A20: Assumption = {
  id: 'A20',
  belief: 'What `showIcon` is in CONFIG.statusEffects goes into the effect, and ALWAYS shows its icon on tokens',
  register({ describe, it, before, after, assert }) {
    describe('The icon of a condition', function () {
      this.timeout(PATIENCE);
      const stage = new Stage();
      let actor: FoundryActor;
      const shown = () => actor.temporaryEffects.filter((effect) => effect.statuses.has('prone'));

      before(async () => {
        actor = await stage.actor();
      });
      after(() => stage.clear());

      it('is ALWAYS shown, as configured by the status', async () => {
        const effect = await CONFIG.ActiveEffect.documentClass.fromStatusEffect('prone');
        assert.equal(effect.showIcon, ALWAYS);
      });
      it('is shown when the status is toggled', async () => {
        await actor.toggleStatusEffect('prone', { active: true });
        assert.equal(shown().length, 1);
        await actor.toggleStatusEffect('prone', { active: false });
        assert.equal(shown().length, 0);
      });
      it('is shown on an effect without a duration, of our own type', async () => {
        const data = { type: 'condition', name: 'Prone', img: 'icons/svg/aura.svg', statuses: ['prone'] };
        const [effect] = await actor.createEmbeddedDocuments('ActiveEffect', [{ ...data, showIcon: ALWAYS }]);
        assert.equal(shown().length, 1);
        await effect.delete();
      });
    });
  },
};
