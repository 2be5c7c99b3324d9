import type { DocumentMetadata } from '../abstract/document';
import { Document } from '../abstract/document';
import type { EmbeddedCollection } from '../abstract/embedded-collection';
import type { DataField } from '../data/fields/base';
import * as fields from '../data/fields/index';
import { ClientDocumentMixin } from './client-document';
import { common } from './common-fields';

/** T14: common/documents/journal-entry-page.d.mts; the sandbox only shows text pages. */
export class BaseJournalEntryPage extends Document {
  static override metadata: DocumentMetadata = Object.freeze({
    ...Document.metadata,
    name: 'JournalEntryPage',
    label: 'DOCUMENT.JournalEntryPage',
    labelPlural: 'DOCUMENT.JournalEntryPages',
    collection: 'pages',
    isEmbedded: true,
  });

  declare title: { show: boolean; level: number };
  declare text: { content: string; format: number };

  static override defineSchema(): Record<string, DataField> {
    return {
      _id: common.id(),
      name: common.name(),
      type: common.text({ initial: 'text' }),
      title: new fields.SchemaField({
        show: new fields.BooleanField({ initial: true }),
        level: common.number(1, { integer: true, min: 1, max: 6 }),
      }),
      text: new fields.SchemaField({
        content: new fields.HTMLField({ textSearch: true }),
        // CONST.JOURNAL_ENTRY_PAGE_FORMATS: HTML 1, Markdown 2
        format: common.number(1, { integer: true, min: 1, max: 1 }),
      }),
      sort: common.sort(),
      ownership: new fields.DocumentOwnershipField({ initial: { default: -1 } }),
      flags: common.flags(),
      _stats: common.stats(),
    };
  }
}

export class JournalEntryPage extends ClientDocumentMixin(BaseJournalEntryPage) {
  /** Opens the page's entry. T13: client/documents/journal-entry-page.d.mts */
  override async _onClickDocumentLink(_event: Event): Promise<void> {
    await this.parent?.sheet?.render({ force: true, pageId: this.id });
  }
}

/** T14: common/documents/journal-entry.d.mts; without categories. */
export class BaseJournalEntry extends Document {
  static override metadata: DocumentMetadata = Object.freeze({
    ...Document.metadata,
    name: 'JournalEntry',
    label: 'DOCUMENT.JournalEntry',
    labelPlural: 'DOCUMENT.JournalEntries',
    collection: 'journal',
    embedded: { JournalEntryPage: 'pages' },
  });

  declare pages: EmbeddedCollection<JournalEntryPage>;

  static override defineSchema(): Record<string, DataField> {
    return {
      _id: common.id(),
      name: common.name(),
      pages: new fields.EmbeddedCollectionField(JournalEntryPage),
      folder: common.folder(),
      sort: common.sort(),
      ownership: common.ownership(),
      flags: common.flags(),
      _stats: common.stats(),
    };
  }
}

export class JournalEntry extends ClientDocumentMixin(BaseJournalEntry) {}
