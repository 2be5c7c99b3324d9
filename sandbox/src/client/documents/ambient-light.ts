import type { Data } from '../../shared/data';
import type { DocumentMetadata } from '../abstract/document';
import { Document } from '../abstract/document';
import type { OperationOptions } from '../abstract/operations';
import type { DataField } from '../data/fields/base';
import * as fields from '../data/fields/index';
import { ClientDocumentMixin } from './client-document';
import { common } from './common-fields';
import type { Scene } from './scene';

const range = () =>
  new fields.SchemaField({
    min: common.number(0, { min: 0, max: 1 }),
    max: common.number(1, { min: 0, max: 1 }),
  });

/** T14: common/data/data.d.mts LightData; its look is stored but not drawn. */
export const lightSchema = (): Record<string, DataField> => ({
  negative: new fields.BooleanField(),
  priority: common.number(0, { integer: true, min: 0 }),
  alpha: common.number(0.5, { min: 0, max: 1 }),
  angle: common.number(360, { min: 0, max: 360 }),
  bright: common.number(0, { min: 0 }),
  color: new fields.ColorField({ nullable: true, initial: null }),
  coloration: common.number(1, { integer: true }),
  dim: common.number(0, { min: 0 }),
  attenuation: common.number(0.5, { min: 0, max: 1 }),
  luminosity: common.number(0.5, { min: 0, max: 1 }),
  saturation: common.number(0, { min: -1, max: 1 }),
  contrast: common.number(0, { min: -1, max: 1 }),
  shadows: common.number(0, { min: 0, max: 1 }),
  animation: new fields.ObjectField(),
  darkness: range(),
});

/** Light data that queries use. */
interface LightConfig {
  negative: boolean;
  angle: number;
  bright: number;
  dim: number;
  color: string | null;
  darkness: { min: number; max: number };
}

/** T14: client/documents/ambient-light.d.mts; `name`, `levels` and `locked` are new in 14 (foundryvtt issue 13844). */
export class BaseAmbientLight extends Document {
  static override metadata: DocumentMetadata = Object.freeze({
    ...Document.metadata,
    name: 'AmbientLight',
    label: 'DOCUMENT.AmbientLight',
    labelPlural: 'DOCUMENT.AmbientLights',
    collection: 'lights',
    isEmbedded: true,
  });

  declare parent: Scene | null;
  declare x: number;
  declare y: number;
  declare elevation: number;
  declare rotation: number;
  declare walls: boolean;
  declare vision: boolean;
  declare config: LightConfig;
  declare hidden: boolean;
  declare locked: boolean;
  declare levels: Set<string>;

  static override defineSchema(): Record<string, DataField> {
    return {
      _id: common.id(),
      name: common.text({ initial: '' }),
      x: common.number(0, { integer: true }),
      y: common.number(0, { integer: true }),
      elevation: common.number(0),
      rotation: common.number(0),
      walls: new fields.BooleanField({ initial: true }),
      vision: new fields.BooleanField(),
      config: new fields.SchemaField(lightSchema()),
      hidden: new fields.BooleanField(),
      locked: new fields.BooleanField(),
      levels: new fields.SetField(new fields.StringField({ required: true, blank: false })),
      flags: common.flags(),
    };
  }
}

export class AmbientLightDocument extends ClientDocumentMixin(BaseAmbientLight) {
  get isGlobal(): boolean {
    return false;
  }

  includedInLevel(level: string): boolean {
    return this.levels.size === 0 || this.levels.has(level);
  }

  override _onCreate(data: Data, options: OperationOptions, userId: string): void {
    super._onCreate(data, options, userId);
    this.#drawAnew();
  }

  override _onUpdate(changed: Data, options: OperationOptions, userId: string): void {
    super._onUpdate(changed, options, userId);
    this.#drawAnew();
  }

  override _onDelete(options: OperationOptions, userId: string): void {
    super._onDelete(options, userId);
    this.#drawAnew();
  }

  #drawAnew(): void {
    const { canvas } = globalThis;
    if (this.parent && this.parent === canvas?.scene) canvas.walls?.draw();
  }
}
