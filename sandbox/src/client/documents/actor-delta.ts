import type { Data, DeltaEntry, DocumentData, StoredActor, StoredDelta, StoredDocument } from '../../shared/data';
import { syntheticActor } from '../../shared/documents';
import { deepClone } from '../../shared/objects';
import type { ModelContext } from '../abstract/data-model';
import type { DocumentMetadata } from '../abstract/document';
import { Document } from '../abstract/document';
import type { Action } from '../abstract/operations';
import { CONFIG } from '../config';
import type { DataField, FieldTask } from '../data/fields/base';
import * as fields from '../data/fields/index';
import { game } from '../game';
import type { Actor } from './actor';
import { ClientDocumentMixin } from './client-document';
import { common } from './common-fields';
import type { TokenDocument } from './token';

/**
 * The differences of an unlinked token's actor from its base actor. Embedded documents are stored as sources, with a
 * `_tombstone` for a deleted inherited one; the live ones belong to `syntheticActor`.
 * T14: common/documents/actor-delta.d.mts, client/documents/actor-delta.d.mts
 */
export class BaseActorDelta extends Document {
  static override metadata: DocumentMetadata = Object.freeze({
    ...Document.metadata,
    name: 'ActorDelta',
    label: 'DOCUMENT.ActorDelta',
    collection: 'delta',
    hasTypeData: true,
    isEmbedded: true,
    embedded: {},
  });

  declare parent: TokenDocument | null;
  declare _source: StoredDelta;
  declare items: DeltaEntry[];
  declare effects: DeltaEntry[];

  static override defineSchema(): Record<string, DataField> {
    const maybe = (options: fields.FieldOptions = {}) =>
      new fields.StringField({ required: false, nullable: true, initial: null, ...options });
    return {
      _id: common.id(),
      name: maybe(),
      type: maybe(),
      img: maybe(),
      system: new fields.ObjectField(),
      items: new fields.ArrayField(new fields.ObjectField()),
      effects: new fields.ArrayField(new fields.ObjectField()),
      ownership: new fields.ObjectField({ required: false, nullable: true, initial: null }),
      flags: common.flags(),
    };
  }

  static override migrateData(source: Data): Data {
    return source;
  }
}

export class ActorDelta extends ClientDocumentMixin(BaseActorDelta) {
  declare _actor: Actor | null;

  override _configure(options: ModelContext = {}): void {
    super._configure(options);
    Object.defineProperty(this, '_actor', { value: null, writable: true, enumerable: false, configurable: true });
  }

  get token(): TokenDocument | null {
    return this.parent;
  }

  override get id(): string | null {
    return this._source._id ?? this.parent?.id ?? null;
  }

  get baseActor(): Actor | null {
    return game['actors']?.get(this.parent?._source.actorId) ?? null;
  }

  /** The token's own actor, created on first use. Null without a base actor. */
  get syntheticActor(): Actor | null {
    if (!this._actor) this.updateSyntheticActor();
    return this._actor;
  }

  private wholeSource(): StoredActor | null {
    const base = this.baseActor;
    return base ? syntheticActor(base._source, { delta: this._source }) : null;
  }

  /** Re-reads base actor and delta; the actor and its documents stay the same objects. */
  updateSyntheticActor() {
    const source = this.wholeSource();
    if (!source) {
      this._actor = null;
      return;
    }
    if (this._actor && this._actor._source._id === source._id) {
      this._actor.updateSource(source, { recursive: false });
      return;
    }
    const cls = CONFIG['Actor'].documentClass;
    this._actor = new cls(source, { parent: this.parent, strict: false });
  }

  override _initialize(options: ModelContext = {}): void {
    super._initialize(options);
    if (this._actor) this.updateSyntheticActor();
  }

  /** Stores a change of the synthetic actor without recreating it. */
  absorb(changes: DocumentData, settings: FieldTask) {
    const actor = this._actor;
    this._actor = null;
    try {
      const { items: _i, effects: _e, ...own } = changes;
      this.updateSource(own, settings);
    } finally {
      this._actor = actor;
    }
  }

  /** Updates the list of embedded sources as the server does. */
  mirror(action: Action, collection: 'items' | 'effects', documents: Document[]) {
    const list = this._source[collection] ?? [];
    const inherited = new Set((this.baseActor?._source[collection] ?? []).map((source) => source._id));
    for (const document of documents) {
      const index = list.findIndex((entry) => entry._id === document.id);
      if (index >= 0) list.splice(index, 1);
      if (action !== 'delete') list.push(deepClone(document._source as StoredDocument));
      else if (document.id && inherited.has(document.id)) list.push({ _id: document.id, _tombstone: true });
    }
    this[collection] = deepClone(list);
  }

  override prepareData() {}
}
