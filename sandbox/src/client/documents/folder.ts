import type { DocumentMetadata } from '../abstract/document';
import { Document } from '../abstract/document';
import type { DataField } from '../data/fields/base';
import { ColorField, HTMLField, StringField } from '../data/fields/index';
import { game } from '../game';
import type { ClientDocument } from './client-document';
import { ClientDocumentMixin } from './client-document';
import { common } from './common-fields';

/** T14: common/documents/folder.d.mts */
export class BaseFolder extends Document {
  static override metadata: DocumentMetadata = Object.freeze({
    ...Document.metadata,
    name: 'Folder',
    label: 'DOCUMENT.Folder',
    labelPlural: 'DOCUMENT.Folders',
    collection: 'folders',
  });

  declare description: string;
  declare sorting: string;
  declare color: string | null;

  static override defineSchema(): Record<string, DataField> {
    return {
      _id: common.id(),
      name: common.name(),
      type: common.type(),
      description: new HTMLField(),
      folder: common.folder(),
      sorting: new StringField({ required: true, initial: 'a', choices: ['a', 'm'] }),
      sort: common.sort(),
      color: new ColorField(),
      flags: common.flags(),
      _stats: common.stats(),
    };
  }
}

export class Folder extends ClientDocumentMixin(BaseFolder) {
  get contents(): ClientDocument[] {
    return game['collections'].get(this.type)?.filter((document) => document._source.folder === this.id) ?? [];
  }

  get children(): Folder[] {
    return game['folders'].filter((folder) => folder._source.folder === this.id);
  }

  get depth(): number {
    return this.folder ? this.folder.depth + 1 : 1;
  }

  override get visible(): boolean {
    return game['user'].isGM || this.contents.some((d) => d.visible) || this.children.some((folder) => folder.visible);
  }
}
