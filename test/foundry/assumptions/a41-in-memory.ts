import type { FoundryCombat } from '../documents';
import type { Assumption } from '../quench';
import { _del, _replace, game, PATIENCE, Stage } from '../stage';

export const A41: Assumption = {
  id: 'A41',
  belief: 'Data in memory changes as the server’s does',
  register({ describe, it, before, after, assert }) {
    describe('An encounter that is changed in memory, and stored', function () {
      this.timeout(PATIENCE);
      const stage = new Stage();
      const bound = { moment: '', faces: [1] };
      let combat: FoundryCombat;
      before(async () => {
        combat = await stage.combat();
        await combat.update({
          system: {
            clock: { round: 1, phase: 'before', old: 1 },
            thrown: { a: { x: bound, y: bound }, b: { x: bound } },
          },
        });
      });
      after(() => stage.clear());

      for (const [what, system] of [
        ['a deletion in a typed object', () => ({ thrown: { a: { x: _del } } })],
        ['a replacement', () => ({ clock: _replace({ round: 2, phase: 'after' }) })],
        ['a change of one field', () => ({ step: 7 })],
      ] as const)
        it(`has the same result by ${what}`, async () => {
          const copy = combat.clone({}, { keepId: true });
          copy.updateSource({ system: system() });
          await combat.update({ system: system() });
          assert.deepEqual(game().combats.get(combat.id)!.toObject().system, copy.toObject().system);
        });
    });
  },
};
