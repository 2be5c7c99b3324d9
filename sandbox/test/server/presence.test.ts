import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Sandbox } from '../../src/server/server';
import { Client, folders, MIRA, start, userId } from './table';

let place: Awaited<ReturnType<typeof folders>>;
let sandbox: Sandbox;
let gm: Client;
let ann: Client;
beforeAll(async () => {
  place = await folders();
  sandbox = await start(place);
  gm = await Client.join(sandbox, 'Gamemaster');
  ann = await Client.join(sandbox, 'Ann');
});
afterAll(async () => {
  gm.close();
  ann.close();
  await sandbox.close();
  await place.remove();
});

const until = async (done: () => boolean) => {
  for (let i = 0; i < 100 && !done(); i++) await new Promise((next) => setTimeout(next, 10));
  expect(done()).toBe(true);
};

describe('users with several tabs', () => {
  it('connect with the first and disconnect with the last', async () => {
    const news = () => gm.heard.filter((entry) => entry.event === 'userActivity' && entry.args[0] === userId('Bob'));
    const first = await Client.join(sandbox, 'Bob', 'secret');
    const second = await Client.join(sandbox, 'Bob', 'secret');
    expect((await second.world()).activeUsers).toContain(userId('Bob'));
    first.close();
    await new Promise((next) => setTimeout(next, 100));
    expect(news()).toHaveLength(1);
    expect((await gm.world()).activeUsers).toContain(userId('Bob'));
    second.close();
    await until(() => news().length === 2);
    expect(news().map((entry) => entry.args[1])).toEqual([{ active: true }, { active: false }]);
    expect((await gm.world()).activeUsers).not.toContain(userId('Bob'));
  });

  it('receive each other\u2019s writes once', async () => {
    const tab = await Client.join(sandbox, 'Gamemaster');
    await gm.update('Actor', { _id: MIRA, name: 'Mira the Bold' });
    for (const client of [tab, ann]) {
      const heard = await client.heardOf('modifyDocument');
      expect(heard).toHaveLength(1);
      expect(heard[0]?.[0]).toMatchObject({ type: 'Actor', action: 'update', userId: userId('Gamemaster') });
    }
    expect(await gm.heardOf('modifyDocument')).toHaveLength(0);
    tab.close();
  });

  it('can write without a broadcast', async () => {
    const before = (await ann.heardOf('modifyDocument')).length;
    await gm.update('Actor', { _id: MIRA, name: 'Mira' }, { broadcast: false });
    expect(await ann.heardOf('modifyDocument')).toHaveLength(before);
  });
});

describe('activity, pause and system messages', () => {
  it('reach all other clients with the real sender', async () => {
    gm.socket.emit('userActivity', { targets: ['x'] });
    ann.socket.emit('userActivity', userId('Gamemaster'), { cursor: null });
    await gm.ask('time');
    expect((await ann.heardOf('userActivity')).at(-1)).toEqual([userId('Gamemaster'), { targets: ['x'] }]);
    expect((await gm.heardOf('userActivity')).at(-1)).toEqual([userId('Ann'), { cursor: null }]);
  });

  it('are relayed under the system\u2019s name with the sender’s id, but not to the sender', async () => {
    await gm.ask('system.fixture', { ping: 1 });
    expect(await ann.heardOf('system.fixture')).toEqual([[{ ping: 1 }, userId('Gamemaster')]]);
    expect(await gm.heardOf('system.fixture')).toEqual([]);
  });

  it('answer a deleted user who is still connected', async () => {
    await gm.create('User', { _id: userId('Cid'), name: 'Cid', role: 1 }, { keepId: true });
    const cid = await Client.join(sandbox, 'Cid');
    await gm.delete('User', [userId('Cid')]);
    expect(await cid.ask('pause', true)).toBe(false);
    cid.close();
  });

  it('let only a GM pause the game', async () => {
    expect(await ann.ask('pause', true)).toBe(false);
    expect(await gm.ask('pause', true, { broadcast: true })).toBe(true);
    expect((await ann.heardOf('pause')).at(-1)).toEqual([true, { userId: userId('Gamemaster'), broadcast: true }]);
    await gm.ask('pause', false);
  });
});

describe('queries', () => {
  const request = (to: string, more: object = {}) => ({
    queryId: 'q1',
    queryName: 'fixture.plan',
    userId: userId(to),
    data: { plan: 1 },
    ...more,
  });

  // ASSUMPTION A6
  it('reach only the addressee, with the real sender', async () => {
    const bob = await Client.join(sandbox, 'Bob', 'secret');
    ann.socket.on('userQuery', (delivery, ack) => ack({ data: { got: delivery.data } }));
    expect(await gm.ask('userQuery', request('Ann', { from: userId('Bob') }))).toEqual({ data: { got: { plan: 1 } } });
    expect(await bob.heardOf('userQuery')).toEqual([]);
    expect(await gm.heardOf('userQuery')).toEqual([]);
    expect(await ann.heardOf('userQuery')).toMatchObject([[{ userId: userId('Gamemaster') }]]);
    bob.close();
  });

  it('return the first answer of several tabs', async () => {
    const tab = await Client.join(sandbox, 'Ann');
    tab.socket.on('userQuery', () => undefined);
    expect(await gm.ask('userQuery', request('Ann'))).toMatchObject({ data: { got: { plan: 1 } } });
    tab.close();
  });

  it('fail if the addressee is absent, does not answer in time, or leaves', async () => {
    expect((await ann.ask('userQuery', request('Bob'))).error!.message).toBe('User Bob is not connected');
    const bob = await Client.join(sandbox, 'Bob', 'secret');
    const late = await ann.ask('userQuery', request('Bob', { timeout: 50 }));
    expect(late.error!.message).toContain('was not answered by Bob');
    const waiting = ann.ask('userQuery', request('Bob'));
    await until(() => bob.heard.filter((entry) => entry.event === 'userQuery').length === 2);
    bob.close();
    expect((await waiting).error!.message).toContain('was not answered');
  });
});
