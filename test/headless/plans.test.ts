import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seededDie } from '../../src/kernel/rng';
import type { Tab } from './tab';
import { Table } from './table';
import { COMBAT, fight } from './world';

const MINE = 'soakCombatant000';

/** Found by the bench, seeds 100019 and 100119: a plan is written into a combatant that may be gone by then. */
describe('a plan made in secret', () => {
  let table: Table;
  let gm: Tab;
  let ann: Tab;

  beforeAll(async () => {
    table = await Table.open({ seed: 1, present: ['Gamemaster', 'Ann'], world: await fight('tempo', seededDie(1)) });
    [gm, ann] = table.tabs as [Tab, Tab];
    gm.does('starts', () => gm.hands.submit(combatAt(gm), { do: 'start', by: 'gm' }));
    await table.settle();
  });
  afterAll(() => table?.close());

  const combatAt = (tab: Tab) => tab.hands.game.combats.get(COMBAT);
  const plans = () => {
    const command = { do: 'plan', by: MINE, options: { action: 'rest', slot: '1' } };
    ann.does('plans', () => ann.hands.submit(combatAt(ann), command));
  };
  const removes = () => gm.does('removes', () => combatAt(gm).combatants.get(MINE).delete());

  it('is refused in words where its fighter has left while it was on its way', async () => {
    removes();
    plans();
    await table.settle();
    expect(combatAt(ann).combatants.has(MINE)).toBe(false);
    expect(table.log.at(-1)).toMatch(/^Ann reads \(warn\): This fighter is not in the encounter/);
    expect(table.faults).toEqual([]);
  });
});
