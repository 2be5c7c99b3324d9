import { isSubclass } from '../shared/types-of';
import { DataModel } from './abstract/data-model';
import { CONFIG } from './config';
import { DataField } from './data/fields/base';
import { game } from './game';
import { CompendiumCollection } from './packs';

const STORAGE = 'sandbox.settings';
const PRIMITIVES = [String, Number, Boolean, Array, Object, Function] as any[];

/** Where settings of scope "client" stay; a test gives its own. */
export interface ClientStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}

/** `game.settings`. T14: client/helpers/client-settings.d.mts */
export class ClientSettings {
  settings = new Map<string, any>();
  menus = new Map<string, any>();
  storage = new Map<string, any>();
  private prepared = new Map<string, any>();

  constructor(private readonly local: ClientStorage) {
    this.storage.set('client', local);
  }

  register(namespace: string, key: string, data: any) {
    if (!namespace || !key) throw new Error('You must specify both namespace and key portions of the setting');
    const scope = ['world', 'client', 'user'].includes(data.scope) ? data.scope : 'client';
    const setting = { ...data, key, namespace, id: `${namespace}.${key}`, scope };
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

  registerMenu(namespace: string, key: string, data: any) {
    if (!namespace || !key) throw new Error('You must specify both namespace and key portions of the menu');
    this.menus.set(`${namespace}.${key}`, { ...data, key: `${namespace}.${key}`, namespace });
  }

  get(namespace: string, key: string, { document = false }: any = {}): any {
    const config = this.configOf(namespace, key);
    if (document) return this.documentOf(config);
    if (!this.prepared.has(config.id)) this.prepared.set(config.id, this.prepare(config, this.stored(config)));
    return this.prepared.get(config.id);
  }

  async set(namespace: string, key: string, value: any, options: any = {}): Promise<any> {
    const config = this.configOf(namespace, key);
    const plain = this.clean(config, value);
    const json = JSON.stringify(plain);
    if (config.scope === 'client') {
      const before = this.local.getItem(this.localKey(config));
      this.local.setItem(this.localKey(config), json);
      this.forget(config.id);
      if (before !== json) config.onChange?.(this.get(namespace, key), options, game['userId']);
      return this.get(namespace, key);
    }
    const { documentClass } = CONFIG['Setting'];
    const user = config.scope === 'user' ? game['userId'] : null;
    const document = this.documentOf(config);
    if (document) await document.update({ value: json }, options);
    else await documentClass.create({ key: config.id, value: json, user }, options);
    return this.get(namespace, key);
  }

  /** A stored value has changed; the next reader prepares it anew. */
  forget(id: string) {
    this.prepared.delete(id);
  }

  /** The world setting `core.permissions`: roles by permission. */
  permissions(): Record<string, number[]> {
    return this.settings.has('core.permissions') ? (this.get('core', 'permissions') ?? {}) : {};
  }

  combatConfig(): any {
    return this.settings.has('core.combatTrackerConfig') ? (this.get('core', 'combatTrackerConfig') ?? {}) : {};
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

  private localKey = (config: any) => `${STORAGE}.${game['world']?.id ?? ''}.${config.id}`;

  private documentOf(config: any): any {
    if (config.scope === 'client') return undefined;
    const settings = game['collections'].get('Setting');
    return settings?.getSetting(config.id, config.scope === 'user' ? game['userId'] : null);
  }

  private stored(config: any): any {
    const json =
      config.scope === 'client' ? this.local.getItem(this.localKey(config)) : this.documentOf(config)?._source.value;
    if (json === undefined || json === null) return undefined;
    try {
      return JSON.parse(json);
    } catch {
      return undefined;
    }
  }

  private prepare(config: any, stored: any): any {
    const { type } = config;
    const value = stored === undefined ? structuredCloneOf(config.default) : stored;
    if (type instanceof DataField) {
      const cleaned = type.clean(value ?? undefined);
      return type.initialize(type.validate(cleaned) === undefined ? cleaned : type.getInitialValue());
    }
    if (isSubclass(type, DataModel)) return type.fromSource(value ?? {});
    if (stored !== undefined && value !== null && [Number, String, Boolean].includes(type)) return type(value);
    if (stored !== undefined && typeof type === 'function' && !PRIMITIVES.includes(type)) return new type(value);
    return value;
  }

  private clean(config: any, value: any): any {
    const { type } = config;
    if (type instanceof DataField) {
      const cleaned = type.clean(value ?? undefined);
      const failure = type.validate(cleaned);
      if (failure) throw failure.asError();
      return cleaned;
    }
    if (isSubclass(type, DataModel)) return value instanceof DataModel ? value.toObject() : new type(value).toObject();
    if (value === undefined) return config.default;
    return [Number, String, Boolean].includes(type) && value !== null ? type(value) : value;
  }
}

const structuredCloneOf = (value: any) => (value && typeof value === 'object' ? structuredClone(value) : value);

/** The core's own settings that the interface and systems read. */
export function registerCoreSettings(settings: ClientSettings) {
  const core = (key: string, scope: string, type: any, fallback: any, more: any = {}) =>
    settings.register('core', key, { scope, config: false, type, default: fallback, ...more });
  core('permissions', 'world', Object, {});
  core('time', 'world', Number, 0, {
    onChange: (time: number, options: any, userId: string) => game['time']?.onUpdateWorldTime(time, options, userId),
  });
  core('combatTrackerConfig', 'world', Object, { resource: '', skipDefeated: false, turnMarker: { enabled: true } });
  core('compendiumConfiguration', 'world', Object, {}, { onChange: () => CompendiumCollection._onConfigure() });
  // T14: client/applications/sidebar/apps/module-management.d.mts SETTING
  core('moduleConfiguration', 'world', Object, {}, { requiresReload: true });
  core('tourProgress', 'client', Object, {});
  core('messageMode', 'client', String, 'public');
  core('language', 'client', String, 'en');
  // T14: client/canvas/groups/interface.d.mts, client/audio/helper.d.mts
  core('scrollingStatusText', 'world', Boolean, true);
  core('globalInterfaceVolume', 'client', Number, 0.5);
  core('tokenAutoRotate', 'client', Boolean, false);
  // API-only, behind the tool of the token controls and the key U. foundryvtt issue 13050.
  core('unconstrainedMovement', 'client', Boolean, false);
  core('noCanvas', 'client', Boolean, false);
}
