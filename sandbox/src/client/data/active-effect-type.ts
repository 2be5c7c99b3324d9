import { TypeDataModel } from '../abstract/type-data';
import type { EffectChange } from './fields/change';
import * as fields from './fields/index';

/**
 * The base of ActiveEffect subtypes. Since v14 the changes are in `system`. T14: common/data/active-effect.d.mts
 * (foundry.data.ActiveEffectTypeDataModel); foundry-api.md section 10.
 */
export class ActiveEffectTypeDataModel extends TypeDataModel {
  static override defineSchema(): Record<string, fields.DataField> {
    return {
      changes: new fields.ArrayField(
        new fields.SchemaField({
          key: new fields.StringField({ required: true }),
          type: new fields.StringField({ required: true, blank: false, initial: 'add' }),
          value: new fields.AnyField({ required: true, nullable: true, initial: '' }),
          phase: new fields.StringField({ required: true, blank: false, initial: 'initial' }),
          priority: new fields.NumberField({ required: true, nullable: true, initial: null }),
        }),
      ),
    };
  }

  declare changes: EffectChange[];
}
