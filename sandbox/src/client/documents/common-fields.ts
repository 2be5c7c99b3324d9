import type { Data } from '../../shared/data';
import type { Document } from '../abstract/document';
import * as fields from '../data/fields/index';

/** Factories of common fields. T14: common/documents/*.d.mts defineSchema */
export const common = {
  id: () => new fields.DocumentIdField(),
  name: () => new fields.StringField({ required: true, blank: false, textSearch: true }),
  type: (initial?: string) => new fields.StringField({ required: true, blank: false, ...(initial ? { initial } : {}) }),
  system: (document: typeof Document) => new fields.TypeDataField(document),
  img: (initial?: string | ((data: Data) => string)) =>
    new fields.FilePathField({ categories: ['IMAGE'], ...(initial ? { initial } : {}) }),
  folder: () => new fields.DocumentIdField({ readonly: false }),
  sort: () => new fields.IntegerSortField(),
  flags: () => new fields.DocumentFlagsField(),
  ownership: () => new fields.DocumentOwnershipField(),
  stats: () => new fields.DocumentStatsField(),
  number: (initial: number | null, options: fields.FieldOptions = {}) =>
    new fields.NumberField({ required: true, nullable: initial === null, initial, ...options }),
  text: (options: fields.FieldOptions = {}) => new fields.StringField({ required: true, ...options }),
};
