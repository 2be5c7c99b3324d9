import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { useVariants, type Variants } from '@cadence/sandbox';
import { BUILD, buildServer } from '@cadence/sandbox/build';
import { connect, signIn } from '@cadence/sandbox/testing';
import { defined } from '../../src/kernel/defined';
import type { Die } from '../../src/kernel/dice';
import { seededDie } from '../../src/kernel/rng';
import { disagreements, faultsOf, neglected } from '../headless/laws';
import { Storage } from '../headless/scope';
import { pageScript } from '../headless/script';
import { type Bench, Tab } from '../headless/tab';
import { fight, fightAt, type UserName, writeDemo, writeSystem } from '../headless/world';
import { act } from './person';

const COMPANY: readonly UserName[] = ['Gamemaster', 'Ann', 'Bob'];

export interface KilledOutcome {
  readonly faults: readonly string[];
  readonly steps: number;
  readonly kills: number;
}

interface Wish {
  readonly ruleset: string;
  readonly seed: number;
  readonly kills: number;
  /** Number of user actions before each kill. */
  readonly deeds: number;
  /** Variants of unproven behavior. */
  readonly variants?: Variants;
}

/**
 * Runs the sandbox's server as its own process, with real sockets and database, and users in tabs of this process. It
 * is killed without notice while they write, and restarted on its disk; then all reload. The seed determines only what
 * users do, not when messages arrive.
 */
export async function playKilled(wish: Wish): Promise<KilledOutcome> {
  const table = await KilledTable.open(wish);
  try {
    for (let kills = 0; kills < wish.kills && table.faults.length === 0; kills++) {
      await table.play(wish.deeds);
      await table.kill();
    }
    await table.play(wish.deeds);
    const steps = await table.judge();
    return { faults: table.faults, steps, kills: table.kills };
  } finally {
    await table.close();
  }
}

class KilledTable {
  readonly faults: string[] = [];
  kills = 0;
  private readonly tabs: Tab[] = [];
  private readonly sessions = new Map<UserName, string>();
  private readonly browsers = new Map<UserName, Storage>();
  private readonly clock = new WallClock();
  private server!: ChildProcess;
  private url = '';
  /** Number of messages received by all tabs. */
  private heard = 0;

  private constructor(
    private readonly folder: string,
    private readonly die: Die,
    private readonly page: Bench['page'],
    private readonly words: object,
    private readonly variants: Variants,
  ) {}

  static async open({ ruleset, seed, variants = {} }: Wish): Promise<KilledTable> {
    const folder = await mkdtemp(join(tmpdir(), 'cadence-killed-'));
    const die = seededDie(seed);
    await writeSystem(join(folder, 'dist'));
    await writeDemo(join(folder, 'demo'), await fight(ruleset, die));
    const words = JSON.parse(await readFile('lang/en.json', 'utf8'));
    const table = new KilledTable(folder, die, await pageScript(), words, variants);
    // Tabs share modules with this process and read what its server was told.
    useVariants(variants);
    await table.start();
    for (const user of COMPANY) table.sit(user);
    await table.allThere();
    return table;
  }

  /** Starts the server on the existing data and connects all users. */
  private async start(): Promise<void> {
    const { folder } = this;
    const paths = ['dist', 'data', 'demo'].flatMap((name) => [`--${name}`, join(folder, name)]);
    const variants = Object.entries(this.variants).flatMap(([name, value]) => ['--variant', `${name}=${value}`]);
    const server = spawn(process.execPath, [await serverBundle(), '--port', '0', ...paths, ...variants]);
    this.server = server;
    this.url = await new Promise<string>((resolve, reject) => {
      let said = '';
      const hears = (chunk: Buffer) => {
        said += chunk;
        const [url] = /http:\/\/localhost:\d+/.exec(said) ?? [];
        if (url && said.includes('Ctrl')) resolve(url);
      };
      server.stdout.on('data', hears);
      server.stderr.on('data', hears);
      server.once('exit', () => reject(new Error(`the server does not start: ${said}`)));
    });
    for (const user of [...COMPANY, 'Onlooker'] as const) this.sessions.set(user, await signIn(this.url, user));
  }

  private sit(user: UserName): Tab {
    if (!this.browsers.has(user)) this.browsers.set(user, new Storage());
    const bench: Bench = {
      die: this.die,
      page: this.page,
      words: this.words,
      clock: this.clock as never,
      connect: (name) =>
        new Connection(this.url, defined(this.sessions.get(name), 'a session'), () => this.heard++) as never,
      fault: (what) => this.faults.push(what),
      heard: () => undefined,
    };
    const tab = Tab.open(bench, user, defined(this.browsers.get(user), 'a browser'));
    this.tabs.push(tab);
    return tab;
  }

  private async allThere(): Promise<void> {
    const until = performance.now() + 20_000;
    while (this.tabs.some(({ isOpen }) => !isOpen)) {
      if (performance.now() > until) throw new Error(`a user never gets in: ${this.faults}`);
      await wait(5);
    }
  }

  /** Users act, with a moment for delivery after each action. */
  async play(deeds: number): Promise<void> {
    for (let done = 0; done < deeds && this.faults.length === 0; ) {
      const tab = this.tabs[this.die(this.tabs.length) - 1];
      if (act(tab, this.die, () => undefined)) done++;
      await wait(this.die(6));
    }
  }

  /** Kills the server in the middle of its work, without notice. */
  async kill(): Promise<void> {
    const dead = new Promise((done) => this.server.once('exit', done));
    this.server.kill('SIGKILL');
    await dead;
    this.kills++;
    for (const tab of this.tabs) tab.leave();
    await this.start();
    for (const tab of this.tabs) tab.reload();
    await this.allThere();
  }

  /** Waits until no message has arrived for a while, twice: on a busy machine a message may be late. */
  private async quiet(): Promise<void> {
    for (let calm = 0, heard = this.heard; calm < 2; heard = this.heard) {
      await wait(300);
      calm = heard === this.heard ? calm + 1 : 0;
    }
  }

  /**
   * Waits until the referee has undone what a tab had begun and the server has lost, and has played what waits. A busy
   * machine needs more than the quiet: what still waits at the end is a fault.
   */
  private async mended(): Promise<void> {
    const isHalfDone = (): boolean => this.tabs.some((tab) => tab.page.isHalfDone(defined(fightAt(tab), 'a fight')));
    const isBehind = (): boolean => isHalfDone() || this.tabs.some((tab) => neglected(tab).length > 0);
    for (let times = 0; times < 80 && isBehind(); times++) await wait(250);
    await this.quiet();
  }

  async judge(): Promise<number> {
    await this.quiet();
    // A tab misses what arrives while it loads, as in Foundry. So the referee repairs first, then the others are
    // compared.
    const referees = this.tabs.filter(({ user }) => user === 'Gamemaster');
    for (const tab of referees) tab.reload();
    await this.allThere();
    await this.mended();
    for (const tab of this.tabs) if (!referees.includes(tab)) tab.reload();
    await this.allThere();
    await this.quiet();
    const fresh = this.sit('Onlooker');
    await this.allThere();
    await this.quiet();
    const others = this.tabs.filter((tab) => tab !== fresh);
    this.faults.push(...disagreements([fresh, ...others]), ...faultsOf(fresh), ...neglected(fresh));
    return fightAt(fresh)?.system.step ?? 0;
  }

  async close(): Promise<void> {
    for (const tab of this.tabs) tab.leave();
    const dead = new Promise((done) => this.server.once('exit', done));
    if (this.server.kill('SIGKILL')) await dead;
    await rm(this.folder, { recursive: true, force: true });
  }
}

class WallClock {
  private readonly timers = new Map<object, Set<ReturnType<typeof setTimeout>>>();

  get now(): number {
    return Date.now();
  }

  /** Time passes by itself; nothing moves it on. */
  set now(_: number) {}

  set(owner: object, run: () => void, delay = 0): unknown {
    const timer = setTimeout(run, delay);
    this.timers.set(owner, (this.timers.get(owner) ?? new Set()).add(timer));
    return timer;
  }

  clear(timer: ReturnType<typeof setTimeout> | undefined): void {
    clearTimeout(timer);
  }

  forget(owner: object): void {
    for (const timer of this.timers.get(owner) ?? []) clearTimeout(timer);
    this.timers.delete(owner);
  }
}

/** A real connection with the interface that the bench expects. */
class Connection {
  readonly client: ReturnType<typeof connect>;

  constructor(url: string, session: string, heard: () => void) {
    this.client = connect(url, session);
    this.client.io.on('packet', heard);
  }

  /** Unknown: messages may arrive at any time. */
  get received(): number {
    return performance.now();
  }

  cut(): void {
    this.client.disconnect();
  }
}

const OUTFILE = join(BUILD, 'soak-server.mjs');
let bundled: Promise<string> | null = null;

/** Builds the server as one program. */
function serverBundle(): Promise<string> {
  bundled ??= buildServer(OUTFILE).then(() => OUTFILE);
  return bundled;
}
