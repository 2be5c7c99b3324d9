/**
 * The one `game` of this client. Modules of the sandbox import it; `main.ts` makes it the global that systems see.
 * Its parts are put in place by `boot.ts` in Foundry's order. T14: client/game.d.mts
 */
export const game: Record<string, any> = {
  ready: false,
  paused: false,
  _documentsReady: false,
  data: {},
  collections: new Map<string, any>(),
  get combat() {
    return this['combats']?.viewed ?? null;
  },
  get isAdmin() {
    return false;
  },
};
