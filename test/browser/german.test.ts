import { afterAll, beforeAll, expect, it } from 'vitest';
import { look } from './support/look';
import { openTab, openTable, type Seat, type Table } from './support/table';

/** Where the texts of compendia are, without the names for lists. */
const TEXTS = /\/systems\/cadence\/lang\/packs\//;

let table: Table;
let gm: Seat;
const fetched: string[] = [];

beforeAll(async () => {
  table = await openTable();
  gm = await table.sit('Gamemaster');
  gm.page.on('request', (request) => {
    if (TEXTS.test(request.url())) fetched.push(request.url().replace(/.*\/packs\//, ''));
  });
  await gm.page.evaluate(() => game.settings.set('core', 'language', 'de'));
  await gm.reload();
});
afterAll(() => table?.close());

it('lists compendia and their documents in German, and fetches no texts for that', async () => {
  await openTab(gm.page, 'compendium');
  await gm.page.getByText('Szenen (Seconds)').waitFor();
  await gm.page.locator('[data-pack="cadence.seconds-scenes"] [data-action="openPack"]').first().click();
  await gm.page.locator('.compendium-index').getByText('Der Weg durchs Moor').waitFor();
  await look('german-compendium', gm);
  expect(fetched).toEqual([]);
});

it('gives German documents, also those of an adventure, and fetches their texts once', async () => {
  const names = await gm.page.evaluate(async () => {
    const read = async (id: string): Promise<any> => {
      const pack = game.packs.get(id);
      const [document] = await pack.getDocuments();
      return document;
    };
    const scene = await read('cadence.seconds-scenes');
    const rules = await read('cadence.seconds-rules');
    const adventure = await read('cadence.seconds-adventure');
    await adventure.import({ dialog: false });
    const imported = game.scenes.get(scene.id);
    const entry = (await game.packs.get('cadence.seconds-scenes').getIndex()).get(scene.id);
    return {
      scene: scene.name,
      page: rules.pages.contents[0].name,
      entry: entry?.name,
      imported: [imported.name, ...imported.regions.map(({ name }: { name: string }) => name)],
    };
  });
  expect(names).toEqual({
    scene: 'Der Weg durchs Moor',
    page: 'Ein Zug',
    entry: 'Der Weg durchs Moor',
    imported: ['Der Weg durchs Moor', 'Das Moor', 'Das Schilf', 'Das Geröll'],
  });
  expect(fetched.length).toBe(new Set(fetched).size);
  expect(fetched).toContain('de/cadence.seconds-scenes.json');
  expect(gm.errors).toEqual([]);
});
