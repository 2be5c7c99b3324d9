import { EDGE_SENSE_TYPES } from '../../shared/constants';
import type { Data, DocumentData } from '../../shared/data';
import { withLevels } from '../../shared/levels';
import type { ModelContext } from '../abstract/data-model';
import type { DocumentMetadata } from '../abstract/document';
import { Document } from '../abstract/document';
import type { EmbeddedCollection } from '../abstract/embedded-collection';
import type { OperationOptions } from '../abstract/operations';
import { type SceneDimensions, sceneDimensions } from '../canvas/dimensions';
import type { DataField } from '../data/fields/base';
import * as fields from '../data/fields/index';
import { game } from '../game';
import { Edge } from '../geometry/edge';
import type { BaseGrid } from '../grid/base';
import { createGrid } from '../grid/index';
import type { GridConfig } from '../grid/types';
import { AmbientLightDocument } from './ambient-light';
import { ClientDocumentMixin } from './client-document';
import { common } from './common-fields';
import { Level } from './level';
import { RegionDocument } from './region';
import { TokenDocument } from './token';
import { WallDocument } from './wall';

interface SceneEnvironment {
  darknessLevel: number;
  darknessLock: boolean;
  globalLight: { enabled: boolean; bright: boolean; darkness: { min: number; max: number } };
  cycle: boolean;
}

/** T14: common/documents/scene.d.mts; without what the sandbox's canvas lacks (tiles, notes, …). */
export class BaseScene extends Document {
  static override metadata: DocumentMetadata = Object.freeze({
    ...Document.metadata,
    name: 'Scene',
    label: 'DOCUMENT.Scene',
    labelPlural: 'DOCUMENT.Scenes',
    collection: 'scenes',
    embedded: { Level: 'levels', Token: 'tokens', Region: 'regions', Wall: 'walls', AmbientLight: 'lights' },
  });

  declare _source: DocumentData & { grid: GridConfig & { type: number } };
  declare active: boolean;
  declare navigation: boolean;
  declare navOrder: number;
  declare navName: string;
  declare thumb: string | null;
  declare width: number;
  declare height: number;
  declare padding: number;
  declare initial: { x?: number | null; y?: number | null; scale?: number | null } | null;
  declare grid: BaseGrid;
  declare levels: EmbeddedCollection<Level>;
  declare initialLevel: Level | undefined;
  declare tokens: EmbeddedCollection<TokenDocument>;
  declare regions: EmbeddedCollection<RegionDocument>;
  declare walls: EmbeddedCollection<WallDocument>;
  declare lights: EmbeddedCollection<AmbientLightDocument>;
  declare tokenVision: boolean;
  declare environment: SceneEnvironment;

  static override defineSchema(): Record<string, DataField> {
    return {
      _id: common.id(),
      name: common.name(),
      active: new fields.BooleanField(),
      navigation: new fields.BooleanField({ initial: true }),
      navOrder: common.number(0, { integer: true }),
      navName: new fields.HTMLField({ textSearch: true }),
      thumb: new fields.FilePathField({ categories: ['IMAGE'] }),
      width: common.number(4000, { integer: true, positive: true }),
      height: common.number(3000, { integer: true, positive: true }),
      padding: common.number(0.25, { min: 0, max: 0.5 }),
      initial: new fields.ObjectField(),
      grid: new fields.SchemaField({
        type: common.number(1, { integer: true, min: 0, max: 5 }),
        size: common.number(100, { integer: true, min: 20 }),
        style: common.text({ initial: 'solidLines' }),
        thickness: common.number(1, { integer: true, positive: true }),
        color: new fields.ColorField({ required: true, nullable: false, initial: '#000000' }),
        alpha: common.number(0.2, { min: 0, max: 1 }),
        distance: common.number(1, { positive: true }),
        units: common.text({ initial: '' }),
      }),
      levels: new fields.EmbeddedCollectionField(Level),
      initialLevel: new fields.DocumentIdField({ readonly: false }),
      tokens: new fields.EmbeddedCollectionField(TokenDocument),
      regions: new fields.EmbeddedCollectionField(RegionDocument),
      walls: new fields.EmbeddedCollectionField(WallDocument),
      lights: new fields.EmbeddedCollectionField(AmbientLightDocument),
      tokenVision: new fields.BooleanField({ initial: true }),
      environment: new fields.SchemaField({
        darknessLevel: common.number(0, { min: 0, max: 1 }),
        darknessLock: new fields.BooleanField(),
        globalLight: new fields.SchemaField({
          enabled: new fields.BooleanField(),
          bright: new fields.BooleanField(),
          darkness: new fields.SchemaField({
            min: common.number(0, { min: 0, max: 1 }),
            max: common.number(1, { min: 0, max: 1 }),
          }),
        }),
        cycle: new fields.BooleanField({ initial: true }),
      }),
      folder: common.folder(),
      sort: common.sort(),
      ownership: common.ownership(),
      flags: common.flags(),
      _stats: common.stats(),
    };
  }

  /**
   * Before 14 a scene's image was in its own fields. Only complete data are converted, because an update does not show
   * its version.
   */
  static override migrateData(source: Data): Data {
    if (source['name'] && (source['tokens'] || source['background'] || source['backgroundColor'])) withLevels(source);
    return super.migrateData(source);
  }
}

/** T14: client/documents/scene.d.mts */
export class Scene extends ClientDocumentMixin(BaseScene) {
  /** Where this client last viewed the scene; empty before. T14: client/documents/scene.d.mts */
  _viewPosition: { x?: number; y?: number; scale?: number } = {};

  declare dimensions: SceneDimensions;
  /** The id of the level that this client views; null if the scene is not viewed. API v14: Scene#_view. */
  _view: string | null = null;
  #lastViewed: string | null = null;

  /** API v14: Scene#initialLevel is the level that the field names, or the first. */
  override _initialize(options?: ModelContext): void {
    super._initialize(options);
    Object.defineProperty(this, 'initialLevel', {
      get: () => this.levels.get(this._source['initialLevel'] as string | null) ?? this.firstLevel,
      set: () => undefined,
      configurable: true,
      enumerable: true,
    });
  }

  /** Tokens prepare themselves; a change of one does not affect the others. */
  override get keepsPreparedChildren(): boolean {
    return true;
  }

  override prepareBaseData() {
    const { grid } = this._source;
    this.grid = createGrid({
      ...grid,
      diagonals: game['settings']?.gridDiagonals?.() ?? game['system']?.grid?.diagonals ?? 0,
    });
    this.dimensions = this.getDimensions();
  }

  #initializedEdges = false;

  get initializedEdges(): boolean {
    return this.#initializedEdges;
  }

  /**
   * Fills the edges of every level with the bounds of the canvas and the walls. The scene need not be drawn. API v14:
   * Scene#initializeEdges, hook `initializeEdges`; the bounds of the scene's own rectangle are omitted.
   */
  initializeEdges(): void {
    this.#initializedEdges = true;
    const { width, height } = this.dimensions;
    const corners = [
      { x: 0, y: 0 },
      { x: width, y: 0 },
      { x: width, y: height },
      { x: 0, y: height },
    ];
    const { NORMAL } = EDGE_SENSE_TYPES;
    const all = { light: NORMAL, darkness: NORMAL, sight: NORMAL, sound: NORMAL, move: NORMAL };
    for (const level of this.levels) {
      level.edges.clear();
      for (const [n, corner] of corners.entries()) {
        const id = `outerBounds.${n}`;
        level.edges.set(id, new Edge(corner, corners[(n + 1) % 4]!, { id, type: 'outerBounds', ...all }));
      }
    }
    for (const wall of this.walls) wall.initializeEdge();
    globalThis.Hooks?.callAll('initializeEdges', this);
  }

  getDimensions(): SceneDimensions {
    return sceneDimensions(this);
  }

  get isView(): boolean {
    return game['user']?.viewedScene === this.id;
  }

  /** A link to a scene of the world views it; one of a pack opens its sheet. T13: client/documents/scene.d.mts */
  override async _onClickDocumentLink(event: Event): Promise<void> {
    if (this.pack) await super._onClickDocumentLink(event);
    else await this.view();
  }

  get firstLevel(): Level | undefined {
    return this.levels.contents[0];
  }

  /** The level that the canvas draws. */
  get viewedLevel(): Level | null {
    return this.levels.get(this._view) ?? null;
  }

  /** GMs view every level, players those of their tokens if tokens have vision. API v14: Scene#availableLevels. */
  get availableLevels(): Set<Level> {
    const levels = [...this.levels.contents].sort((a, b) => (a.elevation.bottom ?? 0) - (b.elevation.bottom ?? 0));
    if (game['user'].isGM || !this.tokenVision) return new Set(levels);
    const own = this.tokens.filter((token) => token.testUserPermission(game['user'], 'OBSERVER'));
    return new Set(levels.filter(({ id }) => own.some(({ level }) => level === id)));
  }

  /** Views the next level up (1) or down (-1). API v14: Scene#cycleLevel. */
  async cycleLevel(direction: number): Promise<void> {
    const levels = [...this.availableLevels];
    const level = levels[levels.findIndex(({ id }) => id === this._view) + direction];
    if (level) await this.view({ level: level.id! });
  }

  /** Views another level if none of the user's tokens is on the viewed one anymore. foundryvtt issue 14346. */
  followTokens(): void {
    const { availableLevels, viewedLevel } = this;
    if (availableLevels.size > 0 && viewedLevel && !availableLevels.has(viewedLevel)) void this.view();
  }

  /** The last viewed level, else the initial one or the nearest to it. API v14: Canvas._determineInitialLevel. */
  determineLevel(): string | null {
    const available = [...this.availableLevels];
    const isAvailable = (id: string | null | undefined) => available.some((level) => level.id === id);
    if (isAvailable(this.#lastViewed)) return this.#lastViewed;
    const initial = this.initialLevel;
    if (isAvailable(initial?.id) || available.length === 0) return initial?.id ?? null;
    const height = (level: Level) => Math.abs((level.elevation.bottom ?? 0) - (initial?.elevation.bottom ?? 0));
    return available.sort((a, b) => height(a) - height(b))[0]!.id;
  }

  get thumbnail(): string | null {
    return this.thumb;
  }

  async activate(): Promise<this> {
    if (this.active) return this;
    // Only one scene is active. Foundry's server ensures that; here the activating client does.
    const others = game['scenes'].filter((scene) => scene.active).map(({ id }) => ({ _id: id, active: false }));
    await Scene.updateDocuments([...others, { _id: this.id, active: true }]);
    return this;
  }

  /** @param level its id; by default see {@link determineLevel} */
  async view({ level }: { level?: string } = {}): Promise<this> {
    const { canvas, ui } = globalThis;
    if (level !== undefined && !this.levels.has(level)) throw new Error(`The scene has no level ${level}`);
    this._view = level ?? this.determineLevel();
    this.#lastViewed = this._view;
    const before = game['user'].viewedScene;
    game['user'].viewedScene = this.id;
    game['user'].broadcastActivity({ sceneId: this.id });
    this.initializeEdges();
    await canvas?.draw?.(this);
    ui?.nav?.render?.();
    // The tracker selects an encounter of the new scene.
    ui?.combat?.render?.(before === this.id ? {} : { combat: null });
    return this;
  }

  override _onUpdate(changed: Data, options: OperationOptions, userId: string): void {
    super._onUpdate(changed, options, userId);
    if (changed['active'] === true) void this.view();
    else if (this.isView && !changed['active'] && Object.keys(changed).some((key) => DRAWN.has(key))) void this.view();
    globalThis.ui?.nav?.render?.();
  }

  override _onDelete(options: OperationOptions, userId: string): void {
    super._onDelete(options, userId);
    if (this.isView) void globalThis.canvas?.draw?.(null);
  }
}

const DRAWN = new Set(['grid', 'width', 'height', 'padding', 'initialLevel']);
