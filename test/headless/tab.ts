import type { Die } from '../../src/kernel/dice';
import type { Clock } from './clock';
import type { Globals, Hands } from './hands';
import { Storage, scopeOf } from './scope';
import type { PageScript } from './script';
import type { Wire } from './wires';
import type { UserName } from './world';

/** What a tab needs of the bench it runs on. */
export interface Bench {
  readonly clock: Clock;
  readonly die: Die;
  readonly page: PageScript;
  readonly words: object;
  connect(user: UserName): Wire;
  /** Something went wrong that nobody at the table could have caused. */
  fault(what: string): void;
  heard(user: UserName, level: string, text: string): void;
  /** Breaks what a window finds of Foundry before the system starts in it. */
  readonly breaks?: ((globals: Globals) => void) | undefined;
}

/** A browser tab: what a user sees through one connection, from when it is opened until it is closed or reloaded. */
export class Tab {
  readonly local: Storage;
  private readonly session: Storage;
  scope: object = {};
  wire: Wire;
  private opened: Hands | null = null;

  private constructor(
    private readonly bench: Bench,
    readonly user: UserName,
    local: Storage,
  ) {
    this.local = local;
    this.session = new Storage();
    this.wire = this.load('navigate');
  }

  static open(bench: Bench, user: UserName, local: Storage): Tab {
    return new Tab(bench, user, local);
  }

  /** Whether the game is open in it. */
  get isOpen(): boolean {
    return this.opened !== null;
  }

  /** What a user can do in it. Throws while the game is not open. */
  get hands(): Hands {
    if (!this.opened) throw new Error(`the game is not open at ${this.user}`);
    return this.opened;
  }

  private load(navigation: 'navigate' | 'reload'): Wire {
    const { clock, die, page, words, fault, heard, breaks } = this.bench;
    const wire = this.bench.connect(this.user);
    this.opened = null;
    const scope = scopeOf({
      local: this.local,
      session: this.session,
      clock,
      die,
      navigation,
      failed: (what) => this.scope === scope && fault(`${this.user}: ${what}`),
    });
    this.scope = scope;
    const options = {
      storage: this.local,
      words,
      breaks,
      notified: (level: string, text: string) => heard(this.user, level, text),
    };
    page(scope)
      .open(wire.client, options)
      .then(
        (hands) => {
          if (this.scope === scope) this.opened = hands;
        },
        (error) => this.scope === scope && fault(`${this.user} cannot open the game: ${error.stack}`),
      );
    return wire;
  }

  get isThere(): boolean {
    return this.wire.client.connected;
  }

  /** F5: what was in memory is gone, what was on its way is lost. */
  reload(): void {
    this.leave();
    this.wire = this.load('reload');
  }

  /** Everything this browser stores for the site. */
  get stored(): string {
    return this.local.text() + this.session.text();
  }

  /** Opens the game in another browser: nothing is stored there yet. */
  changeBrowser(): void {
    this.leave();
    this.local.clear();
    this.session.clear();
    this.wire = this.load('navigate');
  }

  /** The connection is lost; the page stands there until it is loaded again. */
  leave(): void {
    this.wire.cut();
    this.bench.clock.forget(this.scope);
    this.local.forget(this.scope);
    this.scope = {};
    this.opened = null;
  }

  /** Sends a message past all of the system's own code, as a console would; comes to what the server said of it. */
  raw<T>(event: string, ...args: unknown[]): Promise<T> {
    return new Promise((heard) => this.wire.client.emit(event, ...args, heard));
  }

  /** Does something a person might, and does not wait for what comes of it. */
  does(what: string, deed: () => unknown): void {
    const { scope } = this;
    Promise.resolve()
      .then(deed)
      .catch((error) => this.scope === scope && this.bench.fault(`${this.user}, ${what}: ${error.stack ?? error}`));
  }
}
