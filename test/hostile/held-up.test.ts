import { afterEach, describe, expect, it } from 'vitest';
import { passes } from './passing';
import { ANNS, COMBAT, OPENING, Siege } from './siege';

const NONSENSE = 'f'.repeat(64);

describe('a nonsense stamp on a player’s own fighter, with the automatic count', () => {
  let siege: Siege;
  afterEach(() => siege?.table.close());

  const clock = () => siege.combat.system.clock;
  const stamps = (stamp: string) => {
    const operation = { updates: [{ _id: ANNS, system: { stamp } }], parentUuid: `Combat.${COMBAT}` };
    return siege.writes({ type: 'Combatant', action: 'update', operation });
  };
  const tracker = () => {
    const { windows } = siege.gm.page;
    return windows.trackerContext(windows.fightOf(siege.combat));
  };
  const said = () => siege.table.log.filter((line) => /Gamemaster reads \(warn\): The clock has stopped/.test(line));
  const begins = async () => {
    siege = await Siege.open('tempo', { settings: { 'cadence.tempo.count': 'automatic', 'cadence.tempo.pause': 0 } });
    await siege.calm();
  };

  it(
    'delays the count for a while; the player is named, and the GM goes on without',
    async () => {
      await begins();
      await stamps(NONSENSE);
      await siege.commands({ do: 'count', by: 'gm' });
      const { tempo, round } = clock();
      expect([round, tempo]).toEqual([1, 0]);
      expect(said()).toEqual([expect.stringMatching(/Ask Ann to/)]);
      expect(tracker().heldUp).toMatch(/Ask Ann to/);
      siege.gm.does('goes on', () => siege.gm.page.goOnWithout(siege.combat));
      await passes(siege.table, 3000);
      expect(clock().round * 10 + clock().tempo).toBeGreaterThanOrEqual(11);
      expect(tracker().heldUp).toBe(null);
      // Another one delays nothing.
      const before = siege.combat.system.step;
      await stamps(NONSENSE.replaceAll('f', 'e'));
      await siege.commands({ do: 'count', by: 'gm' });
      expect(siege.combat.system.step).toBeGreaterThan(before + 1);
      expect(said().length).toBe(1);
      expect(siege.table.faults).toEqual([]);
    },
    2 * OPENING,
  );

  it(
    'does not restart the beat, however often she updates her own fighter',
    async () => {
      await begins();
      const before = siege.combat.system.step;
      siege.gm.does('counts', () => siege.gm.page.submit(siege.combat, { do: 'count', by: 'gm' }, { force: true }));
      for (let times = 0; times < 40; times++) {
        void siege.ann.raw('modifyDocument', {
          type: 'Combatant',
          action: 'update',
          operation: { updates: [{ _id: ANNS, flags: { world: { x: times } } }], parentUuid: `Combat.${COMBAT}` },
        });
        await passes(siege.table, 300);
      }
      expect(siege.combat.system.step).toBeGreaterThan(before + 6);
    },
    2 * OPENING,
  );
});
