import type { Die } from '../../src/kernel/dice';
import type { Clock } from './clock';
import type { GamePage, Globals } from './game-page';
import { Storage, scopeOf } from './scope';
import type { PageScript } from './script';
import type { Wire } from './wires';
import type { UserName } from './world';

/** The environment of a tab. */
export interface Bench {
  readonly clock: Clock;
  readonly die: Die;
  readonly page: PageScript;
  readonly words: object;
  connect(user: UserName): Wire;
  /** Reports an error that no user could have caused. */
  fault(what: string): void;
  heard(user: UserName, level: string, text: string): void;
  /** Breaks parts of Foundry in a page before the system starts. */
  readonly breaks?: ((globals: Globals) => void) | undefined;
}

/** A browser tab: a user's view through one connection, until it is closed or reloaded. */
export class Tab {
  readonly local: Storage;
  private readonly session: Storage;
  scope: object = {};
  wire: Wire;
  private currentPage: GamePage | null = null;

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

  get isOpen(): boolean {
    return this.currentPage !== null;
  }

  /** Throws while the game is not open. */
  get page(): GamePage {
    if (!this.currentPage) throw new Error(`the game is not open at ${this.user}`);
    return this.currentPage;
  }

  private load(navigation: 'navigate' | 'reload'): Wire {
    const { clock, die, page, words, fault, heard, breaks } = this.bench;
    const wire = this.bench.connect(this.user);
    this.currentPage = null;
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
        (opened) => {
          if (this.scope === scope) this.currentPage = opened;
        },
        (error) => this.scope === scope && fault(`${this.user} cannot open the game: ${error.stack}`),
      );
    return wire;
  }

  get isThere(): boolean {
    return this.wire.client.connected;
  }

  /** F5: memory and messages under way are lost. */
  reload(): void {
    this.leave();
    this.wire = this.load('reload');
  }

  get stored(): string {
    return this.local.text() + this.session.text();
  }

  /** Opens the game in another browser with empty storage. */
  changeBrowser(): void {
    this.leave();
    this.local.clear();
    this.session.clear();
    this.wire = this.load('navigate');
  }

  /** Cuts the connection; the tab stays unusable until a reload. */
  leave(): void {
    this.wire.cut();
    this.bench.clock.forget(this.scope);
    this.local.forget(this.scope);
    this.scope = {};
    this.currentPage = null;
  }

  /** Sends a message past the system's code, as a console would. Returns the server's response. */
  raw<T>(event: string, ...args: unknown[]): Promise<T> {
    return new Promise((heard) => this.wire.client.emit(event, ...args, heard));
  }

  /** Runs a user's action without waiting for its result. */
  does(what: string, action: () => unknown): void {
    const { scope } = this;
    Promise.resolve()
      .then(action)
      .catch((error) => this.scope === scope && this.bench.fault(`${this.user}, ${what}: ${error.stack ?? error}`));
  }
}
