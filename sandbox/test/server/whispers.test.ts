import { afterEach, describe, expect, it } from 'vitest';
import type { Sandbox } from '../../src/server/server';
import type { BatchResponse, DocumentOperationResponse } from '../../src/shared/wire';
import type { VariantValue } from '../../src/variants';
import { Client, folders, start, userId } from './table';

let place: Awaited<ReturnType<typeof folders>>;
let sandbox: Sandbox;
const clients: Client[] = [];
afterEach(async () => {
  for (const client of clients.splice(0)) client.close();
  await sandbox.close();
  await place.remove();
});

async function open(whispers: VariantValue<'whispers'>): Promise<Client[]> {
  place = await folders();
  sandbox = await start({ ...place, variants: { whispers } });
  for (const name of ['Gamemaster', 'Ann']) clients.push(await Client.join(sandbox, name));
  clients.push(await Client.join(sandbox, 'Bob', 'secret'));
  return clients;
}

/** Returns the actions that a client received about a message, in order. */
const heardOf = ({ heard }: Client, id: string): string[] =>
  heard
    .flatMap(({ event, args: [response] }) =>
      event === 'modifyDocumentBatch'
        ? (response as BatchResponse).results
        : [response as DocumentOperationResponse | undefined],
    )
    .filter((response) => response !== undefined)
    .filter(({ type }) => type === 'ChatMessage')
    .filter(({ result }) => result.some((each) => each === id || (each as { _id?: string })._id === id))
    .map(({ action }) => action);
/** Returns the messages that a joining client receives. */
const handed = async (client: Client): Promise<string[]> => (await client.ask('world')).messages.map(({ _id }) => _id);
/** The server's answer follows all its earlier messages. */
const settled = () => Promise.all(clients.map((client) => client.ask('time')));

describe('a whispered message', () => {
  it('is sent to all clients and included in every world payload', async () => {
    const [gm, ann, bob] = (await open('to-all')) as [Client, Client, Client];
    const [{ _id }] = await ann.create('ChatMessage', { content: 'x', whisper: [userId('Gamemaster')] });
    await settled();
    expect([gm, bob].map((client) => heardOf(client, _id))).toEqual([['create'], ['create']]);
    for (const client of [gm, ann, bob]) expect(await handed(client)).toContain(_id);
  });

  it('if filtered, is sent to recipients, author and GMs only, also in batches', async () => {
    const [gm, ann, bob] = (await open('filtered')) as [Client, Client, Client];
    const [{ _id: toBob }] = await gm.create('ChatMessage', { content: 'x', whisper: [userId('Bob')] });
    const [{ _id: toNobody }] = await ann.create('ChatMessage', { content: 'x', whisper: [userId('Ann')] });
    const [{ _id: toAll }] = await ann.create('ChatMessage', { content: 'x' });
    await gm.batch([
      [
        'update',
        'ChatMessage',
        {
          updates: [
            { _id: toBob, content: 'y' },
            { _id: toAll, content: 'y' },
          ],
        },
      ],
      ['delete', 'ChatMessage', { ids: [toNobody] }],
    ]);
    await settled();
    expect([ann, bob].map((client) => heardOf(client, toBob))).toEqual([[], ['create', 'update']]);
    expect([gm, ann, bob].map((client) => heardOf(client, toNobody))).toEqual([['create'], ['delete'], []]);
    expect([gm, ann, bob].map((client) => heardOf(client, toAll))).toEqual([
      ['create'],
      ['update'],
      ['create', 'update'],
    ]);
    expect(await Promise.all([gm, ann, bob].map(handed))).toEqual([
      expect.arrayContaining([toBob, toAll]),
      expect.not.arrayContaining([toBob]),
      expect.arrayContaining([toBob, toAll]),
    ]);
    const read = await ann.modify('get', 'ChatMessage', { query: {} });
    expect(read.map(({ _id }) => _id)).not.toContain(toBob);
  });

  it('if filtered, is created or deleted on clients when its recipients change', async () => {
    const [gm, ann, bob] = (await open('filtered')) as [Client, Client, Client];
    const [{ _id }] = await gm.create('ChatMessage', { content: 'x', whisper: [userId('Bob')] });
    const whispers = (whisper: string[]) => gm.update('ChatMessage', { _id, whisper });
    await whispers([]);
    await whispers([userId('Ann')]);
    await settled();
    expect(heardOf(ann, _id)).toEqual(['create', 'update']);
    expect(heardOf(bob, _id)).toEqual(['create', 'update', 'delete']);
    const told = ann.heard.map(({ args }) => args[0] as DocumentOperationResponse | undefined);
    const [made] = told.flatMap((response) => (response?.action === 'create' ? response.result : []));
    expect(made).toMatchObject({ _id, content: 'x', whisper: [] });
  });
});
