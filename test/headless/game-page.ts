import type { BuildStep, Kit } from '../../src/encounter/build';
import type { Command } from '../../src/encounter/command';
import type { Effect } from '../../src/encounter/effect';
import type { FightRecord } from '../../src/encounter/fight-record';
import type { FighterInput, Ruleset } from '../../src/encounter/ruleset';
import type { Encounter, Fighter } from '../../src/encounter/state';
import type { FighterRow, Figure, Viewer } from '../../src/encounter/view';
import type { Answer } from '../../src/kernel/ask';
import type { Task, TaskResult } from '../../src/opponent/tasks';
import type { ThreatRating } from '../../src/opponent/threat-rating';
import type { Roster } from '../../src/opponent/what-if';
import type { RulesetManifest } from '../../src/toolkit/define/manifest';
import type { Field } from '../../src/toolkit/define/schema';
import type { PoolLocation } from '../../src/toolkit/define/sheet-schema';
import type {
  ActiveEffect,
  Actor,
  Collection,
  Combat,
  Combatant,
  DataField,
  DataModelClass,
  Document,
  DocumentClass,
  Host,
  Item,
  KnownEncounter,
  KnownEntry,
  KnownFighter,
  MacroDocument,
  Message,
  OpenAsk,
  Roll,
  Scene,
  SchemaField,
  Source,
  Token,
  User,
} from './documents';
import type {
  BrowserEntry,
  BrowserQuery,
  EncounterForecast,
  FighterLevels,
  FightThreats,
  ForecastChange,
  ForecastLimits,
  LevelField,
  ShownFilter,
  ShownFoes,
  ThreatMeasurement,
} from './shown';

/**
 * The exports of `page.mjs` that tests use. Foundry has one `system` type per subtype, so documents have small types of
 * their own here.
 */
export interface GamePage {
  readonly game: Game;
  readonly CONFIG: Config;
  readonly Hooks: HookRegistry;
  readonly foundry: FoundryNamespace;
  readonly ui: Record<string, unknown>;

  adapterOf(ruleset: string): Adapter;
  coreState(combat: Combat, adapter: Adapter, encounter: KnownEncounter): { round: number; turn: number | null };
  keepWorldTime(delta: number): void;
  draftCard(ruleset: string, id?: string): Message;
  encounterOf(host: Host, guests?: readonly string[]): KnownEncounter;
  fighterAlone(adapter: Adapter, actor: Actor): KnownFighter;
  remember(secret: Secret, by?: string): string;
  secretAt(stamp: string): Secret | null;
  stampOf(secret: Secret): string;
  unsealed(entries: readonly KnownEntry[]): KnownEntry[];
  watchSecrets(): void;
  isAble(ability: string): boolean;
  setAbilities(changes: Readonly<Record<string, boolean>>): void;
  lastSelfTest(): SelfTest | null;
  tried(): SelfTest;
  reportText(): string;
  replacement(value: unknown): unknown;
  isHalfDone(host: Host): boolean;
  joinFight(...given: unknown[]): Promise<unknown>;
  joinParty(combat: Combat): Promise<void>;
  joiningOf(actor: Actor): { readonly combat: Combat } | null;
  offeredTypes(documentName: string, types: readonly string[], within: object): string[];
  submit(host: Host, command: Command, options?: object): Promise<void>;
  answer(host: Host, key: string, answer: Answer): Promise<void>;
  openAsks(host: Host): readonly OpenAsk[];
  setDefeated(actor: Actor, isDefeated: boolean): Promise<void>;
  setCondition(actor: Actor, adapter: Adapter, id: string, on: boolean): Promise<void>;
  isReferee(host: Host): boolean;
  takeReferee(host: Host): Promise<void>;
  withdraw(message: Message): Promise<void>;
  rewindStep(host: Host): Promise<void>;
  rewindTo(host: Host, step: number): Promise<void>;
  redoStep(host: Host): Promise<void>;
  rewindable(host: Host): Command | null;
  redoable(host: Host): Command | null;
  cancelExchange(host: Host): Promise<void>;
  endByHand(host: Host): Promise<void>;
  goOnWithout(host: Host): void;
  readonly windows: Windows;
}

/** The globals of a page before the system starts. */
export interface Globals extends Pick<GamePage, 'game' | 'CONFIG' | 'Hooks' | 'foundry' | 'ui'> {
  readonly User: DocumentClass<User>;
}

export interface BarButton {
  readonly id: string;
  readonly label: string;
  readonly tooltip: string;
  readonly command: string;
  readonly barred: boolean;
  readonly digit: number | null;
  readonly key: string;
  readonly when?: string;
  readonly cost: readonly { readonly pool: string; readonly slots: readonly string[] }[];
}

interface ShownBarGroup {
  readonly id: string;
  readonly label: string;
  readonly actions: readonly BarButton[];
}

/** What the user has set in the bar. */
interface BarView
  extends Readonly<Record<'more' | 'isFolded' | 'hasNames', boolean> & Record<'columns' | 'rows' | 'end', number>> {
  readonly query: string;
  readonly layout: object | null;
}

/** Of a bar that is just opened. */
export const BAR_VIEW: BarView = {
  ...{ query: '', more: false, layout: null, columns: 4, rows: 3 },
  ...{ isFolded: false, hasNames: true, end: 1 },
};

export interface ShownBar {
  readonly layout: object | null;
  readonly now: readonly BarButton[];
  readonly favorites: readonly BarButton[];
  readonly places: readonly (BarButton | null)[];
  readonly lists: { readonly groups: readonly ShownBarGroup[]; readonly barred: readonly BarButton[] } | null;
  readonly rulings: readonly ShownBarGroup[];
  readonly endTurn: BarButton | null;
  readonly words: boolean;
  readonly suggests: boolean;
  readonly gauges: readonly { readonly isHealth: boolean }[];
  readonly why: string;
}

/** A fight with the fighter that is asked about. */
export interface FightOfFighter extends Fight {
  readonly id: string;
  readonly fighter: KnownFighter;
}

type SuggestTask = Extract<Task, { readonly kind: 'suggest' }>;

interface ShownSuggestions {
  readonly rows: readonly {
    readonly command: Command;
    readonly label: string;
    readonly why: string;
    readonly aria: string;
  }[];
  readonly end: { readonly label: string; readonly key: string } | null;
  readonly status: string;
}

interface ShownAsk {
  readonly key: string;
  readonly options: readonly { readonly barred: boolean; readonly isSuggested: boolean; readonly answer: string }[];
  readonly paused: string;
}

export interface Windows {
  operationsFor(
    host: Host,
    adapter: Adapter,
    encounter: Encounter,
    effects: readonly Effect[],
    beside: object,
  ): Batch[];
  effectsContext(bearer: Actor | Item, editable?: boolean): { readonly list: readonly ListedEffect[] };
  panelContext(actor: Actor): { readonly list: readonly Readonly<Record<string, unknown>>[] } | null;
  limitedContext(document: Document): Record<string, unknown>;
  giveItem(item: Item, receiver: Actor, count?: number): Promise<void>;
  copyItem(item: Item, receiver: Actor): Promise<boolean>;
  enableEffectsOf(uuid: string): Promise<void>;
  followReference(link: object): Promise<void>;
  isHandedOver(item: Item, receiver: Actor): boolean;
  recordOf(host: Host): FightRecord | null;
  disguisesIn(host: Host): ReadonlyMap<string, string>;
  reveal(combatant: Combatant): Promise<void>;
  setDisguise(combatant: Combatant, disguise: { readonly name?: string; readonly img?: string }): Promise<void>;
  hiddenIn(host: Host | null, ids: readonly string[], wereHidden?: readonly string[]): readonly string[];
  openRecordFile(
    file: Pick<File, 'name' | 'size' | 'text'>,
  ): Promise<{ readonly record: FightRecord; readonly difference: string } | null>;
  postSummary(fight: {
    readonly ruleset: Ruleset;
    readonly record: FightRecord;
    readonly chances: null;
    readonly hidden: ReadonlySet<string> | null;
    readonly disguises?: ReadonlyMap<string, string>;
  }): Promise<void>;
  loadParty(ruleset: string): Promise<readonly { readonly actor: Actor }[]>;
  restAll(party: readonly { readonly actor: Actor }[], rest: string): Promise<readonly string[]>;
  restsOf(
    party: readonly { readonly actor: Actor }[],
    adapter: Adapter,
  ): readonly { readonly id: string; readonly label: string }[];
  pressFoes(host: Host, button: { readonly foes: string; readonly of?: string }): Promise<void>;
  foesOf(host: Host): ShownFoes | undefined;
  loadEntries(adapter: Adapter): Promise<readonly BrowserEntry[]>;
  filterContexts(
    filters: readonly object[],
    entries: readonly BrowserEntry[],
    query: BrowserQuery,
  ): readonly ShownFilter[];
  registerForecastLabels(): void;
  startForecast(fight: Fight, change: ForecastChange, limits: ForecastLimits): EncounterForecast;
  forecastContext(input: object): {
    readonly rows: readonly { readonly id: string; readonly level?: object }[];
    readonly hasLevels: boolean;
    readonly isChosenChanged: boolean;
    readonly notes: readonly { readonly id: string; readonly text: string }[];
  };
  levelFieldOf(adapter: Adapter, actor: Actor): LevelField | null;
  withLevels(fight: Fight, levels: FighterLevels): KnownEncounter;
  loadFightThreats(fight: Fight, roster?: Roster): Promise<FightThreats>;
  threatContext(threats: FightThreats): { readonly text: string; readonly hint: string } | null;
  threatContextWith(threats: FightThreats, name: string, more: ThreatRating | null): { readonly text: string } | null;
  startMeasurement(fight: Fight, roster?: Roster): Promise<ThreatMeasurement | null>;
  measurementOf(host: Host): ThreatMeasurement | null;
  measureContext(
    threats: FightThreats,
    measurement: ThreatMeasurement | null,
  ): { readonly label: string; readonly progress: { readonly label: string } | null };
  kindOptions(
    entries: readonly BrowserEntry[],
    kind: string,
  ): readonly { readonly kind: string; readonly chosen: boolean }[];
  uuidsIn(entries: readonly BrowserEntry[], query: BrowserQuery): ReadonlySet<string>;
  giveKit(actor: Actor, step: BuildStep, preset: string): Promise<unknown>;
  namesOfKit(kit: Kit): readonly string[];
  playersFor(actor: Actor): readonly { readonly id: string; readonly name: string; readonly chosen: boolean }[];
  toggleAssignment(actor: Actor, user: string): Promise<void>;
  setKind(actor: Actor, isHero: boolean): Promise<void>;
  act(host: Host, ...given: unknown[]): Promise<unknown>;
  bindActionOptions(...given: unknown[]): void;
  pressAction(...given: unknown[]): unknown;
  pressHandIcon(item: object, seen: SheetContext): Promise<unknown>;
  askOptions(...given: unknown[]): Promise<unknown>;
  enterPool(...given: unknown[]): Promise<unknown>;
  isForeign(actor: Actor, item: object): boolean;
  whyUnread(ask: object): string;
  whyUnfit(input: object, field: object, value: unknown): string;
  declaredOf(field: object): Field | undefined;
  actorContext(actor: Actor, adapter: Adapter): SheetContext;
  barContext(actor: Actor, view: BarView): ShownBar | null;
  suggestTask(fight: FightOfFighter, seed: number): SuggestTask;
  suggestContext(fight: FightOfFighter, result: TaskResult | null, isDone: boolean): ShownSuggestions;
  changeCount(): number;
  fightOf(combat: Combat): Fight;
  trackerContext(fight: Fight): TrackerContext;
  render(template: string, context: object): Promise<string>;
  cardHTML(message: Message): Promise<string>;
  openCardToAll(message: Message): Promise<void>;
  requestHTML(message: Message): Promise<string>;
  askedOf(host: Host): readonly ShownAsk[];
  unreadable(): readonly Unreadable[];
  actNamed(action: object): Promise<unknown>;
  dropOnHotbar(data: object, slot: number): unknown;
  forgetTroubles(uuid: string): void;
  reported<T>(make: () => T, document: object): T | null;
  ofFight<T>(fight: Fight, name: string, make: (fight: Fight) => T): T;
}

export interface Adapter extends Omit<RulesetManifest, 'schema'> {
  readonly id: string;
  readonly ruleset: WritableRuleset;
  readonly pools: Readonly<Record<string, PoolLocation>>;
  readonly models: { readonly Actor: Record<string, DataModelClass>; readonly Item: Record<string, DataModelClass> };
  readonly shortNames?: Readonly<Record<string, string>>;
  readonly whenEmpty?: Readonly<Record<string, (fighter: Fighter) => number>>;
  readonly writtenItemFields: readonly string[];
  baseOf(actor: Actor): FighterInput['base'];
  itemOf(item: Item): Fighter['items'][number] | null;
}

/** A ruleset with members a test can replace. */
interface WritableRuleset extends Ruleset {
  automation: Ruleset['automation'];
}

interface Secret {
  readonly of: string;
  readonly salt: string;
  readonly state: Readonly<Record<string, unknown>>;
}

interface SelfTest {
  readonly of: string;
  readonly failed: readonly string[];
  readonly milliseconds: number;
}

interface Fight {
  readonly host: Host;
  readonly encounter: KnownEncounter;
  readonly whole: KnownEncounter;
  readonly viewer: Viewer;
}

/** A condition as windows show it. */
export interface Badge {
  readonly id: string;
  readonly label: string;
  readonly icon: string;
}

interface TrackerContext {
  readonly referee: string;
  readonly fault: string;
  readonly outsiders: readonly { readonly why: string }[];
  readonly rows: readonly (Pick<FighterRow, 'id' | 'cards'> & {
    readonly actions: readonly { readonly why: string }[];
    readonly badges: readonly Badge[];
    readonly gauges: readonly { readonly pool: string; readonly isHealth: boolean }[];
    readonly side: { readonly side: string; readonly label: string } | null;
  })[];
  readonly asks: readonly { readonly key: string }[];
  readonly [part: string]: unknown;
}

interface SheetContext {
  readonly abilities: readonly Figure[];
  readonly defenses: readonly Figure[];
  readonly skills: readonly Figure[];
  readonly numbers: readonly Figure[];
  readonly [part: string]: unknown;
}

interface ListedEffect {
  readonly id: string;
  readonly name: string;
  readonly from: string;
  readonly lasts: string;
  readonly on: boolean;
  readonly active: boolean;
  readonly editable: boolean;
  readonly deletable: boolean;
  readonly changes: readonly string[];
}

interface Unreadable {
  readonly key: string;
  readonly said: string;
  readonly document: Document | null;
  repair(): Promise<unknown>;
  remove(): Promise<unknown>;
}

/** A request to the server, as documents send it. */
export interface Batch {
  readonly action: string;
  readonly documentName: string;
  readonly data: readonly Source[];
  readonly updates: readonly Source[];
  readonly ids: readonly string[];
}

export interface Game {
  ready: boolean;
  readonly system: {
    readonly id: string;
    readonly version: string;
    readonly api: Record<string, unknown>;
    readonly primaryTokenAttribute: string | null;
    readonly secondaryTokenAttribute: string | null;
    readonly documentTypes: Record<string, Record<string, object>>;
  };
  readonly documentTypes: Record<string, string[]>;
  readonly world: { readonly id: string; readonly title: string };
  readonly paused: boolean;
  togglePause(paused: boolean, options?: { broadcast?: boolean }): Promise<boolean>;
  readonly user: User;
  readonly users: Collection<User>;
  readonly actors: Collection<Actor> & {
    importFromCompendium(pack: Pack, id: string, changes?: object): Promise<Actor>;
  };
  readonly items: Collection<Item>;
  readonly combat: Combat | null;
  readonly combats: Collection<Combat>;
  readonly scenes: Collection<Scene> & { readonly active: Scene; viewed: Scene };
  readonly messages: Collection<Message>;
  readonly macros: Collection<MacroDocument>;
  readonly journal: Collection<Document>;
  readonly folders: Collection<Document>;
  readonly packs: Collection<Pack> & { set(id: string, pack: object): unknown };
  readonly modules: Map<string, object>;
  readonly collections: { get(name: string): Collection<Document> };
  readonly settings: {
    get(namespace: string, key: string): unknown;
    set(namespace: string, key: string, value: unknown): Promise<unknown>;
  };
  readonly keybindings: {
    readonly actions: ReadonlyMap<string, { readonly restricted?: boolean; onDown(): unknown }>;
  };
  readonly socket: { emit(event: string, ...rest: unknown[]): void };
  readonly time: { offset: number; worldTime: number; advance(delta: number): Promise<number> };
  readonly i18n: { localize(key: string): string; format(key: string, facts?: object): string };
}

export interface Pack {
  readonly locked: boolean;
  readonly index: Collection<Source>;
  configure(changes: object): Promise<unknown>;
  getDocument(id: string): Promise<Document>;
  getDocuments(): Promise<Document[]>;
}

/** Attributes for token bars, by path. */
interface Tracked {
  readonly bar: readonly string[];
  readonly value: readonly string[];
}

export interface TypeConfig<T> {
  documentClass: DocumentClass<T>;
  readonly dataModels: Record<string, DataModelClass>;
  expiryAction: string;
  readonly sheetClasses: Record<string, Record<string, object>>;
}

export interface Config {
  readonly ActiveEffect: TypeConfig<ActiveEffect>;
  readonly specialStatusEffects: { readonly DEFEATED: string };
  readonly Actor: TypeConfig<Actor> & { readonly trackableAttributes: Record<string, Tracked> };
  readonly ChatMessage: TypeConfig<Message>;
  readonly Combat: TypeConfig<Combat>;
  readonly Combatant: TypeConfig<Combatant>;
  readonly CombatantGroup: TypeConfig<Document>;
  readonly Item: TypeConfig<Item>;
  readonly Macro: TypeConfig<MacroDocument>;
  readonly Scene: TypeConfig<Scene>;
  readonly Token: TypeConfig<Token> & {
    documentClass: { createCombatants(tokens: readonly Token[], options?: object): Promise<unknown> };
  };
  readonly Dice: { randomUniform: () => number };
  readonly queries: Record<string, (data: object, options?: object) => unknown>;
  readonly time: { roundTime: number };
  readonly ui: Record<string, unknown>;
}

export interface HookRegistry {
  on<Args extends unknown[]>(hook: string, listen: (...args: Args) => unknown): number;
  once<Args extends unknown[]>(hook: string, listen: (...args: Args) => unknown): number;
  off(hook: string, id: number): void;
  call(hook: string, ...args: unknown[]): boolean;
  callAll(hook: string, ...args: unknown[]): boolean;
}

export interface FoundryNamespace {
  readonly utils: {
    flattenObject(object: object): Record<string, unknown>;
    setProperty(object: object, path: string, value: unknown): boolean;
    getProperty(object: object, path: string): unknown;
    mergeObject<T extends object>(original: T, other: object): T;
    randomID(): string;
    escapeHTML(value: string): string;
  };
  readonly abstract: { readonly Document: DocumentClass<Document> };
  readonly documents: {
    modifyBatch(operations: readonly object[]): Promise<unknown>;
    readonly collections: { readonly CompendiumCollection: { createCompendium(data: object): Promise<Pack> } };
  };
  readonly dice: { readonly Roll: new (formula: string, data?: object) => Roll };
  applications: {
    instances?: Map<string, object>;
    api: { DialogV2: DialogClass; ApplicationV2?: { prototype: { id: string; render(): Promise<unknown> } } };
  };
  readonly data: {
    readonly fields: Record<string, new (...given: unknown[]) => DataField> & {
      readonly SchemaField: new (...given: unknown[]) => SchemaField;
    };
  };
  readonly helpers: { readonly Hooks: HookRegistry };
}

interface DialogClass {
  confirm(options: { readonly window: { readonly title: string }; readonly content: string }): Promise<boolean | null>;
  wait?(options: { readonly content: string; readonly buttons: readonly { label: string }[] }): Promise<unknown>;
}
