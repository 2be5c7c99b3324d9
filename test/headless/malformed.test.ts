import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pack } from '../../src/foundry/platform/packed';
import { deepEqual } from '../../src/kernel/deep-equal';
import { defined } from '../../src/kernel/defined';
import { seededDie } from '../../src/kernel/rng';
import { storedWorld } from '../migration/stored';
import { inside, isKeyed, type Keyed } from '../support/record';
import type { StoredSource } from './documents';
import type { Tab } from './tab';
import { type StoredWorld, Table } from './table';
import { COMBAT, fight } from './world';

/** The number of corrupted worlds for each ruleset; set more for a long run. */
const RUNS = Number(process.env['CADENCE_SPOILT'] ?? 5);

const KINDS = ['actors', 'items', 'scenes', 'combats', 'messages'] as const;
const { version } = JSON.parse(readFileSync('system.json', 'utf8'));

/** A world with two encounters: a running one, which will be corrupted, and one that has not begun. */
async function twoFights(table: Table, ruleset: string): Promise<StoredWorld> {
  const other: Record<string, StoredSource[]> = Object.fromEntries(
    ['users', 'settings', ...KINDS].map((kind) => [kind, table.all(kind)]),
  );
  const hurt: Record<string, StoredSource[]> = JSON.parse(
    JSON.stringify(await storedWorld(ruleset)).replaceAll('soak', 'hurt'),
  );
  const isNew = { _id: 'dataVersion00000', key: 'cadence.dataVersion', value: JSON.stringify(version), user: null };
  const request = {
    _id: 'hurtRequest00000',
    type: 'request',
    author: other['users'][3]._id,
    flags: {},
    system: { combat: 'hurtCombat000000', fighter: 'hurtCombatant000', moment: '', answers: [[1]], refused: [] },
  };
  return {
    ...other,
    ...Object.fromEntries(KINDS.map((kind) => [kind, [...other[kind], ...(hurt[kind] ?? [])]])),
    settings: [...other['settings'], isNew],
    messages: [...other['messages'], ...hurt['messages'], request],
  };
}

interface Spoilable {
  /** The id of the document of the world that it is or is in. */
  readonly top: string;
  readonly kind: string;
  readonly document: StoredSource;
}

/** Returns true for a document with a `system` of its own. */
const isStored = (value: object): value is StoredSource =>
  '_id' in value && Boolean(value._id) && 'system' in value && Boolean(value.system);

/** Returns all sources with a `system` that belong to the first encounter. */
function spoilable(world: StoredWorld): Spoilable[] {
  const look = (value: unknown, top: string, kind: string): Spoilable[] => {
    if (!isKeyed(value)) return [];
    const own = isStored(value) ? [{ top, kind, document: value }] : [];
    const lists = Object.entries(value).filter(([key]) => key !== 'system');
    return [
      ...own,
      ...lists.flatMap(([key, inner]) =>
        key === 'delta'
          ? look(inner, top, 'delta')
          : Array.isArray(inner)
            ? inner.flatMap((each) => look(each, top, `${kind}.${key}`))
            : [],
      ),
    ];
  };
  const all = KINDS.flatMap((kind) => world[kind].flatMap((source) => look(source, source._id, kind)));
  const isUnhurt = JSON.stringify((world['actors'] ?? []).filter(({ _id }) => _id.startsWith('soak')));
  return all.filter(({ top, document }) => !top.startsWith('soak') && !isUnhurt.includes(document._id));
}

function placesIn(value: unknown, at: readonly string[] = []): (readonly string[])[] {
  if (value === null || typeof value !== 'object') return [at];
  return [at, ...Object.entries(value).flatMap(([key, inner]) => placesIn(inner, [...at, key]))];
}

const nonsense = fc.oneof(
  fc.constantFrom(null, true, '', 'x', [], {}, [null], [[]], { id: {} }, -1, 1e300, -1e300, 0.5, 'x'.repeat(5000)),
  fc.constantFrom('{"__proto__":{"x":1},"constructor":7,"toString":null}').map((json) => JSON.parse(json)),
  fc.jsonValue({ maxDepth: 3 }),
);

/** Values that once kept a world from opening, as places and values of the property below. */
const FOUND: Readonly<Record<string, [kind: string, which: number, where: number, value: unknown][]>> = {
  energy: [['messages', 0, 300323321, undefined]],
  tempo: [['messages', 0, 25, -1]],
  seconds: [['messages', 0, 7, undefined]],
};

function spoil(document: Keyed, path: readonly string[], value: unknown): void {
  const keys = ['system', ...path];
  const last = defined(keys.pop(), 'a key');
  const holder = keys.reduce(inside, document);
  if (value === undefined) delete holder[last];
  else Object.defineProperty(holder, last, { value, enumerable: true, configurable: true, writable: true });
}

const plain = (value: unknown) => JSON.parse(JSON.stringify(value));

const documentsAt = ({ page }: Tab): Map<string, unknown> =>
  new Map(KINDS.flatMap((kind) => page.game[kind].contents.map((each) => [each.id, plain(each.toObject())])));

/** Faults other than what Cadence reports about data it cannot use. */
const surprises = ({ faults }: Table) =>
  faults.filter((fault) => !/^\w+: (Cadence \| |Failed to initialize)/.test(fault));

async function enter(table: Table, world: StoredWorld): Promise<Tab> {
  await table.store(structuredClone(world));
  table.faults.length = 0;
  table.log.length = 0;
  for (const tab of table.tabs.splice(0)) tab.leave();
  const gm = table.sit('Gamemaster');
  await table.settle();
  return gm;
}

describe.each(['energy', 'tempo', 'seconds', 'slots', 'clash'])('a world of %s with corrupted data', (ruleset) => {
  let table: Table;
  let whole: StoredWorld;
  let healthy: Map<string, unknown>;

  beforeAll(async () => {
    table = await Table.open({ seed: 1, present: [], world: await fight(ruleset, seededDie(2)) });
    whole = await twoFights(table, ruleset);
    healthy = documentsAt(await enter(table, whole));
  });
  afterAll(() => table?.close());

  it('opens, keeps everything else, and another encounter can be played', async () => {
    const kinds = [...new Set(spoilable(whole).map(({ kind }) => kind))];
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...kinds),
        fc.nat(),
        fc.nat(),
        fc.option(nonsense, { nil: undefined, freq: 10 }),
        async (kind, which, where, value) => {
          const world = structuredClone(whole);
          const candidates = spoilable(world).filter((each) => each.kind === kind);
          const { document, top } = candidates[which % candidates.length];
          const places = placesIn(document.system);
          const place = places[where % places.length];
          spoil(document, place, value);
          const what = `${kind} ${document._id} ${place.join('.')} = ${JSON.stringify(value)?.slice(0, 60)}`;

          const gm = await enter(table, world);
          expect(gm.isOpen, `${what}: opens; ${table.faults[0]}`).toBe(true);
          const now = documentsAt(gm);
          // Unreadable data is missing in its own encounter only.
          for (const [id, was] of healthy)
            if (id !== top && id !== 'hurtCombat000000' && id !== 'hurtRequest00000')
              expect(deepEqual(now.get(id) ?? null, was), `${what}: leaves ${id} alone`).toBe(true);
          const combat = gm.page.game.combats.get(COMBAT);
          const [start] = gm.page.adapterOf(ruleset).ruleset.clockCommands;
          gm.does('starts', () => gm.page.submit(combat, { do: start, by: 'gm' }));
          await table.settle();
          expect(combat.system.step, `${what}: another encounter begins`).toBeGreaterThan(0);
          expect(surprises(table), what).toEqual([]);
        },
      ),
      { numRuns: RUNS, examples: FOUND[ruleset] ?? [] },
    );
  });
});

describe('unreadable data', () => {
  let table: Table;
  let whole: StoredWorld;

  beforeAll(async () => {
    table = await Table.open({ seed: 1, present: [], world: await fight('energy', seededDie(2)) });
    whole = await twoFights(table, 'energy');
  });
  afterAll(() => table?.close());

  const told = async (where: (world: StoredWorld) => StoredSource, system: object) => {
    const world = structuredClone(whole);
    const document = where(world);
    document.system = { ...document.system, ...system };
    await enter(table, world);
    return table.log.filter((line) => line.startsWith('Gamemaster reads (error)')).join('\n');
  };
  const find = (world: StoredWorld, kind: string, id: string) =>
    defined(
      world[kind]?.find(({ _id }) => _id === id),
      `${kind} ${id}`,
    );
  const actor = (world: StoredWorld) => find(world, 'actors', 'hurtActor0000000');
  const weapon = (world: StoredWorld) =>
    defined(
      actor(world).items?.find(({ type }) => type === 'energyWeapon'),
      'a weapon',
    );
  const combat = (world: StoredWorld) => find(world, 'combats', 'hurtCombat000000');
  const card = (world: StoredWorld) =>
    defined(
      world['messages']?.find((each) => each.type === 'energy'),
      'a card',
    );

  it.each([
    ['an actor', actor, { level: 'many' }, 'Mira (Level)'],
    ['an item', weapon, { damage: 'much' }, 'Mira: Spear (Damage)'],
    ['the clock of an encounter', combat, { clock: 'noon' }, '(clock)'],
    ['a step of an encounter', combat, { history: { 3: { entries: 7 } } }, '(history.3)'],
    ['a step that is not packed', combat, { history: { 3: 'nothing' } }, '(history.3)'],
    ['a step that is packed, and none', combat, { history: { 3: pack({ entries: 7 }) } }, '(history.3)'],
    ['a step that is too long to unpack', combat, { history: { 3: 'eJyr'.repeat(5000) } }, '(history.3)'],
    ['what waits in an encounter', combat, { open: { asks: [{}] } }, '(open)'],
    ['a card', card, { parts: { 0: pack([{ ask: 7 }]) } }, '(parts.0)'],
  ])('of %s is listed for the GM', async (_, where, system, said) => {
    expect(await told(where, system)).toContain(said);
  });

  it('of one step leaves the other steps readable', async () => {
    const world = structuredClone(whole);
    const { history } = defined(combat(world).system, 'a system') as { history: Record<string, string> };
    const steps = Object.keys(history);
    Object.assign(history, { 99: 'nothing' });
    const gm = await enter(table, world);
    expect(steps.length).toBeGreaterThan(0);
    expect(Object.keys(gm.page.game.combats.get('hurtCombat000000').system.history)).toEqual(steps);
  });

  it('is not reported to players', async () => {
    const world = structuredClone(whole);
    Object.assign(actor(world).system ?? {}, { level: 'many' });
    await enter(table, world);
    table.sit('Ann');
    await table.settle();
    expect(table.log.filter((line) => line.startsWith('Ann reads'))).toEqual([]);
  });

  it('stays stored as it is until a user enters it again', async () => {
    const world = structuredClone(whole);
    Object.assign(actor(world).system ?? {}, { level: 'many' });
    const gm = await enter(table, world);
    const mira = gm.page.game.actors.get('hurtActor0000000');
    gm.does('edits something else', () => mira.update({ system: { mpl: 2 } }));
    await table.settle();
    const kept = () => table.all('actors').find(({ _id }) => _id === mira.id)?.system;
    expect(kept()).toMatchObject({ level: 'many', mpl: 2 });
    gm.does('enters it again', () => mira.update({ system: { level: 3 } }));
    await table.settle();
    expect(kept()?.level).toBe(3);
  });
});
