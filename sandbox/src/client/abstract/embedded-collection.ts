import { Collection } from '../../shared/collection';
import { randomID } from '../../shared/uuid';
import { implementationOf } from '../data/fields/embedded';
import { reportInvalid } from './invalid';

/** The documents inside a document. T14: common/abstract/embedded-collection.d.mts */
export class EmbeddedCollection extends Collection<any> {
  declare name: string;
  declare model: any;
  declare _source: any[];
  invalidDocumentIds = new Set<string>();

  constructor(name: string, parent: any, sourceArray: any[], model: any) {
    super();
    Object.defineProperties(this, {
      name: { value: name },
      model: { value: parent },
      _source: { value: sourceArray, writable: true },
      element: { value: model },
    });
  }

  get documentClass(): any {
    return implementationOf((this as any).element);
  }

  get documentName(): string {
    return this.documentClass.documentName;
  }

  /** Makes documents of sources that have none, and lets the present ones read theirs again. */
  initialize(options: any = {}) {
    const seen = new Set<string>();
    for (const source of this._source) {
      if (source._tombstone) continue;
      source._id ??= randomID();
      seen.add(source._id);
      const present = Map.prototype.get.call(this, source._id) as any;
      if (present && present._source === source) present._initialize(options);
      else this.initializeDocument(source);
    }
    for (const id of [...this.keys()]) if (!seen.has(id)) Map.prototype.delete.call(this, id);
  }

  private initializeDocument(source: any) {
    try {
      const document = this.createDocument(source, { strict: true, fallback: true });
      Map.prototype.set.call(this, document.id, document);
      // The parent's source keeps the very object the document works on.
      const index = this._source.indexOf(source);
      if (index >= 0) this._source[index] = document._source;
    } catch (error: any) {
      this.invalidDocumentIds.add(source._id);
      reportInvalid(this.documentName, source, error, this.model);
    }
  }

  createDocument(data: any, context: any = {}): any {
    data._id ??= randomID();
    return new this.documentClass(data, {
      ...context,
      parent: this.model,
      parentCollection: this.name,
      dryRun: undefined,
    });
  }

  override get(id: string, { strict = false, invalid = false }: any = {}): any {
    const document = super.get(id);
    if (document === undefined && invalid) return this.getInvalid(id, { strict });
    if (document === undefined && strict) {
      throw new Error(`The key ${id} does not exist in the ${this.documentName} Collection`);
    }
    return document;
  }

  override set(id: string, document: any, { modifySource = true }: any = {}): any {
    if (modifySource) {
      const index = this._source.findIndex((source) => source._id === id);
      if (index < 0) this._source.push(document._source);
      else this._source[index] = document._source;
    }
    return super.set(id, document);
  }

  override delete(id: string, { modifySource = true }: any = {}): boolean {
    if (modifySource) {
      const index = this._source.findIndex((source) => source._id === id);
      if (index >= 0) this._source.splice(index, 1);
    }
    this.invalidDocumentIds.delete(id);
    return super.delete(id);
  }

  getInvalid(id: string, { strict = true }: any = {}): any {
    if (!this.invalidDocumentIds.has(id)) {
      if (strict) throw new Error(`${this.documentName} id [${id}] is not in the set of invalid ids`);
      return undefined;
    }
    const source = this._source.find((entry) => entry._id === id);
    return this.documentClass.fromSource(structuredClone(source), { parent: this.model });
  }

  toObject(source = true): any[] {
    return this.map((document: any) => document.toObject(source));
  }

  _onModifyContents(_action: string, _documents: any[], _result: any, _operation: any, _user: any) {}
}
