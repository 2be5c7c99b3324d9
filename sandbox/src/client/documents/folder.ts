import { Document } from '../abstract/document';
import { ColorField, HTMLField, StringField } from '../data/fields/index';
import { game } from '../game';
import { ClientDocumentMixin } from './client-document';
import { common } from './common-fields';

/** T14: common/documents/folder.d.mts */
export class BaseFolder extends Document {
  static override metadata = Object.freeze({
    ...Document.metadata,
    name: 'Folder',
    label: 'DOCUMENT.Folder',
    labelPlural: 'DOCUMENT.Folders',
    collection: 'folders',
  });

  static override defineSchema(): Record<string, any> {
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
  get contents(): any[] {
    return game['collections'].get(this.type)?.filter((document: any) => document._source.folder === this.id) ?? [];
  }

  get children(): any[] {
    return game['folders'].filter((folder: any) => folder._source.folder === this.id);
  }

  get depth(): number {
    return this.folder ? this.folder.depth + 1 : 1;
  }

  get visible(): boolean {
    return (
      game['user'].isGM ||
      this.contents.some((d: any) => d.visible) ||
      this.children.some((folder: any) => folder.visible)
    );
  }
}
