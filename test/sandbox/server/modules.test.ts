import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Client, folders, start } from './table';

let place: Awaited<ReturnType<typeof folders>>;
let folder: string;
const manifest = {
  ...{ id: 'guest', title: 'Guest', version: '1.0.0', esmodules: ['guest.mjs'] },
  documentTypes: { Actor: { bird: { htmlFields: ['song'] } }, Combatant: { bird: { gmOnlyFields: ['book'] } } },
};
const written = (more: object = {}) => writeFile(join(folder, 'module.json'), JSON.stringify({ ...manifest, ...more }));

beforeAll(async () => {
  place = await folders();
  folder = join(place.data, 'guest');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'guest.mjs'), 'export {};\n');
  await written();
});
afterAll(() => place.remove());

// foundryvtt.com/article/module-sub-types
it("a module's subtypes bear its id, and their fields are kept like the system's", async () => {
  const sandbox = await start({ ...place, modules: [folder] });
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

it('what is no module, or has compendia, is said before anything starts', async () => {
  await expect(start({ ...place, modules: [place.dist] })).rejects.toThrow('There is no module');
  await written({ packs: [{ name: 'nests', type: 'Actor' }] });
  await expect(start({ ...place, modules: [folder] })).rejects.toThrow('the sandbox has no compendia of modules');
});
