import { afterEach, describe, expect, it } from 'vitest';
import { ANNS, COMBAT, HostileTable, OPENING } from './hostile-table';
import { passes } from './passing';

const NONSENSE = 'f'.repeat(64);

describe('a nonsense stamp on a player’s own fighter, with the automatic count', () => {
  let hostile: HostileTable;
  afterEach(() => hostile?.table.close());

  const clock = () => hostile.combat.system.clock;
  const stamps = (stamp: string) => {
    const operation = { updates: [{ _id: ANNS, system: { stamp } }], parentUuid: `Combat.${COMBAT}` };
    return hostile.writes({ type: 'Combatant', action: 'update', operation });
  };
  const tracker = () => {
    const { windows } = hostile.gm.page;
    return windows.trackerContext(windows.fightOf(hostile.combat));
  };
  const said = () => hostile.table.log.filter((line) => /Gamemaster reads \(warn\): The clock has stopped/.test(line));
  const begins = async () => {
    hostile = await HostileTable.open('tempo', {
      settings: { 'cadence.tempo.count': 'automatic', 'cadence.tempo.pause': 0 },
    });
    await hostile.calm();
  };

  it(
    'delays the count for a while; the player is named, and the GM goes on without',
    async () => {
      await begins();
      await stamps(NONSENSE);
      await hostile.commands({ do: 'count', by: 'gm' });
      const { tempo, round } = clock();
      expect([round, tempo]).toEqual([1, 0]);
      expect(said()).toEqual([expect.stringMatching(/Ask Ann to/)]);
      expect(tracker().heldUp).toMatch(/Ask Ann to/);
      hostile.gm.does('goes on', () => hostile.gm.page.goOnWithout(hostile.combat));
      await passes(hostile.table, 3000);
      expect(clock().round * 10 + clock().tempo).toBeGreaterThanOrEqual(11);
      expect(tracker().heldUp).toBe(null);
      // Another one delays nothing.
      const before = hostile.combat.system.step;
      await stamps(NONSENSE.replaceAll('f', 'e'));
      await hostile.commands({ do: 'count', by: 'gm' });
      expect(hostile.combat.system.step).toBeGreaterThan(before + 1);
      expect(said().length).toBe(1);
      expect(hostile.table.faults).toEqual([]);
    },
    2 * OPENING,
  );

  it(
    'does not restart the beat, however often she updates her own fighter',
    async () => {
      await begins();
      const before = hostile.combat.system.step;
      hostile.gm.does('counts', () =>
        hostile.gm.page.submit(hostile.combat, { do: 'count', by: 'gm' }, { force: true }),
      );
      for (let times = 0; times < 40; times++) {
        void hostile.ann.raw('modifyDocument', {
          type: 'Combatant',
          action: 'update',
          operation: { updates: [{ _id: ANNS, flags: { world: { x: times } } }], parentUuid: `Combat.${COMBAT}` },
        });
        await passes(hostile.table, 300);
      }
      expect(hostile.combat.system.step).toBeGreaterThan(before + 6);
    },
    2 * OPENING,
  );
});
