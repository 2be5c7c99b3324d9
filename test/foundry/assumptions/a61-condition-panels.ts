import type { FoundryActor, FoundryEffect } from '../documents';
import type { Assumption } from '../quench';
import { PATIENCE, Stage } from '../stage';

interface Described {
  readonly description: string;
  readonly isTemporary: boolean;
  readonly isExpiryTrackable?: boolean;
  readonly duration: { readonly value: number; readonly label: string };
  toObject(): { readonly description: string; readonly duration: { readonly value: number | null } };
}

export const A61: Assumption = {
  id: 'A61',
  belief: 'Prepared `description` and `duration.label` of an effect are kept, and core neither stores nor counts them',
  register({ describe, it, before, after, assert }) {
    describe('A condition in effect panels', function () {
      this.timeout(PATIENCE);
      const stage = new Stage();
      let actor: FoundryActor;
      let effect: FoundryEffect & Described;

      before(async () => {
        actor = await stage.actor();
        const system = { until: { at: 'round-end', n: 3 }, by: '', towards: [], data: {} };
        const data = { type: 'condition', name: 'Prone', statuses: ['prone'], system };
        [effect] = (await actor.createEmbeddedDocuments('ActiveEffect', [data])) as unknown as [typeof effect];
      });
      after(() => stage.clear());

      it('is temporary, described, and labelled with its end', () => {
        assert.equal(effect.isTemporary, true);
        assert.ok(effect.description.length > 0, 'it has no description');
        assert.ok(effect.duration.label.startsWith('until '), effect.duration.label);
        assert.equal(Number.isNaN(effect.duration.value), true);
      });
      it('stores neither, and is not tracked for its end', () => {
        assert.equal(effect.toObject().description, '');
        assert.equal(effect.toObject().duration.value, null);
        assert.equal(effect.isExpiryTrackable ?? false, false);
        assert.equal(effect.duration.expired, false);
      });
    });
  },
};
