import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { seededDie } from '../../src/kernel/rng';
import type { Tab } from './tab';
import { Table } from './table';
import { COMBAT, fight } from './world';

/** What the bench has found about two referees, message by message. */
describe('two tabs that both take themselves for the referee', () => {
  let table: Table;
  let first: Tab;
  let second: Tab;

  beforeEach(async () => {
    const present = ['Gamemaster', 'Gamemaster', 'Ann'] as const;
    table = await Table.open({ seed: 1, present, world: await fight('energy', seededDie(1)) });
    [first, second] = table.tabs as [Tab, Tab];
  });
  afterEach(() => table.close());

  const combatAt = (tab: Tab) => tab.hands.game.combats.get(COMBAT);
  const start = (tab: Tab) => tab.does('starts', () => tab.hands.submit(combatAt(tab), { do: 'start', by: 'gm' }));

  it('both start the encounter before they have heard of each other: it is started once', async () => {
    start(first);
    start(second);
    await table.settle();
    expect(await table.judge()).toBe(1);
    expect(table.log.filter((line) => line.includes('window was faster'))).toHaveLength(1);
    expect(table.faults).toEqual([]);
  });

  it('the slower starts it when the other has gone on by a step already: nothing of that is written (seed 221460)', async () => {
    start(first);
    start(second);
    await table.idle();
    // All of the first's arrives, and what it does next too, before the server hears of the second.
    const onlyFirst = async (): Promise<void> => {
      const laden = () => table.laden().find(({ tab, direction }) => tab === first || direction === 'down');
      for (let next = laden(); next && !(next.tab === second && next.direction === 'down'); next = laden())
        await table.deliver(next);
    };
    await onlyFirst();
    first.does('goes on', () => first.hands.submit(combatAt(first), { do: 'end-round', by: 'gm' }));
    await table.idle();
    await onlyFirst();
    expect(combatAt(first).system.step).toBe(2);
    await table.settle();
    for (const tab of [first, second]) expect(combatAt(tab).system).toMatchObject({ step: 2, cursor: 2 });
    expect(table.log.filter((line) => line.includes('window was faster'))).toHaveLength(1);
    expect(await table.judge()).toBe(2);
    expect(table.faults).toEqual([]);
  });

  it('go on where somebody has deleted every mark by hand, or the last', async () => {
    start(first);
    await table.settle();
    const marks = (): string[] => combatAt(first).groups.map(({ id }) => id);
    for (const gone of [marks().slice(-1), marks]) {
      const ids = typeof gone === 'function' ? gone() : gone;
      first.does('deletes', () => combatAt(first).deleteEmbeddedDocuments('CombatantGroup', ids));
      await table.settle();
      const { step } = combatAt(first).system;
      first.does('goes on', () => first.hands.submit(combatAt(first), { do: 'end-round', by: 'gm' }));
      await table.settle();
      expect(combatAt(second).system.step).toBe(step + 1);
    }
    expect(table.faults).toEqual([]);
  });

  it('one takes over while a step back of the other is on its way: what comes second is not done', async () => {
    start(second);
    await table.settle();
    second.does('rewinds', () => second.hands.rewindStep(combatAt(second)));
    // The first tab's messages are delivered before any of the second's.
    first.does('takes over', async () => {
      await first.hands.takeReferee(combatAt(first));
      await first.hands.submit(combatAt(first), { do: 'end', by: 'gm' });
    });
    await table.settle();
    expect(await table.judge()).toBe(2);
    expect(combatAt(second).system.history[2].command.do).toBe('end');
    expect(table.log.filter((line) => line.includes('window was faster'))).toHaveLength(1);
    expect(table.faults).toEqual([]);
  });

  it('whoever has lost the word while a deed waited for its turn does not do it any more', async () => {
    start(second);
    await table.settle();
    // Two clicks: the first is about to be written, and the second waits for its turn.
    second.does('rewinds', () => second.hands.rewindStep(combatAt(second)));
    second.does('does it again', () => second.hands.redoStep(combatAt(second)));
    first.does('takes over', () => first.hands.takeReferee(combatAt(first)));
    await table.settle();
    expect(first.hands.isReferee(combatAt(first))).toBe(true);
    expect(combatAt(first).system).toMatchObject({ step: 1, cursor: 1 });
    expect(table.log.filter((line) => line.includes('window was faster'))).toHaveLength(1);
    expect(table.log.filter((line) => line.includes('Another window is the referee'))).toHaveLength(1);
    expect(await table.judge()).toBe(1);
    expect(table.faults).toEqual([]);
  });
});
