import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { seededDie } from '../../src/kernel/rng';
import type { Tab } from './tab';
import { Table } from './table';
import { COMBAT, fight } from './world';

/** Cases with two referees that the bench has found, message by message. */
describe('two tabs that both act as the referee', () => {
  let table: Table;
  let first: Tab;
  let second: Tab;

  beforeEach(async () => {
    const present = ['Gamemaster', 'Gamemaster', 'Ann'] as const;
    table = await Table.open({ seed: 1, present, world: await fight('energy', seededDie(1)) });
    [first, second] = table.tabs as [Tab, Tab];
  });
  afterEach(() => table.close());

  const combatAt = (tab: Tab) => tab.page.game.combats.get(COMBAT);
  const start = (tab: Tab) => tab.does('starts', () => tab.page.submit(combatAt(tab), { do: 'start', by: 'gm' }));

  it('start the encounter once when neither has heard of the other', async () => {
    start(first);
    start(second);
    await table.settle();
    expect(await table.judge()).toBe(1);
    expect(table.log.filter((line) => line.includes('window was faster'))).toHaveLength(1);
    expect(table.faults).toEqual([]);
  });

  it('write nothing of the slower start when the other is already one step ahead (seed 221460)', async () => {
    start(first);
    start(second);
    await table.idle();
    // All messages of the first, including its next command, arrive before the server hears of the second.
    const onlyFirst = async (): Promise<void> => {
      const pending = () => table.pending().find(({ tab, direction }) => tab === first || direction === 'down');
      for (let next = pending(); next && !(next.tab === second && next.direction === 'down'); next = pending())
        await table.deliver(next);
    };
    await onlyFirst();
    first.does('goes on', () => first.page.submit(combatAt(first), { do: 'end-round', by: 'gm' }));
    await table.idle();
    await onlyFirst();
    expect(combatAt(first).system.step).toBe(2);
    await table.settle();
    for (const tab of [first, second]) expect(combatAt(tab).system).toMatchObject({ step: 2, cursor: 2 });
    expect(table.log.filter((line) => line.includes('window was faster'))).toHaveLength(1);
    expect(await table.judge()).toBe(2);
    expect(table.faults).toEqual([]);
  });

  it('continue after a user has deleted every lease manually, or the last one', async () => {
    start(first);
    await table.settle();
    const marks = (): string[] => combatAt(first).groups.map(({ id }) => id);
    for (const gone of [marks().slice(-1), marks]) {
      const ids = typeof gone === 'function' ? gone() : gone;
      first.does('deletes', () => combatAt(first).deleteEmbeddedDocuments('CombatantGroup', ids));
      await table.settle();
      const { step } = combatAt(first).system;
      first.does('goes on', () => first.page.submit(combatAt(first), { do: 'end-round', by: 'gm' }));
      await table.settle();
      expect(combatAt(second).system.step).toBe(step + 1);
    }
    expect(table.faults).toEqual([]);
  });

  it('drop the undo or the takeover that arrives second', async () => {
    start(second);
    await table.settle();
    second.does('rewinds', () => second.page.rewindStep(combatAt(second)));
    // The first tab's messages are delivered before any of the second's.
    first.does('takes over', async () => {
      await first.page.takeReferee(combatAt(first));
      await first.page.submit(combatAt(first), { do: 'end', by: 'gm' });
    });
    await table.settle();
    expect(await table.judge()).toBe(2);
    expect(combatAt(second).system.history[2].command.do).toBe('end');
    expect(table.log.filter((line) => line.includes('window was faster'))).toHaveLength(1);
    expect(table.faults).toEqual([]);
  });

  it('drop a command that waited for its turn while its tab lost the lease', async () => {
    start(second);
    await table.settle();
    // Two clicks: the first is about to be written, and the second waits for its turn.
    second.does('rewinds', () => second.page.rewindStep(combatAt(second)));
    second.does('does it again', () => second.page.redoStep(combatAt(second)));
    first.does('takes over', () => first.page.takeReferee(combatAt(first)));
    await table.settle();
    expect(first.page.isReferee(combatAt(first))).toBe(true);
    expect(combatAt(first).system).toMatchObject({ step: 1, cursor: 1 });
    expect(table.log.filter((line) => line.includes('window was faster'))).toHaveLength(1);
    expect(table.log.filter((line) => line.includes('Another window is the referee'))).toHaveLength(1);
    expect(await table.judge()).toBe(1);
    expect(table.faults).toEqual([]);
  });
});
