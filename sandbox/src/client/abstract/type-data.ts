import type { Data } from '../../shared/data';
import type { User } from '../documents/user';
import { DataModel } from './data-model';
import type { OperationOptions } from './operations';

/** `system` of a document. T14: common/abstract/type-data.d.mts */
export class TypeDataModel extends DataModel {
  /** `base` and `system` models of packages; the sandbox only supports systems. */
  get modelProvider() {
    return globalThis.game?.system ?? null;
  }

  static get metadata() {
    return { embedded: {} };
  }

  prepareBaseData() {}
  prepareDerivedData() {}
  async _preCreate(_data: Data, _options: OperationOptions, _user: User): Promise<boolean | void> {}
  async _preUpdate(_changes: Data, _options: OperationOptions, _user: User): Promise<boolean | void> {}
  async _preDelete(_options: OperationOptions, _user: User): Promise<boolean | void> {}
  _onCreate(_data: Data, _options: OperationOptions, _userId: string): void {}
  _onUpdate(_changed: Data, _options: OperationOptions, _userId: string): void {}
  _onDelete(_options: OperationOptions, _userId: string): void {}
  async toEmbed(_config: object, _options?: object): Promise<HTMLElement | null> {
    return null;
  }
}

/** `system` of a live document: the system's data model, or plain data for a type without a model. */
export type SystemData = Data &
  Partial<
    Pick<
      TypeDataModel,
      | 'schema'
      | 'prepareBaseData'
      | 'prepareDerivedData'
      | '_preCreate'
      | '_preUpdate'
      | '_preDelete'
      | '_onCreate'
      | '_onUpdate'
      | '_onDelete'
      | 'toEmbed'
    >
  >;
