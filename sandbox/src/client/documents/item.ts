import { Document } from '../abstract/document';
import { EmbeddedCollectionField } from '../data/fields/index';
import { ActiveEffect } from './active-effect';
import { ClientDocumentMixin } from './client-document';
import { common } from './common-fields';

/** T14: common/documents/item.d.mts */
export class BaseItem extends Document {
  static override metadata = Object.freeze({
    ...Document.metadata,
    name: 'Item',
    label: 'DOCUMENT.Item',
    labelPlural: 'DOCUMENT.Items',
    collection: 'items',
    hasTypeData: true,
    embedded: { ActiveEffect: 'effects' },
    compendiumIndexedFields: ['_id', 'name', 'img', 'type', 'sort', 'folder'],
  });
  static DEFAULT_ICON = 'icons/svg/item-bag.svg';

  /** T14: common/documents/item.d.mts */
  static getDefaultArtwork(_data: any = {}): any {
    return { img: this.DEFAULT_ICON };
  }

  static override defineSchema(): Record<string, any> {
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
  get actor(): any {
    return this.parent?.documentName === 'Actor' ? this.parent : null;
  }

  get thumbnail(): string {
    return this.img;
  }

  get transferredEffects(): any[] {
    return this.effects.filter((effect: any) => effect.transfer);
  }

  getRollData(): any {
    return this.system;
  }

  _onCreateDescendantDocuments(...args: any[]) {
    super._onCreateDescendantDocuments(...args);
    this.actor?.reset();
  }

  _onUpdateDescendantDocuments(...args: any[]) {
    super._onUpdateDescendantDocuments(...args);
    this.actor?.reset();
  }

  _onDeleteDescendantDocuments(...args: any[]) {
    super._onDeleteDescendantDocuments(...args);
    this.actor?.reset();
  }
}
