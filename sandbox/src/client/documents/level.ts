import type { Data } from '../../shared/data';
import type { DocumentMetadata } from '../abstract/document';
import { Document } from '../abstract/document';
import type { OperationOptions } from '../abstract/operations';
import type { DataField } from '../data/fields/base';
import * as fields from '../data/fields/index';
import { CanvasEdges } from '../geometry/canvas-edges';
import { ClientDocumentMixin } from './client-document';
import { common } from './common-fields';
import type { Scene } from './scene';

/**
 * T14: common/documents/level.d.mts, client/documents/level.d.mts; the sandbox draws only the background, unmodified.
 */
export class BaseLevel extends Document {
  static override metadata: DocumentMetadata = Object.freeze({
    ...Document.metadata,
    name: 'Level',
    label: 'DOCUMENT.Level',
    labelPlural: 'DOCUMENT.Levels',
    collection: 'levels',
    isEmbedded: true,
  });

  declare parent: Scene | null;
  declare elevation: { bottom: number | null; top: number | null };
  declare background: { src: string | null; color: string };
  declare foreground: { src: string | null };
  declare visibility: { levels: Set<string> };

  static override defineSchema(): Record<string, DataField> {
    const src = () => new fields.FilePathField({ categories: ['IMAGE', 'VIDEO'] });
    const height = (initial: number) => new fields.NumberField({ required: true, nullable: true, initial });
    return {
      _id: common.id(),
      name: common.name(),
      elevation: new fields.SchemaField({ bottom: height(0), top: height(20) }),
      background: new fields.SchemaField({
        src: src(),
        color: new fields.ColorField({ nullable: false, initial: '#999999' }),
      }),
      foreground: new fields.SchemaField({ src: src() }),
      visibility: new fields.SchemaField({
        levels: new fields.SetField(new fields.StringField({ required: true, blank: false })),
      }),
      sort: common.sort(),
      flags: common.flags(),
    };
  }
}

export class Level extends ClientDocumentMixin(BaseLevel) {
  #edges: CanvasEdges | null = null;

  /** T14: client/documents/level.d.mts. */
  get edges(): CanvasEdges {
    this.#edges ??= new CanvasEdges(this);
    return this.#edges;
  }

  get isView(): boolean {
    return this.parent?.isView === true && this.parent._view === this.id;
  }

  /** The viewed level, and those that it shows. */
  get isVisible(): boolean {
    const { parent } = this;
    return this.isView || (parent?.isView === true && parent.viewedLevel?.visibility.levels.has(this.id!) === true);
  }

  /** Keeps a token within the level: its feet, and its head if there is room. API v14: Level#clampElevation. */
  clampElevation(elevation: number, depth = 0): number {
    const { bottom, top } = this.elevation;
    return Math.max(Math.min(elevation, (top ?? Infinity) - depth), bottom ?? -Infinity);
  }

  /** API v14: Scene#_resetEdges, for new levels. */
  override _onCreate(data: Data, options: OperationOptions, userId: string): void {
    super._onCreate(data, options, userId);
    if (this.parent?.initializedEdges) this.parent.initializeEdges();
  }

  override _onUpdate(changed: Data, options: OperationOptions, userId: string): void {
    super._onUpdate(changed, options, userId);
    if (changed['background'] && this.parent?.isView) void this.parent.view();
  }
}
