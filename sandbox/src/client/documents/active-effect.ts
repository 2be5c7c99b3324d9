import { ACTIVE_EFFECT_EXPIRY_EVENTS } from '../../shared/constants';
import type { Data, DocumentData } from '../../shared/data';
import { deepClone } from '../../shared/objects';
import { getProperty, setProperty } from '../../shared/property';
import { isActor } from '../abstract/address';
import type { ModelContext } from '../abstract/data-model';
import type { DocumentMetadata } from '../abstract/document';
import { Document } from '../abstract/document';
import type { OperationOptions } from '../abstract/operations';
import type { SystemData } from '../abstract/type-data';
import { logCompatibilityWarning } from '../compatibility';
import { CONFIG } from '../config';
import type { DataField } from '../data/fields/base';
import { applyChangeUntyped, type EffectChange } from '../data/fields/change';
import * as fields from '../data/fields/index';
import { game } from '../game';
import { Hooks } from '../hooks';
import { localize } from '../i18n';
import type { Actor } from './actor';
import { ClientDocumentMixin } from './client-document';
import type { Combat } from './combat';
import type { Combatant } from './combatant';
import { common } from './common-fields';
import { MODES, migrateEffect } from './effect-migration';
import { ActiveEffectRegistry } from './effect-registry';
import type { Item } from './item';
import type { User } from './user';

/** Duration of an effect and the event that ends it. */
interface EffectDuration {
  value: number | null;
  units: string;
  expiry: string | null;
  expired: boolean;
}

export interface EffectStart {
  combat: string | null;
  combatant: string | null;
  initiative: number | null;
  round: number | null;
  turn: number | null;
  time: number | null;
}

interface ExpiryContext {
  combat?: Combat | null;
}

const UNITS = ['years', 'months', 'days', 'hours', 'minutes', 'seconds', 'rounds', 'turns'];

const MODE_SHIM = { since: 14, until: 16, once: true };

/** Returns how many of its units have passed since an effect started. */
function elapsedSince(start: EffectStart, units: string, combat: Combat | null): number {
  if (combat?.started && combat.id === start.combat) {
    const rounds = combat.round - (start.round ?? 0);
    if (units === 'rounds') return rounds;
    if (units === 'turns') return rounds * combat.turns.length + (combat.turn ?? 0) - (start.turn ?? 0);
  }
  const { roundTime, turnTime } = CONFIG['time'];
  const lengths: Record<string, number> = {
    years: 31_536_000,
    months: 2_592_000,
    days: 86_400,
    hours: 3600,
    minutes: 60,
    seconds: 1,
    rounds: roundTime || 1,
    turns: turnTime || 1,
  };
  return ((game['time']?.worldTime ?? 0) - (start.time ?? 0)) / lengths[units]!;
}

/** The v14 shape. T14: common/documents/active-effect.d.mts; foundry-api.md section 10 */
export class BaseActiveEffect extends Document {
  static override metadata: DocumentMetadata = Object.freeze({
    ...Document.metadata,
    name: 'ActiveEffect',
    label: 'DOCUMENT.ActiveEffect',
    labelPlural: 'DOCUMENT.ActiveEffects',
    collection: 'effects',
    hasTypeData: true,
    isEmbedded: true,
  });

  declare _source: DocumentData & { duration: EffectDuration };
  declare system: SystemData & { changes?: EffectChange[]; isSuppressed?: boolean };
  declare disabled: boolean;
  declare duration: EffectDuration & { value: number; remaining: number; label: string };
  declare start: EffectStart | null;
  declare description: string;
  declare origin: string | null;
  declare tint: string;
  declare transfer: boolean;
  declare statuses: Set<string>;
  declare showIcon: number;
  static DEFAULT_ICON = 'icons/svg/aura.svg';

  static override defineSchema(): Record<string, DataField> {
    return {
      _id: common.id(),
      name: common.name(),
      type: common.type('base'),
      img: common.img(this.DEFAULT_ICON),
      system: common.system(this),
      disabled: new fields.BooleanField(),
      duration: new fields.SchemaField({
        value: common.number(null, { integer: true, min: 0 }),
        units: common.text({ initial: 'seconds', choices: UNITS }),
        // T14: by default `turnStart` with a duration, else null.
        expiry: common.text({
          nullable: true,
          blank: false,
          initial: (source: { duration?: EffectDuration }) =>
            Number.isFinite(source?.duration?.value) ? 'turnStart' : null,
        }),
        expired: new fields.BooleanField(),
      }),
      start: new fields.SchemaField(
        {
          combat: common.text({ nullable: true, blank: false, initial: null }),
          combatant: common.text({ nullable: true, blank: false, initial: null }),
          initiative: common.number(null),
          round: common.number(null),
          turn: common.number(null),
          time: common.number(null),
        },
        { nullable: true, initial: null },
      ),
      description: new fields.HTMLField({ textSearch: true }),
      origin: common.text({ nullable: true, blank: false, initial: null }),
      tint: new fields.ColorField({ nullable: false, initial: '#ffffff' }),
      transfer: new fields.BooleanField({ initial: true }),
      statuses: new fields.SetField(common.text({ blank: false })),
      showIcon: common.number(1, { choices: [0, 1, 2] }),
      sort: common.sort(),
      flags: common.flags(),
      _stats: common.stats(),
    };
  }

  /** v14 converts the whole v13 shape on load (T14 BaseActiveEffect.migrateData). */
  static override migrateData(source: Data): Data {
    return super.migrateData(migrateEffect(source));
  }

  /** Adds v13's `mode` to changes; copies of them lose it. T14: common/documents/active-effect.d.mts `shimData` */
  static _shimChanges(changes: EffectChange[]): void {
    for (const change of changes)
      Object.defineProperty(change, 'mode', {
        configurable: true,
        get() {
          logCompatibilityWarning('EffectChangeData#mode is deprecated in favor of EffectChangeData#type', MODE_SHIM);
          return MODES.indexOf(change.type);
        },
        set(mode: number) {
          change.type = MODES[mode] ?? `custom.${mode}`;
        },
      });
  }
}

/** T14: client/documents/active-effect.d.mts */
export class ActiveEffect extends ClientDocumentMixin(BaseActiveEffect) {
  static readonly registry = new ActiveEffectRegistry();

  /** Returns the effect of an entry of CONFIG.statusEffects. */
  static async fromStatusEffect(statusId: string, options: ModelContext = {}): Promise<ActiveEffect> {
    const status = CONFIG['statusEffects'][statusId];
    if (!status) throw new Error(`Invalid status ID "${statusId}" provided to ActiveEffect#fromStatusEffect`);
    const { id, hud: _h, order: _o, label: _l, icon: _i, ...data } = deepClone(status);
    data.name = localize(data.name);
    data.statuses = [...new Set([id, ...(data.statuses ?? [])])];
    return new CONFIG['ActiveEffect'].documentClass(data, { keepId: true, ...options });
  }

  static get CHANGE_TYPES() {
    return CONFIG.ActiveEffect.changeTypes;
  }

  static get CHANGE_PHASES() {
    return CONFIG.ActiveEffect.phases;
  }

  override _initialize(options: ModelContext = {}) {
    super._initialize(options);
    ActiveEffect._shimChanges(this.changes);
  }

  get changes(): EffectChange[] {
    return this.system?.changes ?? [];
  }

  get target(): Actor | Item | null {
    if (isActor(this.parent)) return this.parent;
    return this.transfer ? this.actor : this.item;
  }

  get active(): boolean {
    return !this.disabled && !this.isSuppressed;
  }

  /**
   * The model's own verdict if it has one, else whether the effect has expired.
   * T14: client/documents/active-effect.d.mts `isSuppressed`
   */
  get isSuppressed(): boolean {
    return this.system?.isSuppressed ?? this.duration.expired;
  }

  /**
   * Whether it has a temporary duration. Since v14 a status alone is not enough: crucible sets `showIcon` ALWAYS on
   * effects with statuses (module/documents/actor.mjs), and shows temporary ones without a value as endless
   * (module/models/effect-base.mjs).
   */
  get isTemporary(): boolean {
    const { value, expiry } = this._source.duration;
    return Number.isFinite(value) || Boolean(expiry);
  }

  /** Whether a token shows the icon: 0 never, 1 if temporary, 2 always. */
  get isIconShown(): boolean {
    return this.showIcon === 2 || (this.showIcon === 1 && this.isTemporary);
  }

  get sourceName(): string {
    return (this.origin && globalThis.fromUuidSync(this.origin)?.name) || localize('None');
  }

  /** T14: client/documents/active-effect.d.mts; SR5 corrects these priorities after `super.prepareBaseData()`. */
  override prepareBaseData() {
    for (const change of this.changes) {
      Object.assign(change, { effect: this });
      change.priority ??= ActiveEffect.CHANGE_TYPES[change.type]?.defaultPriority ?? 0;
    }
  }

  override prepareDerivedData() {
    this.updateDuration();
  }

  /** T14: `null` means endless. Counts rounds and turns in combat, else world time. */
  updateDuration({ combat = game['combat'] }: ExpiryContext = {}): this['duration'] {
    const { value, units } = this._source.duration;
    this.duration.value = value ?? Number.POSITIVE_INFINITY;
    this.duration.remaining = this.duration.value - (this.start ? elapsedSince(this.start, units, combat) : 0);
    this.duration.label = value === null ? localize('None') : `${value} ${localize(`EFFECT.DURATION.UNITS.${units}`)}`;
    return this.duration;
  }

  /** T14: "eligible to be registered": stored in the world, with a duration or an event that ends it. */
  get isExpiryTrackable(): boolean {
    const { value, expiry } = this._source.duration;
    return Boolean(this.id && !this.pack) && (value !== null || expiry !== null);
  }

  /**
   * Whether an event ends the effect. T14: client/documents/active-effect.d.mts. Its conditions on the combat are
   * inferred from systems that refine it on v14 (Crucible, Weird Wizard): the combatant of its start, else its
   * actor's; whose turn starts or ends.
   */
  isExpiryEvent(event: string, { combat = game['combat'] }: ExpiryContext = {}): boolean {
    const { expiry } = this._source.duration;
    const isCores = (ACTIVE_EFFECT_EXPIRY_EVENTS as readonly (string | null)[]).includes(expiry);
    if (event === 'updateWorldTime')
      return !expiry || (!(this.actor?.inCombat ?? false) && isCores && expiry !== 'combatStart');
    if (event !== expiry) return false;
    if (!isCores) return true;
    const combatant = combat?.started ? this.combatantIn(combat) : null;
    if (!combat || !combatant) return false;
    if (event === 'turnStart') return combat.combatant === combatant;
    if (event === 'turnEnd') return combat.previous?.combatantId === combatant.id;
    return true;
  }

  private combatantIn(combat: Combat): Combatant | null {
    const own = combat.id === this.start?.combat ? combat.combatants.get(this.start.combatant) : null;
    return own ?? (this.actor ? combat.getCombatantsByActor(this.actor)[0] : null) ?? null;
  }

  /** T14: client/documents/active-effect.d.mts. Systems add conditions. */
  shouldApplyChange(change: EffectChange, { phase }: { phase?: string } = {}): boolean {
    return (change.phase ?? 'initial') === phase;
  }

  /** T14: client/documents/active-effect.d.mts */
  getReplacementData(baseData: Data | null): Data | null {
    return baseData;
  }

  get actor(): Actor | null {
    return isActor(this.parent) ? this.parent : (this.item?.actor ?? null);
  }

  get item(): Item | null {
    return this.parent?.documentName === 'Item' ? (this.parent as Item) : null;
  }

  /** Applies one change to a document, like v14's static applyChange; systems handle `custom` and registered types. */
  static applyChange(
    target: Actor | Item,
    change: EffectChange,
    { replacementData }: { replacementData?: Data | null } = {},
  ): Data {
    const resolved = { ...change, value: resolveValue(change.value, replacementData) };
    BaseActiveEffect._shimChanges([resolved]);
    const handler = CONFIG['ActiveEffect'].changeTypes[change.type]?.handler;
    if (change.type === 'custom' || handler) {
      const changes = {};
      handler?.(target, resolved, { replacementData: replacementData ?? undefined });
      Hooks.callAll('applyActiveEffect', target, resolved, getProperty(target, change.key), null, changes);
      return changes;
    }
    const value = getProperty(target, change.key);
    const field = this.fieldOf(target, change.key);
    const next = field
      ? field.applyChange(value, target, resolved, { replacementData })
      : applyChangeUntyped(value, resolved);
    if (next === undefined) return {};
    setProperty(target, change.key, next);
    return { [change.key]: next };
  }

  static fieldOf(target: Actor | Item, key: string): DataField | undefined {
    if (key.startsWith('system.')) return target.system?.schema?.getField(key.slice('system.'.length));
    return target.schema.getField(key);
  }

  override async _preCreate(data: Data, options: OperationOptions, user: User): Promise<boolean | void> {
    if ((await super._preCreate(data, options, user)) === false) return false;
    if (!this.start) this.updateSource({ start: ActiveEffect.getEffectStart() });
  }

  /** Returns the current time, and the turn of a running combat. */
  static getEffectStart(): EffectStart {
    const combat = game['combat'];
    const time = game['time']?.worldTime ?? 0;
    const start: EffectStart = { combat: null, combatant: null, initiative: null, round: null, turn: null, time };
    if (!combat?.started) return start;
    const combatant = combat.combatant;
    return {
      ...start,
      combat: combat.id,
      combatant: combatant?.id ?? null,
      initiative: combatant?.initiative ?? null,
      round: combat.round,
      turn: combat.turn,
    };
  }
}

/** v14: an `@path` in a value is resolved from the target's roll data when the change is applied. */
function resolveValue(value: unknown, data: Data | null | undefined): unknown {
  if (typeof value !== 'string' || !data || !value.includes('@')) return value;
  const whole = /^@([\w.]+)$/.exec(value.trim());
  if (whole) return getProperty(data, whole[1]!) ?? 0;
  return value.replace(/@([\w.]+)/g, (_match, path) => String(getProperty(data, path) ?? 0));
}
