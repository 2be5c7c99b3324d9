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
import type { Globals } from './game-page';
import { disagreements, faultsOf, neglected } from './laws';
import { Ledger } from './ledger';
import { Storage } from './scope';
import { pageScript } from './script';
import { type Bench, Tab } from './tab';
import { type Delay, type Message, Wires } from './wires';
import { type DemoWorld, fightAt, type UserName, writeDemo, writeSystem } from './world';

const ONLOOKER: UserName = 'Onlooker';
const STORED = ['actors', 'items', 'scenes', 'combats', 'messages', 'settings', 'users', 'journal'];
/** The sandbox's type of stored documents is narrower than the system's. */
const sourceOf = (stored: { readonly _id: string }): Source => stored as Source;
const plain = (value: Source): Source => JSON.parse(JSON.stringify(value));

export interface Seating {
  /** Seeds time and randomness: equal seeds and actions give equal messages. */
  readonly seed: number;
  readonly world: DemoWorld;
  /** The users connected at the start, a tab each; a user listed twice has two. */
  readonly present: readonly UserName[];
  /** Stored documents that replace the world's own, by collection. */
  readonly stored?: StoredWorld;
  readonly variants?: Variants;
  /** Breaks parts of Foundry in a page before the system starts. */
  readonly breaks?: (globals: Globals) => void;
  /** Console errors that are no faults here. */
  readonly allowed?: (table: Table, what: string) => boolean;
}

export interface Delivery {
  readonly tab: Tab;
  readonly direction: 'up' | 'down';
  readonly message: Message;
  /** The processor time of the receiver in milliseconds; other work on the machine does not count. */
  readonly took: number;
}

export type StoredWorld = Readonly<Record<string, readonly StoredSource[]>>;

/** A server and its tabs, with an encounter that has not begun. */
export class Table {
  readonly die: Die;
  readonly clock = new Clock();
  readonly faults: string[] = [];
  readonly log: string[] = [];
  readonly tabs: Tab[] = [];
  private readonly browsers = new Map<UserName, Storage>();
  world!: World;
  /** What each message takes on its way. */
  readonly delay: Delay = { clock: this.clock, milliseconds: 0 };
  private wires = new Wires(this.delay);
  ledger = new Ledger();
  private readonly disk = new Disk((writes) => this.ledger.written(writes));
  private bench!: Bench;
  private readonly cleanups: (() => void)[] = [];
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
    this.installClock();
    await this.openWorld();
    const { stored } = this.seating;
    if (stored) await this.store(stored);
    for (const user of this.seating.present) this.sit(user);
    await this.settle();
  }

  /** Server and clients share one clock and one source of randomness, so that a seed reproduces a run. */
  private installClock(): void {
    const reportUnhandled = (error: unknown) =>
      this.fault(`unhandled rejection: ${error instanceof Error ? error.stack : error}`);
    process.on('unhandledRejection', reportUnhandled);
    this.cleanups.push(() => process.off('unhandledRejection', reportUnhandled));
    const { now } = Date;
    Date.now = () => this.clock.now;
    this.cleanups.push(() => {
      Date.now = now;
    });
    const { setTimeout, clearTimeout, crypto } = globalThis;
    globalThis.setTimeout = ((run: () => void, delay?: number) => this.clock.set(this.world, run, delay)) as never;
    globalThis.clearTimeout = ((id?: number) => this.clock.clear(id)) as never;
    this.cleanups.push(() => Object.assign(globalThis, { setTimeout, clearTimeout }));
    const real = crypto.getRandomValues;
    crypto.getRandomValues = ((array: Uint32Array) => {
      for (let at = 0; at < array.length; at++) array[at] = this.die(2 ** 31);
      return array;
    }) as typeof real;
    this.cleanups.push(() => {
      crypto.getRandomValues = real;
    });
  }

  private async openWorld(): Promise<void> {
    const { folder } = this;
    const options = { dist: join(folder, 'dist'), data: join(folder, 'data'), demo: join(folder, 'demo') };
    const { variants = {} } = this.seating;
    this.world = await openWorld({ ...options, variants, database: async () => this.disk });
    this.wires = new Wires(this.delay);
    listen(this.wires as never, this.world);
  }

  /** Replaces the stored world without validation; clients see it after they join. */
  async store(world: StoredWorld): Promise<void> {
    await this.world.store.clear();
    this.ledger = new Ledger();
    const writes = Object.entries(world).flatMap(([collection, sources]) =>
      sources.map((source) => ({ collection, id: source._id, source })),
    );
    await this.world.store.write(writes);
  }

  /** Returns all stored documents, for `store`. */
  whole(): StoredWorld {
    return structuredClone(
      Object.fromEntries(Object.values(WORLD_COLLECTIONS).map((collection) => [collection, this.all(collection)])),
    );
  }

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

  /** Kills the server: unwritten data is lost, and all tabs join the new one. @returns whether it was writing */
  async killServer(): Promise<boolean> {
    const upload = this.pending().find(({ direction }) => direction === 'up');
    let isWriting = false;
    if (upload && this.die(2) === 1) {
      this.disk.isSlow = true;
      await this.deliver(upload);
      isWriting = this.disk.pull(this.die(2) === 1);
    }
    this.note('the server is killed');
    const connected = this.tabs.filter((tab) => tab.isThere);
    for (const tab of connected) tab.leave();
    this.clock.forget(this.world);
    await this.openWorld();
    for (const tab of connected) tab.reload();
    await this.idle();
    return isWriting;
  }

  pending() {
    return this.tabs.flatMap((tab) => tab.wire.pending.map((direction) => ({ tab, direction })));
  }

  async deliver({ tab, direction }: { tab: Tab; direction: 'up' | 'down' }): Promise<void> {
    // The processor is asked only for those who listen: it takes as long as a small message.
    const began = this.delivered && process.cpuUsage();
    let message: Message;
    try {
      message = tab.wire.deliver(direction);
    } catch (error) {
      // A browser logs errors of a listener; the socket stays usable.
      this.fault(`${direction === 'up' ? 'the server' : tab.user}: ${error instanceof Error ? error.stack : error}`);
      return this.idle();
    }
    await this.idle();
    if (!began) return;
    const { user, system } = process.cpuUsage(began);
    this.delivered?.({ tab, direction, message, took: (user + system) / 1000 });
  }

  /** Waits for pending promises: without a message, a timer or a user nothing else can happen. */
  idle(): Promise<void> {
    return new Promise((done) => setImmediate(done));
  }

  /** Delivers all messages and runs all timers. */
  async settle(): Promise<void> {
    const until = this.clock.now + 60_000;
    for (let messages = 0; messages < 20_000; messages++) {
      await this.idle();
      const [first] = this.pending();
      if (first) await this.deliver(first);
      else if (this.clock.now > until || !this.clock.next()) return;
    }
    this.fault('the messages never end');
  }

  /**
   * Reconnects all users and a GM, then checks all laws.
   * @param sameCompany whether the fighters never changed
   * @param manually whether documents were changed outside the history
   * @returns the step of the encounter
   */
  async judge({ sameCompany = true, manually = false } = {}): Promise<number> {
    for (const tab of this.tabs) if (!tab.isThere) tab.reload();
    if (!this.tabs.some(({ user }) => user === 'Gamemaster')) this.sit('Gamemaster');
    await this.settle();
    const fresh = this.sit(ONLOOKER);
    await this.settle();
    for (const tab of this.tabs) if (!tab.isOpen) this.fault(`${tab.user} never gets in`);
    if (this.faults.length > 0) return 0;
    const others = this.tabs.filter((tab) => tab !== fresh);
    const faults = faultsOf(fresh, { sameCompany, manually });
    for (const fault of [...disagreements([fresh, ...others]), ...faults, ...neglected(fresh)]) this.fault(fault);
    const { messages } = fresh.page.game;
    for (const fault of this.ledger.faults((id) => messages.has(id))) this.fault(fault);
    return fightAt(fresh)?.system.step ?? 0;
  }

  /** Returns the number of remaining requests, as a connected user sees them. */
  left(): Record<'refused' | 'waiting', number> {
    const connected = this.tabs.find(({ isOpen }) => isOpen);
    const requests = connected?.page.game.messages.filter(({ type }) => type === 'request') ?? [];
    const refused = requests.filter(({ system }) => system.refused.length > 0).length;
    return { refused, waiting: requests.length - refused };
  }

  get writes(): number {
    return this.world.stats.report().log.length;
  }

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
    for (const cleanUp of this.cleanups) cleanUp();
    await rm(this.folder, { recursive: true, force: true });
  }
}
