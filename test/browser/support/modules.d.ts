/** What the probes of other packages' modules read of them; as their sources have it. */

declare const Sequence: new () => { wait(milliseconds: number): { play(): Promise<unknown> } };
declare const Roll: new (formula: string) => { evaluate(): Promise<object> };
declare const socketlib: { registerModule(id: string): { executeForEveryone: unknown } | undefined };
declare const libWrapper: {
  readonly is_fallback: boolean;
  register(
    id: string,
    target: string,
    wrapper: (wrapped: (...args: unknown[]) => unknown, ...args: unknown[]) => unknown,
    type: string,
  ): number;
  unregister_all(id: string): void;
};

interface PageHealthEstimate {
  readonly settings: { display: string };
  getEstimation(token: PageTokenObject): { desc: string };
  readonly _cache: Record<string, { readonly text: string; readonly visible: boolean } | undefined>;
}

interface PageItemPiles {
  turnTokensIntoItemPiles(tokens: PageToken[]): Promise<string[]>;
  renderItemPileInterface(target: PageToken, options?: object): Promise<unknown>;
  transferItems(source: PageToken, target: PageToken, items: { _id: string; quantity: number }[]): Promise<unknown>;
}

/** An actor as effect panels read it. */
interface PageAffected {
  allApplicableEffects(): Iterable<{ readonly id: string; readonly name: string; readonly isTemporary: boolean }>;
}

interface PageModuleGlobals {
  readonly healthEstimate?: PageHealthEstimate;
  readonly itempiles?: { readonly API: PageItemPiles };
  readonly combat: { getTimeDelta(...turns: number[]): number };
  readonly dice3d?: { showForRoll(roll: object, user: object, synchronize: boolean): Promise<boolean> };
}
