/**
 * The members of Foundry 14 that the batches read. The installed types (13.346) lack some, and do not know Cadence's
 * subtypes. T14 has every member that is not Cadence's own. A member is only listed if a batch uses it.
 */
export interface FoundryCollection<D> extends Iterable<D> {
  readonly size: number;
  readonly contents: readonly D[];
  get(id: string): D | undefined;
  has(id: string): boolean;
  set(id: string, document: D): unknown;
  delete(id: string): unknown;
  find(condition: (document: D) => boolean): D | undefined;
  filter(condition: (document: D) => boolean): D[];
  map<T>(transform: (document: D) => T): T[];
}

export interface FoundryDocument {
  readonly id: string;
  readonly name: string;
  readonly documentName: string;
  readonly parent: FoundryDocument | null;
  readonly collection?: Pick<FoundryCollection<never>, 'has'>;
  /** The id of its compendium. */
  readonly pack: string | null;
  readonly invalid: boolean;
  readonly _stats: { readonly createdTime: number };
  getEmbeddedCollection(name: string): Pick<FoundryCollection<never>, 'has'>;
  createEmbeddedDocuments<N extends keyof Documents>(
    name: N,
    data: readonly object[],
    options?: object,
  ): Promise<[Documents[N], ...Documents[N][]]>;
  deleteEmbeddedDocuments(name: string, ids: readonly string[]): Promise<unknown>;
  update(changes: object, options?: object): Promise<unknown>;
  delete(options?: object): Promise<unknown>;
}

export interface Documents {
  readonly Actor: FoundryActor;
  readonly ActiveEffect: FoundryEffect;
  readonly ChatMessage: FoundryMessage;
  readonly Combat: FoundryCombat;
  readonly Combatant: FoundryCombatant;
  readonly CombatantGroup: FoundryGroup;
  readonly Item: FoundryItem;
  readonly Level: FoundryDocument;
  readonly Region: FoundryRegion;
  readonly Scene: FoundryScene;
  readonly Token: FoundryToken;
  readonly Wall: FoundryDocument;
}

/** The fields of `energy` and `clash` that a batch reads. */
interface ActorSystem {
  readonly evasionBonus: number;
  readonly level: number;
  readonly speed: number;
  readonly stamina: { readonly value: number; readonly max: number };
  readonly hpMax: number;
  readonly armorValue: { readonly head: number };
  readonly schema: { getField(path: string): { toInput(config: object): HTMLInputElement } };
}

export interface FoundryActor extends FoundryDocument {
  readonly img: string;
  readonly system: ActorSystem;
  readonly items: FoundryCollection<FoundryItem>;
  readonly effects: FoundryCollection<FoundryEffect>;
  readonly temporaryEffects: readonly FoundryEffect[];
  readonly prototypeToken: { readonly appendNumber: boolean };
  readonly sheet: FoundryApplication;
  /** A batch overrides the value of the class, and deletes the override again. */
  limited?: boolean;
  readonly _source: { readonly system: ActorSystem };
  getRollData(): { readonly speed: number };
  getTokenDocument(data?: object, options?: object): Promise<FoundryToken>;
  toggleStatusEffect(status: string, options: object): Promise<unknown>;
}

export interface FoundryItem extends FoundryDocument {
  readonly img: string;
  readonly system: { readonly attackBonus: number; readonly attackValue: number; readonly description: string };
  readonly effects: FoundryCollection<FoundryEffect>;
  readonly _source: { readonly system: { readonly attackBonus: number } };
}

export interface FoundryEffect extends FoundryDocument {
  readonly disabled: boolean;
  readonly duration: { readonly expired: boolean; readonly remaining: number };
  readonly start: { readonly combat: FoundryCombat | null } | null;
  readonly showIcon: number;
  readonly statuses: ReadonlySet<string>;
  updateDuration(context?: object): { readonly remaining: number };
  isExpiryEvent: (event: string, context: { readonly combat?: FoundryCombat }) => boolean;
}

/** A request in the flags of a message, or what a card tells packages. */
interface MessageFlags {
  readonly cadence: {
    readonly targets?: readonly string[];
    readonly outcome?: object | null;
    readonly request: { readonly refused: readonly { readonly id: string }[] };
  };
}

export interface FoundryRoll {
  readonly formula: string;
  readonly total: number;
  readonly dice: readonly [{ readonly results: readonly { readonly active: boolean }[] }];
  toJSON(): object;
}

export interface FoundryMessage extends FoundryDocument {
  readonly type: string;
  readonly author: FoundryUser;
  readonly system: { readonly moment: string };
  readonly flags: MessageFlags;
  readonly rolls: readonly [FoundryRoll];
  readonly content: string;
  renderHTML(): Promise<HTMLElement>;
  toObject(): { readonly flags: MessageFlags };
}

export interface FoundryGroup extends FoundryDocument {
  readonly flags: { readonly cadence: { readonly writing: string } };
}

export interface FoundryCombatant extends FoundryDocument {
  readonly actorId: string;
  readonly system: { readonly ready: string };
}

export interface FoundryCombat extends FoundryDocument {
  readonly system: { readonly step: number; readonly states: Readonly<Record<string, { readonly energy: number }>> };
  readonly groups: FoundryCollection<FoundryGroup>;
  readonly combatants: FoundryCollection<FoundryCombatant>;
  readonly previous: { readonly round: number };
  readonly current: { readonly round: number };
  clone(changes: object, options: object): FoundryCombat;
  updateSource(changes: object): unknown;
  toObject(): { readonly system: Readonly<Record<'states' | 'open' | 'referee' | 'boundDice', unknown>> };
}

export interface FoundryRegion extends FoundryDocument {
  readonly polygonTree: {
    readonly bounds: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
    testPoint(point: { x: number; y: number }): boolean;
  };
  _triggerEvent(name: string, data: object): Promise<unknown>;
}

interface FoundryLevel {
  readonly id: string;
  readonly background: { readonly src: string };
  readonly visibility: { readonly levels: Iterable<string> };
}

export interface FoundryScene extends FoundryDocument {
  readonly grid: { readonly size: number };
  readonly tokens: FoundryCollection<FoundryToken>;
  readonly levels: FoundryCollection<FoundryLevel>;
  readonly initialLevel: FoundryLevel;
  readonly _source: { readonly initialLevel: string };
  initializeEdges(): void;
}

export interface FoundryAdventure extends FoundryDocument {
  prepareImport(): Promise<Record<'toCreate' | 'toUpdate', Readonly<Record<string, readonly AdventureSource[]>>>>;
}

interface AdventureSource {
  readonly tokens: readonly object[];
  readonly combatants: readonly object[];
}

interface TokenPlace {
  readonly level: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly elevation: number;
}

/** A movement as Foundry passes it before it is written. */
export interface TokenMovement {
  readonly method: string;
  readonly chain: readonly string[];
  readonly origin: TokenPlace;
  readonly passed: { readonly waypoints: readonly TokenPlace[] };
  readonly pending: { readonly waypoints: readonly TokenPlace[] };
}

export interface FoundryToken extends FoundryDocument, TokenPlace {
  readonly actorId: string | null;
  readonly actor: FoundryActor | null;
  readonly combatant?: FoundryCombatant | null;
  readonly delta: { readonly _source: { readonly items: readonly { readonly _id: string }[] } };
  readonly movementHistory: readonly TokenPlace[];
  readonly object: PlacedToken | null;
  readonly regions?: Iterable<FoundryRegion>;
  readonly texture: { readonly src: string };
  readonly _source: TokenPlace;
  /** A batch overrides the method of the class, and deletes the override again. */
  _preUpdateMovement?(movement: TokenMovement): Promise<boolean | undefined>;
  _shouldRecordMovementHistory(): boolean;
  getCenterPoint(place: TokenPlace): { readonly x: number; readonly y: number };
  move(waypoints: readonly object[], options: object): Promise<boolean>;
  resize(size: object): Promise<unknown>;
  toObject(): object;
}

export interface PlacedToken {
  readonly document: FoundryToken;
  readonly x: number;
  readonly y: number;
  readonly ruler?: { readonly visible: boolean } | null;
  turnMarker: TurnMarker | null;
  addChildAt<T>(child: T, index: number): T;
  _canView: unknown;
  _onClickLeft: unknown;
  _onClickLeft2: unknown;
  _refreshTurnMarker(): void;
}

interface TurnMarker {
  draw(): Promise<unknown>;
}

export interface FoundryUser extends FoundryDocument {
  readonly active: boolean;
  readonly isGM: boolean;
  query(name: string, data: object, options: object): Promise<unknown>;
}

interface PackEntry {
  readonly _id: string;
  readonly folder: string;
}

export interface FoundryPack<D = FoundryDocument> {
  readonly collection: string;
  readonly folders: Pick<FoundryCollection<never>, 'has' | 'size'>;
  readonly invalidDocumentIds: ReadonlySet<string>;
  readonly locked: boolean;
  readonly metadata: { readonly packageType: string; readonly type: string };
  configure(changes: object): Promise<unknown>;
  deleteCompendium(): Promise<unknown>;
  getDocument(id: string): Promise<D>;
  getDocuments(): Promise<[D, ...D[]]>;
  getIndex(): Promise<Pick<FoundryCollection<PackEntry>, 'contents'>>;
  importDocument(document: D): Promise<D>;
}

export interface FoundryApplication {
  readonly element: HTMLElement;
  render(options?: object): Promise<unknown>;
  close(options?: object): Promise<unknown>;
  detachWindow(): Promise<unknown>;
  attachWindow(): Promise<unknown>;
}

export interface TokenPalette extends FoundryApplication {
  readonly object: PlacedToken;
  bind(token: PlacedToken | null): Promise<unknown>;
}

interface DocumentClass<D> {
  new (source: object): D;
  create(data: object): Promise<D>;
  deleteDocuments(ids: readonly string[]): Promise<unknown>;
  getDefaultArtwork(data: object): { readonly img: string };
  migrateData(this: unknown, source: object, ...options: unknown[]): object;
}

interface EffectClass extends DocumentClass<FoundryEffect> {
  readonly registry: { refresh(event: string, context: object): Promise<unknown> };
  fromStatusEffect(status: string): Promise<FoundryEffect>;
}

interface WallBackend {
  testCollision(from: { x: number; y: number }, to: { x: number; y: number }, options: object): boolean;
}

/** The part of `CONFIG` for the documents that a batch creates. */
export type DocumentConfig = {
  readonly [N in keyof Documents]: { readonly documentClass: DocumentClass<Documents[N]> };
};

/** `CONFIG` */
export interface FoundryConfig extends DocumentConfig {
  readonly ActiveEffect: { readonly documentClass: EffectClass };
  readonly Canvas: { readonly polygonBackends: Readonly<Record<string, WallBackend>> };
  readonly queries: Record<string, unknown>;
}

export interface FoundryGame {
  readonly combats: FoundryCollection<FoundryCombat>;
  readonly messages: FoundryCollection<FoundryMessage>;
  readonly packs: { get<D = FoundryDocument>(id: string): FoundryPack<D> | undefined };
  readonly settings: { readonly menus: ReadonlyMap<string, SettingMenu> };
  /** The socket of socket.io, which a client may have wrapped. */
  readonly socket: { onAny?(listener: (...packet: unknown[]) => void): unknown };
  readonly time: { readonly serverTime: number; readonly worldTime: number; advance(delta: number): Promise<unknown> };
  readonly user: FoundryUser;
  readonly users: FoundryCollection<FoundryUser>;
}

interface SettingMenu {
  readonly key: string;
  readonly type: new () => FoundryApplication;
}

export interface FoundryCanvas {
  readonly ready: boolean;
  readonly scene: FoundryScene | null;
  readonly hud: { readonly token: TokenPalette };
  readonly stage: { readonly pivot: { readonly x: number; readonly y: number } };
  readonly tokens: {
    readonly placeables: readonly PlacedToken[];
    readonly turnMarkers: Set<PlacedToken>;
    undoHistory(): Promise<unknown>;
  };
}

export interface FoundryHooks {
  on(hook: string, listener: (...args: never[]) => unknown): number;
  off(hook: string, id: number): void;
  call(hook: string, ...args: unknown[]): boolean;
}

/** `ui` */
export interface FoundryInterface {
  readonly combat: FoundryApplication;
  readonly controls?: {
    readonly controls?: { readonly tokens?: { readonly tools?: Readonly<Record<string, ControlTool>> } };
  };
}

interface ControlTool {
  readonly toggle?: boolean;
  readonly active?: boolean;
}

export interface FoundryNamespace {
  readonly applications: {
    readonly api: { readonly DocumentSheetV2: { readonly DEFAULT_OPTIONS: { readonly viewPermission: number } } };
    readonly instances: Pick<FoundryCollection<FoundryApplication>, 'get'>;
    readonly ux: { readonly TextEditor: { readonly implementation: { enrichHTML(html: string): Promise<string> } } };
  };
  readonly canvas: {
    readonly placeables: { readonly tokens: { readonly TokenTurnMarker: new (token: PlacedToken) => TurnMarker } };
  };
  readonly dice: {
    readonly terms: { readonly Die: new (data: object) => { _evaluated: boolean } };
  };
  readonly documents: {
    readonly collections: {
      readonly CompendiumCollection: {
        createCompendium<D extends FoundryDocument>(data: object): Promise<FoundryPack<D>>;
      };
    };
    modifyBatch(operations: readonly object[]): Promise<unknown>;
  };
  readonly helpers: {
    readonly SocketInterface: {
      dispatch(event: string, request: object): Promise<{ readonly result: readonly { _id: string; name: string }[] }>;
    };
  };
  readonly utils: { randomID(): string };
}

/** The operators for changes of data, which are globals. */
export interface FoundryOperators {
  readonly _del: unknown;
  _replace(value: object): unknown;
}
