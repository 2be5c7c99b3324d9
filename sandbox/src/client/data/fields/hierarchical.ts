import type { Data } from '../../../shared/data';
import type { Document } from '../../abstract/document';
import type { DataField, FieldTask } from './base';

/** A field with embedded documents, which update themselves. */
export interface HierarchicalField extends DataField {
  model: typeof Document;
  _updateDocuments(parent: Document, changes: unknown, difference: Data, options: FieldTask): void;
}

export const isHierarchical = (field: DataField | undefined): field is HierarchicalField =>
  field !== undefined && (field.constructor as typeof DataField).hierarchical;
