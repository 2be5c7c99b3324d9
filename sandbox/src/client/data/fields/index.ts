/** foundry.data.fields */
export { ArrayField, SetField } from './array';
export { DataField, type FieldOptions } from './base';
export { EmbeddedCollectionField, EmbeddedDocumentField, TypeDataField } from './embedded';
export { EmbeddedDataField, ForeignDocumentField, TypedSchemaField } from './model';
export {
  DocumentFlagsField,
  DocumentOwnershipField,
  DocumentStatsField,
  ObjectField,
  TypedObjectField,
} from './object';
export {
  AlphaField,
  AngleField,
  AnyField,
  BooleanField,
  ColorField,
  DocumentIdField,
  DocumentUUIDField,
  FilePathField,
  HTMLField,
  HueField,
  IntegerSortField,
  JavaScriptField,
  JSONField,
  NumberField,
  StringField,
} from './primitive';
export { SchemaField } from './schema';
