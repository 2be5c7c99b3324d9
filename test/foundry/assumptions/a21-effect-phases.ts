import type { FoundryActor } from '../documents';
import type { Assumption } from '../quench';
import { NAME, PATIENCE, Stage } from '../stage';

export const A21: Assumption = {
  id: 'A21',
  belief: 'What effects change is there once the actor is prepared, in both phases, also where nothing was entered',
  register({ describe, it, after, assert }) {
    describe('An active effect', function () {
      this.timeout(PATIENCE);
      const stage = new Stage();
      after(() => stage.clear());
      const actorWith = (...changes: object[]): Promise<FoundryActor> =>
        stage.actor({
          effects: changes.map((change) => ({ name: NAME, system: { changes: [{ type: 'add', ...change }] } })),
        });

      it('changes an entered number, in the first phase and in the last', async () => {
        const before = (await actorWith()).system.evasionBonus;
        for (const phase of ['initial', 'final']) {
          const actor = await actorWith({ key: 'system.evasionBonus', value: 2, phase });
          assert.equal(actor.system.evasionBonus, before + 2, phase);
          assert.equal(actor._source.system.evasionBonus, before, 'what is entered stays');
        }
      });
      it('changes a maximum that the rules derive, once', async () => {
        const { max } = (await actorWith()).system.stamina;
        for (const phase of ['initial', 'final'])
          assert.equal(
            (await actorWith({ key: 'system.stamina.max', value: 3, phase })).system.stamina.max,
            max + 3,
            phase,
          );
        const both = [
          { key: 'system.stamina.max', value: 2, type: 'multiply', phase: 'final' },
          { key: 'system.stamina.max', value: 3, phase: 'initial' },
        ];
        assert.equal((await actorWith(...both)).system.stamina.max, (max + 3) * 2);
      });
      it('changes the base of a derived maximum, in the last phase too', async () => {
        const { max } = (await actorWith()).system.stamina;
        const actor = await actorWith({ key: 'system.staminaBonus', value: 3, phase: 'final' });
        assert.equal(actor.system.stamina.max, max + 3);
      });
      it('adds to the default of an empty number', async () => {
        const { speed } = (await actorWith()).getRollData();
        assert.equal((await actorWith({ key: 'system.speed', value: 2 })).system.speed, speed + 2);
      });
      it('changes no pool', async () => {
        const { value } = (await actorWith()).system.stamina;
        for (const phase of ['initial', 'final'])
          assert.equal(
            (await actorWith({ key: 'system.stamina.value', value: 3, phase })).system.stamina.value,
            value,
            phase,
          );
      });
    });
  },
};
