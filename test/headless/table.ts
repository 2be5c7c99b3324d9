import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Variants, World } from '@cadence/sandbox';
import { openWorld } from '@cadence/sandbox';
import { idFromName, listen, WORLD_COLLECTIONS } from '@cadence/sandbox/testing';
import { defined } from '../../src/kernel/defined';
import type { Die } from '../../src/kernel/dice';
import { seededDie } from '../../src/kernel/rng';
import { Clock } from './clock';
import { Disk } from './disk';
import type { Source, StoredSource } from './documents';
import type { Globals } from './hands';
import { disagreements, faultsOf, neglected } from './laws';
import { Ledger } from './ledger';
import { Storage } from './scope';
import { pageScript } from './script';
import { type Bench, Tab } from './tab';
import { type Message, Wires } from './wires';
import { type DemoWorld, fightAt, type UserName, writeDemo, writeSystem } from './world';

const ONLOOKER: UserName = 'Onlooker';
const STORED = ['actors', 'items', 'scenes', 'combats', 'messages', 'settings', 'users', 'journal'];
/** The sandbox says less of what it stores than the system does. */
const sourceOf = (stored: { readonly _id: string }): Source => stored as Source;
const plain = (value: Source): Source => JSON.parse(JSON.stringify(value));

export interface Seating {
  /** Time and chance come from it: the same seed and the same deeds are the same messages. */
  readonly seed: number;
  readonly world: DemoWorld;
  /** Who sits at the table at the beginning, a tab each; somebody named twice has two. */
  readonly present: readonly UserName[];
  /** What the server finds instead of the world's own documents, as it was stored: by collection, whole. */
  readonly stored?: StoredWorld;
  /** Variants of unproven behavior. */
  readonly variants?: Variants;
  /** Breaks what a window finds of Foundry before the system starts in it. */
  readonly breaks?: (globals: Globals) => void;
  /** What a console may say here that is elsewhere a fault. */
  readonly allowed?: (table: Table, what: string) => boolean;
}

/** A message that was delivered. */
export interface Delivery {
  readonly tab: Tab;
  readonly direction: 'up' | 'down';
  readonly message: Message;
  /** How long its receiver was busy with it. Milliseconds. */
  readonly took: number;
}

export type StoredWorld = Readonly<Record<string, readonly StoredSource[]>>;

/** A server, and tabs around an encounter that has not begun. */
export class Table {
  readonly die: Die;
  readonly clock = new Clock();
  readonly faults: string[] = [];
  readonly log: string[] = [];
  readonly tabs: Tab[] = [];
  private readonly browsers = new Map<UserName, Storage>();
  world!: World;
  private wires = new Wires();
  ledger = new Ledger();
  private readonly disk = new Disk((writes) => this.ledger.written(writes));
  private bench!: Bench;
  private readonly undo: (() => void)[] = [];
  /** Called after each delivery. */
  delivered: ((delivery: Delivery) => void) | null = null;

  private constructor(
    private readonly seating: Seating,
    private readonly folder: string,
  ) {
    this.die = seededDie(seating.seed);
  }

  static async open(seating: Seating): Promise<Table> {
    const table = new Table(seating, await mkdtemp(join(tmpdir(), 'cadence-soak-')));
    await table.begin();
    return table;
  }

  private async begin(): Promise<void> {
    await writeSystem(join(this.folder, 'dist'));
    await writeDemo(join(this.folder, 'demo'), this.seating.world);
    const page = await pageScript();
    const words = JSON.parse(await readFile('lang/en.json', 'utf8'));
    this.bench = {
      clock: this.clock,
      die: this.die,
      page,
      words,
      connect: (user) => this.wires.connect(this.world.sessions.create(idFromName(user))),
      fault: (what) => this.fault(what),
      heard: (user, level, text) => this.note(`${user} reads (${level}): ${text}`),
      breaks: this.seating.breaks,
    };
    this.ownTime();
    await this.openWorld();
    const { stored } = this.seating;
    if (stored) await this.store(stored);
    for (const user of this.seating.present) this.sit(user);
    await this.settle();
  }

  /** The server and the clients read one clock and draw from one source, so that a seed is a run. */
  private ownTime(): void {
    const unheard = (error: unknown) => this.fault(`nobody hears of ${error instanceof Error ? error.stack : error}`);
    process.on('unhandledRejection', unheard);
    this.undo.push(() => process.off('unhandledRejection', unheard));
    const { now } = Date;
    Date.now = () => this.clock.now;
    this.undo.push(() => {
      Date.now = now;
    });
    const { setTimeout, clearTimeout, crypto } = globalThis;
    globalThis.setTimeout = ((run: () => void, delay?: number) => this.clock.set(this.world, run, delay)) as never;
    globalThis.clearTimeout = ((id?: number) => this.clock.clear(id)) as never;
    this.undo.push(() => Object.assign(globalThis, { setTimeout, clearTimeout }));
    const real = crypto.getRandomValues;
    crypto.getRandomValues = ((array: Uint32Array) => {
      for (let at = 0; at < array.length; at++) array[at] = this.die(2 ** 31);
      return array;
    }) as typeof real;
    this.undo.push(() => {
      crypto.getRandomValues = real;
    });
  }

  private async openWorld(): Promise<void> {
    const { folder } = this;
    const options = { dist: join(folder, 'dist'), data: join(folder, 'data'), demo: join(folder, 'demo') };
    const { variants = {} } = this.seating;
    this.world = await openWorld({ ...options, variants, database: async () => this.disk });
    this.wires = new Wires();
    listen(this.wires as never, this.world);
  }

  /** Stores a world in the place of this one, as it is and without anybody's looking at it; who comes next gets to see it. */
  async store(world: StoredWorld): Promise<void> {
    await this.world.store.clear();
    this.ledger = new Ledger();
    const writes = Object.entries(world).flatMap(([collection, sources]) =>
      sources.map((source) => ({ collection, id: source._id, source })),
    );
    await this.world.store.write(writes);
  }

  /** Everything the server keeps, to be stored once more. */
  whole(): StoredWorld {
    return structuredClone(
      Object.fromEntries(Object.values(WORLD_COLLECTIONS).map((collection) => [collection, this.all(collection)])),
    );
  }

  /** The documents of a collection as the server keeps them. */
  all(collection: string): Source[] {
    return [...this.world.store.collection(collection).values()].map(sourceOf);
  }

  /** Returns the tab of a user. Throws if the user has none. */
  tabOf(user: string): Tab {
    return defined(
      this.tabs.find((tab) => tab.user === user),
      `a tab of ${user}`,
    );
  }

  sit(user: UserName): Tab {
    if (!this.browsers.has(user)) this.browsers.set(user, new Storage());
    const tab = Tab.open(this.bench, user, defined(this.browsers.get(user), 'a browser'));
    this.tabs.push(tab);
    this.note(`${user} comes`);
    return tab;
  }

  anyTab = (): Tab => this.tabs[this.die(this.tabs.length) - 1];

  /** Whatever it had not written is lost; everybody joins the new one. @returns whether it was writing */
  async killServer(): Promise<boolean> {
    const going = this.laden().find(({ direction }) => direction === 'up');
    let isWriting = false;
    if (going && this.die(2) === 1) {
      this.disk.isSlow = true;
      await this.deliver(going);
      isWriting = this.disk.pull(this.die(2) === 1);
    }
    this.note('the server is killed');
    const there = this.tabs.filter((tab) => tab.isThere);
    for (const tab of there) tab.leave();
    this.clock.forget(this.world);
    await this.openWorld();
    for (const tab of there) tab.reload();
    await this.idle();
    return isWriting;
  }

  laden() {
    return this.tabs.flatMap((tab) => tab.wire.laden.map((direction) => ({ tab, direction })));
  }

  async deliver({ tab, direction }: { tab: Tab; direction: 'up' | 'down' }): Promise<void> {
    const began = performance.now();
    let message: Message;
    try {
      message = tab.wire.deliver(direction);
    } catch (error) {
      // What a listener throws, a browser's console says; the socket lives on.
      this.fault(`${direction === 'up' ? 'the server' : tab.user}: ${error instanceof Error ? error.stack : error}`);
      return this.idle();
    }
    await this.idle();
    this.delivered?.({ tab, direction, message, took: performance.now() - began });
  }

  /** Until nobody does anything without a message, a timer or a person: nothing else is waited for, so all that is left are promises. */
  idle(): Promise<void> {
    return new Promise((done) => setImmediate(done));
  }

  /** Everything on its way arrives, and every timer runs out. */
  async settle(): Promise<void> {
    const until = this.clock.now + 60_000;
    for (let messages = 0; messages < 20_000; messages++) {
      await this.idle();
      const [first] = this.laden();
      if (first) await this.deliver(first);
      else if (this.clock.now > until || !this.clock.next()) return;
    }
    this.fault('it never comes to rest');
  }

  /**
   * Everybody comes back, a game master among them; then all has to be as it should.
   * @param sameCompany whether nobody has come into the encounter or left it
   * @param byHand whether somebody has written beside the rules, which no history knows of
   * @returns how far the encounter has come
   */
  async judge({ sameCompany = true, byHand = false } = {}): Promise<number> {
    for (const tab of this.tabs) if (!tab.isThere) tab.reload();
    if (!this.tabs.some(({ user }) => user === 'Gamemaster')) this.sit('Gamemaster');
    await this.settle();
    const fresh = this.sit(ONLOOKER);
    await this.settle();
    for (const tab of this.tabs) if (!tab.isOpen) this.fault(`${tab.user} never gets in`);
    if (this.faults.length > 0) return 0;
    const others = this.tabs.filter((tab) => tab !== fresh);
    const faults = faultsOf(fresh, { sameCompany, byHand });
    for (const fault of [...disagreements([fresh, ...others]), ...faults, ...neglected(fresh)]) this.fault(fault);
    const { messages } = fresh.hands.game;
    for (const fault of this.ledger.faults((id) => messages.has(id))) this.fault(fault);
    return fightAt(fresh)?.system.step ?? 0;
  }

  /** The requests that are left, refused or waiting, as somebody sees who is there. */
  left(): Record<'refused' | 'waiting', number> {
    const there = this.tabs.find(({ isOpen }) => isOpen);
    const requests = there?.hands.game.messages.filter(({ type }) => type === 'request') ?? [];
    const refused = requests.filter(({ system }) => system.refused.length > 0).length;
    return { refused, waiting: requests.length - refused };
  }

  /** How many writes the server has been asked for. */
  get writes(): number {
    return this.world.stats.report().log.length;
  }

  /** Everything the server keeps, by collection and id. */
  stored(): Map<string, Source> {
    const { store } = this.world;
    return new Map(
      STORED.flatMap((name) =>
        [...store.collection(name)].map(([id, source]) => [`${name} ${id}`, plain(sourceOf(source))]),
      ),
    );
  }

  fault(what: string): void {
    const isAllowed = this.seating.allowed?.(this, what) ?? false;
    if (!isAllowed) this.faults.push(what);
    this.note(isAllowed ? what : `FAULT ${what}`);
  }

  note(what: string): void {
    this.log.push(what);
  }

  async close(): Promise<void> {
    for (const tab of this.tabs) tab.leave();
    for (const back of this.undo) back();
    await rm(this.folder, { recursive: true, force: true });
  }
}
