import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Sandbox } from '../../src/server/server';
import { type BatchPart, Client, COMBAT, folders, GNOLL, GNOLL_TOKEN, MINE, MIRA, start, userId } from './table';

let place: Awaited<ReturnType<typeof folders>>;
let sandbox: Sandbox;
let gm: Client;
let ann: Client;
const inCombat = { parentUuid: `Combat.${COMBAT}` };
beforeAll(async () => {
  place = await folders();
  sandbox = await start({ ...place, variants: { batch: 'all-or-nothing' } });
  gm = await Client.join(sandbox, 'Gamemaster');
  ann = await Client.join(sandbox, 'Ann');
});
afterAll(async () => {
  gm.close();
  ann.close();
  await sandbox.close();
  await place.remove();
});

describe('a batch', () => {
  it('writes all operations at once, with one ack and one broadcast that keep custom options', async () => {
    const [request] = await ann.create('ChatMessage', { type: 'request' });
    const cadence = { step: 1 };
    const results = await gm.batch([
      ['delete', 'ChatMessage', { ids: [request._id], cadence }],
      ['update', 'ActorDelta', { updates: [{ 'system.hp.value': 3 }], parentUuid: GNOLL_TOKEN, cadence }],
      ['create', 'ActiveEffect', { data: [{ name: 'Prone' }], parentUuid: `Actor.${MIRA}`, cadence }],
      ['update', 'Combatant', { updates: [{ _id: MINE, 'system.book.energy': 2 }], ...inCombat, cadence }],
      ['update', 'Combat', { updates: [{ _id: COMBAT, system: { step: 1 } }], turnEvents: false, cadence }],
    ]);
    expect(results.map(({ action, type }) => `${action} ${type}`)).toEqual([
      'delete ChatMessage',
      'update ActorDelta',
      'create ActiveEffect',
      'update Combatant',
      'update Combat',
    ]);
    expect(results[4]!.operation).toMatchObject({ cadence, turnEvents: false });
    const heard = await ann.heardOf('modifyDocumentBatch');
    expect(heard).toEqual([[{ userId: userId('Gamemaster'), results }]]);
    expect(await gm.heardOf('modifyDocumentBatch')).toEqual([]);
    const world = await ann.world();
    expect(world.messages).toEqual([]);
    expect(world.combats[0]!.combatants[0]!.system.book.energy).toBe(2);
  });

  it('writes nothing if one operation is refused', async () => {
    const before = await gm.world();
    const heardBefore = await ann.heardOf('modifyDocumentBatch');
    const parts: BatchPart[] = [
      ['update', 'Actor', { updates: [{ _id: GNOLL, name: 'Changed' }] }],
      ['create', 'ChatMessage', { data: [{ content: 'X' }] }],
    ];
    // ASSUMPTION A1
    await expect(gm.batch([...parts, ['delete', 'ChatMessage', { ids: ['goneGoneGoneGone'] }]])).rejects.toThrow(
      'ChatMessage "goneGoneGoneGone" does not exist!',
    );
    await expect(ann.batch([['update', 'Actor', { updates: [{ _id: MIRA, name: 'X' }] }], ...parts])).rejects.toThrow(
      'User Ann lacks permission to update Actor',
    );
    const after = await gm.world();
    for (const name of ['actors', 'messages', 'combats', 'scenes']) expect(after[name]).toEqual(before[name]);
    expect(await ann.heardOf('modifyDocumentBatch')).toEqual(heardBefore);
  });

  it('lets only the first of two referees commit the same request', async () => {
    const [request] = await ann.create('ChatMessage', { type: 'request' });
    const other = await Client.join(sandbox, 'Gamemaster');
    const step = (client: Client, value: number) =>
      client.batch([
        ['delete', 'ChatMessage', { ids: [request._id] }],
        ['update', 'Combat', { updates: [{ _id: COMBAT, 'system.by': value }] }],
      ]);
    const outcomes = await Promise.allSettled([step(gm, 1), step(other, 2)]);
    expect(outcomes.map((outcome) => outcome.status).sort()).toEqual(['fulfilled', 'rejected']);
    const winner = outcomes[0].status === 'fulfilled' ? 1 : 2;
    expect((await gm.see('combats', COMBAT)).system.by).toBe(winner);
    other.close();
  });

  it('returns the result of each operation, even if a later one changes the same document', async () => {
    const [created, updated] = await gm.batch([
      ['create', 'Actor', { data: [{ _id: 'actorTwice000000', name: 'One' }], keepId: true }],
      ['update', 'Actor', { updates: [{ _id: 'actorTwice000000', name: 'Two' }] }],
    ]);
    expect([created, updated]).toMatchObject([{ result: [{ name: 'One' }] }, { result: [{ name: 'Two' }] }]);
    expect((await gm.see('actors', 'actorTwice000000')).name).toBe('Two');
  });
});

describe('the count of writes', () => {
  it('lists user, operation and number of writes, without refused ones and reads', async () => {
    const before = sandbox.stats().writes;
    await ann.create('ChatMessage', { content: 'X' });
    await expect(ann.create('Combat', {})).rejects.toThrow();
    await ann.modify('get', 'Actor', { pack: 'fixture.foes' });
    const after = await (await fetch(`${sandbox.url}/sandbox/stats`)).json();
    expect(after.writes[userId('Ann')]).toBe(before[userId('Ann')]! + 1);
    expect(after.log.at(-2)).toMatchObject({
      userId: userId('Ann'),
      event: 'modifyDocument',
      operations: [{ action: 'create', documentName: 'ChatMessage', count: 1 }],
    });
    expect(after.log.at(-1).refused).toContain('lacks permission');
  });
});
