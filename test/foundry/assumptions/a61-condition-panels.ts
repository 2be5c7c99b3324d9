import type { FoundryActor, FoundryEffect } from '../documents';
import type { Assumption } from '../quench';
import { game, PATIENCE, Stage, until } from '../stage';

interface Described {
  readonly description: string;
  readonly active: boolean;
  readonly isTemporary: boolean;
  readonly isExpiryTrackable?: boolean;
  readonly duration: { readonly value: number; readonly label: string; readonly expired: boolean };
  toObject(): {
    readonly description: string;
    readonly duration: { readonly value: number | null; readonly expired: boolean };
  };
}

export const A61: Assumption = {
  id: 'A61',
  belief:
    'Prepared `description` and `duration.label` of an effect are kept, and core neither tracks a condition nor ends it with world time',
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
      it('stays when the world time advances', async () => {
        const { time } = game();
        const { worldTime } = time;
        await time.advance(60);
        // The registry writes after the hook of the world time.
        await until(() => effect.toObject().duration.expired, 2000);
        assert.deepEqual([effect.active, effect.toObject().duration.expired], [true, false]);
        await time.advance(worldTime - time.worldTime);
      });
      it('stays where a world has stored that it ended', async () => {
        await effect.update({ 'duration.expired': true });
        assert.deepEqual([effect.active, effect.toObject().duration.expired], [true, true]);
        await effect.update({ 'duration.expired': false });
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
