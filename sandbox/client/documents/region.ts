import { Document } from '../abstract/document';
import * as fields from '../data/fields/index';
import { ClientDocumentMixin } from './client-document';
import { common } from './common-fields';

/** T14: common/documents/region-behavior.d.mts; of the types Foundry has only `modifyMovementCost`, and nothing happens by itself. */
export class BaseRegionBehavior extends Document {
  static override metadata = Object.freeze({
    ...Document.metadata,
    name: 'RegionBehavior',
    label: 'DOCUMENT.RegionBehavior',
    labelPlural: 'DOCUMENT.RegionBehaviors',
    collection: 'behaviors',
    isEmbedded: true,
  });

  static override defineSchema(): Record<string, any> {
    return {
      _id: common.id(),
      name: common.text({ initial: '' }),
      type: common.text({ initial: 'modifyMovementCost' }),
      // API: ModifyMovementCostRegionBehaviorType: `difficulties`, how many times a metre counts by movement action.
      system: new fields.ObjectField(),
      disabled: new fields.BooleanField(),
      flags: common.flags(),
      _stats: common.stats(),
    };
  }
}

export class RegionBehavior extends ClientDocumentMixin(BaseRegionBehavior) {}

/** T14: common/documents/region.d.mts, API: RegionData; no geometry, and not drawn. */
export class BaseRegion extends Document {
  static override metadata = Object.freeze({
    ...Document.metadata,
    name: 'Region',
    label: 'DOCUMENT.Region',
    labelPlural: 'DOCUMENT.Regions',
    collection: 'regions',
    isEmbedded: true,
    embedded: { RegionBehavior: 'behaviors' },
  });

  static override defineSchema(): Record<string, any> {
    return {
      _id: common.id(),
      name: common.name(),
      color: new fields.ColorField({ nullable: false, initial: '#808080' }),
      shapes: new fields.ArrayField(new fields.ObjectField()),
      behaviors: new fields.EmbeddedCollectionField(RegionBehavior),
      visibility: common.number(0, { integer: true, min: 0 }),
      locked: new fields.BooleanField(),
      flags: common.flags(),
    };
  }
}

export class RegionDocument extends ClientDocumentMixin(BaseRegion) {}
