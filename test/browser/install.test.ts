import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { openLevel, Store, writeInfo } from '@cadence/sandbox/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { release, zipped } from '../../scripts/build/release.mjs';
import {
  GNOLL,
  MIRA,
  openTracker,
  perform,
  startEncounter,
  state,
  target,
  untilClosed,
  untilStep,
} from './support/fight';
import { look } from './support/look';
import { loadDice, openTab, openTable, type Table } from './support/table';

/**
 * The package as users get it: released, served, installed through its manifest, and without the rest of this
 * repository.
 */
describe('a release', () => {
  const root = mkdtempSync(join(tmpdir(), 'cadence-release-'));
  const data = join(root, 'data');
  const shelf = join(root, 'shelf');
  let http: Server;
  let address: string;
  let table: Table | undefined;

  /** Creates a repository of the current files, committed, in another place. */
  function repository(): string {
    const folder = join(root, 'repository');
    const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, maxBuffer: 1e8 });
    const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { maxBuffer: 1e8 });
    for (const file of listed.toString().split('\0').filter(Boolean)) {
      mkdirSync(join(folder, dirname(file)), { recursive: true });
      cpSync(file, join(folder, file), { force: true, errorOnExist: false, recursive: true });
    }
    symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
    git('init', '-q');
    git('add', '-A');
    git('-c', 'user.name=Test', '-c', 'user.email=test@localhost', 'commit', '-q', '-m', 'All of it');
    return folder;
  }

  beforeAll(async () => {
    http = createServer((request, response) => {
      const file = request.url!.split('/').at(-1)!;
      if (!['system.json', 'cadence.zip'].includes(file)) return void response.writeHead(404).end();
      response.end(readFileSync(join(shelf, file)));
    });
    await new Promise<void>((done) => http.listen(0, '127.0.0.1', done));
    address = `http://127.0.0.1:${(http.address() as { port: number }).port}`;
    await release({ root: repository(), target: shelf, base: address });
  });
  afterAll(async () => {
    await table?.close();
    http?.close();
    rmSync(root, { recursive: true, force: true });
  });

  it('equals the build of the working tree, byte for byte', async () => {
    const built = join(root, 'built');
    cpSync('dist', built, { recursive: true });
    cpSync(join(shelf, 'system.json'), join(built, 'system.json'));
    expect(Buffer.from(await zipped(built)).equals(readFileSync(join(shelf, 'cadence.zip')))).toBe(true);
  });

  it('is installed through its manifest, opens a world, imports an adventure and plays a step', async () => {
    table = await openTable({ data, install: `${address}/releases/latest/download/system.json` });
    expect(readdirSync(join(data, 'systems'))).toEqual(['cadence']);
    const gm = await table.sit('Gamemaster');
    const ann = await table.sit('Ann');
    const { packs, version } = JSON.parse(readFileSync(join(data, 'systems/cadence/system.json'), 'utf8'));
    expect(version).toBe(JSON.parse(readFileSync('system.json', 'utf8')).version);
    expect(await gm.page.evaluate(() => [game.system.version, game.packs.size])).toEqual([version, packs.length]);

    await openTab(gm.page, 'compendium');
    await gm.page.locator('[data-pack="cadence.slots-adventure"] [data-action="openPack"]').first().click();
    await gm.page.locator('.compendium-index').getByRole('button', { name: 'The drowned cistern' }).click();
    await gm.page.locator('.adventure').waitFor();
    await look('adventure', gm);
    await gm.page.getByRole('button', { name: 'Import into the world' }).click();
    await gm.page.getByText(/The drowned cistern is in the world now: \d+ documents/).waitFor();
    const brought = await gm.page.evaluate(async () => {
      const {
        scenes: [scene],
        combats: [combat],
        journal,
      } = (await fromUuid(game.packs.get('cadence.slots-adventure').index.contents[0].uuid))._source;
      const here = game.scenes.get(scene._id);
      return {
        picture: here.initialLevel.background.src,
        tokens: here.tokens.map((token) => token.actor?.type),
        fighters: game.combats
          .get(combat._id)
          .combatants.map(({ token, actor }) => [Boolean(token), actor?.folder?.name]),
        notes: game.journal.has(journal[0]._id),
      };
    });
    expect(brought.picture).toMatch(/drowned-cistern\.svg$/);
    expect(new Set(brought.tokens)).toEqual(new Set(['slots']));
    expect(new Set(brought.fighters.map(String))).toEqual(new Set(['true,The drowned cistern']));
    expect([brought.notes, brought.fighters.length]).toEqual([true, brought.tokens.length]);

    await openTracker(ann.page);
    await startEncounter(gm.page);
    await untilStep(ann.page, 1);
    await loadDice(gm.page, { face: 2, of: 10 });
    await loadDice(ann.page, { face: 12, of: 20 }, { face: 6, of: 8 });
    await target(ann.page, GNOLL);
    const before = (await state(ann.page)).fighters[MIRA].energy;
    await perform(ann.page, MIRA, 'melee-attack');
    await untilStep(gm.page, 3);
    await untilClosed(ann.page);
    expect((await state(gm.page)).fighters[MIRA].energy).toBeLessThan(before);
    expect([...gm.errors, ...ann.errors]).toEqual([]);
    await table.close();
    table = undefined;
  });

  it('migrates a world of an older version', async () => {
    const folder = join(data, 'worlds', 'old');
    const store = await Store.open(await openLevel(join(folder, 'data')));
    const source = { _id: 'oldGamemaster000', name: 'Gamemaster', role: 4 };
    await store.write([{ collection: 'users', id: source._id, source }]);
    await store.close();
    const versions = { system: 'cadence', coreVersion: '14.360', systemVersion: '0.1.0' };
    await writeInfo(folder, { id: 'old', title: 'Old', description: '', ...versions });
    table = await openTable({ data, dist: join(data, 'systems/cadence'), world: 'old' });
    const gm = await table.sit('Gamemaster');
    const now = await gm.page.evaluate((): string => game.system.version);
    await gm.page.waitForFunction((wanted) => game.settings.get('cadence', 'dataVersion') === wanted, now);
    expect(gm.errors).toEqual([]);
    await table.close();
    table = undefined;
  });
});
