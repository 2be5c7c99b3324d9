/**
 * Documents and their data, as read by functions that tests run inside a page. Ids in tests are those of existing
 * documents, so collections return a document and never undefined.
 */
type Command = import('../../../src/encounter/command').Command;
type Answer = import('../../../src/kernel/ask').Answer;
type StoredCombat = import('../../../src/foundry/stored/systems').CombatSystem;
type CombatantSystem = import('../../../src/foundry/stored/systems').CombatantSystem;
type StoredOpen = import('../../../src/foundry/stored/systems').OpenExchange;
type StoredAsk = import('../../../src/foundry/stored/systems').OpenAsk;
type StoredStep = import('../../../src/foundry/stored/systems').HistoryStep;
type StoredRequest = import('../../../src/foundry/stored/systems').RequestSystem;

interface PagePoint {
  readonly x: number;
  readonly y: number;
}

/** An ask of any kind; the test knows its kind. */
interface PageAsk {
  readonly kind: string;
  readonly id: string;
  readonly by: string;
  readonly facts: Record<string, unknown>;
  readonly options: readonly { readonly id: string }[];
  readonly places: readonly PagePoint[];
  readonly candidates: readonly { readonly by: string; readonly commands: readonly Command[] }[];
}

interface PageEntry {
  readonly ask: PageAsk;
  readonly answer: Answer;
}

/** The data of a combat; the contents of clock and state belong to its ruleset. */
interface PageCombatSystem extends Omit<StoredCombat, 'clock' | 'states' | 'open' | 'history'> {
  readonly clock: StoredCombat['clock'] & { readonly turn: string | null; readonly tempo: number };
  readonly states: Record<string, StoredCombat['states'][string]>;
  readonly open:
    | (Omit<StoredOpen, 'asks'> & { readonly asks: readonly (Omit<StoredAsk, 'ask'> & { readonly ask: PageAsk })[] })
    | null;
  readonly history: Record<string, Omit<StoredStep, 'entries'> & { readonly entries: readonly PageEntry[] }>;
}

/** A card or a request; each uses its own part. */
interface PageMessageSystem extends PageCombatSystem, StoredRequest {
  readonly undone: boolean;
}

interface PagePool {
  readonly value: number;
  readonly max: number;
}

/** Fields of actors of all rulesets; the test knows its actor's ruleset. */
interface PageActorSystem {
  readonly schema: PageSchemaField;
  readonly biography: string;
  readonly aura: PagePool;
  readonly stamina: PagePool;
  readonly surges: PagePool;
  readonly hp: PagePool;
  readonly negative: PagePool;
  readonly hpMax: number;
  readonly evasionBonus: number;
  readonly willBonus: number;
  readonly level: number;
  readonly mpl: number;
  readonly abilities: Record<string, { readonly score: number }>;
  readonly moreResistances: string[];
}

interface PageItemSystem {
  readonly schema: PageSchemaField;
  readonly broken: boolean;
}

/** The stored source of a document, or the data to create one. */
interface PageSource<System = object> {
  _id?: string;
  readonly name: string;
  readonly img: string;
  readonly system: System;
}

interface PageField {
  validate(value: unknown): Error | undefined;
}

interface PageSchemaField extends PageField {
  readonly fields: Record<string, PageField>;
}

interface PageArrayField extends PageField {
  readonly element: PageField;
}

interface PageStringField extends PageField {
  readonly choices?: object;
}

interface PageFilePathField extends PageStringField {
  readonly categories: readonly string[];
}

interface PageIterator<T> extends IterableIterator<T> {
  filter(which: (each: T) => unknown): PageIterator<T>;
  map<U>(to: (each: T) => U): PageIterator<U>;
  toArray(): T[];
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
  values(): PageIterator<T>;
}

interface PageApplication {
  readonly id: string;
  readonly rendered: boolean;
  readonly element: HTMLElement;
  readonly document?: PageDocument;
  render(options?: object): Promise<this>;
  close(options?: object): Promise<this>;
  setPosition(position: object): object;
  bringToFront(): void;
  changeTab(tab: string, group: string): void;
  detachWindow(): Promise<void>;
  attachWindow(): Promise<void>;
}

type PageApplicationClass = new () => PageApplication;

interface PageSheet extends PageApplication {
  liveParts(): string[];
}

/** Embedded documents by the names of their classes. */
interface PageEmbedded {
  Level: PageLevel & PageDocument;
  readonly ActiveEffect: PageEffect;
  readonly Combatant: PageCombatant;
  readonly Item: PageItem;
  readonly Region: PageRegion;
  readonly Token: PageToken;
  readonly Wall: PageWall;
}

interface PageDocument<System = object, Source = PageSource<System>> {
  readonly id: string;
  readonly uuid: string;
  readonly name: string;
  readonly type: string;
  readonly img: string;
  readonly system: System;
  readonly folder: PageDocument | null;
  readonly flags: Record<string, Record<string, unknown>>;
  readonly ownership: Record<string, number>;
  readonly _id: string;
  readonly _source: Source;
  readonly sheet: PageSheet;
  toObject(): Source;
  update(changes: object, options?: object): Promise<this>;
  delete(options?: object): Promise<this>;
  createEmbeddedDocuments<Name extends keyof PageEmbedded>(
    name: Name,
    data: object[],
    options?: object,
  ): Promise<PageEmbedded[Name][]>;
  updateEmbeddedDocuments(name: keyof PageEmbedded, changes: object[], options?: object): Promise<unknown>;
  deleteEmbeddedDocuments(name: keyof PageEmbedded, ids: string[], options?: object): Promise<unknown>;
  setFlag(scope: string, key: string, value: unknown): Promise<this>;
  unsetFlag(scope: string, key: string): Promise<this>;
  getFlag(scope: string, key: string): unknown;
}

interface PageEffect extends PageDocument {
  readonly disabled: boolean;
  readonly statuses: Set<string>;
}

interface PageItem extends PageDocument<PageItemSystem> {
  readonly effects: PageCollection<PageEffect>;
}

interface PageActorSource extends PageSource<PageActorSystem> {
  readonly prototypeToken: {
    readonly actorLink: boolean;
    readonly disposition: number;
    readonly sight: { readonly enabled: boolean };
  };
}

interface PageActor extends PageDocument<PageActorSystem, PageActorSource> {
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
  readonly center: PagePoint;
  readonly children: readonly PageDisplay[];
  readonly ruler: { _getWaypointLabelContext(waypoint: object, state: object): object; clear(): void };
  readonly renderFlags: { set(flags: object): void };
  control(options?: object): boolean;
  release(): boolean;
  setTarget(targeted: boolean, options?: object): void;
}

interface PageDisplay {
  readonly name?: string;
  readonly text?: string;
  readonly children: readonly PageDisplay[];
}

interface PageTokenSource extends PageSource, PagePoint {
  readonly level: string;
  readonly elevation: number;
  readonly width: number;
  readonly height: number;
  readonly shape: number;
  readonly disposition: number;
  readonly sort: number;
}

interface PageToken extends PageDocument<object, PageTokenSource> {
  readonly hidden: boolean;
  readonly parent: PageScene;
  readonly x: number;
  readonly y: number;
  readonly rotation: number;
  readonly sort: number;
  readonly actor: PageActor;
  readonly actorId: string;
  readonly combatant: PageCombatant;
  readonly object: PageTokenObject;
  readonly movementHistory: readonly object[];
  move(way: object | readonly object[], options?: object): Promise<boolean>;
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
    readonly isAnswered: boolean;
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

interface PageWall extends PageDocument {
  readonly isDoor: boolean;
  readonly ds: number;
}

interface PageRegion extends PageDocument<object, PageSource & { readonly shapes: readonly object[] }> {
  readonly bounds: { readonly width: number };
  readonly tokens: Set<PageToken>;
}

interface PageGrid {
  readonly size: number;
  readonly distance: number;
}

interface PageLevel {
  readonly id: string;
  readonly background: { readonly src: string };
}

interface PageScene extends PageDocument {
  readonly walls: PageCollection<PageWall>;
  readonly tokens: PageCollection<PageToken>;
  readonly regions: PageCollection<PageRegion>;
  readonly levels: PageCollection<PageLevel>;
  readonly initialLevel: PageLevel;
  readonly grid: PageGrid;
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

interface PageIndexEntry {
  readonly _id: string;
  readonly uuid: string;
  readonly name: string;
}

interface PagePack {
  readonly locked: boolean;
  readonly index: PageCollection<PageIndexEntry>;
  getIndex(): Promise<PageCollection<PageIndexEntry>>;
  getDocument(id: string): Promise<PageDocument>;
  getDocuments(): Promise<PageDocument[]>;
  configure(changes: object): Promise<unknown>;
  render(options?: object): unknown;
}

interface PageModule {
  readonly id: string;
  readonly active: boolean;
  readonly version: string;
  readonly esmodules: Set<string>;
}

interface PageMenu {
  readonly key: string;
  readonly namespace: string;
  readonly restricted: boolean;
  readonly type: PageApplicationClass;
}

interface PageSetting {
  readonly key: string;
  readonly namespace: string;
  readonly name?: string;
  readonly config: boolean;
}

/** Values of settings that tests read, by namespace and key. */
interface PageSettingValues {
  readonly 'core.uiConfig': object;
  readonly 'cadence.selfTest': { readonly milliseconds: number };
}

interface PageDocumentClass<T> {
  create(data: object, options?: object): Promise<T>;
  createDocuments(data: object[], options?: object): Promise<T[]>;
  deleteDocuments(ids: string[], options?: object): Promise<T[]>;
  readonly implementation: PageDocumentClass<T>;
}

interface PageAdventureSource {
  readonly scenes: readonly [{ readonly _id: string }];
  readonly combats: readonly [{ readonly _id: string }];
  readonly journal: readonly [{ readonly _id: string }];
}
