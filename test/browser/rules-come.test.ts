import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seededDie } from '../../src/kernel/rng';
import { MANIFESTS } from '../../src/rulesets/manifests';
import { fight, idOf, writeDemo } from '../headless/world';
import { openTracker } from './support/fight';
import { openTable, type Seat, type Table } from './support/table';

/** The limit in kB of the code that a world of one ruleset loads, as sent by a server; see docs/performance.md. */
const MOST = 224;

/** The rules of a ruleset are loaded when a world first needs them, and earlier documents are updated then. */
describe('the rules of a world', () => {
  let folder: string;
  let table: Table;
  let gm: Seat;
  let ann: Seat;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cadence-one-'));
    await writeDemo(folder, await fight('energy', seededDie(3), ['Mira', 'Kor', 'Bram', 'Goblin', 'Wolf']));
    table = await openTable({ demo: folder });
    gm = await table.sit('Gamemaster');
    ann = await table.sit('Ann');
  });
  afterAll(async () => {
    await table?.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** Code for the migration, for the self-test that runs once, and what is loaded when the browser is idle. */
  const LATER = [
    'world',
    'run-probes',
    'playing-referee',
    'history',
    'unreadable',
    'tours',
    'options-window',
    'choose-target',
  ];
  /** Returns the names of other chunks that a page has loaded. */
  const loaded = async ({ page }: Seat): Promise<string[]> => {
    const names = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .flatMap(({ name }) => /\/code\/([\w-]+)-[\w-]{8}\.mjs$/.exec(name)?.[1] ?? []),
    );
    return names.filter((name) => !LATER.includes(name)).sort();
  };
  const maximum = ({ page }: Seat, id: string): Promise<unknown> =>
    page.evaluate((actor) => game.actors.get(actor).system.aura?.max ?? game.actors.get(actor).system.hp?.max, id);

  it(`are those of its rulesets alone, and below ${MOST} kB with all else`, async () => {
    for (const seat of [gm, ann]) expect(await loaded(seat)).toEqual(['energy', 'table']);
    const files = await readdir('dist/code');
    const sizeOf = async (piece: string): Promise<number> => {
      const [file, ...others] = files.filter((name) => name.startsWith(`${piece}-`) && name.endsWith('.mjs'));
      if (!file || others.length > 0) throw new Error(`not one file of ${piece}: ${[file, ...others]}`);
      return gzipSync(await readFile(join('dist/code', file))).length / 1000;
    };
    const shared = await sizeOf('table');
    for (const { schema } of MANIFESTS) expect(shared + (await sizeOf(schema.id)), schema.id).toBeLessThan(MOST);
  });

  it('are all that is loaded before a world can be played; code for clicks follows a moment later', async () => {
    await ann.context.addInitScript(() => {
      document.addEventListener('DOMContentLoaded', () => Hooks.once('ready', () => performance.mark('ready')));
    });
    await ann.reload();
    const early = (): Promise<string[]> =>
      ann.page.evaluate(() => {
        const [ready] = performance.getEntriesByName('ready');
        return performance
          .getEntriesByType('resource')
          .filter(({ startTime }) => ready && startTime < ready.startTime)
          .flatMap(({ name }) => /\/code\/([\w-]+)-[\w-]{8}\.mjs$/.exec(name)?.[1] ?? [])
          .sort();
      });
    expect(await early()).toEqual(['energy', 'table']);
    const fetched = (seat: Seat): Promise<string[]> =>
      seat.page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
    await expect.poll(() => fetched(ann)).toContainEqual(expect.stringMatching(/\/choose-target-/));
    await expect.poll(() => fetched(gm)).toContainEqual(expect.stringMatching(/\/playing-referee-/));
    expect(await fetched(ann)).not.toContainEqual(expect.stringMatching(/\/playing-referee-/));
  });

  it('are loaded with the first actor of another ruleset, for all users', async () => {
    const id = await gm.page.evaluate(async () => (await Actor.create({ name: 'Ysolde', type: 'clash' })).id);
    expect(await maximum(gm, id)).toEqual(expect.any(Number));
    await expect.poll(() => maximum(ann, id)).toEqual(expect.any(Number));
    for (const seat of [gm, ann]) expect(await loaded(seat)).toEqual(['clash', 'energy', 'table']);
    await gm.page.evaluate((actor) => game.actors.get(actor).delete(), id);
    expect([...gm.errors, ...ann.errors]).toEqual([]);
  });

  it('may arrive late: what was prepared and rendered without them is prepared and rendered again', async () => {
    const mira = idOf('Actor', 0);
    const wanted = await maximum(ann, mira);
    let send: () => void = () => {};
    const held = new Promise<void>((done) => {
      send = done;
    });
    await ann.context.route(/\/code\/energy-.*\.mjs$/, async (route) => {
      await held;
      await route.continue();
    });
    await ann.reload();
    expect(await maximum(ann, mira)).toBeUndefined();
    send();
    await expect.poll(() => maximum(ann, mira)).toEqual(wanted);
    await openTracker(ann.page);
    await ann.page.locator('.cadence-tracker .cadence-row').first().waitFor();
    expect(ann.errors).toEqual([]);
  });
});
