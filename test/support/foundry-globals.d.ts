/**
 * Foundry's globals as used by the system sources these tests import. The repository's `tsconfig.json` checks those
 * sources against Foundry's own types.
 */
declare const game: {
  readonly system: { readonly version: string };
  readonly user: { readonly isGM: boolean; can(permission: string): boolean };
  readonly packs: Iterable<object>;
  readonly i18n: {
    localize(key: string): string;
    format(key: string, data: object): string;
    readonly lang: string;
    has(key: string): boolean;
  };
  readonly settings: {
    register(namespace: string, key: string, definition: object): void;
    get<Value>(namespace: string, key: string): Value;
    set(namespace: string, key: string, value: unknown): Promise<unknown>;
  };
};
declare const ui: {
  readonly notifications?: Record<'info' | 'warn' | 'error', (message: string, options: object) => unknown>;
};
declare const Hooks: { callAll(hook: string, ...args: unknown[]): boolean };
declare const foundry: {
  readonly utils: { escapeHTML(text: string): string };
  readonly applications: {
    readonly api: {
      readonly DialogV2: { confirm(options: object): Promise<unknown>; wait(options: object): Promise<unknown> };
    };
    readonly handlebars: {
      loadTemplates(paths: readonly string[]): Promise<unknown>;
      renderTemplate(path: string, context: object): Promise<string>;
    };
    readonly instances: ReadonlyMap<string, { readonly element: HTMLElement | null }>;
  };
};
declare const fromUuidSync: (uuid: string, options?: object) => object | null;
