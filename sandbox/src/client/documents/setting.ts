import type { Data, StoredSetting } from '../../shared/data';
import type { DocumentMetadata } from '../abstract/document';
import { Document } from '../abstract/document';
import type { OperationOptions } from '../abstract/operations';
import type { DataField } from '../data/fields/base';
import { DocumentIdField, JSONField, StringField } from '../data/fields/index';
import { game } from '../game';
import type { SettingConfig } from '../settings';
import { ClientDocumentMixin } from './client-document';
import { common } from './common-fields';

/** T14: common/documents/setting.d.mts; `user` since v13, for settings of scope "user". */
export class BaseSetting extends Document {
  static override metadata: DocumentMetadata = Object.freeze({
    ...Document.metadata,
    name: 'Setting',
    label: 'DOCUMENT.Setting',
    labelPlural: 'DOCUMENT.Settings',
    collection: 'settings',
  });

  declare _source: StoredSetting;
  declare key: string;
  declare value: unknown;
  declare user: string | null;

  static override defineSchema(): Record<string, DataField> {
    return {
      _id: common.id(),
      key: new StringField({ required: true, blank: false }),
      value: new JSONField({ required: true, nullable: true, initial: null }),
      user: new DocumentIdField({ readonly: false }),
      _stats: common.stats(),
    };
  }
}

export class Setting extends ClientDocumentMixin(BaseSetting) {
  get config(): SettingConfig | undefined {
    return game['settings'].settings.get(this.key);
  }

  override _onCreate(data: Data, options: OperationOptions, userId: string): void {
    super._onCreate(data, options, userId);
    this.changed(options, userId);
  }

  override _onUpdate(changed: Data, options: OperationOptions, userId: string): void {
    super._onUpdate(changed, options, userId);
    if ('value' in changed) this.changed(options, userId);
  }

  private changed(options: OperationOptions, userId: string) {
    if (this._source.user && this._source.user !== game['userId']) return;
    const config = this.config;
    game['settings'].forget(this.key);
    config?.onChange?.(game['settings'].get(config.namespace, config.key) as never, options, userId);
  }
}
