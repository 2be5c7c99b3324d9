import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { BatchedOperation } from '../../src/client/abstract/operations';
import type { Actor } from '../../src/client/documents/actor';
import type { Scene } from '../../src/client/documents/scene';
import type { CompendiumCollection } from '../../src/client/packs';
import type { Sandbox } from '../../src/server/server';
import type { NewPack } from '../../src/shared/wire';
import { folders, MIRA, start } from '../server/table';
import { createIn, openTab, settle, type Tab } from './table';

let place: Awaited<ReturnType<typeof folders>>;
let sandbox: Sandbox;
let gm: Tab;
let ann: Tab;

beforeEach(async () => {
  place = await folders();
  sandbox = await start(place);
  gm = await openTab(sandbox, 'Gamemaster');
  ann = await openTab(sandbox, 'Ann');
});
afterEach(async () => {
  gm.close();
  ann.close();
  await sandbox.close();
  await place.remove();
});

const create = async (tab: Tab, metadata: NewPack) => (await tab.packs.createCompendium(metadata))!;
const beasts = () => create(gm, { type: 'Actor', label: 'Beasts of the Hills' });
const packAt = (tab: Tab, id = 'world.beasts-of-the-hills') => tab.game.packs.get(id)!;
const takeMira = async (pack: CompendiumCollection) => (await pack.importDocument(gm.game.actors.get(MIRA)!)) as Actor;
const errorOf = (doing: Promise<unknown>) => doing.then(String, (error) => error.message);

describe('a compendium of the world', () => {
  it('is indexed with its default fields and those that are named', async () => {
    const pack = await beasts();
    const mira = await takeMira(pack);
    pack.index.clear();
    await pack.getIndex();
    const entry = () => Object.keys(pack.index.get(mira.id!)!).sort();
    const usual = ['_id', 'folder', 'img', 'name', 'sort', 'type', 'uuid'];
    expect(entry()).toEqual(usual);
    await pack.getIndex({ fields: ['prototypeToken.actorLink', 'system.none'] });
    expect(entry()).toEqual([...usual, 'prototypeToken'].sort());
    expect(pack.index.get(mira.id!)).toMatchObject({ prototypeToken: { actorLink: expect.any(Boolean) } });
  });

  it('is created by a GM, empty, unlocked and visible on every client', async () => {
    const pack = await beasts();
    await settle(ann);
    expect(packAt(gm)).toBe(pack);
    for (const tab of [gm, ann, await openTab(sandbox, 'Ann')]) {
      const { metadata, locked, index, documentName, title } = packAt(tab);
      expect(metadata).toMatchObject({
        id: 'world.beasts-of-the-hills',
        name: 'beasts-of-the-hills',
        type: 'Actor',
        system: 'fixture',
        packageType: 'world',
        packageName: 'world',
        ownership: { PLAYER: 'OBSERVER', ASSISTANT: 'OWNER' },
      });
      expect([locked, index.size, documentName, title]).toEqual([false, 0, 'Actor', 'Beasts of the Hills']);
    }
  });

  it.each([
    ['by a player', 'Ann', { type: 'Actor', label: 'Mine' }, /Ann lacks permission/],
    ['twice under a name', 'Gamemaster', { type: 'Item', label: 'x', name: 'beasts-of-the-hills' }, /already exists/],
    ['for a type without compendia', 'Gamemaster', { type: 'Combat', label: 'Fights' }, /is not a type of compendium/],
    ['for a type that the sandbox lacks', 'Gamemaster', { type: 'Adventure', label: 'Acts' }, /NotInSandbox/],
    ['without a name', 'Gamemaster', { type: 'Item', label: '???' }, /cannot be the name/],
  ])('is not created %s', async (_, user, metadata, refusal) => {
    await beasts();
    expect(await errorOf(create(user === 'Ann' ? ann : gm, metadata))).toMatch(refusal);
    await settle(gm, ann);
    expect(gm.game.packs.size).toBe(3);
  });

  it('imports, changes and deletes documents and embedded ones, on every client', async () => {
    const pack = await beasts();
    const heard: string[] = [];
    gm.Hooks.on('updateCompendium', (told: CompendiumCollection, documents: Actor[]) =>
      heard.push(`${told.collection} ${documents.map(({ name }) => name)}`),
    );
    const mira = await takeMira(pack);
    expect([mira.pack, mira.uuid]).toEqual([pack.collection, `Compendium.${pack.collection}.Actor.${mira.id}`]);
    expect(gm.game.actors.get(mira.id)).toBeUndefined();
    const club = await createIn(mira, 'Item', { name: 'Club', type: 'weapon' });
    await club.createEmbeddedDocuments('ActiveEffect', [{ name: 'Heavy' }]);
    await club.update({ name: 'Great club' });
    await mira.update({ name: 'Mira of the hills' });
    await settle(ann);
    const later = await openTab(sandbox, 'Ann');
    for (const tab of [gm, ann, later]) {
      const seen = (await packAt(tab).getDocument(mira.id!)) as Actor;
      expect([seen.name, seen.items.contents.at(-1)!.name]).toEqual(['Mira of the hills', 'Great club']);
      expect(seen.items.contents.at(-1)!.effects.contents[0]!.name).toBe('Heavy');
      expect(packAt(tab).index.get(mira.id)?.name).toBe('Mira of the hills');
    }
    expect(heard).toEqual([`${pack.collection} Mira`, `${pack.collection} Mira of the hills`]);
    expect(gm.game.actors.get(MIRA)!.name).toBe('Mira');
    await mira.delete();
    await settle(ann);
    for (const tab of [gm, ann]) expect([packAt(tab).size, packAt(tab).index.size]).toEqual([0, 0]);
  });

  it('survives a restart of the server', async () => {
    const pack = await beasts();
    const mira = await takeMira(pack);
    await pack.configure({ locked: true });
    await sandbox.close();
    sandbox = await start(place);
    const again = packAt(await openTab(sandbox, 'Ann'));
    expect([again.locked, again.index.get(mira.id)!.name]).toEqual([true, 'Mira']);
    expect((await again.getDocuments())[0]!.name).toBe('Mira');
  });

  it('can be locked for all of its documents and all users, and unlocked', async () => {
    const pack = await beasts();
    const mira = await takeMira(pack);
    await pack.configure({ locked: true });
    await settle(ann);
    expect([pack.locked, packAt(ann).locked]).toEqual([true, true]);
    const words = (action: string) => `You may not ${action} documents in the locked compendium "${pack.collection}".`;
    expect(await errorOf(mira.update({ name: 'Other' }))).toBe(words('update'));
    expect(await errorOf(mira.delete())).toBe(words('delete'));
    expect(await errorOf(pack.importDocument(mira))).toBe(words('create'));
    expect(await errorOf(mira.createEmbeddedDocuments('ActiveEffect', [{ name: 'Haste' }]))).toBe(words('create'));
    const renamed: BatchedOperation = {
      action: 'update',
      documentName: 'Actor',
      updates: [{ _id: mira.id, name: 'Other' }],
    };
    expect(await errorOf(gm.modifyBatch([{ ...renamed, pack: pack.collection }]))).toBe(words('update'));
    expect(mira.name).toBe('Mira');
    await pack.configure({ locked: undefined });
    await mira.update({ name: 'Other' });
    expect([pack.locked, mira.name]).toEqual([false, 'Other']);
  });

  it('follows its ownership: by default a player can read, but not write or lock', async () => {
    const pack = await beasts();
    const mira = await takeMira(pack);
    const seen = (await packAt(ann).getDocument(mira.id!)) as Actor;
    expect([seen.isOwner, seen.canUserModify(ann.game.user, 'update')]).toEqual([false, false]);
    expect(await errorOf(seen.update({ name: 'Mine' }))).toBe(`User Ann lacks permission to update Actor [${mira.id}]`);
    expect(await errorOf(packAt(ann).configure({ locked: true }))).toMatch(/lacks permission/);
    const open = await create(gm, { type: 'Item', label: 'Chest', ownership: { PLAYER: 'OWNER' } });
    await settle(ann);
    const cls = ann.CONFIG.Item.documentClass;
    const spoon = (await cls.create({ name: 'Spoon', type: 'weapon' }, { pack: open.collection }))!;
    expect([spoon.isOwner, spoon.canUserModify(ann.game.user, 'delete')]).toEqual([true, true]);
  });

  it('accepts only documents of its type', async () => {
    const pack = await beasts();
    const cls = gm.CONFIG.Item.documentClass;
    const created = cls.create({ name: 'Spoon', type: 'weapon' }, { pack: pack.collection });
    expect(await errorOf(created)).toMatch(/Item documents cannot be stored/);
    expect(
      await errorOf(gm.CONFIG.Item.documentClass.create({ name: 'x', type: 'weapon' }, { pack: 'world.no' })),
    ).toMatch(/"world.no" does not exist/);
  });

  it('stores scenes with unlinked tokens that differ from the actors of the world', async () => {
    const [scene] = gm.game.scenes.contents;
    const pack = await create(gm, { type: 'Scene', label: 'Places' });
    const copy = (await pack.importDocument(scene!)) as Scene;
    const token = copy.tokens.find(({ actorLink, actor }) => !actorLink && actor !== null)!;
    expect(token.actor!.uuid).toContain(`Compendium.world.places.Scene.${copy.id}.Token.${token.id}`);
    await token.actor!.update({ name: 'One of many' });
    const club = await createIn(token.actor!, 'Item', { name: 'Club', type: 'weapon' });
    await club.update({ name: 'Great club' });
    const later = await openTab(sandbox, 'Gamemaster');
    const place = (await packAt(later, 'world.places').getDocument(copy.id!)) as Scene;
    const seen = place.tokens.get(token.id)!;
    expect([seen.actor!.name, seen.actor!.items.get(club.id)!.name]).toEqual(['One of many', 'Great club']);
    const there = later.game.scenes.get(scene!.id)!.tokens.find(({ name }) => name === token.name)!;
    expect(there.actor!.name).not.toBe('One of many');
    expect(seen.baseActor).toBe(later.game.actors.get(token.actorId));
  });
});

describe('a compendium that is deleted', () => {
  it('disappears with its documents on every client, also after recreation', async () => {
    const pack = await beasts();
    await pack.importDocument(gm.game.actors.get(MIRA)!);
    await settle(ann);
    expect(await errorOf(packAt(ann).deleteCompendium())).toMatch(/Ann lacks permission to delete a compendium/);
    expect(await pack.deleteCompendium()).toBe(pack);
    await settle(ann);
    for (const tab of [gm, ann, await openTab(sandbox, 'Ann')]) expect(packAt(tab)).toBeUndefined();
    expect([(await beasts()).index.size, gm.game.actors.get(MIRA)!.name]).toEqual([0, 'Mira']);
    expect(await errorOf(packAt(gm, 'fixture.foes').deleteCompendium())).toMatch(/not a world compendium/);
  });
});

describe('a compendium of the system', () => {
  it('is locked, and read-only in the sandbox even when unlocked', async () => {
    const pack = packAt(gm, 'fixture.foes');
    const [gnoll] = await pack.getDocuments();
    expect(pack.locked).toBe(true);
    expect(await errorOf(gnoll!.update({ name: 'Other' }))).toMatch(/locked compendium "fixture.foes"/);
    await pack.configure({ locked: false });
    expect(pack.locked).toBe(false);
    expect(await errorOf(gnoll!.update({ name: 'Other' }))).toMatch(/NotInSandbox/);
  });
});

it('throws NotInSandbox for unsupported compendium features', async () => {
  const pack = await beasts();
  const names = ['duplicateCompendium', 'migrate', 'importAll', 'importFolder', 'setFolder'];
  const functions = pack as object as Record<string, () => unknown>;
  for (const name of names) expect(() => functions[name]!(), name).toThrow('NotInSandbox');
  expect(await errorOf(pack.configure({ folder: null }))).toMatch('NotInSandbox');
});
