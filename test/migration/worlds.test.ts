import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { unpackedOf } from '../../src/foundry/platform/packed';
import type { Json, JsonObject } from '../../src/kernel/json';
import { same } from '../../src/kernel/same';
import { bookNow, writtenNow } from '../../src/rulebook/former';
import { disagreements } from '../headless/laws';
import type { Tab } from '../headless/tab';
import { type StoredWorld, Table } from '../headless/table';
import { COMBAT, nothing, type UserName } from '../headless/world';
import { anyAnswer } from '../support/answer';
import { FORMERS } from '../support/formers';
import { heardBy, systemsIn, VERSION, versionOf, worldOf } from './stored';

const open = (stored: StoredWorld, present: readonly UserName[]) =>
  Table.open({ seed: 1, world: nothing, present, stored });

const combatAt = ({ hands }: Tab) => hands.game.combats.get(COMBAT);

/** What has changed since, and how it reads now. */
const lies = (was: unknown) => (was === '' ? [] : String(was).split(' ').map(Number));
const CHANGED: Readonly<Record<string, Readonly<Record<string, (was: unknown) => unknown>>>> = {
  ...Object.fromEntries(
    ['energyWeapon', 'energyShield', 'energyGear', 'secondsWeapon', 'secondsGear'].map((type) => [type, { lies }]),
  ),
  clashSpell: {
    ethereal: (was) => (typeof was === 'string' ? was : was === null ? 'by-kind' : was ? 'always' : 'never'),
  },
};

/** Marks that were texts, as the rules find them. */
const TYPED: Readonly<Record<string, Readonly<Record<string, object>>>> = {
  'energy 0.3.0': {
    soakCombatant000: {
      actsAfter: {
        at: ['soakCombatant100', 'soakCombatant300', 'soakCombatant400'],
        wanted: { do: 'melee-attack', by: 'soakCombatant000', at: 'soakCombatant300' },
      },
    },
    soakCombatant300: { suppressed: ['prone', 'dazed'] },
    soakCombatant400: { sprintFrom: { x: 10.5, y: 8.5, elevation: 0 } },
  },
  'tempo 0.4.0': { soakCombatant300: { 'did-2': { action: 'mark' }, record: ['mark'], normalMoveLeft: 7 } },
  'seconds 0.3.0': {
    soakCombatant000: { progressTerms: { base: 532, final: true }, helpBy: ['soakCombatant200'] },
    soakCombatant100: { spans: [{ action: 'improvise', ticks: 30, open: true }] },
    soakCombatant400: { heldPlan: Array.from({ length: 4 }, () => ({ do: 'attack', with: 'J4jRQaEDR2LOY9fA' })) },
  },
};

/** What is kept otherwise, and how it reads now; what texts became lists and records is told of below. */
function asRead(id: string, key: string, kept: any): unknown {
  const former = FORMERS[id] ?? {};
  if (key === 'history')
    return Object.fromEntries(
      Object.entries<any>(kept).map(([step, was]) => [
        step,
        writtenNow(former, typeof was === 'string' ? (unpackedOf(was) as Json) : was),
      ]),
    );
  if (key === 'books')
    return Object.fromEntries(Object.entries<any>(kept).map(([of, book]) => [of, bookNow(former, book)]));
  if (key === 'clock') return former.clock?.(kept) ?? kept;
  if (key === 'parts') return Object.values<any>(kept).flatMap((part) => writtenNow(former, unpackedOf(part) as Json));
  return ['open', 'command', 'entries'].includes(key) ? writtenNow(former, kept) : kept;
}

const storedBy = (...versions: string[]) =>
  versions.flatMap((version) => ['energy', 'tempo', 'seconds', 'slots', 'clash'].map((id) => [id, version] as const));
const STORED = storedBy('0.1.0', '0.2.0', '0.3.0', '0.4.0');

/** S-A21: of the openings that were offered the spear alone reaches so far, so the referee offers them anew. */
const OFFERED_ANEW: ReadonlySet<string> = new Set(['seconds 0.2.0']);
const REFEREED = ['step', 'cursor', 'referee', 'history', 'clock'];

describe.each(STORED)('a world in which %s was played with %s', (id, version) => {
  const stored = worldOf(version, id);
  let table: Table;
  let gm: Tab;

  beforeAll(async () => {
    table = await open(stored, ['Gamemaster', 'Ann']);
    gm = table.tabs[0]!;
  });
  afterAll(() => table?.close());

  it('opens with all that is in it, for everybody alike', () => {
    expect(table.faults).toEqual([]);
    const { game, encounterOf } = gm.hands;
    for (const collection of ['actors', 'items', 'scenes', 'combats', 'messages'])
      expect([...game[collection].invalidDocumentIds], collection).toEqual([]);
    expect(Object.keys(encounterOf(combatAt(gm)).fighters)).toHaveLength(combatAt(gm).combatants.size);
    expect(disagreements([gm, table.tabs[1]!])).toEqual([]);
  });

  it('reads what was stored, and what is stored otherwise today in its new words', () => {
    const { game } = gm.hands;
    const now = Object.fromEntries(
      ['actors', 'items', 'combats', 'messages', 'scenes'].map((name) => [name, game[name].contents.map(plain)]),
    );
    const documents = systemsIn(now);
    const is = (at: string, key: string): any => documents.get(at)?.system[key];
    let compared = 0;
    for (const [at, { type, system }] of systemsIn(stored))
      for (const [key, was] of Object.entries(system)) {
        // The exchange that was under way is told of below.
        if (key === 'open' || (REFEREED.includes(key) && OFFERED_ANEW.has(`${id} ${version}`))) continue;
        // What the referee counts of a combatant has moved to its encounter.
        if (key === 'book') {
          const [combat, combatant] = [at.split(' ')[1]!, at.split(' ').at(-1)!];
          const now = bookNow(FORMERS[id] ?? {}, was as JsonObject);
          expect([is(at, key), is(`combats ${combat}`, 'books')[combatant] ?? {}], at).toEqual([{}, now]);
          continue;
        }
        const as = CHANGED[type]?.[key];
        const now = key === 'entries' ? asRead(id, 'parts', is(at, 'parts')) : asRead(id, key, is(at, key));
        expect(
          holds(now, as ? as(was) : asRead(id, key, was)),
          `${at} ${key}: ${JSON.stringify(was)} is now ${JSON.stringify(now)}`,
        ).toBe(true);
        compared++;
      }
    expect(compared).toBeGreaterThan(100);
  });

  it('reads what was written as a text as the lists and records it was', () => {
    const { fighters } = gm.hands.encounterOf(combatAt(gm));
    for (const [of, marks] of Object.entries(TYPED[`${id} ${version}`] ?? {}))
      expect(fighters[of].book).toMatchObject(marks);
  });

  it('is kept as today from now on, and says by which version', () => {
    expect(gm.hands.game.settings.get('cadence', 'dataVersion')).toBe(VERSION);
    const kept = systemsIn(Object.fromEntries(Object.keys(stored).map((name) => [name, table.all(name)])));
    for (const [at, { type, system }] of systemsIn(stored))
      for (const [key, as] of Object.entries(CHANGED[type] ?? {}))
        if (key in system) expect(kept.get(at)?.system[key], at).toEqual(as(system[key]));
  });

  it('draws its cards in words there are', () => {
    const { game, adapterOf } = gm.hands;
    const { views } = adapterOf(id).ruleset;
    const branch = `CADENCE.${id.charAt(0).toUpperCase()}${id.slice(1)}`;
    for (const { system } of game.messages.contents.filter(({ type }: any) => type === id)) {
      const { command, version, entries, names } = system;
      const viewer = { gm: true, owns: [], targets: [] };
      const { lines } = views.card({ exchange: { command, version, entries }, open: [], names, viewer });
      for (const key of keysIn(lines))
        expect(game.i18n.has(`${branch}.${key}`) || game.i18n.has(`CADENCE.${key}`), `${command.do}: ${key}`).toBe(
          true,
        );
    }
  });

  it.runIf(OFFERED_ANEW.has(`${id} ${version}`))('is asked anew, of what reaches so far now', () => {
    const { game, openAsks } = gm.hands;
    const [{ ask }] = openAsks(combatAt(gm));
    const items = ask.takers.flatMap(({ commands }: any) => commands.map((command: any) => command.with));
    const named = (id: string) => game.actors.contents.flatMap((actor: any) => actor.items.get(id)?.name ?? []);
    expect(items.flatMap(named)).toEqual(['Spear']);
  });

  it('goes on where it was, or tells the game master what to do', async () => {
    const { hands } = gm;
    const isStopped = Boolean(combatAt(gm).system.open.fault);
    expect(heardBy(table, 'Gamemaster').some((line) => line.includes('Nothing of them is lost'))).toBe(isStopped);
    if (isStopped) gm.does('takes it back', () => hands.cancelExchange(combatAt(gm)));
    await table.settle();
    for (let asked = 0; combatAt(gm).system.open && asked < 30; asked++) {
      const ask = hands.openAsks(combatAt(gm)).find(({ isGiven }: any) => !isGiven);
      gm.does('answers', () => hands.answer(combatAt(gm), ask.key, anyAnswer(ask.ask, table.die)));
      await table.settle();
    }
    expect(combatAt(gm).system.open).toBeNull();
    expect(table.faults).toEqual([]);
  });

  it('can be taken back to where it began', async () => {
    while (gm.hands.rewindable(combatAt(gm))) {
      const { cursor } = combatAt(gm).system;
      gm.does('rewinds', () => gm.hands.rewindStep(combatAt(gm)));
      await table.settle();
      expect(combatAt(gm).system.cursor).toBeLessThan(cursor);
    }
    expect(combatAt(gm).system.clock.phase).toBe(gm.hands.adapterOf(id).ruleset.idle.phase);
    expect(table.faults).toEqual([]);
  });
});

/** What was stored is all there; what it did not say may stand beside it. */
function holds(is: any, was: any): boolean {
  if (was === null || typeof was !== 'object' || Array.isArray(was)) return same(is, was);
  return Object.entries(was).every(([key, value]) => holds(is?.[key], value));
}

const plain = (document: any) => JSON.parse(JSON.stringify(document.toObject()));

/** The keys of all words in a view. */
function keysIn(view: unknown): string[] {
  if (view === null || typeof view !== 'object') return [];
  const { key } = view as { key?: unknown };
  return [...(typeof key === 'string' && /^[A-Z]/.test(key) ? [key] : []), ...Object.values(view).flatMap(keysIn)];
}

describe.each(storedBy('0.1.0', '0.2.0'))('what the referee has counted in a world of %s of %s', (id, version) => {
  it('is read before a game master comes, and stays what it was when it has moved', async () => {
    const stored = worldOf(version, id);
    const table = await open(stored, ['Ann']);
    try {
      const [ann] = table.tabs as [Tab];
      const numbers = () => {
        const { fighters } = ann.hands.encounterOf(combatAt(ann));
        return Object.values<any>(fighters).map(({ id, pools, book }) => ({ id, pools, book }));
      };
      const before = numbers();
      const [{ combatants }] = stored['combats'] as any;
      for (const { _id, system } of combatants)
        for (const [key, value] of Object.entries(bookNow(FORMERS[id] ?? {}, system?.book ?? {}))) {
          const { pools, book } = before.find((fighter) => fighter.id === _id)!;
          expect(book[key] ?? pools[key]?.value, `${_id} ${key}`).toEqual(value);
        }
      expect(combatAt(ann).system.books).toEqual({});
      table.sit('Gamemaster');
      await table.settle();
      const isStill = combatAt(ann).system.step === (stored['combats'] as any)[0].system.step;
      if (isStill) expect(numbers()).toEqual(before);
      expect(table.faults).toEqual([]);
    } finally {
      await table.close();
    }
  });
});

describe('the writing of a world in its new shape', () => {
  const stored = worldOf('0.1.0', 'clash');
  let table: Table;
  afterEach(() => table?.close());

  const spells = () =>
    [...systemsIn({ actors: table.all('actors'), items: table.all('items'), scenes: table.all('scenes') }).values()]
      .filter(({ type }) => type === 'clashSpell')
      .map(({ system }) => system['ethereal']);
  const oldOnes = () => spells().filter((ethereal) => typeof ethereal !== 'string').length;
  const version = () => versionOf(table);

  it('waits for a game master; players read the new shape meanwhile', async () => {
    table = await open(stored, ['Ann']);
    const before = oldOnes();
    expect(before).toBeGreaterThan(5);
    const [ann] = table.tabs as [Tab];
    const wall = ann.hands.game.items.getName('Wall of thorns');
    expect([wall.system.ethereal, wall._source.system.ethereal]).toEqual(['always', 'always']);
    expect([oldOnes(), version(), heardBy(table, 'Ann')]).toEqual([before, '', []]);
    table.sit('Gamemaster');
    await table.settle();
    expect([oldOnes(), version(), heardBy(table, 'Ann')]).toEqual([0, VERSION, []]);
    expect(table.faults).toEqual([]);
  });

  it('is said to be done by whoever is first of two game masters who come at once (seed 230648)', async () => {
    // There is nothing to write but the version.
    table = await Table.open({ seed: 1, world: nothing, present: ['Ann'] });
    const assistant = table.sit('Assistant');
    // The assistant is alone and begins; before a word of it arrives the game master comes.
    const waits = () => assistant.wire.laden.includes('up') && assistant.hands;
    for (let next = table.laden()[0]; next && !waits(); next = table.laden()[0]) await table.deliver(next);
    const gm = table.sit('Gamemaster');
    const others = () => table.laden().find(({ tab }) => tab === gm);
    for (let next = others(); next; next = others()) await table.deliver(next);
    expect(assistant.wire.laden).toContain('up');
    await table.settle();
    expect(version()).toBe(VERSION);
    expect(table.faults).toEqual([]);
  });

  it('goes on after the server was killed in the middle of it', async () => {
    table = await open(stored, []);
    const before = oldOnes();
    table.sit('Gamemaster');
    await table.idle();
    for (let [first] = table.laden(); first && oldOnes() > before / 2; [first] = table.laden())
      await table.deliver(first);
    expect(oldOnes()).toBeGreaterThan(0);
    expect(oldOnes()).toBeLessThan(before);
    await table.killServer();
    expect(version()).toBe('');
    await table.settle();
    expect([oldOnes(), version()]).toEqual([0, VERSION]);
    expect(table.faults).toEqual([]);
  });

  it('names what another package keeps from being written, and tries again next time', async () => {
    table = await open(stored, []);
    const gm = table.sit('Gamemaster');
    for (let [first] = table.laden(); first && !gm.hands; [first] = table.laden()) await table.deliver(first);
    const { prototype } = gm.hands.CONFIG.Item.documentClass;
    prototype._preUpdate = async function () {
      return this.name !== 'By its kind';
    };
    await table.settle();
    expect([oldOnes(), version()]).toEqual([1, '']);
    expect(heardBy(table, 'Gamemaster').at(-1)).toContain('Not everything could be written');
    expect(heardBy(table, 'Gamemaster').at(-1)).toContain('By its kind');
    gm.reload();
    await table.settle();
    expect([oldOnes(), version()]).toEqual([0, VERSION]);
  });

  it('is refused where a newer version has written the world; the game master is told', async () => {
    const setting = { _id: 'dataVersion00000', key: 'cadence.dataVersion', value: '"9.0.0"', user: null, flags: {} };
    table = await open({ ...stored, settings: [setting] }, ['Gamemaster', 'Ann']);
    expect(heardBy(table, 'Gamemaster')).toEqual([expect.stringContaining('was last written by Cadence 9.0.0')]);
    expect(heardBy(table, 'Ann')).toEqual([]);
    expect(oldOnes()).toBeGreaterThan(0);
  });
});
