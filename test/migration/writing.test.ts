import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Tab } from '../headless/tab';
import { type StoredWorld, Table } from '../headless/table';
import { nothing, type UserName } from '../headless/world';
import { heardBy, systemsIn, VERSION, versionOf, worldWithOldSpells } from './stored';

const open = (stored: StoredWorld, present: readonly UserName[]) =>
  Table.open({ seed: 1, world: nothing, present, stored });

describe('writing a world in its new shape', () => {
  let stored: StoredWorld;
  let table: Table;
  beforeAll(async () => {
    stored = await worldWithOldSpells();
  });
  afterEach(() => table?.close());

  const spells = () =>
    [...systemsIn({ actors: table.all('actors'), items: table.all('items'), scenes: table.all('scenes') }).values()]
      .filter(({ type }) => type === 'clashSpell')
      .map(({ system }) => system['ethereal']);
  const oldOnes = () => spells().filter((ethereal) => typeof ethereal !== 'string').length;
  const version = () => versionOf(table);

  it('waits for a game master, while players read the new shape', async () => {
    table = await open(stored, ['Ann']);
    const before = oldOnes();
    expect(before).toBeGreaterThan(5);
    const [ann] = table.tabs as [Tab];
    const wall = ann.page.game.items.getName('Wall of thorns');
    expect([wall.system.ethereal, wall._source.system.ethereal]).toEqual(['always', 'always']);
    expect([oldOnes(), version(), heardBy(table, 'Ann')]).toEqual([before, '', []]);
    table.sit('Gamemaster');
    await table.settle();
    expect([oldOnes(), version(), heardBy(table, 'Ann')]).toEqual([0, VERSION, []]);
    expect(table.faults).toEqual([]);
  });

  it('is recorded by the first of two game masters who connect at once (seed 230648)', async () => {
    // An empty world has only its version to write.
    table = await Table.open({ seed: 1, world: nothing, present: ['Ann'] });
    const assistant = table.sit('Assistant');
    // The assistant begins alone; the game master connects before any of its messages arrives.
    const waits = () => assistant.wire.pending.includes('up') && assistant.isOpen;
    for (let next = table.pending()[0]; next && !waits(); next = table.pending()[0]) await table.deliver(next);
    const gm = table.sit('Gamemaster');
    const others = () => table.pending().find(({ tab }) => tab === gm);
    for (let next = others(); next; next = others()) await table.deliver(next);
    expect(assistant.wire.pending).toContain('up');
    await table.settle();
    expect(version()).toBe(VERSION);
    expect(table.faults).toEqual([]);
  });

  it('continues after the server was killed in the middle of it', async () => {
    table = await open(stored, []);
    const before = oldOnes();
    table.sit('Gamemaster');
    await table.idle();
    for (let [first] = table.pending(); first && oldOnes() > before / 2; [first] = table.pending())
      await table.deliver(first);
    expect(oldOnes()).toBeGreaterThan(0);
    expect(oldOnes()).toBeLessThan(before);
    await table.killServer();
    expect(version()).toBe('');
    await table.settle();
    expect([oldOnes(), version()]).toEqual([0, VERSION]);
    expect(table.faults).toEqual([]);
  });

  it('reports what another package vetoes, and tries again at the next load', async () => {
    table = await open(stored, []);
    const gm = table.sit('Gamemaster');
    for (let [first] = table.pending(); first && !gm.isOpen; [first] = table.pending()) await table.deliver(first);
    const { prototype } = gm.page.CONFIG.Item.documentClass;
    prototype._preUpdate = async function () {
      return this.name !== 'By its kind';
    };
    await table.settle();
    expect([oldOnes(), version()]).toEqual([1, '']);
    expect(heardBy(table, 'Gamemaster').at(-1)).toContain('Some documents could not be converted');
    expect(heardBy(table, 'Gamemaster').at(-1)).toContain('By its kind');
    gm.reload();
    await table.settle();
    expect([oldOnes(), version()]).toEqual([0, VERSION]);
  });

  it('is refused if a newer version has written the world, and the game master is notified', async () => {
    const setting = { _id: 'dataVersion00000', key: 'cadence.dataVersion', value: '"9.0.0"', user: null, flags: {} };
    table = await open({ ...stored, settings: [setting] }, ['Gamemaster', 'Ann']);
    expect(heardBy(table, 'Gamemaster')).toEqual([expect.stringContaining('was last saved by Cadence 9.0.0')]);
    expect(heardBy(table, 'Ann')).toEqual([]);
    expect(oldOnes()).toBeGreaterThan(0);
  });
});
