/**
 * What functions that tests run inside a page find there, as far as they ask for it: Foundry's globals, which the sandbox has too.
 * Ids in tests are those of documents that are there, so collections give a document and never nothing.
 */
type Command = import('../../../src/encounter/command').Command;
type Answer = import('../../../src/kernel/ask').Answer;
type StoredCombat = import('../../../src/foundry/stored/systems').CombatSystem;
type CombatantSystem = import('../../../src/foundry/stored/systems').CombatantSystem;
type StoredOpen = import('../../../src/foundry/stored/systems').OpenExchange;
type StoredAsk = import('../../../src/foundry/stored/systems').OpenAsk;
type StoredStep = import('../../../src/foundry/stored/systems').HistoryStep;

/** A question of any kind: a test knows which it is. */
interface PageAsk {
  readonly kind: string;
  readonly id: string;
  readonly by: string;
  readonly facts: Record<string, any>;
  readonly options: readonly { readonly id: string }[];
  readonly places: readonly any[];
  readonly takers: readonly { readonly by: string; readonly commands: readonly Command[] }[];
}

interface PageEntry {
  readonly ask: PageAsk;
  readonly answer: any;
}

/** What a combat holds; what stands on the clock and in the books is its ruleset's own. */
interface PageCombatSystem extends Omit<StoredCombat, 'clock' | 'books' | 'open' | 'history'> {
  readonly clock: { readonly round: number; readonly phase: string; readonly [own: string]: any };
  readonly books: Record<string, Record<string, any>>;
  readonly open:
    | (Omit<StoredOpen, 'asks'> & { readonly asks: readonly (Omit<StoredAsk, 'ask'> & { readonly ask: PageAsk })[] })
    | null;
  readonly history: Record<string, Omit<StoredStep, 'entries'> & { readonly entries: readonly PageEntry[] }>;
}

interface PageCollection<T> extends Iterable<T> {
  readonly size: number;
  readonly contents: T[];
  get(id: string): T;
  getName(name: string): T;
  has(id: string): boolean;
  find(which: (each: T) => unknown): T;
  some(which: (each: T) => unknown): boolean;
  filter(which: (each: T) => unknown): T[];
  map<U>(to: (each: T) => U): U[];
  values(): IterableIterator<T> & { filter(which: (each: T) => unknown): any; map<U>(to: (each: T) => U): any };
}

interface PageApplication {
  readonly id: string;
  readonly rendered: boolean;
  readonly element: HTMLElement;
  readonly document?: PageDocument;
  render(options?: object): Promise<this>;
  close(options?: object): Promise<this>;
  changeTab(tab: string, group: string): void;
  detachWindow(): Promise<void>;
  attachWindow(): Promise<void>;
  readonly [member: string]: any;
}

interface PageDocument<System = any> {
  readonly id: string;
  readonly uuid: string;
  readonly name: string;
  readonly type: string;
  readonly img: string;
  readonly system: System;
  readonly parent: any;
  readonly folder: PageDocument | null;
  readonly flags: Record<string, any>;
  readonly ownership: Record<string, number>;
  readonly _source: any;
  readonly sheet: PageApplication;
  toObject(): any;
  update(changes: object, options?: object): Promise<this>;
  delete(options?: object): Promise<this>;
  createEmbeddedDocuments(name: string, data: object[], options?: object): Promise<any[]>;
  updateEmbeddedDocuments(name: string, changes: object[], options?: object): Promise<any[]>;
  deleteEmbeddedDocuments(name: string, ids: string[], options?: object): Promise<any[]>;
  setFlag(scope: string, key: string, value: unknown): Promise<this>;
  unsetFlag(scope: string, key: string): Promise<this>;
  getFlag(scope: string, key: string): any;
}

interface PageEffect extends PageDocument {
  readonly disabled: boolean;
  readonly statuses: Set<string>;
}

interface PageItem extends PageDocument {
  readonly effects: PageCollection<PageEffect>;
}

interface PageActor extends PageDocument {
  readonly items: PageCollection<PageItem>;
  readonly effects: PageCollection<PageEffect>;
  readonly statuses: Set<string>;
  getTokenDocument(data: object): Promise<PageToken>;
  getActiveTokens(): PageTokenObject[];
  toggleStatusEffect(id: string, options?: object): Promise<unknown>;
  readonly hasPlayerOwner: boolean;
  readonly isOwner: boolean;
}

interface PageTokenObject {
  readonly document: PageToken;
  readonly name: string;
  readonly actor: PageActor;
  readonly center: { readonly x: number; readonly y: number };
  readonly renderFlags: { set(flags: object): void };
  control(options?: object): boolean;
  release(): boolean;
  setTarget(targeted: boolean, options?: object): void;
  readonly [member: string]: any;
}

interface PageToken extends PageDocument {
  readonly x: number;
  readonly y: number;
  readonly rotation: number;
  readonly actor: PageActor;
  readonly actorId: string;
  readonly combatant: PageCombatant;
  readonly object: PageTokenObject;
  readonly movementHistory: readonly object[];
  move(way: object | readonly object[], options?: object): Promise<boolean>;
  toggleCombatant(): Promise<unknown>;
}

interface PageCombatant extends PageDocument<CombatantSystem> {
  readonly actor: PageActor;
  readonly actorId: string;
  readonly token: PageToken;
  readonly tokenId: string;
  readonly initiative: number | null;
}

interface PageCombat extends PageDocument<PageCombatSystem> {
  readonly active: boolean;
  readonly started: boolean;
  readonly round: number;
  readonly turn: number | null;
  readonly scene: PageScene;
  readonly combatants: PageCollection<PageCombatant>;
  readonly combatant: PageCombatant | null;
  readonly openAsks: readonly (Omit<StoredAsk, 'ask'> & {
    readonly ask: PageAsk;
    readonly by: string;
    readonly isGiven: boolean;
  })[];
  activate(): Promise<unknown>;
  startCombat(): Promise<unknown>;
  nextTurn(): Promise<unknown>;
  previousTurn(): Promise<unknown>;
  nextRound(): Promise<unknown>;
  rollInitiative(ids: string | string[]): Promise<unknown>;
  submit(command: Omit<Command, 'by'> & { by?: string }, options?: object): Promise<unknown>;
  answer(key: string, answer: Answer): Promise<unknown>;
}

interface PageScene extends PageDocument {
  readonly walls: Iterable<any>;
  readonly tokens: PageCollection<PageToken>;
  readonly regions: PageCollection<any>;
  readonly levels: PageCollection<any>;
  readonly initialLevel: any;
  readonly grid: { readonly size: number; readonly [member: string]: any };
  activate(): Promise<unknown>;
  view(): Promise<unknown>;
}

interface PageUser extends PageDocument {
  readonly isGM: boolean;
  readonly active: boolean;
  readonly character: PageActor;
  readonly targets: Set<PageTokenObject>;
  readonly hotbar: Record<number, string>;
  assignHotbarMacro(macro: unknown, slot: number): Promise<unknown>;
}

interface PagePack {
  readonly locked: boolean;
  readonly index: PageCollection<any>;
  getDocument(id: string): Promise<PageDocument>;
  getDocuments(): Promise<PageDocument[]>;
  configure(changes: object): Promise<unknown>;
  readonly [member: string]: any;
}

/** The class of documents, to make some. */
interface PageDocumentClass<T> {
  create(data: object, options?: object): Promise<T>;
  createDocuments(data: object[], options?: object): Promise<T[]>;
  deleteDocuments(ids: string[], options?: object): Promise<T[]>;
  readonly implementation: PageDocumentClass<T>;
}

declare const game: {
  readonly ready: boolean;
  readonly system: { readonly id: string; readonly version: string; readonly api: any };
  readonly user: PageUser;
  readonly users: PageCollection<PageUser>;
  readonly actors: PageCollection<PageActor> & {
    importFromCompendium(pack: PagePack, id: string, changes?: object): Promise<PageActor>;
  };
  readonly items: PageCollection<PageItem>;
  readonly combat: PageCombat;
  readonly combats: PageCollection<PageCombat>;
  readonly scenes: PageCollection<PageScene> & { readonly active: PageScene; readonly viewed: PageScene };
  readonly messages: PageCollection<PageDocument>;
  readonly macros: PageCollection<PageDocument & { readonly command: string; execute(): Promise<unknown> }>;
  readonly journal: PageCollection<PageDocument>;
  readonly packs: PageCollection<PagePack>;
  readonly folders: PageCollection<PageDocument>;
  readonly collections: PageCollection<PageCollection<PageDocument>>;
  readonly modules: PageCollection<any>;
  readonly settings: {
    readonly settings: PageCollection<any>;
    readonly menus: PageCollection<any>;
    get(namespace: string, key: string): any;
    set(namespace: string, key: string, value: unknown): Promise<unknown>;
  };
  readonly socket: { emit(event: string, ...rest: any[]): void; readonly [member: string]: any };
  readonly time: { offset?: number; serverTime?: number; worldTime: number; readonly [member: string]: any };
  readonly clipboard: { copyPlainText: (text: string) => Promise<void> };
  readonly tooltip: { activate(element: Element, options?: object): void; deactivate(): void };
  readonly i18n: {
    localize(key: string): string;
    format(key: string, facts?: object): string;
    readonly translations: any;
  };
  readonly keyboard: any;
  readonly [member: string]: any;
};

declare const canvas: {
  readonly ready: boolean;
  readonly scene: PageScene;
  readonly grid: { readonly size: number; readonly [member: string]: any };
  readonly tokens: {
    readonly placeables: readonly PageTokenObject[];
    readonly controlled: readonly PageTokenObject[];
    readonly turnMarkers: Set<PageTokenObject>;
    readonly [member: string]: any;
  };
  readonly stage: any;
  readonly interface: any;
  readonly hud: any;
  readonly [member: string]: any;
};

declare const ui: {
  readonly sidebar: PageApplication;
  readonly combat: PageApplication & {
    viewed: PageCombat;
    readonly popout: PageApplication;
    renderPopout(): Promise<PageApplication>;
  };
  readonly chat: PageApplication;
  readonly hotbar: PageApplication;
  readonly [member: string]: any;
};

declare const foundry: any;
declare const CONFIG: any;
declare const CONST: any;
declare const Hooks: {
  on(hook: string, listen: (...args: any[]) => unknown): number;
  once(hook: string, listen: (...args: any[]) => unknown): number;
  call(hook: string, ...args: unknown[]): boolean;
  callAll(hook: string, ...args: unknown[]): boolean;
};
declare const Actor: PageDocumentClass<PageActor>;
declare const Item: PageDocumentClass<PageItem>;
declare const Combat: PageDocumentClass<PageCombat>;
declare const ChatMessage: PageDocumentClass<PageDocument>;
declare const Macro: PageDocumentClass<PageDocument>;
declare const Scene: PageDocumentClass<PageScene>;
declare function fromUuid(uuid: string): Promise<any>;
declare function fromUuidSync(uuid: string): any;
declare function getDocumentClass(name: string): any;

/** What tests and the modules they switch on leave in a page. */
declare var toggled: PageToken;
declare var copied: string;
declare var rung: string[];
declare var rising: string[];
declare var drawn: number;
declare var quenchRunner: any;
declare var quench: any;
declare var pwned: unknown;
declare var axe: any;
