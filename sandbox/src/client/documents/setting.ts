import { Document } from '../abstract/document';
import { DocumentIdField, JSONField, StringField } from '../data/fields/index';
import { game } from '../game';
import { ClientDocumentMixin } from './client-document';
import { common } from './common-fields';

/** T14: common/documents/setting.d.mts; `user` since v13, for settings of scope "user". */
export class BaseSetting extends Document {
  static override metadata = Object.freeze({
    ...Document.metadata,
    name: 'Setting',
    label: 'DOCUMENT.Setting',
    labelPlural: 'DOCUMENT.Settings',
    collection: 'settings',
  });

  static override defineSchema(): Record<string, any> {
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
  get config(): any {
    return game['settings'].settings.get(this.key);
  }

  _onCreate(data: any, options: any, userId: string) {
    super._onCreate(data, options, userId);
    this.changed(options, userId);
  }

  _onUpdate(changed: any, options: any, userId: string) {
    super._onUpdate(changed, options, userId);
    if ('value' in changed) this.changed(options, userId);
  }

  private changed(options: any, userId: string) {
    if (this._source.user && this._source.user !== game['userId']) return;
    const config = this.config;
    game['settings'].forget(this.key);
    config?.onChange?.(game['settings'].get(config.namespace, config.key), options, userId);
  }
}
