import type { StoredDocument } from '../../shared/data';
import { notInSandbox } from '../../shared/not-in-sandbox';
import type { DocumentMetadata } from '../abstract/document';
import { Document } from '../abstract/document';
import { documentClassOf } from '../config';
import type { DataField } from '../data/fields/base';
import * as fields from '../data/fields/index';
import { game } from '../game';
import { Hooks } from '../hooks';
import { ClientDocumentMixin } from './client-document';
import { common } from './common-fields';

/** Document names by field, in order of import: folders before their content. */
const CONTENTS: Record<string, string> = {
  folders: 'Folder',
  actors: 'Actor',
  items: 'Item',
  journal: 'JournalEntry',
  tables: 'RollTable',
  scenes: 'Scene',
  combats: 'Combat',
};
/** Fields that only Foundry has. */
const ABSENT = ['macros', 'cards', 'playlists'];

/** T14: common/documents/adventure.d.mts, client/documents/adventure.d.mts */
export class BaseAdventure extends Document {
  static override metadata: DocumentMetadata = Object.freeze({
    ...Document.metadata,
    name: 'Adventure',
    label: 'DOCUMENT.Adventure',
    labelPlural: 'DOCUMENT.Adventures',
    collection: 'adventures',
  });

  declare caption: string;
  declare description: string;

  static override defineSchema(): Record<string, DataField> {
    const documents = () => new fields.ArrayField(new fields.ObjectField());
    return {
      _id: common.id(),
      name: common.name(),
      img: common.img(),
      caption: new fields.HTMLField(),
      description: new fields.HTMLField({ textSearch: true }),
      ...Object.fromEntries([...Object.keys(CONTENTS), ...ABSENT].map((field) => [field, documents()])),
      folder: common.folder(),
      sort: common.sort(),
      flags: common.flags(),
      _stats: common.stats(),
    };
  }

  /** T14: common/documents/adventure.d.mts `contentFields`: document classes by field. */
  static get contentFields(): Record<string, typeof Document> {
    return Object.fromEntries(Object.entries(CONTENTS).map(([field, name]) => [field, documentClassOf(name)]));
  }
}

type ByKind<T> = Record<string, T[]>;

interface ImportPlan {
  toCreate: ByKind<StoredDocument>;
  toUpdate: ByKind<StoredDocument>;
  documentCount: number;
}

interface ImportResult {
  created: ByKind<Document>;
  updated: ByKind<Document>;
}

interface ImportOptions {
  importFields?: string[];
  [option: string]: unknown;
}

/** T14: client/documents/adventure.d.mts: existing documents are updated, and all keep their ids. */
export class Adventure extends ClientDocumentMixin(BaseAdventure) {
  async import(options: ImportOptions = {}): Promise<Partial<ImportResult>> {
    if (!game['user'].isGM) throw new Error(`User ${game['user'].name} lacks permission to import an adventure`);
    const data = await this.prepareImport(options);
    if (!Object.keys(data.toCreate).length && !Object.keys(data.toUpdate).length) return { created: {}, updated: {} };
    const { toCreate, toUpdate } = data;
    if (Hooks.call('preImportAdventure', this, options, toCreate, toUpdate) === false) return {};
    const result = await this.importContent(data);
    Hooks.callAll('importAdventure', this, options, result.created, result.updated);
    return result;
  }

  async prepareImport({ importFields = [] }: ImportOptions = {}): Promise<ImportPlan> {
    const wanted = Object.entries(CONTENTS).filter(
      ([field]) => importFields.length === 0 || importFields.includes('all') || importFields.includes(field),
    );
    const toCreate: ByKind<StoredDocument> = {};
    const toUpdate: ByKind<StoredDocument> = {};
    let documentCount = 0;
    for (const [field, name] of wanted)
      for (const source of this.sourcesIn(field)) {
        const into = game['collections'].get(name)?.has(source._id) ? toUpdate : toCreate;
        into[name] = [...(into[name] ?? []), structuredClone(source)];
        documentCount++;
      }
    for (const field of ABSENT) if (this.sourcesIn(field).length > 0) notInSandbox(`an adventure with ${field}`)();
    return { toCreate, toUpdate, documentCount };
  }

  private sourcesIn(field: string): StoredDocument[] {
    return this._source[field] as StoredDocument[];
  }

  async importContent({ toCreate, toUpdate }: ImportPlan): Promise<ImportResult> {
    const created: ByKind<Document> = {};
    const updated: ByKind<Document> = {};
    for (const name of Object.values(CONTENTS)) {
      const documentClass = documentClassOf(name);
      if (toCreate[name])
        created[name] = await documentClass.createDocuments(toCreate[name], { keepId: true, keepEmbeddedIds: true });
      if (toUpdate[name])
        updated[name] = await documentClass.updateDocuments(toUpdate[name], { diff: false, recursive: false });
    }
    return { created, updated };
  }
}
