import type { Assumption } from '../quench';
import { CONFIG, NAME, PATIENCE } from '../stage';

export const A51: Assumption = {
  id: 'A51',
  belief:
    'What is stored comes to “migrateData” of its document class and of its model as it was stored; inputs have the bounds of their field',
  register({ describe, it, assert }) {
    describe('A number stored beyond its limits', function () {
      this.timeout(PATIENCE);

      const { documentClass } = CONFIG.Actor;
      const Known: new (source: object) => object = documentClass;
      const stored = () => ({
        _id: 'cadenceBounds000',
        name: NAME,
        type: 'clash',
        system: { hpMax: 1500, armorValue: { head: 120 } },
        items: [{ _id: 'cadenceBounds001', name: NAME, type: 'clashWeapon', system: { attackValue: -3 } }],
      });

      it('counts as the nearest limit, also if it is nested or of an item', () => {
        const { system, items } = new documentClass(stored());
        assert.deepEqual([system.hpMax, system.armorValue.head, items.contents[0]!.system.attackValue], [999, 99, 0]);
      });

      it('is passed to the class of its document before that', () => {
        const seen: unknown[] = [];
        class Seeing extends Known {
          static migrateData(source: ReturnType<typeof stored>, ...options: unknown[]) {
            seen.push(source.system?.hpMax, source.name, source.items?.[0]?.system.attackValue);
            return documentClass.migrateData.call(Seeing, source, ...options);
          }
        }
        new Seeing(stored());
        assert.deepEqual(seen.slice(0, 3), [1500, NAME, -3]);
      });

      it('cannot be entered unnoticed: the input has its limits and a message for them', () => {
        const field = new documentClass(stored()).system.schema.getField('hpMax');
        const input = field.toInput({ name: 'system.hpMax', value: 20, dataset: { tooltip: 'From 0 to 999' } });
        assert.deepEqual([input.min, input.max, input.step, input.dataset.tooltip], ['0', '999', '1', 'From 0 to 999']);
      });
    });
  },
};
