import { EDGE_DIRECTIONS, EDGE_SENSE_TYPES, WALL_DOOR_STATES, WALL_DOOR_TYPES } from '../../shared/constants';
import type { Data } from '../../shared/data';
import type { DocumentMetadata } from '../abstract/document';
import { Document } from '../abstract/document';
import type { OperationOptions } from '../abstract/operations';
import type { DataField } from '../data/fields/base';
import * as fields from '../data/fields/index';
import { Edge, type Threshold } from '../geometry/edge';
import { ClientDocumentMixin } from './client-document';
import { common } from './common-fields';
import type { Scene } from './scene';

const { NORMAL } = EDGE_SENSE_TYPES;
const threshold = () => new fields.NumberField({ required: true, nullable: true, initial: null, positive: true });

/**
 * T14: client/documents/wall.d.mts; no `levels` means all levels (foundryvtt issue 13844). Its textures are not drawn.
 */
export class BaseWall extends Document {
  static override metadata: DocumentMetadata = Object.freeze({
    ...Document.metadata,
    name: 'Wall',
    label: 'DOCUMENT.Wall',
    labelPlural: 'DOCUMENT.Walls',
    collection: 'walls',
    isEmbedded: true,
  });

  declare parent: Scene | null;
  declare c: [x0: number, y0: number, x1: number, y1: number];
  declare light: number;
  declare move: number;
  declare sight: number;
  declare sound: number;
  declare dir: number;
  declare door: number;
  declare ds: number;
  declare doorSound: string | undefined;
  declare threshold: Threshold;
  declare animation: Data | null;
  declare levels: Set<string>;

  static override defineSchema(): Record<string, DataField> {
    return {
      _id: common.id(),
      c: new fields.ArrayField(new fields.NumberField({ required: true, integer: true, nullable: false }), {
        validate: (c: unknown[]) => c.length === 4,
        validationError: 'must be a length-4 array of integer coordinates',
      }),
      light: common.number(NORMAL, { choices: Object.values(EDGE_SENSE_TYPES) }),
      move: common.number(NORMAL, { choices: [EDGE_SENSE_TYPES.NONE, NORMAL] }),
      sight: common.number(NORMAL, { choices: Object.values(EDGE_SENSE_TYPES) }),
      sound: common.number(NORMAL, { choices: Object.values(EDGE_SENSE_TYPES) }),
      dir: common.number(EDGE_DIRECTIONS.BOTH, { choices: Object.values(EDGE_DIRECTIONS) }),
      door: common.number(WALL_DOOR_TYPES.NONE, { choices: Object.values(WALL_DOOR_TYPES) }),
      ds: common.number(WALL_DOOR_STATES.CLOSED, { choices: Object.values(WALL_DOOR_STATES) }),
      doorSound: new fields.StringField({ required: false, blank: true, initial: undefined }),
      threshold: new fields.SchemaField({
        light: threshold(),
        sight: threshold(),
        sound: threshold(),
        attenuation: new fields.BooleanField(),
      }),
      animation: new fields.ObjectField({ nullable: true, initial: null }),
      levels: new fields.SetField(new fields.StringField({ required: true, blank: false })),
      flags: common.flags(),
    };
  }
}

export class WallDocument extends ClientDocumentMixin(BaseWall) {
  _object: object | null = null;

  get object(): object | null {
    return this._object ?? null;
  }

  get hidden(): false {
    return false;
  }

  get locked(): false {
    return false;
  }

  get isDoor(): boolean {
    return this.door !== WALL_DOOR_TYPES.NONE;
  }

  get isOpen(): boolean {
    return this.isDoor && this.ds === WALL_DOOR_STATES.OPEN;
  }

  includedInLevel(level: string): boolean {
    return this.levels.size === 0 || this.levels.has(level);
  }

  /** The wall's line; an open door restricts nothing. API v14: WallDocument#edge. */
  get edge(): Edge {
    const [x0, y0, x1, y1] = this.c;
    const { light, sight, sound, move, dir: direction } = this;
    const options = { id: this.id, object: this, direction };
    if (this.isOpen) return new Edge({ x: x0, y: y0 }, { x: x1, y: y1 }, options);
    const { distancePixels } = this.parent!.dimensions;
    const far = Object.entries(this.threshold).map(([key, n]) => [key, typeof n === 'number' ? n * distancePixels : n]);
    const stopping = { light, darkness: light, sight, sound, move, threshold: Object.fromEntries(far) };
    return new Edge({ x: x0, y: y0 }, { x: x1, y: y1 }, { ...options, ...stopping });
  }

  /** Updates the wall's edge on its levels. API v14: WallDocument#initializeEdge. */
  initializeEdge({ deleted = false }: { deleted?: boolean } = {}): void {
    if (!this.parent?.initializedEdges) return;
    for (const level of this.parent.levels) {
      level.edges.delete(this.id!);
      if (!deleted && this.includedInLevel(level.id!)) level.edges.set(this.id!, this.edge);
    }
  }

  override _onCreate(data: Data, options: OperationOptions, userId: string): void {
    super._onCreate(data, options, userId);
    this.initializeEdge();
    this.#drawAnew();
  }

  override _onUpdate(changed: Data, options: OperationOptions, userId: string): void {
    super._onUpdate(changed, options, userId);
    this.initializeEdge();
    this.#drawAnew();
  }

  override _onDelete(options: OperationOptions, userId: string): void {
    super._onDelete(options, userId);
    this.initializeEdge({ deleted: true });
    this.#drawAnew();
  }

  #drawAnew(): void {
    const { canvas } = globalThis;
    if (this.parent && this.parent === canvas?.scene) canvas.walls?.draw();
  }
}
