import type { FoundryCombat } from '../documents';
import type { Assumption } from '../quench';
import { PATIENCE, Stage } from '../stage';

const FIGHTER = 'quenchFighter001';
const ROLL = { moment: '1', faces: [6] };

export const A12: Assumption = {
  id: 'A12',
  belief: 'Object fields are replaced whole, and entries of typed objects are added, deleted in part and whole',
  register({ describe, it, before, after, assert }) {
    describe('The referee’s data in an encounter', function () {
      this.timeout(PATIENCE);
      const stage = new Stage();
      let combat: FoundryCombat;
      const { _del, _replace } = globalThis as unknown as { _del: unknown; _replace(value: object): unknown };
      const write = (system: object) => combat.update({ system });
      const stored = () => combat.toObject().system;

      before(async () => {
        combat = await stage.combat();
      });
      after(() => stage.clear());

      it('holds a referee, and then another', async () => {
        await write({ referee: _replace({ user: 'one', client: 'a' }) });
        await write({ referee: _replace({ user: 'two', client: 'b' }) });
        assert.deepEqual(stored().referee, { user: 'two', client: 'b' });
      });
      it('holds an open exchange, and then none', async () => {
        await write({ open: _replace({ exchange: 1, card: 'card', asks: [] }) });
        assert.deepEqual(stored().open, { exchange: 1, card: 'card', asks: [] });
        await write({ open: null });
        assert.equal(stored().open, null);
      });
      it('holds rolled dice, and loses one of them', async () => {
        await write({ boundDice: { [FIGHTER]: { attack: ROLL, block: ROLL } } });
        await write({ boundDice: { [FIGHTER]: { attack: _del } } });
        assert.deepEqual(stored().boundDice, { [FIGHTER]: { block: ROLL } });
      });
      it('loses a whole entry', async () => {
        await write({ boundDice: { [FIGHTER]: _del } });
        assert.deepEqual(stored().boundDice, {});
      });
    });
  },
};
