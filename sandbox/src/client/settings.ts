import { isSubclass } from '../shared/types-of';
import { DataModel } from './abstract/data-model';
import type { OperationOptions } from './abstract/operations';
import type { ApplicationV2 } from './applications/api/application';
import type { WorldCollection, WorldSettings } from './collections/index';
import { CONFIG } from './config';
import { type Choices, DataField } from './data/fields/base';
import type { Setting } from './documents/setting';
import { game } from './game';
import { CompendiumCollection } from './packs';

const STORAGE = 'sandbox.settings';
const PRIMITIVES: unknown[] = [String, Number, Boolean, Array, Object, Function];

/** T14: client/helpers/client-settings.d.mts */
export interface SettingRegistration {
  name?: string;
  hint?: string;
  scope?: 'world' | 'client' | 'user';
  config?: boolean;
  /** A constructor, a data model or a field. */
  type?: unknown;
  default?: unknown;
  choices?: Choices;
  range?: { min: number; max: number; step?: number };
  requiresReload?: boolean;
  restricted?: boolean;
  onChange?: (value: never, options: OperationOptions, userId: string) => void;
  [option: string]: unknown;
}

export interface SettingConfig extends SettingRegistration {
  id: string;
  key: string;
  namespace: string;
  scope: 'world' | 'client' | 'user';
}

/** T14: client/helpers/client-settings.d.mts */
interface MenuRegistration {
  name: string;
  label?: string;
  hint?: string;
  icon?: string;
  restricted?: boolean;
  type: new () => ApplicationV2;
}

export interface SettingMenu extends MenuRegistration {
  key: string;
  namespace: string;
}

/** Value of `core.combatTrackerConfig`. T14: client/data/combat-config.d.mts */
export interface CombatSettings {
  resource?: string;
  skipDefeated?: boolean;
  turnMarker?: { enabled?: boolean; src?: string };
}

/** Storage for settings of scope "client"; tests pass their own. */
export interface ClientStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}

/** `game.settings`. T14: client/helpers/client-settings.d.mts */
export class ClientSettings {
  settings = new Map<string, SettingConfig>();
  menus = new Map<string, SettingMenu>();
  storage = new Map<string, ClientStorage | WorldCollection>();
  private prepared = new Map<string, unknown>();

  constructor(private readonly local: ClientStorage) {
    this.storage.set('client', local);
  }

  register(namespace: string, key: string, data: SettingRegistration) {
    if (!namespace || !key) throw new Error('You must specify both namespace and key portions of the setting');
    const scope = data.scope && ['world', 'client', 'user'].includes(data.scope) ? data.scope : 'client';
    const setting: SettingConfig = { ...data, key, namespace, id: `${namespace}.${key}`, scope };
    if (
      data.type &&
      !PRIMITIVES.includes(data.type) &&
      !(data.type instanceof DataField) &&
      !isSubclass(data.type, DataModel)
    ) {
      if (typeof data.type !== 'function')
        throw new Error(`Setting ${setting.id} type must be a DataField, DataModel, or callable function`);
    }
    this.settings.set(setting.id, setting);
    this.forget(setting.id);
  }

  registerMenu(namespace: string, key: string, data: MenuRegistration) {
    if (!namespace || !key) throw new Error('You must specify both namespace and key portions of the menu');
    this.menus.set(`${namespace}.${key}`, { ...data, key: `${namespace}.${key}`, namespace });
  }

  get(namespace: string, key: string, { document = false }: { document?: boolean } = {}): unknown {
    const config = this.configOf(namespace, key);
    if (document) return this.documentOf(config);
    if (!this.prepared.has(config.id)) this.prepared.set(config.id, this.prepare(config, this.stored(config)));
    return this.prepared.get(config.id);
  }

  async set(namespace: string, key: string, value: unknown, options: OperationOptions = {}): Promise<unknown> {
    const config = this.configOf(namespace, key);
    const plain = this.clean(config, value);
    const json = JSON.stringify(plain);
    if (config.scope === 'client') {
      const before = this.local.getItem(this.localKey(config));
      this.local.setItem(this.localKey(config), json);
      this.forget(config.id);
      if (before !== json) config.onChange?.(this.get(namespace, key) as never, options, game['userId']);
      return this.get(namespace, key);
    }
    const { documentClass } = CONFIG['Setting'];
    const user = config.scope === 'user' ? game['userId'] : null;
    const document = this.documentOf(config);
    if (document) await document.update({ value: json }, options);
    else await documentClass.create({ key: config.id, value: json, user }, options);
    return this.get(namespace, key);
  }

  /** Drops a cached value after its stored one changed. */
  forget(id: string) {
    this.prepared.delete(id);
  }

  /** The world setting `core.permissions`: roles by permission. */
  permissions(): Record<string, number[]> {
    return this.settings.has('core.permissions')
      ? ((this.get('core', 'permissions') ?? {}) as Record<string, number[]>)
      : {};
  }

  combatConfig(): CombatSettings {
    const isKnown = this.settings.has('core.combatTrackerConfig');
    return isKnown ? ((this.get('core', 'combatTrackerConfig') ?? {}) as CombatSettings) : {};
  }

  gridDiagonals(): number | undefined {
    return game['system']?.grid?.diagonals;
  }

  private configOf(namespace: string, key: string) {
    if (!namespace || !key) throw new Error('You must specify both namespace and key portions of the setting');
    const config = this.settings.get(`${namespace}.${key}`);
    if (!config) throw new Error(`"${namespace}.${key}" is not a registered game setting`);
    return config;
  }

  private localKey = (config: SettingConfig) => `${STORAGE}.${game['world']?.id ?? ''}.${config.id}`;

  private documentOf(config: SettingConfig): Setting | undefined {
    if (config.scope === 'client') return undefined;
    const settings = game['collections'].get('Setting') as WorldSettings | undefined;
    return settings?.getSetting(config.id, config.scope === 'user' ? game['userId'] : null);
  }

  private stored(config: SettingConfig): unknown {
    const json =
      config.scope === 'client' ? this.local.getItem(this.localKey(config)) : this.documentOf(config)?._source.value;
    if (json === undefined || json === null) return undefined;
    try {
      return JSON.parse(json);
    } catch {
      return undefined;
    }
  }

  private prepare(config: SettingConfig, stored: unknown): unknown {
    const { type } = config;
    const value = stored === undefined ? copyOf(config.default) : stored;
    if (type instanceof DataField) {
      const cleaned = type.clean(value ?? undefined);
      return type.initialize(type.validate(cleaned) === undefined ? cleaned : type.getInitialValue());
    }
    if (isSubclass(type, DataModel)) return type.fromSource((value ?? {}) as object);
    if (stored !== undefined && value !== null && isCast(type)) return type(value);
    if (stored !== undefined && typeof type === 'function' && !PRIMITIVES.includes(type))
      return new (type as new (given: unknown) => unknown)(value);
    return value;
  }

  private clean(config: SettingConfig, value: unknown): unknown {
    const { type } = config;
    if (type instanceof DataField) {
      const cleaned = type.clean(value ?? undefined);
      const failure = type.validate(cleaned);
      if (failure) throw failure.asError();
      return cleaned;
    }
    if (isSubclass(type, DataModel))
      return value instanceof DataModel ? value.toObject() : new type(value as object).toObject();
    if (value === undefined) return config.default;
    return isCast(type) && value !== null ? type(value) : value;
  }
}

const copyOf = (value: unknown): unknown => (value && typeof value === 'object' ? structuredClone(value) : value);

/** True for constructors that cast when called without `new`. */
const isCast = (type: unknown): type is (value: unknown) => unknown =>
  type === Number || type === String || type === Boolean;

/** Registers core settings that the interface and systems read. */
export function registerCoreSettings(settings: ClientSettings) {
  const core = (
    key: string,
    scope: SettingConfig['scope'],
    type: unknown,
    fallback: unknown,
    more: Partial<SettingRegistration> = {},
  ) => settings.register('core', key, { scope, config: false, type, default: fallback, ...more });
  core('permissions', 'world', Object, {});
  core('time', 'world', Number, 0, {
    onChange: (time: number, options: OperationOptions, userId: string) =>
      game['time']?.onUpdateWorldTime(time, options, userId),
  });
  core('combatTrackerConfig', 'world', Object, {
    resource: '',
    skipDefeated: false,
    turnMarker: { enabled: true, animation: '', src: '', disposition: false },
  });
  core('compendiumConfiguration', 'world', Object, {}, { onChange: () => CompendiumCollection._onConfigure() });
  // T14: client/applications/sidebar/apps/module-management.d.mts SETTING
  core('moduleConfiguration', 'world', Object, {}, { requiresReload: true });
  core('tourProgress', 'client', Object, {});
  core('messageMode', 'client', String, 'public');
  core('language', 'client', String, 'en');
  // T14: client/canvas/groups/interface.d.mts, client/audio/helper.d.mts
  core('scrollingStatusText', 'world', Boolean, true);
  for (const channel of ['Interface', 'Ambient', 'Playlist']) core(`global${channel}Volume`, 'client', Number, 0.5);
  core('tokenAutoRotate', 'client', Boolean, false);
  // Not in the settings window; toggled by a tool of the token controls and the key U. foundryvtt issue 13050.
  core('unconstrainedMovement', 'client', Boolean, false);
  core('noCanvas', 'client', Boolean, false);
  // `fonts`: Health Estimate 14. `performanceMode`: T13: configuration.d.mts; null until a mode is chosen.
  core('fonts', 'world', Object, {});
  core('performanceMode', 'client', Number, null);
}
