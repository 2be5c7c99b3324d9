import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Sandbox } from '../../src/server/server';
import type { JoinData } from '../../src/shared/wire';
import { signIn } from '../../src/testing/join';
import { Client, folders, MANIFEST, start, userId } from './table';

let place: Awaited<ReturnType<typeof folders>>;
let sandbox: Sandbox;
beforeAll(async () => {
  place = await folders();
  sandbox = await start(place);
});
afterAll(async () => {
  await sandbox.close();
  await place.remove();
});

describe('the pages', () => {
  it('redirect / to the join page, and /game too without a session', async () => {
    const home = await fetch(`${sandbox.url}/`, { redirect: 'manual' });
    expect([home.status, home.headers.get('location')]).toEqual([302, '/join']);
    const game = await fetch(`${sandbox.url}/game`, { redirect: 'manual' });
    expect(game.headers.get('location')).toBe('/join');
    const join = await fetch(`${sandbox.url}/join`);
    expect(join.headers.get('content-type')).toContain('text/html');
    expect(join.headers.get('set-cookie')).toMatch(/^session=\w+/);
  });

  it('list the users without their passwords', async () => {
    const data: JoinData = await (await fetch(`${sandbox.url}/api/join`)).json();
    expect(data.users.map((user) => user.name)).toEqual(['Gamemaster', 'Helper', 'Ann', 'Bob']);
    expect(data.users[3]).toMatchObject({ hasPassword: true, active: false });
    expect(JSON.stringify(data)).not.toMatch(/passwordSalt|secret/);
  });

  it('show the status of the server', async () => {
    const status = await (await fetch(`${sandbox.url}/api/status`)).json();
    expect(status).toMatchObject({ active: true, version: '14.360', world: 'demo', system: 'fixture', users: 0 });
  });
});

describe('joining', () => {
  it('refuses a wrong password, an unknown user and malformed data, with a reason', async () => {
    await expect(signIn(sandbox.url, 'Bob', 'wrong')).rejects.toThrow('That is not the password of Bob.');
    await expect(signIn(sandbox.url, 'Bob')).rejects.toThrow('not the password');
    await expect(signIn(sandbox.url, 'Nobody')).rejects.toThrow('no such user');
    const nonsense = await fetch(`${sandbox.url}/join`, { method: 'POST', body: '{' });
    expect(nonsense.status).toBe(400);
  });

  it('sends the user id to a socket, and null to a forged session', async () => {
    const bob = await Client.join(sandbox, 'Bob', 'secret');
    expect(bob.session).toMatchObject({ userId: userId('Bob') });
    const stranger = await Client.connect(sandbox, 'forged');
    expect(stranger.session.userId).toBeNull();
    expect((await stranger.ask('getJoinData')).world.title).toBe('A small table');
    await expect(stranger.socket.timeout(200).emitWithAck('world')).rejects.toThrow();
    bob.close();
    stranger.close();
  });

  it('keeps the session of an open tab when the browser joins as another user', async () => {
    const session = await signIn(sandbox.url, 'Ann');
    const response = await fetch(`${sandbox.url}/join`, {
      method: 'POST',
      headers: { cookie: `session=${session}` },
      body: JSON.stringify({ action: 'join', userid: userId('Gamemaster'), password: '' }),
    });
    expect(response.headers.get('set-cookie')).not.toContain(session);
    const ann = await Client.connect(sandbox, session);
    expect(ann.session.userId).toBe(userId('Ann'));
    ann.close();
  });
});

describe('the world payload', () => {
  it('contains release, system, packs and every collection, but no password', async () => {
    const ann = await Client.join(sandbox, 'Ann');
    const world = await ann.world();
    expect(world.release).toMatchObject({ generation: 14, build: 360, version: '14.360' });
    expect(world).toMatchObject({ userId: userId('Ann'), activeUsers: [userId('Ann')], paused: false });
    expect(world.system).toMatchObject({ id: 'fixture', version: MANIFEST.version });
    expect(world.documentTypes.Combatant).toEqual(['base', 'duel']);
    expect(world.packs.map((pack) => pack.id)).toEqual(['fixture.foes', 'fixture.gear']);
    expect(world.packs[0]!.index).toEqual([
      { _id: 'actorPackGnoll00', name: 'Gnoll', img: null, type: 'fighter', folder: null, sort: 0 },
    ]);
    expect(world.packs[0]!.folders).toHaveLength(1);
    expect(world.actors).toHaveLength(2);
    expect(world.users).toHaveLength(4);
    expect(JSON.stringify(world.users)).not.toContain('password');
    ann.close();
  });

  it('is completed by compendium documents on request', async () => {
    const ann = await Client.join(sandbox, 'Ann');
    const [gnoll] = await ann.modify('get', 'Actor', { pack: 'fixture.foes', query: { _id: 'actorPackGnoll00' } });
    expect(gnoll.items).toMatchObject([{ _id: 'itemClub00000000', name: 'Club' }]);
    await expect(ann.modify('get', 'Actor', { pack: 'fixture.none' })).rejects.toThrow('does not exist');
    await expect(ann.create('Item', { name: 'X' }, { pack: 'fixture.gear' })).rejects.toThrow(
      'in the locked compendium "fixture.gear"',
    );
    ann.close();
  });
});
