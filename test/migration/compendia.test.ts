import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Actor, Source } from '../headless/documents';
import type { Tab } from '../headless/tab';
import { type StoredWorld, Table } from '../headless/table';
import { nothing, type UserName } from '../headless/world';
import { COMPENDIA, heardBy, settingOf, systemsIn, VERSION, versionOf, worldWithOldSpells } from './stored';

const GUARD = 'world.old-guard';
const SPELLS = 'world.spellbook';
const FIELDS = 'world.battlefields';
const NOTES = 'world.notes';
const PACKS = [GUARD, SPELLS, FIELDS, NOTES];

/** A world in which clash was played, with compendia: locked actors, spells, a scene, notes. */
let stored: StoredWorld;
beforeAll(async () => {
  const { settings, ...world } = await worldWithOldSpells();
  stored = { ...world, ...COMPENDIA, settings: [...settings, ...COMPENDIA['settings']] };
});

let table: Table;
afterEach(() => table?.close());

const open = async (present: readonly UserName[], more: StoredWorld = {}) => {
  table = await Table.open({ seed: 1, world: nothing, present, stored: { ...stored, ...more } });
};

const inPacks = () => Object.fromEntries(PACKS.map((id) => [id, table.all(id)]));
const isLocked = (id: string): boolean => settingOf(table, 'core.compendiumConfiguration')[id]?.locked ?? false;

/** Stored documents after the changes, where stored values have new names. */
const renewed = (value: any): any => {
  if (Array.isArray(value)) return value.map(renewed);
  if (value === null || typeof value !== 'object') return value;
  const { _stats, ...said } = Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, renewed(inner)]));
  // This token's actor is gone, so it has no actor of its own to write.
  if (said['actorId'] === 'goneActor0000000') return { ...said, delta: untold(value.delta) };
  if (said['type'] !== 'clashSpell') return said;
  const { ethereal } = said['system'];
  const word =
    typeof ethereal === 'string' ? ethereal : (ethereal ?? null) === null ? 'by-kind' : ethereal ? 'always' : 'never';
  return { ...said, system: { ...said['system'], ethereal: word } };
};
const untold = (value: any) =>
  JSON.parse(JSON.stringify(value), (key, inner) => (key === '_stats' ? undefined : inner));

/** Leaves out the token whose actor is gone. */
const isSomebodys = (at: string) => !(at.startsWith(FIELDS) && at.includes('soakToken4000000'));

const oldIn = (id: string): number =>
  [...systemsIn({ [id]: table.all(id) })].filter(
    ([at, { type, system }]) =>
      type === 'clashSpell' && 'ethereal' in system && typeof system['ethereal'] !== 'string' && isSomebodys(at),
  ).length;

/**
 * Connects a user.
 * @returns the tab once the game is drawn, with other messages still on their way
 */
async function arrive(user: UserName): Promise<Tab> {
  const tab = table.sit(user);
  for (let [first] = table.pending(); first && !tab.isOpen; [first] = table.pending()) await table.deliver(first);
  return tab;
}

/** Delivers messages until a condition holds. */
async function until(isSo: () => boolean): Promise<void> {
  for (let [first] = table.pending(); first && !isSo(); [first] = table.pending()) await table.deliver(first);
  expect(isSo()).toBe(true);
}

const isDone = () => [PACKS.map(oldIn), isLocked(GUARD), settingOf(table, 'cadence.openedPack'), versionOf(table)];
const DONE = [[0, 0, 0, 0], true, '', VERSION];

describe('compendia of a world of an older version', () => {
  it('are written in the new shape, locked ones too, and otherwise unchanged', async () => {
    await open(['Ann']);
    expect(PACKS.map(oldIn)).toEqual([2, 3, 1, 0]);
    table.sit('Gamemaster');
    await table.settle();
    expect(isDone()).toEqual(DONE);
    expect(untold(inPacks())).toEqual(renewed(Object.fromEntries(PACKS.map((id) => [id, stored[id]]))));
    expect(table.all('packs')).toEqual(stored['packs']);
    const heard = heardBy(table, 'Gamemaster');
    expect(heard.filter((line) => line.includes('is updating this world'))).toHaveLength(1);
    const spells = [...systemsIn(stored)].filter(([at, { type }]) => type === 'clashSpell' && isSomebodys(at));
    expect(heard.at(-1)).toContain(`Documents converted: ${spells.length}`);
    expect(table.faults).toEqual([]);
  });

  it('are read in the new shape before that, by players too', async () => {
    await open(['Ann']);
    const [{ page }] = table.tabs as [Tab];
    const loaded = page.game.packs.get(GUARD).getDocuments();
    await table.settle();
    const actors = (await loaded) as Actor[];
    const spells = actors.flatMap(({ items }) => items.filter(({ type }) => type === 'clashSpell'));
    expect(spells.map(({ system }) => system.ethereal)).toContain('never');
    expect(oldIn(GUARD)).toBe(2);
  });

  it('are imported in the new shape, even documents restored to the old one', async () => {
    await open(['Gamemaster']);
    const [gm] = table.tabs as [Tab];
    const [blade] = stored[GUARD] as Source[];
    const operation = { pack: 'world.attic', data: [{ ...blade, name: 'From the attic' }] };
    const type = { type: 'Actor', label: 'Attic' };
    gm.does('makes a compendium', () =>
      gm.page.foundry.documents.collections.CompendiumCollection.createCompendium(type),
    );
    await table.settle();
    void gm.raw('modifyDocument', { type: 'Actor', action: 'create', operation });
    await table.settle();
    expect(oldIn('world.attic')).toBe(1);
    gm.reload();
    await table.settle();
    const { game } = gm.page;
    const pack = game.packs.get('world.attic');
    const imported = game.actors.importFromCompendium(pack, pack.index.contents[0]._id);
    await table.settle();
    const actor = await imported;
    const spell = actor.items.find(({ type: is }) => is === 'clashSpell');
    expect([actor.pack, spell.system.ethereal]).toEqual([null, 'never']);
    const kept = table.all('actors').find(({ name }) => name === 'From the attic');
    expect(kept?.items.find(({ _id }) => _id === spell.id)?.system.ethereal).toBe('never');
    expect(table.faults).toEqual([]);
  });
});

describe('a locked compendium', () => {
  it.each(['server', 'window'])('is locked again after the %s was lost in the middle of the change', async (lost) => {
    await open([]);
    const gm = await arrive('Gamemaster');
    await until(() => oldIn(GUARD) === 1);
    expect([isLocked(GUARD), versionOf(table)]).toEqual([false, '']);
    if (lost === 'server') await table.killServer();
    else gm.reload();
    await table.settle();
    expect(isDone()).toEqual(DONE);
    expect(table.faults).toEqual([]);
  });

  it('is locked again if everything was written and only the lock was missing', async () => {
    await open([]);
    const gm = await arrive('Gamemaster');
    await until(() => oldIn(GUARD) === 0);
    expect(isLocked(GUARD)).toBe(false);
    gm.reload();
    await table.settle();
    expect(isDone()).toEqual(DONE);
  });

  it('stays unlocked if the game master has unlocked it', async () => {
    await open([]);
    const settings = stored['settings'].filter(({ _id }) => _id !== 'packConfig000000');
    await table.store({ ...stored, settings });
    table.sit('Gamemaster');
    await table.settle();
    expect(isDone()).toEqual([[0, 0, 0, 0], false, '', VERSION]);
  });

  it('is locked again if another package vetoes a write, which is reported with its place', async () => {
    await open([]);
    const gm = await arrive('Gamemaster');
    const { prototype } = gm.page.CONFIG.Item.documentClass;
    prototype._preUpdate = async function () {
      return !(this.pack && this.name === 'Ward of mist');
    };
    await table.settle();
    expect(isDone()).toEqual([[1, 0, 1, 0], true, '', '']);
    expect(heardBy(table, 'Gamemaster').at(-1)).toContain('The old guard: Ward of mist, Battlefields: Ward of mist');
    gm.reload();
    await table.settle();
    expect(isDone()).toEqual(DONE);
  });

  it.each([
    ['opened', false, 2],
    ['locked', true, 0],
  ])(
    'that cannot be %s is reported, and is tried again and locked at the next load of the world',
    async (_, to, left) => {
      await open([]);
      const gm = await arrive('Gamemaster');
      const pack = gm.page.game.packs.get(GUARD);
      const { configure } = pack;
      pack.configure = async (changes: { locked: boolean }) => {
        if (changes.locked === to) throw new Error('Another package does not want that');
        return configure.call(pack, changes);
      };
      await table.settle();
      expect(isDone()).toEqual([[left, 0, 0, 0], !to, GUARD, '']);
      expect(heardBy(table, 'Gamemaster').at(-1)).toMatch(/Some documents could not be converted.*: The old guard\./);
      gm.reload();
      await table.settle();
      expect(isDone()).toEqual(DONE);
    },
  );
});

describe('an unreadable document or compendium', () => {
  const broken = { ...COMPENDIA[SPELLS][0], _id: 'packBroken000000', name: '' };

  it('stays unchanged and is reported, and everything else is written', async () => {
    const faulty = { ...stored[SPELLS][1], _id: 'packFaulty000000', name: 'Faulty' };
    faulty.system = { ...faulty.system, ethereal: 'never', purpose: 7 };
    await open(['Gamemaster'], { [SPELLS]: [...stored[SPELLS], broken, faulty] });
    const kept = (id: string) => table.all(SPELLS).find(({ _id }) => _id === id);
    expect(kept(broken._id)).toEqual(broken);
    expect(untold(kept(faulty._id))).toEqual(untold(faulty));
    expect([oldIn(SPELLS), oldIn(GUARD), versionOf(table)]).toEqual([1, 0, VERSION]);
    const told = heardBy(table, 'Gamemaster').filter((line) => line.includes('cannot be read'));
    expect(told).toHaveLength(1);
    expect(told[0]).toContain(`Spellbook: Item ${broken._id} (as a whole)`);
    expect(told[0]).toContain('Spellbook: Faulty (');
  });

  it('is reported by its title and tried again, and does not stop other writes', async () => {
    await open([]);
    const gm = await arrive('Gamemaster');
    gm.page.game.packs.get(GUARD).getDocuments = async () => {
      throw new Error('The database of this compendium is spoilt');
    };
    await table.settle();
    expect(isDone()).toEqual([[2, 0, 0, 0], true, '', '']);
    expect(heardBy(table, 'Gamemaster').at(-1)).toMatch(/Some documents could not be converted.*: The old guard\./);
    gm.reload();
    await table.settle();
    expect(isDone()).toEqual(DONE);
  });
});
