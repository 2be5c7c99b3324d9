import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Sandbox } from '../../src/server/server';
import { Client, COMBAT, folders, GNOLL, GNOLL_TOKEN, MINE, MIRA, SCENE, start, THEIRS, userId } from './table';

let place: Awaited<ReturnType<typeof folders>>;
let sandbox: Sandbox;
let gm: Client;
beforeAll(async () => {
  place = await folders();
  sandbox = await start(place);
  gm = await Client.join(sandbox, 'Gamemaster');
});
afterAll(async () => {
  gm.close();
  await sandbox.close();
  await place.remove();
});

describe('creating', () => {
  it('generates ids, or keeps them with keepId, and always keeps ids of embedded documents', async () => {
    const data = {
      _id: 'wishedWishedWish',
      name: 'Kor',
      type: 'fighter',
      items: [{ _id: 'itemItemItemItem', name: 'Axe' }],
    };
    const [free] = await gm.create('Actor', data);
    expect(free._id).not.toBe(data._id);
    expect(free.items[0]!._id).toBe('itemItemItemItem');
    expect(free).toMatchObject({ effects: [], flags: {}, ownership: { default: 0, [userId('Gamemaster')]: 3 } });
    const [kept] = await gm.create('Actor', data, { keepId: true });
    expect(kept._id).toBe(data._id);
    await expect(gm.create('Actor', data, { keepId: true })).rejects.toThrow(
      'Actor "wishedWishedWish" already exists!',
    );
    await expect(gm.create('Actor', { ...data, _id: 'short' }, { keepId: true })).rejects.toThrow('16-character');
  });

  it.each([
    [
      'an unknown subtype',
      'Actor',
      { name: 'X', type: 'wizard' },
      '"wizard" is not a valid type for the Actor Document class',
    ],
    ['a blank name', 'Actor', { name: ' ' }, 'name: must be a string that is not blank'],
    ['an avatar that is no text', 'User', { name: 'X', avatar: { toString: null } }, 'avatar: must be a string'],
    ['a command that is no text', 'Macro', { name: 'X', command: { toString: null } }, 'command: must be a string'],
    [
      'an item with a text among its effects',
      'Actor',
      { name: 'X', type: 'fighter', items: [{ name: 'Y', type: 'gear', effects: ['gm'] }] },
      'items: must be an Array of items',
    ],
    ['a setting twice', 'Setting', { key: 'core.time', value: '1' }, 'Setting "core.time" already exists!'],
    [
      'an operator within a replacement',
      'Actor',
      { name: 'X', type: 'fighter', '==system': { notes: { __$OPERATOR$__: 'ForcedReplacement', value: 'x' } } },
      'A data operator cannot be part of a replacement',
    ],
    ['an unknown document', 'Spell', { name: 'X' }, 'NotInSandbox'],
  ])('refuses %s', async (_what, type, data, message) => {
    await expect(gm.create(type, data)).rejects.toThrow(message);
  });

  it('sanitizes HTML fields and message content, and stores names as text', async () => {
    const html = '<p onclick="x()">Hi<script>x()</script></p><img src="javascript:x()" onerror=x()>';
    const [actor] = await gm.create('Actor', { name: '<i>N</i>', type: 'fighter', system: { notes: html, raw: html } });
    expect(actor).toMatchObject({ name: '<i>N</i>', system: { notes: '<p>Hi</p><img>', raw: html } });
    expect((await gm.create('ChatMessage', { content: html }))[0].content).toBe('<p>Hi</p><img>');
  });
});

describe('updating', () => {
  it('merges the change and returns the differences, the id and the stats', async () => {
    const [result] = await gm.update('Actor', { _id: MIRA, name: 'Mira', system: { hp: { value: 5, max: 9 } } });
    expect(result).toMatchObject({
      _id: MIRA,
      system: { hp: { value: 5 } },
      _stats: { lastModifiedBy: userId('Gamemaster') },
    });
    expect(result.name).toBeUndefined();
    expect(result.system.hp.max).toBeUndefined();
    expect((await gm.see('actors', MIRA)).system.hp).toEqual({ value: 5, max: 9 });
  });

  it('writes nothing if nothing changes', async () => {
    const before = await gm.see('actors', MIRA);
    expect(await gm.update('Actor', { _id: MIRA, name: 'Mira' })).toEqual([{ _id: MIRA }]);
    expect(await gm.see('actors', MIRA)).toEqual(before);
  });

  it('applies operators, broadcasts them, and replaces with recursive: false', async () => {
    await gm.update('Actor', { _id: MIRA, system: { a: { b: 1, c: 2 }, d: { e: 1 } } });
    const deletion = { __$OPERATOR$__: 'ForcedDeletion' };
    const replacement = { __$OPERATOR$__: 'ForcedReplacement', value: { f: 2 } };
    const [result] = await gm.update('Actor', { _id: MIRA, system: { a: { b: deletion }, d: replacement } });
    expect(result.system).toEqual({ a: { b: deletion }, d: replacement });
    expect((await gm.see('actors', MIRA)).system).toMatchObject({ a: { c: 2 }, d: { f: 2 } });
    await gm.update('Actor', { _id: MIRA, 'system.-=a': null });
    expect((await gm.see('actors', MIRA)).system.a).toBeUndefined();
    await gm.update('Actor', { _id: MIRA, system: { hp: { value: 1, max: 9 } } }, { recursive: false });
    expect((await gm.see('actors', MIRA)).system).toEqual({ hp: { value: 1, max: 9 } });
  });

  it('changes a type only together with new data', async () => {
    await expect(gm.update('Actor', { _id: MIRA, type: 'base' })).rejects.toThrow('replaced system object');
    await expect(gm.update('Actor', { _id: MIRA, type: 'wizard' })).rejects.toThrow('not a valid type');
  });

  it('merges combatants sent inside their combat, by id', async () => {
    await gm.update('Combat', { _id: COMBAT, round: 2, combatants: [{ _id: MINE, system: { ready: true } }] });
    const { round, combatants } = await gm.see('combats', COMBAT);
    expect(round).toBe(2);
    expect(combatants.map((entry) => entry._id)).toEqual([MINE, THEIRS]);
    expect(combatants[0]!.system).toEqual({ book: { energy: 5 }, ready: true });
  });

  it.each([
    ['Combat', { _id: COMBAT, round: -1 }, {}, 'round: must be a non-negative integer'],
    ['Combat', { _id: COMBAT, turn: 'x' }, {}, 'turn: must be a non-negative integer'],
    [
      'Combatant',
      { _id: MINE, initiative: 'fast' },
      { parentUuid: `Combat.${COMBAT}` },
      'initiative: must be a number',
    ],
  ])('checks core fields of a %s', async (type, change, options, message) => {
    await expect(gm.update(type, change, options)).rejects.toThrow(message);
  });

  it('advances the world\u2019s clock with worldTime and broadcasts it', async () => {
    await gm.update('Combat', { _id: COMBAT, turn: 1 }, { worldTime: { delta: 6 } });
    const setting = (await gm.world()).settings.find((entry) => entry.key === 'core.time')!;
    expect(setting.value).toBe('66');
    const [heard] = await gm.heardOf('modifyDocument');
    expect(heard?.[0]).toMatchObject({ type: 'Setting', action: 'update', result: [{ value: '66' }] });
  });
});

describe('deleting', () => {
  it('names a missing document', async () => {
    const inCombat = { parentUuid: `Combat.${COMBAT}` };
    await expect(gm.delete('Combatant', ['nobodyNobodyNobo'], inCombat)).rejects.toThrow(
      'Combatant "nobodyNobodyNobo" does not exist!',
    );
    await expect(gm.delete('Combatant', [MINE], { parentUuid: 'Combat.x' })).rejects.toThrow(
      'Combat "x" does not exist!',
    );
  });

  it('deletes all documents with deleteAll', async () => {
    const made = await gm.create('ChatMessage', [{ content: '1' }, { content: '2' }]);
    const gone = await gm.delete('ChatMessage', [], { deleteAll: true });
    expect(gone).toEqual(expect.arrayContaining(made.map((message) => message._id)));
    expect((await gm.world()).messages).toEqual([]);
  });
});

describe('the actor of an unlinked token', () => {
  const delta = async () =>
    (await gm.see('scenes', SCENE)).tokens.find((token) => token._id === 'tokenGnoll000000')!.delta;
  const within = { parentUuid: `${GNOLL_TOKEN}.ActorDelta.tokenGnoll000000` };

  it('is stored in the delta, whether addressed as ActorDelta or Actor', async () => {
    await gm.update(
      'ActorDelta',
      { _id: 'tokenGnoll000000', system: { hp: { value: 2 } } },
      { parentUuid: GNOLL_TOKEN },
    );
    await gm.update('Actor', { _id: GNOLL, name: 'Snarl' }, { parentUuid: GNOLL_TOKEN });
    expect(await delta()).toMatchObject({ name: 'Snarl', system: { hp: { value: 2 } } });
    expect((await gm.see('actors', GNOLL)).system.hp.value).toBe(7);
  });

  it('stores its own items, copies of changed ones, and tombstones of deleted ones', async () => {
    const [bite] = await gm.create('Item', { name: 'Bite', type: 'weapon' }, within);
    await gm.update('Item', { _id: 'itemClub00000000', name: 'Big club' }, within);
    expect((await delta())!.items).toMatchObject([
      { _id: bite._id },
      { _id: 'itemClub00000000', name: 'Big club', type: 'weapon' },
    ]);
    await gm.create('ActiveEffect', { name: 'Wet' }, { parentUuid: `${within.parentUuid}.Item.itemClub00000000` });
    expect((await delta())!.items[1]!.effects).toMatchObject([{ name: 'Wet' }]);
    await gm.delete('Item', [bite._id, 'itemClub00000000'], within);
    expect((await delta())!.items).toEqual([{ _id: 'itemClub00000000', _tombstone: true }]);
    await expect(gm.delete('Item', ['itemClub00000000'], within)).rejects.toThrow('does not exist!');
    expect((await gm.see('actors', GNOLL)).items).toHaveLength(1);
  });

  it('accepts effects under its Actor UUID too', async () => {
    await gm.create(
      'ActiveEffect',
      { name: 'Prone', statuses: ['prone'] },
      { parentUuid: `${GNOLL_TOKEN}.Actor.${GNOLL}` },
    );
    expect((await delta())!.effects).toMatchObject([{ name: 'Prone', statuses: ['prone'] }]);
    expect((await gm.see('actors', GNOLL)).effects).toEqual([]);
  });
});
