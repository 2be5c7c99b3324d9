import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ClassicLevel } from 'classic-level';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { Client, folders, start } from './table';

let place: Awaited<ReturnType<typeof folders>>;
let folder: string;
const manifest = {
  id: 'guest',
  title: 'Guest',
  version: '1.0.0',
  esmodules: ['guest.mjs'],
  documentTypes: { Actor: { bird: { htmlFields: ['song'] } }, Combatant: { bird: { gmOnlyFields: ['book'] } } },
};
const written = (more: object = {}, where = folder) =>
  writeFile(join(where, 'module.json'), JSON.stringify({ ...manifest, ...more }));
/** Writes a package into the sandbox's folder of modules. */
async function installed(id: string, more: object = {}): Promise<string> {
  const where = join(place.data, 'modules', id);
  await mkdir(where, { recursive: true });
  await writeFile(join(where, 'module.json'), JSON.stringify({ id, title: id, version: '1.0.0', ...more }));
  return where;
}

beforeAll(async () => {
  place = await folders();
  folder = join(place.data, 'elsewhere');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'guest.mjs'), 'export {};\n');
  await written();
});
afterAll(() => place.remove());

// foundryvtt.com/article/module-sub-types
it('prefixes the subtypes of a module with its id and sanitizes their fields', async () => {
  const sandbox = await start({ ...place, module: [folder] });
  const gm = await Client.join(sandbox, 'Gamemaster');
  const world = await gm.world();
  expect(world.documentTypes.Actor).toEqual(['base', 'fighter', 'guest.bird']);
  expect(world.system.documentTypes.Actor).not.toHaveProperty('guest.bird');
  expect(world.modules).toMatchObject([{ id: 'guest', active: true, esmodules: ['guest.mjs'] }]);
  const system = { song: '<b>la</b><script>1</script>' };
  const [bird] = await gm.create('Actor', { name: 'Wren', type: 'guest.bird', system });
  expect(bird.system.song).toBe('<b>la</b>');
  await expect(gm.create('Actor', { name: 'Wren', type: 'bird' })).rejects.toThrow('"bird" is not a valid type');
  expect((await fetch(`${sandbox.url}/modules/guest/guest.mjs`)).headers.get('content-type')).toMatch('javascript');
  expect((await fetch(`${sandbox.url}/modules/other/guest.mjs`)).status).toBe(404);
  gm.close();
  await sandbox.close();
});

// mclemente/healthEstimate; Splittermond names a folder `species` as `species.db`
it('accepts capitals in an id and finds a compendium by the old name of its file', async () => {
  const packs = [{ name: 'nests', label: 'Nests', type: 'Item', path: 'packs/nests.db' }];
  const where = join(place.data, 'old-nests');
  await mkdir(where, { recursive: true });
  await written({ id: 'oldNests', packs }, where);
  const db = new ClassicLevel<string, object>(join(where, 'packs', 'nests'), { valueEncoding: 'json' });
  await db.put('!items!nest000000000000', { _id: 'nest000000000000', name: 'Nest', type: 'gear' });
  await db.close();
  const sandbox = await start({ ...place, module: [where] });
  const gm = await Client.join(sandbox, 'Gamemaster');
  const pack = (await gm.world()).packs.find(({ id }) => id === 'oldNests.nests');
  expect(pack).toMatchObject({ path: 'modules/oldNests/packs/nests', index: [{ name: 'Nest' }] });
  gm.close();
  await sandbox.close();
});

it('refuses to start with a named folder that is no module', async () => {
  await expect(start({ ...place, module: [place.dist] })).rejects.toThrow('There is no module');
});

it('enables subtypes, compendia and channel of an installed module when a GM enables it', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const where = await installed('nests', {
    socket: true,
    documentTypes: { Item: { egg: {} } },
    packs: [{ name: 'eggs', label: 'Eggs', type: 'Item', path: 'packs/eggs' }],
  });
  const db = new ClassicLevel<string, object>(join(where, 'packs', 'eggs'), { valueEncoding: 'json' });
  await db.put('!items!itemEgg000000000', { _id: 'itemEgg000000000', name: 'Egg', type: 'nests.egg', system: {} });
  await db.close();
  await installed('needy', { relationships: { requires: [{ id: 'nests', type: 'module' }] } });
  await installed('orphan', { relationships: { requires: [{ id: 'nobody', type: 'module' }] } });
  await installed('stranger', { relationships: { systems: [{ id: 'other', type: 'system' }] } });
  await mkdir(join(place.data, 'modules', 'empty'), { recursive: true });

  const sandbox = await start({ ...place });
  expect(warned.mock.calls.flat().join()).toContain('empty');
  const [gm, ann] = [await Client.join(sandbox, 'Gamemaster'), await Client.join(sandbox, 'Ann')];
  const on = async () => Object.fromEntries((await ann.world()).modules.map(({ id, active }) => [id, active]));
  expect(await on()).toEqual({ needy: false, nests: false, orphan: false });
  expect((await gm.world()).packs.map(({ id }) => id)).not.toContain('nests.eggs');

  const configured = (value: object) =>
    gm.create('Setting', { key: 'core.moduleConfiguration', value: JSON.stringify(value) });
  await expect(
    ann.create('Setting', { key: 'core.moduleConfiguration', value: JSON.stringify({ nests: true }) }),
  ).rejects.toThrow();
  const [setting] = await configured({ needy: true, orphan: true });
  expect(await on()).toEqual({ needy: false, nests: false, orphan: false });
  const value = JSON.stringify({ needy: true, nests: true, orphan: true });
  await gm.update('Setting', { _id: setting._id, value });
  expect(await on()).toEqual({ needy: true, nests: true, orphan: false });
  const world = await gm.world();
  expect(world.packs.find(({ id }) => id === 'nests.eggs')).toMatchObject({
    packageName: 'nests',
    packageType: 'module',
    index: [{ name: 'Egg', type: 'nests.egg' }],
  });
  expect(world.documentTypes.Item).toContain('nests.egg');
  expect(await gm.create('Item', { name: 'Egg', type: 'nests.egg' })).toMatchObject([{ type: 'nests.egg' }]);
  gm.close();
  ann.close();
  await sandbox.close();

  const again = await start({ ...place });
  const [late, other] = [await Client.join(again, 'Gamemaster'), await Client.join(again, 'Ann')];
  expect((await late.world()).modules.find(({ id }) => id === 'nests')!.active).toBe(true);
  const heard = new Promise((resolve) => other.socket.on('module.nests', resolve));
  late.socket.emit('module.nests', 'chirp');
  expect(await heard).toBe('chirp');
  late.close();
  other.close();
  await again.close();
});
