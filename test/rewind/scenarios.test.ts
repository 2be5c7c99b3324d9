import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Table } from '../headless/table';
import { loadScenario, scenarioFiles } from '../support/scenario/files';
import { sampled } from '../tiers/tier';
import { rewindScenario, UNREPRESENTABLE } from './law';
import { openStage } from './stage';

/** One scenario in this many is tried here; all of them by `npm run soak -- --scenarios`. */
const OF = 100;

/**
 * Most characters a step may take in the encounter. Most steps take one or two thousand. The longest are clock steps
 * that pass many numbers and fighters at once, with a change and an effect for each.
 */
const MOST = 2000;

/** What must be restored, and the scenario it occurs in; for `item` with the field that changes. */
const WHAT: readonly (readonly [what: string, scenario: string, kinds: readonly string[]])[] = [
  ['wounds and mana', 'clash/w11-dissolved-early', ['pool', 'condition-removed']],
  ['a place a fighter was driven from', 'clash/w04-perfect-parry', ['move']],
  ['items drawn, used and put away', 'clash/w18-two-rounds', ['item equipped', 'item quantity', 'clock', 'state']],
  ['a shot and the bow it was loaded in', 'energy/load-and-shoot', ['item loaded', 'pool']],
  ['arrows in the quiver', 'energy/ammunition', ['item quantity']],
  ['an item struck out of a hand, and its place', 'energy/w14-disarm-and-fling', ['item dropped', 'item lies']],
  ['conditions that last for a time', 'energy/w15-restrain-and-escape', ['condition-added', 'condition-removed']],
  ['an item caught by another fighter', 'seconds/w09-disarm-and-catch', ['item-transferred', 'item lies']],
  ['the potions that are left', 'seconds/w11-long-spell', ['item quantity', 'pool']],
  ['two fighters on the ground', 'seconds/w14-tackle', ['condition-added', 'condition-removed', 'clock']],
  ['an item handed over', 'slots/hand-over', ['item-transferred', 'pool']],
  ['the hit points of an item', 'slots/sunder-fails', ['item hp']],
  ['a declaration that was withdrawn', 'energy/withdrawn', ['pool', 'state']],
  ['components of a spell', 'slots/w09-material-components', ['item quantity', 'pool']],
  ['the path of a charge', 'slots/charge-at-full-skill', ['move', 'condition-added']],
  ['a flask that was thrown', 'tempo/w04-oil-flask', ['item loaded', 'item quantity']],
  ['a fighter that went down', 'tempo/w12-going-down', ['pool', 'condition-removed', 'condition-added']],
  ['a plan for an earlier round', 'tempo/w14-casting', ['state', 'clock', 'item active']],
];

describe('undo and redo', () => {
  const all = scenarioFiles('test/scenarios');
  const fileOf = (name: string) => `test/scenarios/${name}.yaml`;
  const named = new Set(WHAT.map(([, name]) => fileOf(name)));
  /** Undo does not cover values that a scenario enters on sheets between steps. */
  const isPlayed = (file: string) => loadScenario(file).script.every(({ stat }) => stat.length === 0);
  const spread = all.filter(
    (file, at) => at % OF === 0 && !(file in UNREPRESENTABLE) && !named.has(file) && isPlayed(file),
  );
  let table: Table;

  beforeAll(async () => {
    table = await openStage();
  });
  afterAll(() => table?.close());

  it.each(sampled(WHAT, 1))('%s: %s is undone and redone', async (_, name, wanted) => {
    const { faults, kinds, longest } = await rewindScenario(table, fileOf(name));
    expect(faults).toEqual([]);
    expect([...kinds]).toEqual(expect.arrayContaining([...wanted]));
    expect(longest).toBeLessThan(MOST);
  });

  it.each(sampled(spread, 0))('%s: every document is restored', async (file) => {
    const { faults, longest } = await rewindScenario(table, file);
    expect(faults).toEqual([]);
    expect(longest).toBeLessThan(MOST);
  });

  it.each(Object.entries(UNREPRESENTABLE))('%s cannot be represented in documents: %s', async (file) => {
    expect(all).toContain(file);
    const { faults } = await rewindScenario(table, file);
    expect(faults).toEqual([expect.stringMatching(/^the documents cannot say it/)]);
  });
});
