import type { Data } from '../../shared/data';
import { isActor } from '../abstract/address';
import type { DocumentMetadata } from '../abstract/document';
import { Document } from '../abstract/document';
import type { EmbeddedCollection } from '../abstract/embedded-collection';
import { CONFIG } from '../config';
import type { DataField } from '../data/fields/base';
import { EmbeddedCollectionField } from '../data/fields/index';
import { ActiveEffect } from './active-effect';
import type { Actor } from './actor';
import type { CreatedOrUpdated, Deleted } from './client-document';
import { ClientDocumentMixin } from './client-document';
import { common } from './common-fields';

/** T14: common/documents/item.d.mts */
export class BaseItem extends Document {
  static override metadata: DocumentMetadata = Object.freeze({
    ...Document.metadata,
    name: 'Item',
    label: 'DOCUMENT.Item',
    labelPlural: 'DOCUMENT.Items',
    collection: 'items',
    hasTypeData: true,
    embedded: { ActiveEffect: 'effects' },
    compendiumIndexedFields: ['_id', 'name', 'img', 'type', 'sort', 'folder'],
  });

  declare effects: EmbeddedCollection<ActiveEffect>;
  static DEFAULT_ICON = 'icons/svg/item-bag.svg';

  /** T14: common/documents/item.d.mts */
  static getDefaultArtwork(_data: object = {}): { img: string } {
    return { img: this.DEFAULT_ICON };
  }

  static override defineSchema(): Record<string, DataField> {
    return {
      _id: common.id(),
      name: common.name(),
      type: common.type(),
      img: common.img((data) => CONFIG['Item'].documentClass.getDefaultArtwork(data).img),
      system: common.system(this),
      effects: new EmbeddedCollectionField(ActiveEffect),
      folder: common.folder(),
      sort: common.sort(),
      ownership: common.ownership(),
      flags: common.flags(),
      _stats: common.stats(),
    };
  }
}

/** T14: client/documents/item.d.mts */
export class Item extends ClientDocumentMixin(BaseItem) {
  get actor(): Actor | null {
    return isActor(this.parent) ? this.parent : null;
  }

  get thumbnail(): string | null {
    return this.img;
  }

  get transferredEffects(): ActiveEffect[] {
    return this.effects.filter((effect) => effect.transfer);
  }

  override getRollData(): Data {
    return this.system;
  }

  override _onCreateDescendantDocuments(...args: CreatedOrUpdated): void {
    super._onCreateDescendantDocuments(...args);
    this.actor?.reset();
  }

  override _onUpdateDescendantDocuments(...args: CreatedOrUpdated): void {
    super._onUpdateDescendantDocuments(...args);
    this.actor?.reset();
  }

  override _onDeleteDescendantDocuments(...args: Deleted): void {
    super._onDeleteDescendantDocuments(...args);
    this.actor?.reset();
  }
}
