import { getProperty } from '../../shared/property';
import { isPlainObject } from '../../shared/types-of';
import { randomID } from '../../shared/uuid';
import { variant } from '../../variants';
import { Document } from '../abstract/document';
import { CONFIG } from '../config';
import { EmbeddedCollectionField, ObjectField } from '../data/fields/index';
import { game } from '../game';
import { Hooks } from '../hooks';
import { ActiveEffect } from './active-effect';
import { ClientDocumentMixin } from './client-document';
import { common } from './common-fields';
import { Item } from './item';

/** T14: common/documents/actor.d.mts */
export class BaseActor extends Document {
  static override metadata = Object.freeze({
    ...Document.metadata,
    name: 'Actor',
    label: 'DOCUMENT.Actor',
    labelPlural: 'DOCUMENT.Actors',
    collection: 'actors',
    hasTypeData: true,
    embedded: { ActiveEffect: 'effects', Item: 'items' },
    compendiumIndexedFields: ['_id', 'name', 'img', 'type', 'sort', 'folder'],
  });
  static DEFAULT_ICON = 'icons/svg/mystery-man.svg';

  /** T14: common/documents/actor.d.mts */
  static getDefaultArtwork(_data: any = {}): any {
    return { img: this.DEFAULT_ICON, texture: { src: this.DEFAULT_ICON } };
  }

  static override defineSchema(): Record<string, any> {
    return {
      _id: common.id(),
      name: common.name(),
      img: common.img((data) => CONFIG['Actor'].documentClass.getDefaultArtwork(data).img),
      type: common.type(),
      system: common.system(this),
      prototypeToken: new ObjectField(),
      items: new EmbeddedCollectionField(Item),
      effects: new EmbeddedCollectionField(ActiveEffect),
      folder: common.folder(),
      sort: common.sort(),
      ownership: common.ownership(),
      flags: common.flags(),
      _stats: common.stats(),
    };
  }
}

/** T14: client/documents/actor.d.mts */
export class Actor extends ClientDocumentMixin(BaseActor) {
  declare statuses: Set<string>;
  declare overrides: any;

  _configure(options: any) {
    super._configure(options);
    for (const [key, value] of [
      ['statuses', new Set()],
      ['overrides', {}],
      ['_resetDone', false],
    ] as const) {
      Object.defineProperty(this, key, { value, writable: true, enumerable: false, configurable: true });
    }
  }

  get token(): any {
    return this.parent?.documentName === 'Token' ? this.parent : null;
  }

  get isToken(): boolean {
    return this.token !== null;
  }

  get itemTypes(): Record<string, any[]> {
    const types: Record<string, any[]> = Object.fromEntries(
      CONFIG['Item'].documentClass.TYPES.map((type: string) => [type, []]),
    );
    for (const item of this.items) types[item.type] = [...(types[item.type] ?? []), item];
    return types;
  }

  get thumbnail(): string {
    return this.img;
  }

  get inCombat(): boolean {
    return Boolean(game['combat']?.getCombatantsByActor(this).length);
  }

  get appliedEffects(): any[] {
    return [...this.allApplicableEffects()].filter((effect) => effect.active);
  }

  /** Those whose icons a token shows. */
  get temporaryEffects(): any[] {
    return this.appliedEffects.filter((effect) => effect.isIconShown);
  }

  *allApplicableEffects(): Generator<any> {
    yield* this.effects;
    for (const item of this.items) for (const effect of item.effects) if (effect.transfer) yield effect;
  }

  /** Forgets what the last preparation added. A subclass that does not call it breaks in v14 (swnr PR 231/238). */
  prepareBaseData() {
    this.statuses.clear();
    this.overrides = {};
    this._resetDone = true;
  }

  prepareData() {
    this._resetDone = false;
    super.prepareData();
    if (variant('effectFinal') === 'after-derived') this.applyActiveEffects('final');
  }

  _afterSystemDerived() {
    if (variant('effectFinal') === 'before-derived') this.applyActiveEffects('final');
  }

  prepareEmbeddedDocuments() {
    super.prepareEmbeddedDocuments();
    if (!this._resetDone) throw new Error(`${this.constructor.name}#prepareBaseData must call super.prepareBaseData()`);
    this.applyActiveEffects('initial');
  }

  /**
   * The changes of one phase, by priority. `final` comes after derived data, inferred from CRU's use of it
   * (foundry-api.md sections 7 and 15.6).
   */
  applyActiveEffects(phase: string) {
    const changes: any[] = [];
    for (const effect of this.appliedEffects) {
      if (phase === 'initial') for (const status of effect.statuses) this.statuses.add(status);
      for (const change of effect.changes) {
        if (change.key && effect.shouldApplyChange(change, { phase })) changes.push({ ...change, effect });
      }
    }
    changes.sort((a, b) => a.priority - b.priority);
    const rollData = changes.length > 0 ? this.getRollData() : null;
    for (const change of changes) {
      const replacementData = change.effect.getReplacementData(rollData);
      Object.assign(this.overrides, change.effect.constructor.applyChange(this, change, { replacementData }));
    }
  }

  getRollData(): any {
    return this.system;
  }

  /**
   * What the inputs of a token's HUD call. T14: client/documents/actor.d.mts; DS, module/documents/actor.mjs, for the hook and the clamp of
   * a bar to its maximum.
   */
  async modifyTokenAttribute(attribute: string, value: number, isDelta = false, isBar = true): Promise<any> {
    const now = getProperty(this.system, attribute);
    const bar = isBar && isPlainObject(now) ? now : {};
    const current = Number(isBar ? bar['value'] : now) || 0;
    const wanted = isDelta ? current + value : value;
    const next = isBar ? Math.min(Math.max(wanted, 0), Number(bar['max']) || 0) : wanted;
    const updates = { [`system.${attribute}${isBar ? '.value' : ''}`]: next };
    const allowed = Hooks.call('modifyTokenAttribute', { attribute, value, isDelta, isBar }, updates, this);
    return allowed === false || next === current ? this : this.update(updates);
  }

  /** Turns a status on or off; answers the new effect, true, false, or undefined when nothing changed. */
  async toggleStatusEffect(statusId: string, { active, overlay = false }: any = {}): Promise<any> {
    const status = CONFIG['statusEffects'][statusId];
    if (!status) throw new Error(`Invalid status ID "${statusId}" provided to Actor#toggleStatusEffect`);
    const existing: string[] = [];
    if (status._id && this.effects.has(status._id)) existing.push(status._id);
    else {
      for (const effect of this.effects) {
        if (effect.statuses.size === 1 && effect.statuses.has(statusId)) existing.push(effect.id);
      }
    }
    if (existing.length > 0) {
      if (active) return true;
      await this.deleteEmbeddedDocuments('ActiveEffect', existing);
      return false;
    }
    if (active === false) return undefined;
    const effect = await CONFIG['ActiveEffect'].documentClass.fromStatusEffect(statusId);
    if (status._id) effect.updateSource({ _id: status._id });
    if (overlay) effect.updateSource({ 'flags.core.overlay': true });
    const data = effect.toObject();
    data._id = status._id ?? randomID();
    const [created] = await CONFIG['ActiveEffect'].documentClass.createDocuments([data], {
      parent: this,
      keepId: true,
    });
    return created;
  }

  getActiveTokens(linked = false, document = false): any[] {
    const { canvas } = globalThis as any;
    const tokens = (canvas?.scene?.tokens ?? game['scenes']?.viewed?.tokens)?.filter((token: any) =>
      this.isToken ? token === this.token : token.actorId === this.id && (!linked || token.actorLink),
    );
    return (tokens ?? []).map((token: any) => (document ? token : token.object)).filter(Boolean);
  }

  /** Tokens in any scene whose actor this is, or is made from. */
  getDependentTokens({ scenes, linked = false }: any = {}): any[] {
    if (this.isToken) return [this.token];
    const searched = scenes ? [scenes].flat() : (game['scenes']?.contents ?? []);
    return searched.flatMap((scene: any) =>
      scene.tokens.filter((token: any) => token.actorId === this.id && (!linked || token.actorLink)),
    );
  }

  /**
   * Told from its others on the viewed scene. T14: common/data/data.d.mts, PrototypeToken; the form is what dnd5e, canvas/token-placement.mjs
   * `adjustAppendedNumber`, finds in the name.
   */
  #numbered(name: string): string {
    const { canvas } = globalThis as any;
    const tokens = (canvas?.scene ?? game['scenes']?.viewed)?.tokens;
    return `${name} (${(tokens?.filter(({ actorId }: any) => actorId === this.id).length ?? 0) + 1})`;
  }

  async getTokenDocument(data: any = {}, options: any = {}): Promise<any> {
    const {
      randomImg: _random,
      prependAdjective: _adjective,
      appendNumber,
      ...prototype
    } = this.toObject().prototypeToken;
    const { name = this.name, actorLink } = prototype;
    const merged = {
      texture: { src: this.img },
      ...prototype,
      name: appendNumber && !actorLink ? this.#numbered(name) : name,
      ...data,
      actorId: this.id,
    };
    return new CONFIG['Token'].documentClass(merged, { actor: this, ...options });
  }

  _onUpdate(changed: any, options: any, userId: string) {
    super._onUpdate(changed, options, userId);
    this._onRelatedChange(changed, options);
  }

  _onCreateDescendantDocuments(...args: any[]) {
    super._onCreateDescendantDocuments(...args);
    this._onRelatedChange({}, args[4]);
  }

  _onUpdateDescendantDocuments(...args: any[]) {
    super._onUpdateDescendantDocuments(...args);
    this._onRelatedChange({}, args[4]);
  }

  _onDeleteDescendantDocuments(...args: any[]) {
    super._onDeleteDescendantDocuments(...args);
    this._onRelatedChange({}, args[4]);
  }

  /** Tokens look like their actor; the fight shows it. T14: client/documents/token.d.mts `_onRelatedUpdate` */
  _onRelatedChange(update: any, options: any) {
    for (const token of this.getDependentTokens()) {
      if (!this.isToken && !token.actorLink) token.delta?.updateSyntheticActor?.();
      token._onRelatedUpdate?.(update, options);
    }
    for (const combat of game['combats'] ?? []) {
      if (options?.render === false || !combat.getCombatantsByActor(this).length) continue;
      combat.refreshActor?.(this);
    }
  }
}
