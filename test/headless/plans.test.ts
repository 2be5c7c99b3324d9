import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Command } from '../../src/encounter/command';
import { seededDie } from '../../src/kernel/rng';
import { anyAnswer } from '../support/answer';
import type { Tab } from './tab';
import { Table } from './table';
import { COMBAT, fight } from './world';

const MINE = 'soakCombatant000';

/** Found by the bench, seeds 100019 and 100119: a plan is written into a combatant that may be deleted by then. */
describe('a secret plan', () => {
  let table: Table;
  let gm: Tab;
  let ann: Tab;

  beforeAll(async () => {
    table = await Table.open({ seed: 1, present: ['Gamemaster', 'Ann'], world: await fight('tempo', seededDie(1)) });
    [gm, ann] = table.tabs as [Tab, Tab];
    gm.does('starts', () => gm.page.submit(combatAt(gm), { do: 'start', by: 'gm' }));
    await table.settle();
  });
  afterAll(() => table?.close());

  const combatAt = (tab: Tab) => tab.page.game.combats.get(COMBAT);
  const plans = () => {
    const command = { do: 'plan', by: MINE, options: { action: 'rest', slot: '1' } };
    ann.does('plans', () => ann.page.submit(combatAt(ann), command));
  };
  const removes = () => gm.does('removes', () => combatAt(gm).combatants.get(MINE).delete());

  it('is refused with a reason where its fighter left while it was under way', async () => {
    removes();
    plans();
    await table.settle();
    expect(combatAt(ann).combatants.has(MINE)).toBe(false);
    expect(table.log.at(-1)).toMatch(/^Ann reads \(warn\): This fighter is not in the encounter/);
    expect(table.faults).toEqual([]);
  });

  it('cannot be changed by a fighter during a command, which each answer replays (seed 210074)', async () => {
    const other = await Table.open({
      seed: 1,
      present: ['Gamemaster', 'Ann'],
      world: await fight('tempo', seededDie(1)),
    });
    try {
      const [master, player] = other.tabs as [Tab, Tab];
      for (const tab of other.tabs) await tab.page.game.settings.set('cadence', 'autoThrow', 'never');
      const does = async (tab: Tab, command: Command): Promise<void> => {
        tab.does('does', () => tab.page.submit(combatAt(tab), command));
        await other.settle();
      };
      const planned = (): string => combatAt(player).combatants.get(MINE).system.stamp;
      await does(master, { do: 'start', by: 'gm' });
      await does(player, { do: 'skill-roll', by: MINE, options: { attribute: 'awr' } });
      const plan = { do: 'plan', by: MINE, options: { action: 'rest', slot: '1' } };
      const before = planned();
      await does(player, plan);
      expect(planned()).toBe(before);
      expect(other.log.at(-1)).toMatch(/^Ann reads \(warn\): Waiting for .+\. Finish or undo that first\./);
      for (
        let [asked] = player.page.openAsks(combatAt(player));
        asked;
        [asked] = player.page.openAsks(combatAt(player))
      ) {
        const { key, ask } = asked;
        master.does('answers', () => master.page.answer(combatAt(master), key, anyAnswer(ask, other.die)));
        await other.settle();
      }
      await does(player, plan);
      expect(planned()).not.toBe(before);
      expect(other.faults).toEqual([]);
    } finally {
      await other.close();
    }
  });
});
