/** What `game` is made of; its parts are put in place by `boot.ts` in Foundry's order. T14: client/game.d.mts */
export class Game {
  [part: string]: any;
  ready = false;
  paused = false;
  _documentsReady = false;
  data: any = {};
  collections = new Map<string, any>();

  get combat() {
    return this['combats']?.viewed ?? null;
  }

  get isAdmin() {
    return false;
  }

  /** Calls `init` and all that follows, once the packages are loaded: libraries wrap it to be the first. */
  initialize(): Promise<void> {
    return this['setupGame']();
  }
}

/** The one `game` of this client. Modules of the sandbox import it; `main.ts` makes it the global that systems see. */
export const game = new Game();
