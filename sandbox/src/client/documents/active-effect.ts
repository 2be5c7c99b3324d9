import { ACTIVE_EFFECT_EXPIRY_EVENTS } from '../../shared/constants';
import { deepClone } from '../../shared/objects';
import { getProperty, setProperty } from '../../shared/property';
import { Document } from '../abstract/document';
import { CONFIG } from '../config';
import { applyChangeUntyped } from '../data/fields/change';
import * as fields from '../data/fields/index';
import { game } from '../game';
import { Hooks } from '../hooks';
import { localize } from '../i18n';
import { ClientDocumentMixin } from './client-document';
import { common } from './common-fields';
import { migrateEffect } from './effect-migration';
import { ActiveEffectRegistry } from './effect-registry';

const UNITS = ['years', 'months', 'days', 'hours', 'minutes', 'seconds', 'rounds', 'turns'];

/** How much of its units has passed since an effect began. */
function elapsedSince(start: any, units: string, combat: any): number {
  const isHere = combat?.started && combat.id === start.combat;
  if (isHere && units === 'rounds') return combat.round - start.round;
  if (isHere && units === 'turns')
    return (combat.round - start.round) * combat.turns.length + (combat.turn ?? 0) - (start.turn ?? 0);
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
  static override metadata = Object.freeze({
    ...Document.metadata,
    name: 'ActiveEffect',
    label: 'DOCUMENT.ActiveEffect',
    labelPlural: 'DOCUMENT.ActiveEffects',
    collection: 'effects',
    hasTypeData: true,
    isEmbedded: true,
  });
  static DEFAULT_ICON = 'icons/svg/aura.svg';

  static override defineSchema(): Record<string, any> {
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
        // T14: `turnStart` where there is a duration, else none.
        expiry: common.text({
          nullable: true,
          blank: false,
          initial: (source: any) => (Number.isFinite(source?.duration?.value) ? 'turnStart' : null),
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

  /** v14 takes the whole v13 shape over on load (T14 BaseActiveEffect.migrateData). */
  static override migrateData(source: any): any {
    return super.migrateData(migrateEffect(source));
  }
}

/** T14: client/documents/active-effect.d.mts */
export class ActiveEffect extends ClientDocumentMixin(BaseActiveEffect) {
  static readonly registry = new ActiveEffectRegistry();

  /** The data of an effect for an entry of CONFIG.statusEffects. */
  static async fromStatusEffect(statusId: string, options: any = {}): Promise<any> {
    const status = CONFIG['statusEffects'][statusId];
    if (!status) throw new Error(`Invalid status ID "${statusId}" provided to ActiveEffect#fromStatusEffect`);
    const { id, hud: _h, order: _o, label: _l, icon: _i, ...data } = deepClone(status);
    data.name = localize(data.name);
    data.statuses = [...new Set([id, ...(data.statuses ?? [])])];
    return new CONFIG['ActiveEffect'].documentClass(data, { keepId: true, ...options });
  }

  get changes(): any[] {
    return this.system?.changes ?? [];
  }

  get target(): any {
    if (this.parent?.documentName === 'Actor') return this.parent;
    return this.transfer ? (this.parent?.actor ?? null) : this.parent;
  }

  get active(): boolean {
    return !this.disabled && !this.isSuppressed;
  }

  /** The model's own word, where it has one; else whether it has expired. T14: client/documents/active-effect.d.mts `isSuppressed` */
  get isSuppressed(): boolean {
    return this.system?.isSuppressed ?? this.duration.expired;
  }

  /**
   * Whether it has a temporary duration. Since v14 a status alone does not make it so: crucible sets `showIcon` ALWAYS on whatever has
   * statuses (module/documents/actor.mjs), and shows as endless what is temporary without a value (module/models/effect-base.mjs).
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
    const { fromUuidSync } = globalThis as any;
    return (this.origin && fromUuidSync(this.origin)?.name) || localize('None');
  }

  prepareDerivedData() {
    this.updateDuration();
  }

  /** T14: `null` is read as without end. In combat by rounds and turns since its start, elsewhere by the world's time. */
  updateDuration({ combat = game['combat'] }: any = {}): any {
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
   * Whether what has happened is what ends it. T14: client/documents/active-effect.d.mts. What it asks of the combat is read from
   * systems that refine it on v14 (Crucible, Weird Wizard): the combatant of its start, elsewhere its bearer's; whose turn it is, and
   * whose it was.
   */
  isExpiryEvent(event: string, { combat = game['combat'] }: any = {}): boolean {
    const { expiry } = this._source.duration;
    const isCores = (ACTIVE_EFFECT_EXPIRY_EVENTS as readonly string[]).includes(expiry);
    if (event === 'updateWorldTime')
      return !expiry || (!(this.actor?.inCombat ?? false) && isCores && expiry !== 'combatStart');
    if (event !== expiry) return false;
    if (!isCores) return true;
    const combatant = combat?.started ? this.combatantIn(combat) : null;
    if (event === 'turnStart') return Boolean(combatant) && combat.combatant === combatant;
    if (event === 'turnEnd') return Boolean(combatant) && combat.previous?.combatantId === combatant.id;
    return Boolean(combatant);
  }

  private combatantIn(combat: any): any {
    const own = combat.id === this.start?.combat ? combat.combatants.get(this.start.combatant) : null;
    return own ?? (this.actor ? combat.getCombatantsByActor(this.actor)[0] : null) ?? null;
  }

  /** T14: client/documents/active-effect.d.mts. Systems add conditions of their own. */
  shouldApplyChange(change: any, { phase }: any = {}): boolean {
    return (change.phase ?? 'initial') === phase;
  }

  /** T14: client/documents/active-effect.d.mts */
  getReplacementData(baseData: any): any {
    return baseData;
  }

  get actor(): any {
    return this.parent?.documentName === 'Actor' ? this.parent : (this.parent?.actor ?? null);
  }

  get item(): any {
    return this.parent?.documentName === 'Item' ? this.parent : null;
  }

  /** One change on one document. v14 static applyChange; `custom` and registered handlers are the system's. */
  static applyChange(target: any, change: any, { replacementData }: any = {}): any {
    const resolved = { ...change, value: resolveValue(change.value, replacementData) };
    const handler = CONFIG['ActiveEffect'].changeTypes[change.type]?.handler;
    if (change.type === 'custom' || handler) {
      const changes = {};
      handler?.(target, resolved, { replacementData });
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

  static fieldOf(target: any, key: string): any {
    if (key.startsWith('system.')) return target.system?.schema?.getField(key.slice('system.'.length));
    return target.schema.getField(key);
  }

  async _preCreate(data: any, options: any, user: any): Promise<any> {
    if ((await super._preCreate(data, options, user)) === false) return false;
    if (!this.start) this.updateSource({ start: ActiveEffect.getEffectStart() });
  }

  /** When an effect begins: now, in the running fight if there is one. */
  static getEffectStart(): any {
    const combat = game['combat'];
    const start: any = { combat: null, combatant: null, initiative: null, round: null, turn: null };
    start.time = game['time']?.worldTime ?? 0;
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

/** v14: `@path` in a value is read from the target's roll data when the change is applied. */
function resolveValue(value: any, data: any): any {
  if (typeof value !== 'string' || !data || !value.includes('@')) return value;
  const whole = /^@([\w.]+)$/.exec(value.trim());
  if (whole) return getProperty(data, whole[1]!) ?? 0;
  return value.replace(/@([\w.]+)/g, (_match, path) => String(getProperty(data, path) ?? 0));
}
