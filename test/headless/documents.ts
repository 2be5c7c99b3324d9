import type { Command } from '../../src/encounter/command';
import type { Clock, Encounter, Fighter, FighterState, Item as Gear, Place } from '../../src/encounter/state';
import type {
  CombatantSystem,
  HistoryStep,
  RequestSystem,
  OpenAsk as StoredAsk,
  CombatSystem as StoredCombat,
  OpenExchange as StoredOpen,
} from '../../src/foundry/stored/systems';
import type { Answer, Candidate, ChoiceOption, DiceAsk, OfferAsk, Reason, SingleAsk } from '../../src/kernel/ask';
import type { Entry } from '../../src/kernel/transcript';

/**
 * The parts of asks, encounters and documents that tests read. Tests use ids of existing documents, so collections
 * never return undefined.
 */

/** An ask with the members of all kinds; the test knows its kind. */
export type KnownAsk = (SingleAsk | KnownOffer) & KnownParts;

interface KnownCandidate extends Omit<Candidate, 'commands'> {
  readonly commands: readonly Command[];
}

interface KnownOffer extends Omit<OfferAsk, 'candidates'> {
  readonly candidates: readonly KnownCandidate[];
}

interface KnownParts {
  readonly by: string;
  readonly dice: DiceAsk['dice'];
  readonly options: readonly ChoiceOption[];
  readonly places: readonly Place[];
  readonly candidates: readonly KnownCandidate[];
}

/** An entry whose ask has the members of all kinds. */
export interface KnownEntry {
  readonly ask: KnownParts & {
    readonly kind: Entry['ask']['kind'];
    readonly id: string;
    readonly asks: readonly KnownAsk[];
    readonly change: LogLine;
    readonly command: Command;
  };
  readonly answer: Answer;
  readonly user?: string;
}

interface LogLine {
  readonly kind: string;
  readonly id: string;
  readonly of: string;
  readonly facts: Readonly<Record<string, unknown>>;
}

export interface KnownClock extends Clock {
  readonly turn: string;
  readonly present: readonly string[];
  readonly tempo: number;
}

export interface KnownFighter extends Fighter<Record<string, unknown>, KnownGear, KnownState> {
  place: Place;
}

type KnownState = FighterState &
  Readonly<Record<'standard' | 'move' | 'quick', number>> & {
    readonly [plan: `plan-${string}`]: { readonly action: string } | undefined;
  };

interface KnownGear extends Gear {
  readonly equipped: boolean;
  readonly quantity: number;
  readonly timeCost: number;
  readonly attackValue: number;
}

export interface KnownEncounter extends Encounter<KnownFighter> {
  clock: KnownClock;
}

export type KeptAsk = Omit<StoredAsk, 'ask'> & { readonly ask: KnownAsk };

/** An ask as the tab sees it. */
export interface OpenAsk extends KeptAsk {
  readonly by: string;
  readonly card: string;
  readonly isMine: boolean;
  readonly mayAnswer: boolean;
  readonly isAnswered: boolean;
  readonly fault: Reason | null;
}

export interface CombatSystem extends Omit<StoredCombat, 'states' | 'clock' | 'open' | 'history'> {
  readonly clock: KnownClock;
  readonly states: Record<string, KnownState>;
  readonly history: Record<string, Omit<HistoryStep, 'entries'> & { readonly entries: readonly KnownEntry[] }>;
  readonly open: (Omit<StoredOpen, 'asks'> & { readonly asks: readonly KeptAsk[] }) | null;
}

export interface Collection<T> extends Iterable<T> {
  readonly size: number;
  readonly contents: T[];
  readonly documentClass: DocumentClass<T>;
  get(id: string): T;
  getName(name: string): T;
  has(id: string): boolean;
  set(id: string, document: T): unknown;
  find(which: (each: T) => unknown): T;
  some(which: (each: T) => unknown): boolean;
  filter(which: (each: T) => unknown): T[];
  map<U>(to: (each: T) => U): U[];
}

export interface DocumentClass<T> {
  readonly prototype: T;
  readonly implementation: DocumentClass<T>;
  readonly registry: { refresh(event: string, context: object): unknown };
  readonly TYPES: readonly string[];
  new (data: object, context?: object): T;
  getDefaultArtwork(source: object): { readonly img: string };
  fromStatusEffect(id: string): Promise<T>;
  create(data: object, options?: object): Promise<T>;
  createDocuments(data: readonly object[], options?: object): Promise<T[]>;
  updateDocuments(updates: readonly object[], options?: object): Promise<T[]>;
  deleteDocuments(ids: readonly string[], options?: object): Promise<T[]>;
}

interface KnownPool {
  readonly value: number;
  readonly max: number;
}

/** Fields of `system` that tests read; a document has those of its type. */
export interface KnownFields {
  [field: string]: unknown;
  aura: KnownPool;
  stamina: KnownPool;
  armorValue: { readonly head: number };
  timeCost: number;
  step: number;
  states: Record<string, KnownState>;
  history: Record<string, unknown>;
  open: CombatSystem['open'];
  changes: readonly { readonly key: string }[];
}

export interface KnownModel extends KnownFields {
  readonly schema: { getField(path: string): DataField };
  readonly parent: Document;
  toObject(source?: boolean): object;
}

export interface Flags {
  readonly cadence: FlagsOfCadence;
  readonly core: { readonly canPopout: boolean; readonly overlay?: boolean };
  readonly [scope: string]: Readonly<Record<string, unknown>>;
}

type FlagsOfCadence = Readonly<Record<'request' | 'floor' | 'area' | 'threat', unknown>> & {
  readonly writing: string;
  readonly actorUuid: string | null;
  readonly tokenUuid: string | null;
  readonly itemUuid: string | null;
  readonly targets: readonly string[];
  readonly outcome: object | null;
};

/** A partial document source; Foundry fills the rest. */
export type StoredSource = Pick<Source, '_id'> &
  Partial<Omit<Source, 'system' | 'flags'>> & { system?: Partial<KnownFields>; flags?: Partial<Flags> };

/** A document as stored. `system` and flags depend on its type. */
export interface Source {
  _id: string;
  name: string;
  type: string;
  defeated?: boolean;
  level?: string;
  img: string;
  system: KnownFields;
  flags: Flags;
  ownership: Record<string, number>;
  author: string;
  user: string | null;
  whisper: string[];
  content: string;
  key: string;
  value: string;
  scene: string | null;
  actorId: string;
  actorLink: boolean;
  tokenId: string;
  sceneId: string;
  initiative: number | null;
  elevation: number;
  width: number;
  height: number;
  duration: { readonly expired: boolean };
  start: { readonly combat: string | null };
  groups: Source[];
  _stats: { readonly lastModifiedBy: string | null };
  _movementHistory: object[];
  round: number;
  turn: number | null;
  x: number;
  y: number;
  delta?: { readonly items: Source[] };
  prototypeToken: PrototypeToken;
  statuses: string[];
  items: Source[];
  effects: Source[];
  tokens: Source[];
  combatants: Source[];
  regions: Source[];
}

/** The data of formulas; the item's is merged with its actor's. */
interface RollData {
  [name: string]: unknown;
  readonly item: { readonly attackBonus: number; readonly damage: string };
}

interface PrototypeToken {
  readonly actorLink: boolean;
  readonly disposition: number;
  readonly bar1: { readonly attribute: string | null };
  readonly bar2: { readonly attribute: string | null };
}

interface Embedded {
  readonly Item: Item;
  readonly ActiveEffect: ActiveEffect;
  readonly Token: Token;
  readonly Combatant: Combatant;
}

export interface Document<System = KnownModel> {
  readonly id: string;
  readonly uuid: string;
  readonly name: string;
  readonly documentName: string;
  readonly type: string;
  readonly img: string;
  readonly system: System;
  readonly flags: Flags;
  readonly ownership: Record<string, number>;
  readonly parent: Document | null;
  readonly isOwner: boolean;
  readonly _source: Source;
  getRollData(): RollData;
  clone(changes?: object, options?: object): this;
  testUserPermission(user: User, level: string): boolean;
  toObject(): Source;
  updateSource(changes: object): object;
  update(changes: object, options?: object): Promise<this>;
  delete(options?: object): Promise<this>;
  createEmbeddedDocuments<Name extends string>(
    name: Name,
    data: readonly object[],
    options?: object,
  ): Promise<(Name extends keyof Embedded ? Embedded[Name] : Document)[]>;
  updateEmbeddedDocuments(name: string, changes: readonly object[], options?: object): Promise<unknown>;
  deleteEmbeddedDocuments(name: string, ids: readonly string[], options?: object): Promise<unknown>;
  setFlag(scope: string, key: string, value: unknown): Promise<this>;
  unsetFlag(scope: string, key: string): Promise<this>;
  getFlag(scope: string, key: string): unknown;
}

export interface ActiveEffect extends Document {
  readonly disabled: boolean;
  readonly active: boolean;
  readonly statuses: Set<string>;
  readonly parent: Actor | Item;
  readonly duration: Record<string, unknown>;
  readonly start: object;
  readonly description: string;
  readonly isTemporary: boolean;
  readonly isSuppressed: boolean;
  readonly isExpiryTrackable: boolean;
  updateDuration(): object;
}

export interface Item extends Document {
  readonly effects: Collection<ActiveEffect>;
  readonly parent: Actor | null;
  readonly pack: string | null;
  _preUpdate(...given: unknown[]): Promise<unknown>;
}

export interface Actor extends Document {
  readonly schema: { getField(path: string): DataField };
  readonly pack: string | null;
  readonly hasPlayerOwner: boolean;
  readonly items: Collection<Item>;
  readonly effects: Collection<ActiveEffect>;
  readonly temporaryEffects: readonly ActiveEffect[];
  readonly statuses: Set<string>;
  getTokenDocument(data?: object, options?: object): Promise<Token>;
  modifyTokenAttribute(attribute: string, value: number, isDelta?: boolean, isBar?: boolean): Promise<unknown>;
  toggleStatusEffect(id: string, options?: object): Promise<unknown>;
}

export interface Token extends Document {
  readonly level: string;
  readonly x: number;
  readonly y: number;
  readonly elevation: number;
  readonly rotation: number;
  readonly actor: Actor;
  readonly actorId: string;
  readonly actorLink: boolean;
  readonly hidden: boolean;
  readonly parent: Scene;
  getBarAttribute(
    bar: string,
    options?: object,
  ): { readonly type: string; readonly value: number; readonly max: number } | null;
  readonly movementHistory: readonly object[];
  _preUpdateMovement(...given: unknown[]): Promise<unknown>;
  resize(size: object, options?: object): Promise<unknown>;
  move(way: object | readonly object[], options?: object): Promise<boolean>;
}

export interface Combatant extends Document<CombatantSystem> {
  readonly actor: Actor;
  readonly actorId: string;
  readonly token: Token;
  readonly tokenId: string;
  readonly initiative: number | null;
  readonly sceneId: string;
  readonly hidden: boolean;
  readonly isDefeated: boolean;
  rollInitiative(formula?: string): Promise<unknown>;
}

export interface Combat extends Document<CombatSystem> {
  setupTurns(): readonly Combatant[];
  readonly active: boolean;
  readonly started: boolean;
  readonly round: number;
  readonly turn: number | null;
  readonly turns: readonly Combatant[];
  readonly scene: Scene;
  readonly combatants: Collection<Combatant>;
  readonly groups: Collection<Document>;
  readonly nextCombatant: Combatant | null;
  readonly openAsks: readonly OpenAsk[];
  submit(command: Omit<Command, 'by'> & { by?: string }, options?: object): Promise<unknown>;
  answer(key: string, answer: Answer): Promise<unknown>;
  getTimeDelta(...given: unknown[]): number;
  readonly combatant: Combatant | null;
  activate(): Promise<unknown>;
  startCombat(): Promise<unknown>;
  endCombat(): Promise<unknown>;
  nextTurn(): Promise<unknown>;
  previousTurn(): Promise<unknown>;
  nextRound(): Promise<unknown>;
  previousRound(): Promise<unknown>;
  resetAll(): Promise<unknown>;
  rollAll(options?: object): Promise<unknown>;
  rollNPC(options?: object): Promise<unknown>;
  rollInitiative(ids: string | readonly string[], options?: object): Promise<unknown>;
  setInitiative(id: string, value: number): Promise<unknown>;
}

export interface MessageSystem extends CombatSystem, Omit<RequestSystem, 'command'> {
  readonly command: Command;
  readonly exchange: number;
  readonly version: number;
  readonly entries: readonly KnownEntry[];
  readonly parts: Readonly<Record<string, string>>;
  readonly names: Record<string, string>;
  readonly undone: boolean;
  readonly resolvedManually: boolean;
}

/** A card or a request. On a card outside an encounter `system` is a combat's, too. */
export interface Message extends Document<MessageSystem> {
  readonly author: User;
  readonly content: string;
  readonly visible: boolean;
  readonly isAuthor: boolean;
  readonly isRoll: boolean;
  readonly rolls: readonly Roll[];
  readonly whisper: readonly string[];
  readonly blind: boolean;
  readonly speaker: { readonly alias: string; readonly actor: string | null; readonly token: string | null };
}

/** A document with an exchange: a combat, or a card outside of one. */
export type Host = Combat | Message;

export interface Region extends Document {
  readonly visibility: number;
  readonly heard?: readonly string[];
  readonly behaviors: Collection<Document>;
  readonly polygonTree: { testPoint(point: object): boolean };
  readonly shapes: readonly {
    readonly type: string;
    readonly x: number;
    readonly y: number;
    readonly radius: number;
  }[];
}

export interface Scene extends Document {
  readonly active: boolean;
  readonly grid: { readonly size: number; readonly distance: number };
  readonly tokens: Collection<Token>;
  readonly regions: Collection<Region>;
  readonly walls: Collection<Document & { readonly door: number }>;
  readonly lights: Collection<Document>;
  activate(): Promise<unknown>;
  view(): Promise<unknown>;
}

export interface User extends Document {
  readonly isGM: boolean;
  readonly active: boolean;
  readonly role: number;
  readonly character: Actor | null;
  readonly targets: Set<object>;
  readonly hotbar: Readonly<Record<string, string>>;
  viewedScene: string | null;
  query(name: string, data: unknown, options?: object): Promise<unknown>;
}

export interface Roll {
  readonly formula: string;
  readonly dice: readonly { readonly results: readonly { readonly result: number }[] }[];
  _evaluateTotal(): number;
  readonly total: number;
  evaluate(): Promise<Roll>;
  evaluateSync(): Roll;
}

export interface DataModelClass {
  readonly schema: SchemaField;
}

export interface DataField {
  readonly initial: unknown;
  readonly nullable: boolean;
  readonly label: string;
  readonly min?: number;
  readonly max?: number;
  readonly choices?: readonly unknown[] | object;
  readonly fields?: Record<string, DataField>;
  readonly element?: DataField;
  initialize(value: unknown, ...more: unknown[]): unknown;
  clean(value: unknown): unknown;
  validate(value: unknown): Error | undefined;
  toObject(value: unknown): unknown;
}

export interface SchemaField extends DataField {
  readonly fields: Record<string, DataField>;
}

export interface MacroDocument extends Document {
  readonly command: string;
  readonly _stats: { readonly lastModifiedBy: string | null };
  execute(): Promise<unknown>;
}
