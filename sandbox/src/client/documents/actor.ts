import type { Data, StoredActor } from '../../shared/data';
import { getProperty } from '../../shared/property';
import { isPlainObject } from '../../shared/types-of';
import { randomID } from '../../shared/uuid';
import { variant } from '../../variants';
import { isToken } from '../abstract/address';
import type { ModelContext } from '../abstract/data-model';
import type { DocumentMetadata } from '../abstract/document';
import { Document } from '../abstract/document';
import type { EmbeddedCollection } from '../abstract/embedded-collection';
import type { OperationOptions } from '../abstract/operations';
import type { Token } from '../canvas/placeables/token';
import { CONFIG } from '../config';
import type { DataField } from '../data/fields/base';
import type { EffectChange } from '../data/fields/change';
import { EmbeddedCollectionField } from '../data/fields/index';
import { game } from '../game';
import { Hooks } from '../hooks';
import { ActiveEffect, BaseActiveEffect } from './active-effect';
import type { CreatedOrUpdated, Deleted } from './client-document';
import { ClientDocumentMixin } from './client-document';
import { common } from './common-fields';
import { Item } from './item';
import { PrototypeTokenField } from './prototype-token';
import type { Scene } from './scene';
import type { TokenDocument } from './token';

/** T14: common/documents/actor.d.mts */
export class BaseActor extends Document {
  static override metadata: DocumentMetadata = Object.freeze({
    ...Document.metadata,
    name: 'Actor',
    label: 'DOCUMENT.Actor',
    labelPlural: 'DOCUMENT.Actors',
    collection: 'actors',
    hasTypeData: true,
    embedded: { ActiveEffect: 'effects', Item: 'items' },
    compendiumIndexedFields: ['_id', 'name', 'img', 'type', 'sort', 'folder'],
  });

  declare _source: StoredActor;
  declare prototypeToken: Data;
  declare items: EmbeddedCollection<Item>;
  declare effects: EmbeddedCollection<ActiveEffect>;
  static DEFAULT_ICON = 'icons/svg/mystery-man.svg';

  /** T14: common/documents/actor.d.mts */
  static getDefaultArtwork(_data: object = {}): { img: string; texture: { src: string } } {
    return { img: this.DEFAULT_ICON, texture: { src: this.DEFAULT_ICON } };
  }

  static override defineSchema(): Record<string, DataField> {
    return {
      _id: common.id(),
      name: common.name(),
      img: common.img((data) => CONFIG['Actor'].documentClass.getDefaultArtwork(data).img),
      type: common.type(),
      system: common.system(this),
      prototypeToken: new PrototypeTokenField(),
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
  declare overrides: Data;
  declare _resetDone: boolean;

  override _configure(options: ModelContext = {}): void {
    super._configure(options);
    for (const [key, value] of [
      ['statuses', new Set()],
      ['overrides', {}],
      ['_resetDone', false],
    ] as const) {
      Object.defineProperty(this, key, { value, writable: true, enumerable: false, configurable: true });
    }
  }

  get token(): TokenDocument | null {
    return isToken(this.parent) ? this.parent : null;
  }

  get isToken(): boolean {
    return this.token !== null;
  }

  get itemTypes(): Record<string, Item[]> {
    const types: Record<string, Item[]> = Object.fromEntries(
      CONFIG['Item'].documentClass.TYPES.map((type) => [type, []]),
    );
    for (const item of this.items) types[item.type] = [...(types[item.type] ?? []), item];
    return types;
  }

  get thumbnail(): string | null {
    return this.img;
  }

  get inCombat(): boolean {
    return Boolean(game['combat']?.getCombatantsByActor(this).length);
  }

  get appliedEffects(): ActiveEffect[] {
    return [...this.allApplicableEffects()].filter((effect) => effect.active);
  }

  /** Effects whose icons the token shows. */
  get temporaryEffects(): ActiveEffect[] {
    return this.appliedEffects.filter((effect) => effect.isIconShown);
  }

  *allApplicableEffects(): Generator<ActiveEffect> {
    yield* this.effects;
    for (const item of this.items) for (const effect of item.effects) if (effect.transfer) yield effect;
  }

  /** Resets the results of the last preparation. A subclass that does not call it breaks in v14 (swnr PR 231/238). */
  override prepareBaseData() {
    this.statuses.clear();
    this.overrides = {};
    this._resetDone = true;
  }

  override prepareData() {
    this._resetDone = false;
    super.prepareData();
    if (variant('effectFinal') === 'after-derived') this.applyActiveEffects('final');
  }

  override _afterSystemDerived() {
    if (variant('effectFinal') === 'before-derived') this.applyActiveEffects('final');
  }

  override prepareEmbeddedDocuments() {
    super.prepareEmbeddedDocuments();
    if (!this._resetDone) throw new Error(`${this.constructor.name}#prepareBaseData must call super.prepareBaseData()`);
    this.applyActiveEffects('initial');
  }

  /**
   * Applies the changes of one phase, by priority. `final` follows derived data, inferred from CRU's use of it
   * (foundry-api.md sections 7 and 15.6).
   */
  applyActiveEffects(phase: string) {
    const changes: (EffectChange & { effect: ActiveEffect })[] = [];
    for (const effect of this.appliedEffects) {
      if (phase === 'initial') for (const status of effect.statuses) this.statuses.add(status);
      for (const change of effect.changes) {
        if (change.key && effect.shouldApplyChange(change, { phase })) changes.push({ ...change, effect });
      }
    }
    changes.sort((a, b) => Number(a.priority) - Number(b.priority));
    BaseActiveEffect._shimChanges(changes);
    const rollData = changes.length > 0 ? this.getRollData() : null;
    for (const change of changes) {
      const replacementData = change.effect.getReplacementData(rollData);
      Object.assign(
        this.overrides,
        (change.effect.constructor as typeof ActiveEffect).applyChange(this, change, { replacementData }),
      );
    }
  }

  override getRollData(): Data {
    return this.system;
  }

  /**
   * Called by the inputs of a token's HUD. T14: client/documents/actor.d.mts; DS, module/documents/actor.mjs, for the
   * hook and the clamp of a bar to its maximum.
   */
  async modifyTokenAttribute(
    attribute: string,
    value: number,
    isDelta = false,
    isBar = true,
  ): Promise<this | undefined> {
    const now = getProperty(this.system, attribute);
    const bar = isBar && isPlainObject(now) ? now : {};
    const current = Number(isBar ? bar['value'] : now) || 0;
    const wanted = isDelta ? current + value : value;
    const next = isBar ? Math.min(Math.max(wanted, 0), Number(bar['max']) || 0) : wanted;
    const updates = { [`system.${attribute}${isBar ? '.value' : ''}`]: next };
    const allowed = Hooks.call('modifyTokenAttribute', { attribute, value, isDelta, isBar }, updates, this);
    return allowed === false || next === current ? this : this.update(updates);
  }

  /**
   * Toggles a status. Returns the new effect, true or false; undefined if nothing changed. With an `_id`, only the effect of that id
   * counts (draw-steel, src/module/documents/actor.mjs).
   */
  async toggleStatusEffect(
    statusId: string,
    { active, overlay = false }: { active?: boolean; overlay?: boolean } = {},
  ): Promise<ActiveEffect | boolean | undefined> {
    const status = CONFIG['statusEffects'][statusId];
    if (!status) throw new Error(`Invalid status ID "${statusId}" provided to Actor#toggleStatusEffect`);
    const existing: string[] = [];
    if (status._id) {
      if (this.effects.has(status._id)) existing.push(status._id);
    } else {
      for (const effect of this.effects) {
        if (effect.statuses.size === 1 && effect.statuses.has(statusId)) existing.push(effect.id!);
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

  getActiveTokens(linked = false, document = false): (Token | TokenDocument)[] {
    const { canvas } = globalThis;
    const tokens = (canvas?.scene?.tokens ?? game['scenes']?.viewed?.tokens)?.filter((token) =>
      this.isToken ? token === this.token : token.actorId === this.id && (!linked || token.actorLink),
    );
    return (tokens ?? []).flatMap((token) => (document ? token : (token.object ?? [])));
  }

  /** Returns the tokens of any scene that represent this actor or are based on it. */
  getDependentTokens({ scenes, linked = false }: { scenes?: Scene | Scene[]; linked?: boolean } = {}): TokenDocument[] {
    if (this.token) return [this.token];
    const searched = scenes ? [scenes].flat() : (game['scenes']?.contents ?? []);
    return searched.flatMap((scene) =>
      scene.tokens.filter((token) => token.actorId === this.id && (!linked || token.actorLink)),
    );
  }

  /**
   * Numbers a token among its like on the viewed scene. T14: common/data/data.d.mts, PrototypeToken; dnd5e,
   * canvas/token-placement.mjs `adjustAppendedNumber`, shows the form.
   */
  #numbered(name: string): string {
    const { canvas } = globalThis;
    const tokens = (canvas?.scene ?? game['scenes']?.viewed)?.tokens;
    return `${name} (${(tokens?.filter(({ actorId }) => actorId === this.id).length ?? 0) + 1})`;
  }

  async getTokenDocument(data: object = {}, options: ModelContext = {}): Promise<TokenDocument> {
    const {
      randomImg: _random,
      prependAdjective: _adjective,
      appendNumber,
      ...prototype
    } = this.toObject().prototypeToken ?? {};
    const { name = this.name, actorLink } = prototype as { name?: string; actorLink?: boolean };
    const merged = {
      texture: { src: this.img },
      ...prototype,
      name: appendNumber && !actorLink ? this.#numbered(name) : name,
      ...data,
      actorId: this.id,
    };
    return new CONFIG['Token'].documentClass(merged, { actor: this, ...options });
  }

  override _onUpdate(changed: Data, options: OperationOptions, userId: string): void {
    super._onUpdate(changed, options, userId);
    this._onRelatedChange(changed, options);
  }

  override _onCreateDescendantDocuments(...args: CreatedOrUpdated): void {
    super._onCreateDescendantDocuments(...args);
    this._onRelatedChange({}, args[4]);
  }

  override _onUpdateDescendantDocuments(...args: CreatedOrUpdated): void {
    super._onUpdateDescendantDocuments(...args);
    this._onRelatedChange({}, args[4]);
  }

  override _onDeleteDescendantDocuments(...args: Deleted): void {
    super._onDeleteDescendantDocuments(...args);
    this._onRelatedChange({}, args[4]);
  }

  /** Refreshes tokens and combats of the actor. T14: client/documents/token.d.mts `_onRelatedUpdate` */
  _onRelatedChange(update: Data, options: OperationOptions) {
    for (const token of this.getDependentTokens()) {
      if (!this.isToken && !token.actorLink) token.delta?.updateSyntheticActor();
      token._onRelatedUpdate(update, options);
    }
    for (const combat of game['combats'] ?? []) {
      if (options?.render === false || !combat.getCombatantsByActor(this).length) continue;
      combat.refreshActor(this);
    }
  }
}
