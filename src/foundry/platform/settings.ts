import { STRICTNESS, type Strictness } from '../../encounter/legality';
import type { Ruleset, SettingDefinition } from '../../encounter/ruleset';
import { OPENNESS, type Openness } from '../../encounter/visibility';
import { present } from '../../kernel/present';
import { notice } from './notice';
import { branchOf, text } from './text';

export const SYSTEM_ID = 'cadence';

/** Called where a setting of Cadence has changed, for whoever draws by it. */
export const SETTING_HOOK = 'cadence.setting';

/** When a client throws its own dice without being clicked. */
const AUTO_THROW = ['own-actions', 'always', 'never'] as const;
export type AutoThrow = (typeof AUTO_THROW)[number];

/** Who throws a fighter's dice: its owner's client, or the referee's. */
const DICE = ['owner', 'referee'] as const;

/** Whether the action bar is shown, and how much of it. */
const BAR = ['open', 'folded', 'off'] as const;
export type Bar = (typeof BAR)[number];

/** Whether the actions of the bar are called by their names, or are icons alone. */
export const BAR_LOOK = ['words', 'icons'] as const;

interface Choice {
  readonly key: string;
  readonly scope: 'world' | 'client';
  readonly choices: readonly string[];
  readonly initial: string;
}

type Value = SettingDefinition['initial'];

const CHOICES: readonly Choice[] = [
  { key: 'strictness', scope: 'world', choices: STRICTNESS, initial: 'enforce' },
  { key: 'gmStrictness', scope: 'world', choices: STRICTNESS, initial: 'warn' },
  { key: 'dice', scope: 'world', choices: DICE, initial: 'owner' },
  { key: 'foePools', scope: 'world', choices: OPENNESS, initial: 'rough' },
  { key: 'autoThrow', scope: 'client', choices: AUTO_THROW, initial: 'own-actions' },
  { key: 'bar', scope: 'client', choices: BAR, initial: 'open' },
  { key: 'barLook', scope: 'client', choices: BAR_LOOK, initial: 'words' },
];

/** What each user may switch off of what is seen and heard on the map. */
const SEEN = ['turnBanner', 'turnSound', 'numbers', 'hits', 'tokenBadges'] as const;

/** By which version of Cadence the world's data was last brought up to date; nobody sets it by hand. */
const DATA_VERSION = 'dataVersion';

/** The version that knew of no versions: what a world says that says nothing. */
export const FIRST_VERSION = '0.1.0';

/** Whether the game master of the world, and each user at each browser, has been greeted. */
const WELCOMED = { world: 'worldWelcomed', client: 'welcomed' } as const;

/** The compendium that is unlocked for no longer than it is brought up to date. */
const OPENED_PACK = 'openedPack';

/** Whether this user sees all the time what is threatened on the map; switched by a tool of the token controls. */
const THREAT = 'threat';
/** Where somebody has moved what floats on their screen, by its id. */
const PLACES = 'places';
/** How somebody has left the sheets of actors on their screen, by the actors' UUIDs. */
const SHEETS = 'sheets';
const MOST_SHEETS = 60;
/** The actions somebody wants first in the bar, by the actors' UUIDs. */
const FAVORITES = 'favorites';

interface Settled extends Pick<Ruleset, 'id' | 'settings'> {
  readonly roundSeconds: number;
}

/** Registers the settings of Cadence and of every ruleset; choices and words come from the language file. */
export function registerSettings(rulesets: readonly Settled[]): void {
  const hidden = game.settings;
  for (const key of [DATA_VERSION, OPENED_PACK])
    hidden.register(SYSTEM_ID, key, { scope: 'world', config: false, type: String, default: '' });
  for (const [scope, key] of Object.entries(WELCOMED))
    hidden.register(SYSTEM_ID, key, {
      scope: scope as 'world' | 'client',
      config: false,
      type: Boolean,
      default: false,
    });
  const onChange = tellChange;
  hidden.register(SYSTEM_ID, THREAT, { scope: 'client', config: false, type: Boolean, default: false, onChange });
  for (const key of [PLACES, SHEETS, FAVORITES])
    hidden.register(SYSTEM_ID, key, { scope: 'client', config: false, type: Object, default: {} });
  for (const { key, scope, choices, initial } of CHOICES)
    register(key, { scope, choices, initial, branch: `CADENCE.Setting.${key}` });
  register('countdown', { scope: 'world', min: 0, max: 180, step: 5, initial: 0, branch: 'CADENCE.Setting.countdown' });
  for (const key of SEEN) register(key, { scope: 'client', initial: true, branch: `CADENCE.Setting.${key}` });
  register('groupInitiative', { scope: 'world', initial: false, branch: 'CADENCE.Setting.groupInitiative' });
  register('mapCounts', { scope: 'world', initial: true, branch: 'CADENCE.Setting.mapCounts' });
  const ids = rulesets.map(({ id }) => id);
  register('ruleset', {
    scope: 'world',
    choices: ids,
    initial: ids[0] ?? '',
    branch: 'CADENCE.Setting.ruleset',
    labelOf: (id) => `${branchOf(id)}.title`,
  });
  for (const { id, settings, roundSeconds } of rulesets) {
    const length = { min: 0, max: 60, step: 1, initial: roundSeconds, branch: 'CADENCE.Setting.roundSeconds' };
    register(playedKey(id), { scope: 'world', initial: true, branch: 'CADENCE.Setting.played', topic: id });
    register(roundKey(id), { scope: 'world', ...length, topic: id });
    for (const [key, definition] of Object.entries(settings))
      register(`${id}.${key}`, {
        scope: 'world',
        ...definition,
        branch: `${branchOf(id)}.Setting.${key}`,
        topic: id,
      });
  }
}

const playedKey = (id: string): string => `${id}.played`;

const roundKey = (id: string): string => `${id}.roundSeconds`;

type Registration = SettingDefinition & {
  readonly scope: 'world' | 'client';
  readonly branch: string;
  /** The menu it stands in; by its key where nothing is said. */
  readonly topic?: string;
  /** Whether it counts only once the page is loaded anew. */
  readonly requiresReload?: boolean;
  readonly labelOf?: (choice: string) => string;
};

/** The menus that settings stand in by what they are about; those of a ruleset have one of their own, called by its id. */
export const TOPICS = [
  { id: 'table', icon: 'fa-solid fa-gavel' },
  { id: 'dice', icon: 'fa-solid fa-dice-d20' },
  { id: 'map', icon: 'fa-solid fa-route' },
  { id: 'look', icon: 'fa-solid fa-palette' },
] as const;

/** Where settings stand that say nothing of it; whatever is not named here is about the table. */
const TOPIC_OF: Readonly<Record<string, (typeof TOPICS)[number]['id']>> = {
  dice: 'dice',
  autoThrow: 'dice',
  countdown: 'dice',
  groupInitiative: 'dice',
  bar: 'look',
  barLook: 'look',
  mapCounts: 'map',
  ...Object.fromEntries(SEEN.map((key) => [key, 'look'])),
};

const labelIn = ({ branch, labelOf }: Registration) => labelOf ?? ((choice: string) => `${branch}.choices.${choice}`);

const registered = new Map<string, Registration>();

function register(key: string, registration: Registration): void {
  const { scope, branch } = registration;
  registered.set(key, registration);
  game.settings.register(SYSTEM_ID, key, {
    name: `${branch}.label`,
    hint: `${branch}.hint`,
    scope,
    // Sixty in one list nobody reads: each stands in a menu of its topic (apps/settings-menu.ts).
    config: false,
    requiresReload: registration.requiresReload ?? false,
    onChange: tellChange,
    ...inputOf(registration),
  });
}

const tellChange = (): void => void Hooks.callAll(SETTING_HOOK);

/** How Foundry's window of settings asks for it. API: SettingConfig. */
function inputOf(definition: Registration): object {
  const { initial } = definition;
  if ('min' in definition) {
    const { min, max, step } = definition;
    return { type: Number, range: { min, max, step }, default: initial };
  }
  if (!('choices' in definition)) return { type: Boolean, default: initial };
  const label = labelIn(definition);
  const choices = Object.fromEntries(definition.choices.map((choice) => [choice, label(choice)]));
  return { type: String, choices, default: initial };
}

function read<V extends Value = string>(key: string): V {
  const value: V = game.settings.get(SYSTEM_ID, key);
  const registration = present(registered.get(key), `the setting ${key}`);
  if (isOffered(registration, value)) return value;
  tellInstead(key, registration, value);
  return registration.initial as V;
}

export type Setting = Registration & { readonly key: string };

/** What a choice of a setting is called. */
export const choiceLabel = (setting: Setting, choice: string): string => text(labelIn(setting)(choice));

/** The settings of a topic, in the order in which they were registered. */
export function settingsOf(topic: string): Setting[] {
  const settings = [...registered].map(([key, registration]) => ({ ...registration, key }));
  return settings.filter(({ key, topic: own }) => (own ?? TOPIC_OF[key] ?? 'table') === topic);
}

/** Whether this user may set it. As Foundry's own window has it: T14 client/applications/settings/config.d.mts */
export const isMineToSet = ({ scope }: Pick<Setting, 'scope'>): boolean =>
  scope !== 'world' || game.user.can('SETTINGS_MODIFY');

/** What a setting comes to: its initial value where what is stored is none. */
export const settingValue = (key: string): Value => read<Value>(key);

export const saveSetting = (key: string, value: Value): Promise<unknown> => game.settings.set(SYSTEM_ID, key, value);

/** Why a value is not taken; an empty text where it is. */
export function whyNotValue(setting: Setting, value: unknown): string {
  const step = 'min' in setting ? (Number(value) - setting.min) / setting.step : 0;
  if (isOffered(setting, value) && Number.isInteger(Math.round(step * 1e6) / 1e6)) return '';
  if (!('min' in setting)) return text('CADENCE.App.Settings.notOffered');
  const { min, max, step: by } = setting;
  return text('CADENCE.App.Settings.notBetween', { min, max, step: by });
}

/** What is stored may be no choice any more: its package is switched off, or a macro wrote it. */
function isOffered(definition: SettingDefinition, value: unknown): boolean {
  if ('choices' in definition) return typeof value === 'string' && definition.choices.includes(value);
  if (!('min' in definition)) return typeof value === 'boolean';
  const { min, max } = definition;
  return typeof value === 'number' && value >= min && value <= max;
}

/** Settings whose value has been said to be none. */
const said = new Set<string>();

/** Says to whoever can mend it that a setting goes by its initial value. */
function tellInstead(key: string, registration: Registration, value: unknown): void {
  const { scope, branch, initial } = registration;
  const shown = shownValue(value);
  if (!ui.notifications || said.has(`${key} ${shown}`) || (scope === 'world' && !game.user.isGM)) return;
  said.add(`${key} ${shown}`);
  const instead = 'choices' in registration ? text(labelIn(registration)(String(initial))) : String(initial);
  const facts = { name: text(`${branch}.label`), value: shown, initial: instead };
  notice('warn', text('CADENCE.Notice.setting', facts));
}

/** What is stored may be any JSON, and `String` throws for some of it. */
const shownValue = (value: unknown): string =>
  typeof value === 'object' ? JSON.stringify(value).slice(0, 100) : String(value);

/** How strictly this user is held to the rules. */
export function strictnessFor(user: { isGM: boolean }): Strictness {
  return read<Strictness>(user.isGM ? 'gmStrictness' : 'strictness');
}

export const refereeThrows = (): boolean => read('dice') === 'referee';
export const autoThrow = (): AutoThrow => read<AutoThrow>('autoThrow');
/** How long a player has for an answer, in seconds; 0 where nobody is hurried. */
export const countdown = (): number => read<number>('countdown');
/** What players see of foes' pools. */
export const foePools = (): Openness => read<Openness>('foePools');
/** Whether foes of one kind roll initiative once for all of them. */
export const rollsByKind = (): boolean => read<boolean>('groupInitiative');
/** Whether walls, doors and light of the scene count in the rules. */
export const mapCounts = (): boolean => read<boolean>('mapCounts');
/** Whether somebody is told on the screen, and by a sound, that it is their turn. */
export const showsTurn = (): boolean => read<boolean>('turnBanner');
export const soundsTurn = (): boolean => read<boolean>('turnSound');
/** Whether numbers rise from tokens, a ring flashes around whoever is hit, and badges lie on tokens. */
export const showsNumbers = (): boolean => read<boolean>('numbers');
export const showsHits = (): boolean => read<boolean>('hits');
export const showsBadges = (): boolean => read<boolean>('tokenBadges');
export const barShown = (): Bar => read<Bar>('bar');
export const hasWordsInBar = (): boolean => read<(typeof BAR_LOOK)[number]>('barLook') === 'words';
export const showBar = (bar: Bar): Promise<unknown> => keepHere('bar', bar);

/** Sets what only this browser keeps. Its storage may be full: then the value stays as it was, and the window goes on. */
async function keepHere(key: string, value: unknown): Promise<unknown> {
  try {
    return await game.settings.set(SYSTEM_ID, key as never, value as never);
  } catch (error) {
    console.warn(`Cadence | the setting ${key} could not be stored in this browser`, error);
    return undefined;
  }
}

/** A place as shares of the room there is, from the left and the top. */
interface Place {
  readonly x: number;
  readonly y: number;
}

/** Where this user has moved what floats there; null where it stands by itself. */
export function rememberedPlace(id: string): Place | null {
  const { x, y }: { x?: unknown; y?: unknown } = places()[id] ?? {};
  return Number.isFinite(x) && Number.isFinite(y) ? { x: Number(x), y: Number(y) } : null;
}

/** @param place null to have it stand by itself again */
export function rememberPlace(id: string, place: Place | null): Promise<unknown> {
  const { [id]: _, ...others } = places();
  return keepHere(PLACES, place ? { ...others, [id]: place } : others);
}

const places = (): Record<string, unknown> => storedBy(PLACES);

function storedBy(key: typeof PLACES | typeof SHEETS | typeof FAVORITES): Record<string, unknown> {
  const stored: unknown = game.settings.get(SYSTEM_ID, key);
  return typeof stored === 'object' && stored !== null ? { ...stored } : {};
}

/** How a sheet was left. */
export interface SheetLook {
  readonly mode?: 'play' | 'edit';
  readonly tab?: string;
  readonly width?: number;
  readonly height?: number;
}

export function rememberedSheet(uuid: string): SheetLook {
  const { mode, tab, width, height } = (storedBy(SHEETS)[uuid] ?? {}) as Record<string, unknown>;
  return {
    ...((mode === 'play' || mode === 'edit') && { mode }),
    ...(typeof tab === 'string' && { tab }),
    ...(Number.isFinite(width) && { width: Number(width) }),
    ...(Number.isFinite(height) && { height: Number(height) }),
  };
}

/** Those that were looked at long ago are forgotten. */
export async function rememberSheet(uuid: string, look: SheetLook): Promise<void> {
  const { [uuid]: _, ...others } = storedBy(SHEETS);
  const kept = Object.entries(others).slice(1 - MOST_SHEETS);
  await keepHere(SHEETS, Object.fromEntries([...kept, [uuid, look]]));
}

/** The ids of the buttons this user wants first for an actor, in their order. */
export function favoritesOf(uuid: string): readonly string[] {
  const stored = storedBy(FAVORITES)[uuid];
  return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : [];
}

/** Those of actors nobody has looked at for long are forgotten. */
export async function rememberFavorites(uuid: string, ids: readonly string[]): Promise<void> {
  const { [uuid]: _, ...others } = storedBy(FAVORITES);
  const kept = Object.entries(others).slice(1 - MOST_SHEETS);
  await keepHere(FAVORITES, Object.fromEntries([...kept, ...(ids.length > 0 ? [[uuid, ids]] : [])]));
}

/** The version of Cadence that last brought the world's data up to date; empty where none has, or nobody can tell. */
export function dataVersion(): string {
  const version = noted(DATA_VERSION);
  return /^\d+\.\d+\.\d+/.test(version) ? version : '';
}
export const setDataVersion = (version: string): Promise<unknown> => note(DATA_VERSION, version);

export const openedPack = (): string => noted(OPENED_PACK);
export const setOpenedPack = (id: string): Promise<unknown> => note(OPENED_PACK, id);

export const showsThreat = (): boolean => game.settings.get(SYSTEM_ID, THREAT) === true;
export const showThreat = (isShown: boolean): Promise<unknown> => keepHere(THREAT, isShown);

const welcomedKey = (): string => (game.user.isGM ? WELCOMED.world : WELCOMED.client);
export const isWelcomed = (): boolean => game.settings.get(SYSTEM_ID, welcomedKey()) === true;
export const setWelcomed = (): Promise<unknown> => game.settings.set(SYSTEM_ID, welcomedKey(), true);

/** Has the world play by one ruleset: new encounters are its, and dialogs offer nothing of the others. @param all the ids there are */
export async function playOnly(ruleset: string, all: readonly string[]): Promise<void> {
  await saveSetting('ruleset', ruleset);
  for (const id of all) await saveSetting(playedKey(id), id === ruleset);
}

function noted(key: string): string {
  const value: unknown = game.settings.get(SYSTEM_ID, key);
  return typeof value === 'string' ? value : '';
}
const note = (key: string, value: string): Promise<unknown> => game.settings.set(SYSTEM_ID, key, value);

/** How much of the world's time a round of the ruleset takes, in seconds; 0 where encounters leave the world's clock alone. */
export const roundSeconds = ({ id }: Pick<Ruleset, 'id'>): number => read<number>(roundKey(id));

/** Whether the world plays by a ruleset: dialogs for new documents offer what it plays. */
export const isPlayed = (id: string): boolean => read<boolean>(playedKey(id));

/** The ruleset a new encounter plays by. */
export const defaultRuleset = (): string => read('ruleset');

/** A ruleset's own settings, by the keys its rules use. */
export function rulesetSettings({ id, settings }: Ruleset): Record<string, Value> {
  return Object.fromEntries(Object.keys(settings).map((key) => [key, read<Value>(`${id}.${key}`)]));
}
