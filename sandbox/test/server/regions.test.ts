import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Sandbox } from '../../src/server/server';
import { Client, folders, SCENE, start } from './table';

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

const parentUuid = `Scene.${SCENE}`;
const mire = {
  name: 'The mire',
  shapes: [{ type: 'rectangle', x: 0, y: 0, width: 300, height: 200 }],
  behaviors: [{ _id: 'behaviorSlow0000', system: { difficulties: { walk: 2 } } }],
};

describe('regions of a scene', () => {
  it('are stored with their behaviors, which can be disabled', async () => {
    const [region] = await gm.create('Region', mire, { parentUuid });
    expect(region).toMatchObject({ ...mire, behaviors: [{ type: 'modifyMovementCost', disabled: false }] });
    const change = { _id: 'behaviorSlow0000', disabled: true };
    const [slow] = await gm.update('RegionBehavior', change, { parentUuid: `${parentUuid}.Region.${region._id}` });
    expect(slow).toMatchObject(change);
  });

  it('are refused for unsupported shapes and behaviors, and for players', async () => {
    const blob = { ...mire, shapes: [{ type: 'blob', x: 0, y: 0 }] };
    await expect(gm.create('Region', blob, { parentUuid })).rejects.toThrow('each of them one of rectangle, circle');
    const door = { ...mire, behaviors: [{ type: 'teleportToken' }] };
    await expect(gm.create('Region', door, { parentUuid })).rejects.toThrow('one of the types the sandbox has');
    await expect(ann.create('Region', mire, { parentUuid })).rejects.toThrow('lacks permission to create Region');
  });
});
