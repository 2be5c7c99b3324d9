import { ACTIVE_EFFECT_EXPIRY_EVENTS } from '../../shared/constants';
import type { Data, DocumentData } from '../../shared/data';
import { deepClone } from '../../shared/objects';
import { getProperty, setProperty } from '../../shared/property';
import { variant } from '../../variants';
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
import { BaseCombat, type Combat } from './combat';
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

interface PreparedDuration extends EffectDuration {
  value: number;
  remaining: number;
  label: string;
  seconds?: number | null;
  secondsRemaining?: number;
}

/** When an effect began, stored with ids. */
interface StoredStart {
  combat: string | null;
  combatant: string | null;
  initiative: number | null;
  round: number | null;
  turn: number | null;
  time: number;
}

/** Prepared, `combat` is the document. */
export interface EffectStart extends Omit<StoredStart, 'combat'> {
  combat: Combat | null;
}

export interface DurationContext {
  combat?: Combat | null;
  round?: number;
  turn?: number | null;
}

/** Seconds. Core asks the world's calendar. */
const LENGTHS: Readonly<Record<string, number>> = {
  years: 31_536_000,
  months: 2_592_000,
  days: 86_400,
  hours: 3600,
  minutes: 60,
  seconds: 1,
};

const UNITS = [...Object.keys(LENGTHS), 'rounds', 'turns'];

const MODE_SHIM = { since: 14, until: 16, once: true };

const worldTime = (): number => game['time']?.worldTime ?? 0;

const endless = () => ({
  remaining: Number.POSITIVE_INFINITY,
  secondsRemaining: Number.POSITIVE_INFINITY,
  label: localize('None'),
});

const isCoreEvent = (event: string | null): boolean =>
  (ACTIVE_EFFECT_EXPIRY_EVENTS as readonly (string | null)[]).includes(event);

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

  declare _source: DocumentData & { duration: EffectDuration; start: StoredStart | null };
  declare system: SystemData & { changes?: EffectChange[]; isSuppressed?: boolean };
  declare disabled: boolean;
  declare duration: PreparedDuration;
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
          combat: new fields.ForeignDocumentField(BaseCombat),
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
   * Whether it has a duration or an event that ends it. Since v14 a status alone is not enough: crucible sets
   * `showIcon` ALWAYS on effects with statuses (module/documents/actor.mjs). Fabula Ultima re-implements it
   * (module/documents/effects/pseudo-active-effect.mjs), notes on 14.367 quote it.
   */
  get isTemporary(): boolean {
    return Boolean(this.duration.expiry) || Number.isFinite(this.duration.value);
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
    this.duration.value ??= Number.POSITIVE_INFINITY;
    for (const change of this.changes) {
      Object.assign(change, { effect: this });
      change.priority ??= ActiveEffect.CHANGE_TYPES[change.type]?.defaultPriority ?? 0;
    }
  }

  override prepareDerivedData() {
    this.updateDuration();
  }

  /**
   * Computes what is left. This and the three methods below follow Fabula Ultima's re-implementation of core 14
   * (module/documents/effects/pseudo-active-effect.mjs), whose lines notes on 14.367 quote.
   */
  updateDuration(context: DurationContext = {}): PreparedDuration {
    const { duration, _source } = this;
    // Outside of combat, rounds and turns were prepared as seconds.
    const unprepared =
      duration.units === _source.duration.units ? duration : (deepClone(_source.duration) as PreparedDuration);
    unprepared.value ??= Number.POSITIVE_INFINITY;
    this.duration = this._prepareDuration(unprepared, context);
    return this.duration;
  }

  _prepareDuration(duration: PreparedDuration = this.duration, context: DurationContext = {}): PreparedDuration {
    if (!this.isTemporary) duration.expired = false;
    if (!Number.isFinite(duration.value))
      return Object.assign(duration, { seconds: Number.POSITIVE_INFINITY, ...endless() });
    return duration.units in LENGTHS
      ? this._prepareTimeBasedDuration(duration, context)
      : this._prepareCombatBasedDuration(duration, context);
  }

  _prepareTimeBasedDuration(duration: PreparedDuration, _context?: DurationContext): PreparedDuration {
    const { value, units } = duration;
    const length = LENGTHS[units]!;
    const seconds = value * length;
    const secondsRemaining = (this.start?.time ?? worldTime()) + seconds - worldTime();
    if (secondsRemaining > 0) duration.expired = false;
    const remaining = Math.ceil(secondsRemaining / length);
    return Object.assign(duration, { seconds, secondsRemaining, remaining, label: labelOf(remaining, units) });
  }

  /** Counts in the combat in which the effect began, else in the viewed one; without a combatant there, in world time. */
  _prepareCombatBasedDuration(duration: PreparedDuration, context: DurationContext = {}): PreparedDuration {
    const { value, units } = duration;
    const conversion = CONFIG['time'][units === 'rounds' ? 'roundTime' : 'turnTime'] || 0;
    const seconds = conversion ? Math.trunc(value * conversion) : null;
    duration.seconds = seconds;
    const { start } = this;
    const combat: Combat | null = game['combats']?.get(start?.combat?.id) ?? game['combat'];
    const combatant =
      combat?.combatants.get(start?.combatant) ?? (this.actor && combat?.getCombatantsByActor(this.actor)[0]);
    if (!combat?.started || !combatant || combat.turns.length === 0)
      return seconds !== null && game['_documentsReady']
        ? this._prepareTimeBasedDuration({ ...duration, units: 'seconds', value: seconds }, context)
        : Object.assign(duration, endless());

    const isOwn = combat === start?.combat;
    const startRound = (isOwn ? start?.round : null) ?? combatant.roundJoined;
    const startTurn = (isOwn ? (start?.turn ?? 0) : (combatant.turnNumber ?? 0)) + 1;
    const round = context?.round ?? combat.round;
    const passed = conversion ? Math.floor((worldTime() - (start?.time ?? worldTime())) / conversion) : 0;
    let elapsed: number;
    if (units === 'rounds') elapsed = round - startRound + Math.max(0, conversion ? passed - (round - 1) : 0);
    else {
      const turn = 1 + (context?.turn ?? combat.turn ?? 0);
      const perRound = combat.turns.length;
      const earlier = Math.max(0, perRound - startTurn + perRound * (round - startRound - 1));
      const inCombat = earlier + (round === startRound ? Math.max(0, turn - startTurn) : turn);
      elapsed = conversion ? passed : inCombat;
    }
    const remaining = value - elapsed;
    Object.assign(duration, { remaining, label: labelOf(remaining, units) });
    if (conversion) duration.secondsRemaining = remaining * conversion;
    else delete duration.secondsRemaining;
    return duration;
  }

  /**
   * Whether the registry keeps it: I#14551 quotes core 14.364. Its further condition `!this.isExpired` names a
   * member that does not exist; an expired effect is not active.
   */
  get isExpiryTrackable(): boolean {
    return Boolean(this.id && !this.inCompendium && this.isEmbedded && this.active && this.start && this.isTemporary);
  }

  /** Whether an event ends the effect. I#14725 and Weird Wizard's copy (active-effect.mjs) quote core. */
  isExpiryEvent(event: string, { combat = game['combat'] }: DurationContext = {}): boolean {
    const { expiry } = this.duration;
    if (event === 'updateWorldTime')
      return !expiry || (!(this.actor?.inCombat ?? false) && isCoreEvent(expiry) && expiry !== 'combatStart');
    if (!expiry && variant('passedDuration') === 'ends-in-combat')
      return combat?.started === true && !(this._source.duration.units in LENGTHS);
    if (event !== expiry) return false;
    if (!isCoreEvent(expiry)) return true;
    const combatant = combat?.started ? this.combatantIn(combat) : null;
    if (!combat || !combatant) return false;
    if (event === 'turnStart') return combat.combatant === combatant;
    if (event === 'turnEnd') return combat.previous?.combatantId === combatant.id;
    return true;
  }

  private combatantIn(combat: Combat): Combatant | null {
    // By identity, so a copy of the combat in which the effect began is another combat.
    const own = combat === this.start?.combat ? combat.combatants.get(this.start.combatant) : null;
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

  /** Only effects of actors get a start (Shadowrun 5e gives its effects of items one, and says why). */
  override async _preCreate(data: Data, options: OperationOptions, user: User): Promise<boolean | void> {
    if ((await super._preCreate(data, options, user)) === false) return false;
    if (!this.start && isActor(this.parent)) this.updateSource({ start: ActiveEffect.getEffectStart() });
  }

  /** Returns the current time, and the turn of a running combat. */
  static getEffectStart(combat: Combat | null = game['combat']): StoredStart {
    const start = { combat: null, combatant: null, initiative: null, round: null, turn: null, time: worldTime() };
    if (!combat?.started) return start;
    const { combatant } = combat;
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

const labelOf = (remaining: number, units: string): string =>
  `${remaining} ${localize(`EFFECT.DURATION.UNITS.${units}`)}`;

/** v14: an `@path` in a value is resolved from the target's roll data when the change is applied. */
function resolveValue(value: unknown, data: Data | null | undefined): unknown {
  if (typeof value !== 'string' || !data || !value.includes('@')) return value;
  const whole = /^@([\w.]+)$/.exec(value.trim());
  if (whole) return getProperty(data, whole[1]!) ?? 0;
  return value.replace(/@([\w.]+)/g, (_match, path) => String(getProperty(data, path) ?? 0));
}
