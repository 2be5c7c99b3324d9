import { syntheticActor } from '../../shared/documents';
import { deepClone } from '../../shared/objects';
import { Document } from '../abstract/document';
import { CONFIG } from '../config';
import * as fields from '../data/fields/index';
import { game } from '../game';
import { ClientDocumentMixin } from './client-document';
import { common } from './common-fields';

/**
 * How the actor of an unlinked token differs from its base actor. Embedded documents are kept as sources, with a
 * `_tombstone` where an inherited one is gone; the live ones are those of `syntheticActor`.
 * T14: common/documents/actor-delta.d.mts, client/documents/actor-delta.d.mts
 */
export class BaseActorDelta extends Document {
  static override metadata = Object.freeze({
    ...Document.metadata,
    name: 'ActorDelta',
    label: 'DOCUMENT.ActorDelta',
    collection: 'delta',
    hasTypeData: true,
    isEmbedded: true,
    embedded: {},
  });

  static override defineSchema(): Record<string, any> {
    const maybe = (options: any = {}) =>
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

  static override migrateData(source: any): any {
    return source;
  }
}

export class ActorDelta extends ClientDocumentMixin(BaseActorDelta) {
  _configure(options: any) {
    super._configure(options);
    Object.defineProperty(this, '_actor', { value: null, writable: true, enumerable: false, configurable: true });
  }

  get token(): any {
    return this.parent;
  }

  get id(): string {
    return this._source._id ?? this.parent?._source._id;
  }

  get baseActor(): any {
    return game['actors']?.get(this.parent?._source.actorId) ?? null;
  }

  /** The token's own actor; made when first asked for. Null without a base actor. */
  get syntheticActor(): any {
    if (!this._actor) this.updateSyntheticActor();
    return this._actor;
  }

  private wholeSource(): any {
    const base = this.baseActor;
    return base ? syntheticActor(base._source, { delta: this._source }) : null;
  }

  /** Reads base actor and delta anew, keeping the actor and its documents as objects. */
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

  _initialize(options: any = {}) {
    super._initialize(options);
    if (this._actor) this.updateSyntheticActor();
  }

  /** Takes a change of the synthetic actor over, without making that anew. */
  absorb(changes: any, settings: any) {
    const actor = this._actor;
    this._actor = null;
    try {
      const { items: _i, effects: _e, ...own } = changes;
      this.updateSource(own, settings);
    } finally {
      this._actor = actor;
    }
  }

  /** Keeps the list of embedded sources as the server keeps it. */
  mirror(action: string, collection: 'items' | 'effects', documents: any[]) {
    const list: any[] = this._source[collection];
    const inherited = new Set((this.baseActor?._source[collection] ?? []).map((source: any) => source._id));
    for (const document of documents) {
      const index = list.findIndex((entry) => entry._id === document.id);
      if (index >= 0) list.splice(index, 1);
      if (action !== 'delete') list.push(deepClone(document._source));
      else if (inherited.has(document.id)) list.push({ _id: document.id, _tombstone: true });
    }
    this[collection] = deepClone(list);
  }

  prepareData() {}
}
