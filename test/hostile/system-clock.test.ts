import { afterEach, describe, expect, it } from 'vitest';
import { ANNS, HostileTable, OPENING } from './hostile-table';
import { passes } from './passing';

const HOUR = 3_600_000;

describe('a countdown', () => {
  let hostile: HostileTable;
  afterEach(() => hostile?.table.close());

  it.each([HOUR, -HOUR])(
    'ends when its time is up although the system clock is set by %i ms',
    async (change) => {
      hostile = await HostileTable.open('tempo', { settings: { 'cadence.countdown': 30 } });
      const { gm, table } = hostile;
      for (const { page } of table.tabs) await page.game.settings.set('cadence', 'autoThrow', 'never');
      const command = { do: 'skill-roll', by: ANNS, options: { attribute: 'awr' } };
      gm.does('attacks for Ann', () => gm.page.submit(hostile.combat, command, { force: true }));
      await passes(table, 1000);
      const { step, open } = hostile.combat.system;
      expect(open?.asks[0]).toMatchObject({ time: 30_000 });
      // The sandbox adds an offset to Date.now(), as Foundry does; setting a system clock moves the sum.
      for (const tab of table.tabs) tab.page.game.time.offset += change;
      // Reloads the list of waiting asks, as any other change does.
      gm.page.Hooks.callAll('userConnected');
      await passes(table, 20_000);
      expect(hostile.combat.system.step).toBe(step);
      await passes(table, 12_000);
      expect(hostile.combat.system.step).toBeGreaterThan(step);
      expect(table.faults).toEqual([]);
    },
    2 * OPENING,
  );
});
