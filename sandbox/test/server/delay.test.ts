import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Sandbox } from '../../src/server/server';
import { Client, folders, start } from './table';

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

it('delays messages in both directions, and keeps their order when the delay ends', async () => {
  const answered: string[] = [];
  const asks = async (name: string): Promise<number> => {
    const began = performance.now();
    await gm.socket.timeout(10_000).emitWithAck('time');
    answered.push(name);
    return performance.now() - began;
  };
  sandbox.delay(200);
  const slow = asks('slow');
  // The first message must have reached the server before the delay ends.
  await new Promise((resolve) => setTimeout(resolve, 100));
  sandbox.delay(0);
  const fast = asks('fast');
  expect(await slow).toBeGreaterThan(190);
  await fast;
  expect(answered).toEqual(['slow', 'fast']);
  sandbox.delay(100);
  expect(await asks('both ways')).toBeGreaterThan(190);
  sandbox.delay(0);
});
