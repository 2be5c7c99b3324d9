import { DataModel } from './data-model';

/** `system` of a document. T14: common/abstract/type-data.d.mts */
export class TypeDataModel extends DataModel {
  /** `base` and `system` models of packages; only systems exist here. */
  get modelProvider(): any {
    return (globalThis as any).game?.system ?? null;
  }

  static get metadata() {
    return { embedded: {} };
  }

  prepareBaseData() {}
  prepareDerivedData() {}
  async _preCreate(_data: any, _options: any, _user: any): Promise<any> {}
  async _preUpdate(_changes: any, _options: any, _user: any): Promise<any> {}
  async _preDelete(_options: any, _user: any): Promise<any> {}
  _onCreate(_data: any, _options: any, _userId: string): void {}
  _onUpdate(_changed: any, _options: any, _userId: string): void {}
  _onDelete(_options: any, _userId: string): void {}
  async toEmbed(_config: any, _options?: any): Promise<HTMLElement | null> {
    return null;
  }
}
