import * as PIXI from 'pixi.js';
import { REGION_VISIBILITY } from '../../../shared/constants';
import type { DocumentData } from '../../../shared/data';
import { NotInSandbox } from '../../../shared/not-in-sandbox';
import type { Document } from '../../abstract/document';
import type { EmbeddedCollection } from '../../abstract/embedded-collection';
import type { RegionDocument } from '../../documents/region';
import type { RegionShape } from '../../documents/region-shapes';
import { refusedByPause } from '../interaction/pause';
import { PlacedShape } from './placed-shape';

interface Spot {
  x: number;
  y: number;
}

/** foundryvtt issue 13988; API: RegionPlacementOptions. */
interface PlacementOptions {
  create?: boolean;
  createOptions?: object;
  allowRotation?: boolean;
  allowEmpty?: boolean;
  attachToToken?: boolean;
  onMove?: (told: PlacementContext) => unknown;
  onRotate?: (told: PlacementContext) => unknown;
  onChange?: (told: PlacementContext) => unknown;
  preConfirm?: (told: PlacementContext) => unknown;
  preSkip?: (told: PlacementContext) => unknown;
  preCommit?: (documents: RegionDocument[]) => unknown;
}

type RegionData = DocumentData & { shapes?: RegionShape[] };

type PlacementEvent = MouseEvent;

interface PlacementContext {
  document: RegionDocument;
  preview: { document: RegionDocument; isPreview: true };
  shape: PlacedShape;
  shapeIndex: number;
  shapeCount: number;
  regionIndex: number;
  regionCount: number;
  event?: PlacementEvent | null;
  position?: Spot;
  snap?: boolean;
  precise?: boolean;
}

interface Placement {
  document: RegionDocument;
  wanted: RegionShape[];
  placed: RegionShape[];
  shape: PlacedShape;
  shapeIndex: number;
  regionIndex: number;
  regionCount: number;
  options: PlacementOptions;
  done: (document: RegionDocument | null) => void;
}

/**
 * The regions of the drawn scene, and placement with the mouse. T14: client/canvas/layers/regions.d.mts; foundryvtt
 * issues 13892, 13988. The sandbox has no drawing or editing of regions.
 */
export class RegionLayer extends PIXI.Container {
  static documentName = 'Region';
  #areas: PIXI.Graphics = new PIXI.Graphics();
  #preview: PIXI.Graphics = new PIXI.Graphics();
  #placement: Placement | null = null;
  #busy = false;

  constructor() {
    super();
    this.addChild(this.#areas, this.#preview);
  }

  get documentCollection(): EmbeddedCollection<RegionDocument> | null {
    return canvas.scene?.regions ?? null;
  }

  get isPlacing(): boolean {
    return this.#placement !== null;
  }

  /** Draws the regions that all users, or this user, may see. T14: CONST.REGION_VISIBILITY */
  draw(): void {
    this.#areas.clear();
    const level = canvas.level?.id ?? '';
    for (const region of this.documentCollection ?? [])
      if (region.includedInLevel(level) && isShown(region)) fill(this.#areas, region);
    canvas.requestRender();
  }

  tearDown(): void {
    this._cancelPlacement();
    this.#areas.clear();
    this.#preview.clear();
  }

  /** Snaps to the center, side midpoints and corners of a space. */
  getSnappedPoint({ x, y }: Spot): Spot {
    const half = canvas.dimensions!.size / 2;
    return canvas.grid!.isGridless ? { x, y } : { x: Math.round(x / half) * half, y: Math.round(y / half) * half };
  }

  /**
   * The mouse moves the region, the wheel rotates it, a click confirms, a right click skips.
   * @returns the placed region, or null
   */
  async placeRegion(data: RegionData, options: PlacementOptions = {}): Promise<Document | null> {
    const placed = await this.placeRegions([data], options);
    return placed?.[0] ?? null;
  }

  async placeRegions(data: Iterable<RegionData>, options: PlacementOptions = {}): Promise<Document[] | null> {
    const { create = true, createOptions = {}, allowEmpty = false, preCommit } = options;
    if (options.attachToToken) throw new NotInSandbox('the option attachToToken of RegionLayer#placeRegions');
    if (this.#busy) throw new Error('Only one placement at a time');
    if (create && refusedByPause()) return null;
    const all = [...data];
    const documents: RegionDocument[] = [];
    this.#busy = true;
    try {
      for (const [regionIndex, one] of all.entries()) {
        const document = await this.#place(one, regionIndex, all.length, options);
        if (!document) return null;
        if (allowEmpty || document._source.shapes.length > 0) documents.push(document);
      }
    } finally {
      this.#busy = false;
    }
    const answer = await preCommit?.(documents);
    if (answer !== undefined && !answer) return null;
    if (!create || documents.length === 0) return documents;
    const sources = documents.map((document) => document.toObject());
    return canvas.scene!.createEmbeddedDocuments('Region', sources, { controlObject: true, ...createOptions });
  }

  #place(
    data: RegionData,
    regionIndex: number,
    regionCount: number,
    options: PlacementOptions,
  ): Promise<RegionDocument | null> {
    const wanted = data.shapes ?? [];
    if (wanted.length === 0) throw new Error('A region that is placed has at least one shape');
    const cls = CONFIG.Region.documentClass;
    const document = new cls(
      { name: cls.defaultName({ parent: canvas.scene }), ...data, shapes: [] },
      { parent: canvas.scene },
    ) as RegionDocument;
    return new Promise((done) => {
      const placement: Omit<Placement, 'shape'> = {
        document,
        wanted,
        placed: [],
        shapeIndex: 0,
        regionIndex,
        regionCount,
        options,
        done,
      };
      this.#placement = { ...placement, shape: new PlacedShape(wanted[0]!) };
      this.#follow(canvas.mousePosition, null);
    });
  }

  #told(): PlacementContext {
    const { document, shape, shapeIndex, wanted, regionIndex, regionCount } = this.#placement!;
    const preview = { document, isPreview: true } as const;
    return { document, preview, shape, shapeIndex, shapeCount: wanted.length, regionIndex, regionCount };
  }

  #follow(to: Spot, event: PlacementEvent | null): void {
    const placement = this.#placement!;
    const snap = event?.shiftKey !== true;
    const position = { x: to.x, y: to.y };
    if (placement.options.onMove?.({ ...this.#told(), event, position, snap }) !== false)
      placement.shape.move(snap ? this.getSnappedPoint(position) : position);
    this.#changed();
  }

  #changed(): void {
    const { document, placed, shape, options } = this.#placement!;
    document.updateSource({ shapes: [...placed, shape.toObject()] });
    document._polygonTree = undefined;
    options.onChange?.(this.#told());
    this.#preview.clear();
    fill(this.#preview, document);
    canvas.requestRender();
  }

  _onPlacementMove(to: Spot, event: PlacementEvent | null): void {
    this.#follow(to, event);
  }

  /** Rotates by 15 degrees, with shift by 45. */
  _onPlacementWheel(event: WheelEvent): void {
    const { options, shape } = this.#placement!;
    if (options.allowRotation === false) return;
    const precise = event.ctrlKey || event.metaKey;
    if (options.onRotate?.({ ...this.#told(), event, precise }) !== false) {
      const step = precise ? 5 : event.shiftKey ? 45 : 15;
      shape.rotate(Math.sign(event.deltaY) * step);
    }
    this.#changed();
  }

  _onPlacementConfirm(event: PlacementEvent | null): void {
    const placement = this.#placement!;
    if (placement.options.preConfirm?.({ ...this.#told(), event }) === false) {
      ui.notifications.warn('REGION.NOTIFICATIONS.CannotPlace', { localize: true });
      return;
    }
    placement.placed.push(placement.shape.toObject());
    this.#next(event);
  }

  _onPlacementSkip(event: PlacementEvent | null): void {
    if (this.#placement!.options.preSkip?.({ ...this.#told(), event }) === false) {
      ui.notifications.warn('REGION.NOTIFICATIONS.CannotPlace', { localize: true });
      return;
    }
    this.#next(event);
  }

  #next(event: PlacementEvent | null): void {
    const placement = this.#placement!;
    placement.shapeIndex++;
    if (placement.shapeIndex < placement.wanted.length) {
      placement.shape = new PlacedShape(placement.wanted[placement.shapeIndex]!);
      this.#follow(canvas.mousePosition, event);
      return;
    }
    placement.document.updateSource({ shapes: placement.placed });
    placement.document._polygonTree = undefined;
    this.#finish(placement.document);
  }

  /** T14: RegionLayer#_cancelPlacement */
  _cancelPlacement(): void {
    if (this.#placement) this.#finish(null);
  }

  #finish(document: RegionDocument | null): void {
    const { done } = this.#placement!;
    this.#placement = null;
    this.#preview.clear();
    canvas.requestRender();
    done(document);
  }
}

function isShown(region: RegionDocument): boolean {
  const { ALWAYS, OBSERVER, GAMEMASTER } = REGION_VISIBILITY;
  if (region.hidden && !game.user.isGM) return false;
  if (region.visibility === ALWAYS) return true;
  if (region.visibility === GAMEMASTER) return game.user.isGM;
  return region.visibility === OBSERVER && region.testUserPermission(game.user, 'OBSERVER');
}

function fill(area: PIXI.Graphics, region: RegionDocument): void {
  const tint = PIXI.Color.shared.setValue(String(region.color)).toNumber();
  for (const { points, hole } of region.polygonTree.outlines) {
    area.lineStyle(4, tint, 0.9).beginFill(tint, hole ? 0 : 0.25);
    area.drawPolygon(points.flatMap(({ x, y }) => [x, y])).endFill();
  }
}
