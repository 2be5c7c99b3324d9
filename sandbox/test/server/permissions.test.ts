import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Sandbox } from '../../src/server/server';
import type { DocumentAction, DocumentOperation } from '../../src/shared/wire';
import {
  Client,
  COMBAT,
  folders,
  GNOLL,
  GNOLL_TOKEN,
  MINE,
  MIRA,
  SCENE,
  type Source,
  start,
  THEIRS,
  userId,
} from './table';

let place: Awaited<ReturnType<typeof folders>>;
let sandbox: Sandbox;
let ann: Client;
let gm: Client;
let helper: Client;
let card: Source;
const inCombat = { parentUuid: `Combat.${COMBAT}` };
beforeAll(async () => {
  place = await folders();
  sandbox = await start(place);
  ann = await Client.join(sandbox, 'Ann');
  gm = await Client.join(sandbox, 'Gamemaster');
  helper = await Client.join(sandbox, 'Helper');
  [card] = await gm.create('ChatMessage', { content: 'A card' });
});
afterAll(async () => {
  for (const client of [ann, gm, helper]) client.close();
  await sandbox.close();
  await place.remove();
});

const refused = (verb: string, named: string) => `User Ann lacks permission to ${verb} ${named}`;

describe('the server refuses a player with Foundry\u2019s message', () => {
  it.each<[DocumentAction, string, DocumentOperation, string]>([
    ['create', 'Combat', { data: [{}] }, refused('create', 'Combat')],
    ['update', 'Combat', { updates: [{ _id: COMBAT, system: { step: 1 } }] }, refused('update', `Combat [${COMBAT}]`)],
    ['update', 'Combat', { updates: [{ _id: COMBAT, 'flags.x.y': 1 }] }, refused('update', `Combat [${COMBAT}]`)],
    ['update', 'Combat', { updates: [{ _id: COMBAT, combatants: [] }] }, refused('update', `Combat [${COMBAT}]`)],
    ['delete', 'Combat', { ids: [COMBAT] }, refused('delete', `Combat [${COMBAT}]`)],
    [
      'update',
      'Combatant',
      { updates: [{ _id: THEIRS, system: { ready: true } }], ...inCombat },
      refused('update', `Combatant [${THEIRS}] in parent Combat [${COMBAT}]`),
    ],
    [
      'update',
      'Combatant',
      { updates: [{ _id: MINE, hidden: true }], ...inCombat },
      refused('update', `Combatant [${MINE}] in parent Combat [${COMBAT}]`),
    ],
    [
      'delete',
      'Combatant',
      { ids: [THEIRS], ...inCombat },
      refused('delete', `Combatant [${THEIRS}] in parent Combat [${COMBAT}]`),
    ],
    ['create', 'CombatantGroup', { data: [{ name: 'G' }], ...inCombat }, refused('create', 'CombatantGroup in parent')],
    ['create', 'Actor', { data: [{ name: 'New' }] }, refused('create', 'Actor')],
    ['update', 'Actor', { updates: [{ _id: GNOLL, name: 'Pet' }] }, refused('update', `Actor [${GNOLL}]`)],
    ['create', 'Item', { data: [{ name: 'Ring' }] }, refused('create', 'Item')],
    ['create', 'Item', { data: [{ name: 'Ring' }], parentUuid: `Actor.${GNOLL}` }, refused('create', 'Item in parent')],
    ['update', 'Token', { updates: [{ _id: 'tokenGnoll000000', x: 0 }], parentUuid: `Scene.${SCENE}` }, 'update Token'],
    ['delete', 'Token', { ids: ['tokenMira0000000'], parentUuid: `Scene.${SCENE}` }, refused('delete', 'Token')],
    [
      'update',
      'ActorDelta',
      { updates: [{ system: { hp: { value: 0 } } }], parentUuid: GNOLL_TOKEN },
      'update ActorDelta',
    ],
    ['create', 'Setting', { data: [{ key: 'a.b', value: '1' }] }, refused('create', 'Setting')],
    ['update', 'User', { updates: [{ _id: userId('Ann'), role: 4 }] }, refused('update', 'User')],
    ['update', 'User', { updates: [{ _id: userId('Bob'), name: 'X' }] }, refused('update', 'User')],
    ['create', 'Folder', { data: [{ name: 'F', type: 'Actor' }] }, refused('create', 'Folder')],
    ['create', 'ChatMessage', { data: [{ author: userId('Gamemaster') }] }, refused('create', 'ChatMessage')],
  ])('%s %s %j', async (action, type, operation, message) => {
    await expect(ann.modify(action, type, operation)).rejects.toThrow(message);
    expect((await gm.heardOf('modifyDocument')).length).toBe(0);
  });

  it('when changing or deleting the card of another user', async () => {
    await expect(ann.update('ChatMessage', { _id: card._id, content: 'X' })).rejects.toThrow('update ChatMessage');
    await expect(ann.delete('ChatMessage', [card._id])).rejects.toThrow('delete ChatMessage');
  });
});

describe('a player may', () => {
  it('change round and turn of a combat', async () => {
    expect(await ann.update('Combat', { _id: COMBAT, round: 1, turn: 0 })).toMatchObject([{ round: 1, turn: 0 }]);
  });

  it('change their own combatant, including initiative and defeat', async () => {
    await ann.update('Combatant', { _id: MINE, system: { ready: true }, initiative: 3, defeated: false }, inCombat);
    const combat = await gm.see('combats', COMBAT);
    expect(combat.combatants[0]).toMatchObject({ initiative: 3, system: { ready: true, book: { energy: 5 } } });
  });

  it('change their own actor and its embedded documents, and move its token', async () => {
    await ann.update('Actor', { _id: MIRA, 'system.hp.value': 8 });
    const [item] = await ann.create('Item', { name: 'Torch', type: 'weapon' }, { parentUuid: `Actor.${MIRA}` });
    const [effect] = await ann.create(
      'ActiveEffect',
      { name: 'Lit' },
      { parentUuid: `Actor.${MIRA}.Item.${item._id}` },
    );
    await ann.update('Token', { _id: 'tokenMira0000000', x: 150 }, { parentUuid: `Scene.${SCENE}` });
    const mira = await gm.see('actors', MIRA);
    expect(mira.system.hp).toEqual({ value: 8, max: 9 });
    expect(mira.items.find((entry) => entry._id === item._id)!.effects[0]!._id).toBe(effect._id);
    await ann.delete('Item', [item._id], { parentUuid: `Actor.${MIRA}` });
    expect((await gm.see('actors', MIRA)).items).toHaveLength(1);
  });

  it('create messages, whose author and time the server sets', async () => {
    const before = Date.now();
    const [message] = await ann.create('ChatMessage', { type: 'request', timestamp: 1, _stats: { createdTime: 1 } });
    expect(message.author).toBe(userId('Ann'));
    expect(message.timestamp).toBeGreaterThanOrEqual(before);
    expect(message._stats).toMatchObject({ systemId: 'fixture', lastModifiedBy: userId('Ann'), coreVersion: '14.360' });
    expect(message._stats.createdTime).toBeGreaterThanOrEqual(before);
    await ann.delete('ChatMessage', [message._id]);
  });

  it('store their own settings', async () => {
    const [setting] = await ann.create('Setting', { key: 'fixture.mine', value: '1', user: userId('Ann') });
    await ann.update('Setting', { _id: setting._id, value: '2' });
    await expect(ann.create('Setting', { key: 'fixture.x', value: '1', user: userId('Bob') })).rejects.toThrow(
      'create Setting',
    );
  });
});

describe('an assistant', () => {
  it('has the rights of a GM but cannot change a GM', async () => {
    await helper.update('Combat', { _id: COMBAT, system: { step: 1 } });
    await expect(helper.update('User', { _id: userId('Gamemaster'), name: 'X' })).rejects.toThrow('update User');
    await expect(helper.update('User', { _id: userId('Helper'), role: 4 })).rejects.toThrow('update User');
  });
});

describe('fields reserved for GMs', () => {
  it.each([
    ['merged', { system: { book: { energy: 99 } } }, {}],
    ['dotted', { 'system.book.energy': 99 }, {}],
    ['deleted', { system: { '-=book': null } }, {}],
    ['replaced', { system: { __$OPERATOR$__: 'ForcedReplacement', value: { ready: true } } }, {}],
    ['not recursive', { system: { ready: true } }, { recursive: false }],
  ])('cannot be %s by the owner', async (_how, change, options) => {
    const update = ann.update('Combatant', { _id: MINE, ...change }, { ...inCombat, ...options });
    await expect(update).rejects.toThrow(`User Ann lacks permission to update Combatant [${MINE}] in parent Combat`);
    expect((await gm.see('combats', COMBAT)).combatants[0]!.system.book).toEqual({ energy: 5 });
  });

  it.each([{ book: {} }, { ready: false }])(
    'prevent their owner from creating any document of the subtype, with %j (I#14252)',
    async (system) => {
      const data = { type: 'duel', actorId: MIRA, system };
      await expect(ann.create('Combatant', data, inCombat)).rejects.toThrow('lacks permission to create Combatant');
    },
  );

  it('do not restrict subtypes without reserved fields', async () => {
    const [created] = await ann.create('Combatant', { type: 'base', actorId: MIRA }, inCombat);
    await ann.delete('Combatant', [created._id], inCombat);
  });

  it('can be changed by the GM', async () => {
    await gm.update('Combatant', { _id: MINE, 'system.book.energy': 3 }, inCombat);
    expect((await ann.see('combats', COMBAT)).combatants[0]!.system.book.energy).toBe(3);
  });
});
