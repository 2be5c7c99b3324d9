import { EDGE_RESTRICTION_TYPES, REGION_VISIBILITY } from '../../shared/constants';
import type { Data, DocumentData } from '../../shared/data';
import type { ModelContext } from '../abstract/data-model';
import type { DocumentMetadata } from '../abstract/document';
import { Document } from '../abstract/document';
import type { EmbeddedCollection } from '../abstract/embedded-collection';
import type { OperationOptions } from '../abstract/operations';
import type { DataField } from '../data/fields/base';
import * as fields from '../data/fields/index';
import { game } from '../game';
import { ClientDocumentMixin } from './client-document';
import { common } from './common-fields';
import { PolygonTree, type RegionShape } from './region-shapes';
import type { Scene } from './scene';
import type { TokenDocument } from './token';
import type { User } from './user';

/**
 * T14: common/documents/region-behavior.d.mts; only `modifyMovementCost` of Foundry's types, and nothing happens
 * automatically.
 */
export class BaseRegionBehavior extends Document {
  static override metadata: DocumentMetadata = Object.freeze({
    ...Document.metadata,
    name: 'RegionBehavior',
    label: 'DOCUMENT.RegionBehavior',
    labelPlural: 'DOCUMENT.RegionBehaviors',
    collection: 'behaviors',
    isEmbedded: true,
  });

  declare parent: RegionDocument | null;
  declare disabled: boolean;

  static override defineSchema(): Record<string, DataField> {
    return {
      _id: common.id(),
      name: common.text({ initial: '' }),
      type: common.text({ initial: 'modifyMovementCost' }),
      // API: ModifyMovementCostRegionBehaviorType: `difficulties`, cost multipliers by movement action.
      system: new fields.ObjectField(),
      disabled: new fields.BooleanField(),
      flags: common.flags(),
      _stats: common.stats(),
    };
  }
}

/** API: RegionEvent */
interface RegionEvent {
  name: string;
  data: object;
  region: RegionDocument;
  user: User;
}

export class RegionBehavior extends ClientDocumentMixin(BaseRegionBehavior) {
  /** T14: client/documents/region-behavior.d.mts; a behavior subscribes to its `events`. */
  async _handleRegionEvent(event: RegionEvent): Promise<void> {
    if (this.disabled || ![...((this.system['events'] ?? []) as Iterable<string>)].includes(event.name)) return;
    // API: ExecuteScriptRegionBehaviorType: the source runs with the event.
    if (this.type === 'executeScript')
      await new AsyncFunction('event', 'region', String(this.system['source']))(event, this.parent);
  }
}

const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor as new (
  ...source: string[]
) => (...given: unknown[]) => Promise<unknown>;

type RegionSource = DocumentData & {
  shapes: RegionShape[];
  elevation: { bottom: number | null; top: number | null };
};

/** T14: common/documents/region.d.mts, API: RegionData; not drawn. */
export class BaseRegion extends Document {
  static override metadata: DocumentMetadata = Object.freeze({
    ...Document.metadata,
    name: 'Region',
    label: 'DOCUMENT.Region',
    labelPlural: 'DOCUMENT.Regions',
    collection: 'regions',
    isEmbedded: true,
    embedded: { RegionBehavior: 'behaviors' },
  });

  declare parent: Scene | null;
  declare _source: RegionSource;
  declare color: string;
  declare shapes: RegionShape[];
  declare behaviors: EmbeddedCollection<RegionBehavior>;
  declare elevation: { bottom: number | null; top: number | null };
  declare levels: Set<string>;
  declare visibility: number;
  declare hidden: boolean;
  declare locked: boolean;
  declare highlightMode: string;
  declare displayMeasurements: boolean;

  static override defineSchema(): Record<string, DataField> {
    return {
      _id: common.id(),
      name: common.name(),
      color: new fields.ColorField({ nullable: false, initial: '#808080' }),
      shapes: new fields.ArrayField(new fields.ObjectField()),
      behaviors: new fields.EmbeddedCollectionField(RegionBehavior),
      elevation: new fields.SchemaField({ bottom: common.number(null), top: common.number(null) }),
      levels: new fields.SetField(new fields.StringField({ required: true, blank: false })),
      visibility: common.number(REGION_VISIBILITY.LAYER_UNLOCKED, { choices: Object.values(REGION_VISIBILITY) }),
      hidden: new fields.BooleanField(),
      locked: new fields.BooleanField(),
      // The following is not in the declarations at 14.366; systems for 14 store it: Crucible (action-use-dialog.mjs),
      // dnd5e pull request 6778.
      restriction: new fields.SchemaField({
        enabled: new fields.BooleanField(),
        type: common.text({ initial: 'move', choices: [...EDGE_RESTRICTION_TYPES] }),
        priority: common.number(0, { integer: true }),
      }),
      attachment: new fields.SchemaField({ token: new fields.DocumentIdField({ readonly: false }) }),
      highlightMode: common.text({ initial: 'shapes', choices: ['shapes', 'coverage'] }),
      displayMeasurements: new fields.BooleanField(),
      ownership: common.ownership(),
      flags: common.flags(),
    };
  }
}

/** T14: client/documents/region.d.mts; area only. A restriction is stored but does not clip it. */
export class RegionDocument extends ClientDocumentMixin(BaseRegion) {
  /** T14: client/documents/region.d.mts: calls every behavior; in the sandbox only on the triggering client. */
  async _triggerEvent(name: string, data: object): Promise<void> {
    await this._handleEvent({ name, data, region: this, user: game['user'] });
  }

  async _handleEvent(event: RegionEvent): Promise<void> {
    await Promise.all([...this.behaviors].map((behavior) => behavior._handleRegionEvent(event)));
  }

  declare _polygonTree: PolygonTree | undefined;

  /** Computed on first use, and again after an update of the region. */
  get polygonTree(): PolygonTree {
    this._polygonTree ??= new PolygonTree(this._source.shapes, this.parent?.grid ?? null);
    return this._polygonTree;
  }

  /** T14: client/documents/region.d.mts; stored by Foundry, computed here. */
  get tokens(): Set<TokenDocument> {
    return new Set([...(this.parent?.tokens ?? [])].filter((token) => token.testInsideRegion(this)));
  }

  includedInLevel(level: string): boolean {
    return this.levels.size === 0 || this.levels.has(level);
  }

  /** T14: client/documents/region.d.mts: includes the elevation. */
  testPoint({ x, y, elevation = 0 }: { x: number; y: number; elevation?: number }): boolean {
    const { bottom, top } = this._source.elevation;
    const within = (bottom ?? -Infinity) <= elevation && elevation <= (top ?? Infinity);
    return within && this.polygonTree.testPoint({ x, y });
  }

  get bounds() {
    return this.polygonTree.bounds;
  }

  #drawAnew(): void {
    const { canvas } = globalThis;
    if (this.parent && this.parent === canvas?.scene) canvas.regions?.draw();
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

  override _configure(options: ModelContext = {}): void {
    super._configure(options);
    Object.defineProperty(this, '_polygonTree', { value: undefined, writable: true, enumerable: false });
  }

  override prepareBaseData() {
    super.prepareBaseData();
    this._polygonTree = undefined;
  }
}
