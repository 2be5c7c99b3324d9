/** Foundry's globals, as used by functions that tests run inside a page. The sandbox has the same ones. */

declare const game: {
  readonly ready: boolean;
  readonly system: {
    readonly id: string;
    readonly version: string;
    readonly api: { act(given: object): Promise<unknown> };
  };
  readonly user: PageUser;
  readonly users: PageCollection<PageUser>;
  readonly actors: PageCollection<PageActor> & {
    importFromCompendium(pack: PagePack, id: string, changes?: object): Promise<PageActor>;
  };
  readonly items: PageCollection<PageItem>;
  readonly combat: PageCombat;
  readonly combats: PageCollection<PageCombat>;
  readonly scenes: PageCollection<PageScene> & { readonly active: PageScene; readonly viewed: PageScene };
  readonly messages: PageCollection<PageDocument<PageMessageSystem>>;
  readonly macros: PageCollection<PageDocument & { readonly command: string; execute(): Promise<unknown> }>;
  readonly journal: PageCollection<PageDocument>;
  readonly packs: PageCollection<PagePack>;
  readonly folders: PageCollection<PageDocument>;
  readonly collections: PageCollection<PageCollection<PageDocument>>;
  readonly modules: PageCollection<PageModule>;
  readonly settings: {
    readonly settings: PageCollection<PageSetting>;
    readonly menus: PageCollection<PageMenu>;
    get<Namespace extends string, Key extends string>(
      namespace: Namespace,
      key: Key,
    ): `${Namespace}.${Key}` extends keyof PageSettingValues ? PageSettingValues[`${Namespace}.${Key}`] : unknown;
    set(namespace: string, key: string, value: unknown): Promise<unknown>;
  };
  readonly socket: { emit(event: string, ...rest: unknown[]): void };
  readonly time: { readonly worldTime: number };
  readonly tours: { get(id: string): { readonly status: string } };
  readonly clipboard: { copyPlainText: (text: string) => Promise<void> };
  readonly tooltip: { activate(element: Element, options?: object): void; deactivate(): void };
  togglePause(paused: boolean, options: { broadcast: boolean }): void;
};

/** What `reported` of table.ts reads. */
declare var keptNotices: readonly Element[];

declare const canvas: {
  readonly ready: boolean;
  readonly scene: PageScene;
  readonly level: PageLevel | null;
  readonly grid: PageGrid;
  readonly tokens: {
    readonly placeables: readonly PageTokenObject[];
    readonly controlled: readonly PageTokenObject[];
    readonly turnMarkers: Set<PageTokenObject>;
    get(id: string): PageTokenObject;
    releaseAll(): number;
    setTargets(ids: readonly string[]): void;
  };
  readonly walls: { readonly active: boolean };
  readonly mousePosition: PagePoint;
  readonly regions: { placeRegion(data: object, options?: object): Promise<PageRegion | null> };
  readonly stage: { readonly worldTransform: { apply(point: PagePoint): PagePoint } };
  readonly interface: {
    readonly grid: {
      getHighlightLayer(name: string): {
        readonly geometry: { readonly graphicsData: { shape: { points: number[] } }[] };
      } | null;
    };
    createScrollingText(origin: unknown, content: string, options: object): unknown;
  };
  readonly hud: { readonly token: PageApplication & { bind(token: PageTokenObject | undefined): Promise<unknown> } };
  clientCoordinatesFromCanvas(point: PagePoint): PagePoint;
  pan(view: object): void;
};

interface PageMenuEntry {
  readonly label: string;
  readonly visible?: boolean | ((target: Element | null) => boolean);
}

declare const ui: {
  readonly sidebar: PageApplication & { expand(): void; toggleExpanded(expanded: boolean): void };
  readonly combat: PageApplication & {
    viewed: PageCombat;
    readonly popout: PageApplication;
    renderPopout(): Promise<PageApplication>;
    _getEntryContextOptions(): PageMenuEntry[];
    _getCombatContextOptions(): PageMenuEntry[];
  };
  readonly chat: PageApplication;
  readonly controls: { readonly tool: { readonly name: string } };
  readonly hotbar: PageApplication & { _onDrop(data: object, slot: number): unknown };
};

declare const foundry: {
  readonly applications: {
    readonly instances: Pick<PageCollection<PageApplication>, 'get' | 'values'>;
    readonly handlebars: { renderTemplate(path: string, context: object): Promise<string> };
    readonly api: { readonly DialogV2: { wait(options: object): Promise<unknown> } };
    readonly settings: { readonly SettingsConfig: PageApplicationClass };
    readonly sidebar: { readonly apps: { readonly Compendium: { open(pack: PagePack): Promise<unknown> } } };
    readonly ux: { readonly TextEditor: { readonly implementation: { enrichHTML(text: string): Promise<string> } } };
  };
  readonly audio: { readonly AudioHelper: { readonly played: { volume: number }[] } };
  readonly data: {
    readonly fields: {
      readonly ArrayField: new () => PageArrayField;
      readonly FilePathField: new () => PageFilePathField;
      readonly SchemaField: new () => PageSchemaField;
      readonly StringField: new () => PageStringField;
    };
    readonly operators: { readonly ForcedReplacement: new (value: object) => object };
  };
  readonly documents: { modifyBatch(operations: object[]): Promise<unknown> };
  readonly nue: {
    readonly Tour: {
      readonly tourInProgress: boolean;
      readonly activeTour?: { readonly currentStep?: { readonly selector?: string } | null } | null;
    };
  };
  readonly utils: { getProperty(object: object, path: string): unknown };
};

declare const CONFIG: {
  readonly Combat: { readonly settings: { readonly turnMarker: { enabled: boolean } } };
  /** A test stores Foundry's generator in `fair`. */
  readonly Dice: { randomUniform: () => number; fair?: () => number };
  readonly Item: { readonly dataModels: Record<string, object> };
  readonly Token: { readonly movement?: { readonly actions?: { readonly walk?: object } } };
  readonly queries: Record<string, object>;
  readonly statusEffects: Record<string, object>;
};

declare const CONST: { readonly WALL_DOOR_STATES: Record<'CLOSED' | 'OPEN' | 'LOCKED', number> };
declare const Hooks: {
  on<Args extends unknown[]>(hook: string, listen: (...args: Args) => unknown): number;
  once<Args extends unknown[]>(hook: string, listen: (...args: Args) => unknown): number;
  call(hook: string, ...args: unknown[]): boolean;
  callAll(hook: string, ...args: unknown[]): boolean;
};
declare const Actor: PageDocumentClass<PageActor>;
declare const Item: PageDocumentClass<PageItem>;
declare const Combat: PageDocumentClass<PageCombat>;
declare const ChatMessage: PageDocumentClass<PageDocument<PageMessageSystem>>;
declare const Macro: PageDocumentClass<PageDocument>;
declare const Scene: PageDocumentClass<PageScene>;
/** Tests use it for adventures only. */
declare function fromUuid(uuid: string): Promise<{ readonly _source: PageAdventureSource }>;
/** Tests use it for tokens only. */
declare function fromUuidSync(uuid: string): PageToken;
declare function getDocumentClass(name: 'Combat'): PageDocumentClass<PageCombat>;

/** Values that tests and their modules leave in a page. */
declare var copied: string;
declare var rung: string[];
declare var rising: string[];
declare var announced: string[];
declare var drawn: number;
declare var clickSeen: { frames: number; saidAfter: number };
declare var trackerSeen: { renders: number; replaced: number; templates: string[] };
/** Set while a region is being placed. */
declare var placing: Promise<PageRegion | null>;
declare var quenchRunner: typeof import('../../foundry/run');
declare var quench: {
  readonly app: { render(options: { force: boolean }): Promise<unknown> };
  runBatches(pattern: string): Promise<PageRunner>;
  readonly _testBatches: Map<string, { readonly key: string; readonly displayName: string }>;
};
declare var pwned: unknown;
declare var axe: {
  run(
    context: object,
    options: object,
  ): Promise<{
    readonly violations: readonly {
      readonly id: string;
      readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary: string }[];
    }[];
  }>;
};

/** A suite of Mocha, or a test with its suite. */
interface PageSuite {
  readonly title: string;
  readonly parent?: PageSuite;
  /** Quench's marker of the suite that holds a batch. */
  readonly _quench_batchRoot?: boolean;
}

interface PageRunner {
  on(event: 'test' | 'pass' | 'pending' | 'fail', listen: (test: PageSuite, error?: Error) => void): this;
  once(event: 'end', listen: (failures: unknown) => void): this;
}
