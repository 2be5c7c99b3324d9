import type { Document } from './abstract/document';
import type { Config, DocumentConfig, DocumentName } from './config-types';
import { type StatusEffect, type StatusEffects, statusEffects } from './data/status-effects';
import { MersenneTwister } from './dice/mersenne';
import { ClockwiseSweepPolygon } from './geometry/sweep';

/** Creates the entry of a document type. `documents/index.ts` assigns its class. */
function document<N extends DocumentName>(extra?: Omit<Partial<Config[N]>, 'documentClass'>): Config[N] {
  const common = { dataModels: {}, typeLabels: {}, typeIcons: {}, sheetClasses: {} };
  return { ...common, ...extra } as object as Config[N];
}

const effects = statusEffects();
const change = (label: string, defaultPriority: number) => ({
  label: `EFFECT.CHANGES.TYPES.${label}`,
  defaultPriority,
});

/**
 * CONFIG with the documented defaults of what systems use. `documents/index.ts` assigns document classes,
 * `namespace.ts` those of interface and canvas. T14: client/config.d.mts
 */
export const CONFIG: Config = {
  debug: { hooks: false, documents: false, combat: false, applications: false },
  compatibility: { mode: 1, includePatterns: [], excludePatterns: [] },
  AmbientLight: document<'AmbientLight'>({ objectClass: null }),
  Actor: document<'Actor'>({
    collection: null,
    sidebarIcon: 'fa-solid fa-user',
    trackableAttributes: {},
    compendiumIndexFields: [],
  }),
  ActorDelta: document<'ActorDelta'>(),
  Adventure: document<'Adventure'>({ sidebarIcon: 'fa-solid fa-treasure-chest' }),
  ActiveEffect: document<'ActiveEffect'>({
    phases: { initial: { label: 'EFFECT.PHASES.initial' }, final: { label: 'EFFECT.PHASES.final' } },
    changeTypes: {
      custom: change('custom', 0),
      multiply: change('multiply', 10),
      add: change('add', 20),
      subtract: change('subtract', 20),
      downgrade: change('downgrade', 30),
      upgrade: change('upgrade', 40),
      override: change('override', 50),
    },
    expiryAction: 'update',
    expiryEvents: {},
    sidebarIcon: 'fa-solid fa-bolt',
  }),
  ChatMessage: document<'ChatMessage'>({
    batchSize: 100,
    sidebarIcon: 'fa-solid fa-comments',
    template: 'templates/sidebar/chat-message.hbs',
    modes: {
      public: { label: 'CHAT.MODES.public', icon: 'fa-solid fa-globe' },
      gm: { label: 'CHAT.MODES.gm', icon: 'fa-solid fa-user-secret' },
      blind: { label: 'CHAT.MODES.blind', icon: 'fa-solid fa-eye-slash' },
      self: { label: 'CHAT.MODES.self', icon: 'fa-solid fa-user' },
      ic: { label: 'CHAT.MODES.ic', icon: 'fa-solid fa-user-group' },
    },
  }),
  Combat: document<'Combat'>({
    collection: null,
    defeatedStatusId: 'dead',
    sidebarIcon: 'fa-solid fa-swords',
    initiative: { formula: null, decimals: 2 },
    initiativeIcon: { icon: '../icons/svg/d20.svg', hover: '../icons/svg/d20-highlight.svg' },
    fallbackTurnMarker: 'icons/svg/dice-target.svg',
    sounds: {},
    settings: {},
  }),
  Combatant: document<'Combatant'>(),
  CombatantGroup: document<'CombatantGroup'>(),
  Folder: document<'Folder'>({ collection: null, sidebarIcon: 'fa-solid fa-folder' }),
  Item: document<'Item'>({ collection: null, sidebarIcon: 'fa-solid fa-suitcase', compendiumIndexFields: [] }),
  JournalEntry: document<'JournalEntry'>({ collection: null, sidebarIcon: 'fa-solid fa-book-open' }),
  JournalEntryPage: document<'JournalEntryPage'>({ sidebarIcon: 'fa-solid fa-file-lines' }),
  Level: document<'Level'>(),
  Macro: document<'Macro'>({ collection: null, sidebarIcon: 'fa-solid fa-code' }),
  RollTable: document<'RollTable'>({ collection: null, sidebarIcon: 'fa-solid fa-table-list' }),
  Region: document<'Region'>(),
  RegionBehavior: document<'RegionBehavior'>(),
  Scene: document<'Scene'>({ collection: null, sidebarIcon: 'fa-solid fa-map' }),
  Setting: document<'Setting'>({ collection: null }),
  TableResult: document<'TableResult'>(),
  User: document<'User'>({ collection: null }),
  Wall: document<'Wall'>({ objectClass: null }),
  Token: document<'Token'>({
    layerClass: null,
    hudClass: null,
    prototypeSheetClass: null,
    movement: { actions: {}, defaultAction: 'walk', defaultSpeed: 6, costAggregator: null, TerrainData: null },
  }),
  Canvas: {
    blurStrength: 8,
    gridStyles: {},
    groups: {},
    layers: {},
    maxZoom: 3,
    /** T14: client/config.d.mts; all backends share one class. */
    polygonBackends: Object.fromEntries(
      ['sight', 'light', 'darkness', 'sound', 'move'].map((type) => [type, ClockwiseSweepPolygon]),
    ),
    minZoom: undefined,
    objectBorderThickness: 4,
    dispositionColors: {
      HOSTILE: 0xe72124,
      NEUTRAL: 0xf1d836,
      FRIENDLY: 0x43dfdf,
      INACTIVE: 0x555555,
      PARTY: 0x33bc4e,
      CONTROLLED: 0xff9829,
      SECRET: 0xa612d4,
    },
  },
  Dice: {
    types: [],
    terms: {},
    termTypes: {},
    rolls: [],
    randomUniform: MersenneTwister.random,
    functions: {},
    fulfillment: { defaultMethod: '', methods: {} },
  },
  TextEditor: { enrichers: [] },
  controlIcons: {
    combat: 'icons/svg/combat.svg',
    visibility: 'icons/svg/cowled.svg',
    effects: 'icons/svg/aura.svg',
    defeated: 'icons/svg/skull.svg',
  },
  get statusEffects(): StatusEffects {
    return effects.proxy;
  },
  set statusEffects(list: StatusEffect[] | Record<string, StatusEffect>) {
    effects.assign(list);
  },
  specialStatusEffects: {
    DEFEATED: 'dead',
    INVISIBLE: 'invisible',
    BLIND: 'blind',
    BURROW: 'burrow',
    HOVER: 'hover',
    FLY: 'fly',
  },
  queries: {},
  sounds: { dice: 'sounds/dice.wav', notification: 'sounds/notify.wav', lock: 'sounds/lock.wav' },
  supportedLanguages: { en: 'English' },
  time: { turnTime: 0, roundTime: 0, worldCalendarClass: null, earthCalendarClass: null },
  ui: {},
  ux: {},
  fontDefinitions: {},
  defaultFontFamily: 'Signika',
};

export const documentConfig = (name: string): DocumentConfig | undefined =>
  name in CONFIG ? (CONFIG[name as keyof Config] as DocumentConfig) : undefined;

/** @throws for an unknown document name */
export function documentClassOf(name: string): typeof Document {
  const config = documentConfig(name);
  if (!config) throw new Error(`"${name}" is not a known document name`);
  return config.documentClass;
}
