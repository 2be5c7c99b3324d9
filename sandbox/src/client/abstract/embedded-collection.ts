import { Collection } from '../../shared/collection';
import type { DocumentData, StoredDocument } from '../../shared/data';
import { randomID } from '../../shared/uuid';
import { implementationOf } from '../data/fields/embedded';
import type { ClientDocument } from '../documents/client-document';
import type { User } from '../documents/user';
import type { ModelContext } from './data-model';
import type { Document } from './document';
import { reportInvalid } from './invalid';
import type { Action, OperationOptions } from './operations';

/** Options of a lookup. `strict` throws for a missing document; `invalid` also finds documents with invalid data. */
export interface LookupOptions {
  strict?: boolean;
  invalid?: boolean;
}

interface SourceOptions {
  modifySource?: boolean;
}

/** A stored source always has an id. */
const storedIn = (document: Document): StoredDocument => document._source as StoredDocument;

/** T14: common/abstract/embedded-collection.d.mts */
export class EmbeddedCollection<D extends Document = ClientDocument> extends Collection<D> {
  declare name: string;
  declare model: Document;
  declare _source: StoredDocument[];
  declare private element: typeof Document;
  invalidDocumentIds = new Set<string>();

  constructor(name: string, parent: Document, sourceArray: StoredDocument[], model: typeof Document) {
    super();
    Object.defineProperties(this, {
      name: { value: name },
      model: { value: parent },
      _source: { value: sourceArray, writable: true },
      element: { value: model },
    });
  }

  get documentClass(): typeof Document {
    return implementationOf(this.element);
  }

  get documentName(): string {
    return this.documentClass.documentName;
  }

  /** Creates missing documents and makes the existing ones read their sources again. */
  initialize(options: ModelContext = {}) {
    const seen = new Set<string>();
    for (const source of this._source) {
      if (source['_tombstone']) continue;
      source._id ??= randomID();
      seen.add(source._id);
      const present: D | undefined = Map.prototype.get.call(this, source._id);
      if (present && present._source === source) present._initialize(options);
      else this.initializeDocument(source);
    }
    for (const id of [...this.keys()]) if (!seen.has(id)) Map.prototype.delete.call(this, id);
  }

  private initializeDocument(source: StoredDocument) {
    try {
      const document = this.createDocument(source, { strict: true, fallback: true });
      Map.prototype.set.call(this, document.id, document);
      // The parent's source must hold the same object as the document.
      const index = this._source.indexOf(source);
      if (index >= 0) this._source[index] = storedIn(document);
    } catch (error) {
      this.invalidDocumentIds.add(source._id);
      reportInvalid(this.documentName, source, error, this.model);
    }
  }

  createDocument(data: DocumentData, context: ModelContext = {}): D {
    data._id ??= randomID();
    const whole = { ...context, parent: this.model, parentCollection: this.name, dryRun: undefined };
    return new this.documentClass(data, whole) as D;
  }

  override get(id: string | null | undefined, { strict = false, invalid = false }: LookupOptions = {}): D | undefined {
    const document = super.get(id);
    if (document === undefined && invalid) return this.getInvalid(id ?? '', { strict });
    if (document === undefined && strict) {
      throw new Error(`The key ${id} does not exist in the ${this.documentName} Collection`);
    }
    return document;
  }

  override set(id: string, document: D, { modifySource = true }: SourceOptions = {}): this {
    if (modifySource) {
      const index = this._source.findIndex((source) => source._id === id);
      if (index < 0) this._source.push(storedIn(document));
      else this._source[index] = storedIn(document);
    }
    return super.set(id, document);
  }

  override delete(id: string, { modifySource = true }: SourceOptions = {}): boolean {
    if (modifySource) {
      const index = this._source.findIndex((source) => source._id === id);
      if (index >= 0) this._source.splice(index, 1);
    }
    this.invalidDocumentIds.delete(id);
    return super.delete(id);
  }

  getInvalid(id: string, { strict = true }: LookupOptions = {}): D | undefined {
    if (!this.invalidDocumentIds.has(id)) {
      if (strict) throw new Error(`${this.documentName} id [${id}] is not in the set of invalid ids`);
      return undefined;
    }
    const source = this._source.find((entry) => entry._id === id);
    return this.documentClass.fromSource(structuredClone(source) as object, { parent: this.model }) as D;
  }

  toObject(source = true): DocumentData[] {
    return this.map((document) => document.toObject(source));
  }

  _onModifyContents(
    _action: Action,
    _documents: Document[],
    _result: unknown[],
    _operation: OperationOptions,
    _user: User,
  ): void {}
}
