import type { Area } from '../../encounter/state';
import { levelsOn, type OnLevels } from './levels';
import { metresOf, metricGrid } from './units';

interface Point {
  readonly x: number;
  readonly y: number;
}

interface Rectangle extends Point {
  readonly width: number;
  readonly height: number;
}

/**
 * The area of a region; a new object after each change. API: RegionDocument#polygonTree, PolygonTree; read on v14 by Crucible,
 * documents/token.mjs.
 */
interface Covered {
  readonly bounds: Rectangle;
  testPoint(point: Point): boolean;
}

/** The area of a region and its movement costs. API: RegionDocument, ModifyMovementCostRegionBehaviorType. */
interface RegionLike extends OnLevels {
  readonly polygonTree: Covered;
  /** In the scene's unit, null without a limit. API: BaseRegion#elevation. */
  readonly elevation?: { readonly bottom: number | null; readonly top: number | null };
  readonly behaviors: Iterable<BehaviorLike>;
}

interface BehaviorLike {
  readonly type: string;
  readonly disabled?: boolean;
  readonly system?: unknown;
}

/** API: foundry.grid.BaseGrid. */
interface GridLike {
  readonly isGridless: boolean;
  readonly type: number;
  readonly size: number;
  readonly distance: number;
  readonly units?: string;
  getOffset(point: Point): { readonly i: number; readonly j: number };
  getCenterPoint(offset: { readonly i: number; readonly j: number }): Point;
}

/** Returns the cost factor of walking, or null if impassable. The highest of several behaviors counts. */
function costIn({ behaviors }: RegionLike): number | null {
  let dearest = 1;
  for (const { type, disabled, system } of behaviors) {
    if (type !== 'modifyMovementCost' || disabled) continue;
    const { difficulties = {} } = (system ?? {}) as { difficulties?: Readonly<Record<string, unknown>> };
    const { walk = 1 } = difficulties;
    if (walk === null || walk === Infinity) return null;
    dearest = Math.max(dearest, Number(walk));
  }
  return dearest;
}

/** Returns true if swimming is cheaper than walking. An impassable area may be a pit, and a price of 1 may be a default. */
function isWater({ behaviors }: RegionLike): boolean {
  for (const { type, disabled, system } of behaviors) {
    if (type !== 'modifyMovementCost' || disabled) continue;
    const { difficulties = {} } = (system ?? {}) as { difficulties?: Readonly<Record<string, unknown>> };
    const { walk, swim } = difficulties;
    if (typeof walk === 'number' && typeof swim === 'number' && swim < walk && walk !== Infinity) return true;
  }
  return false;
}

/** By region: the spaces of a large one take long to find. */
const areaCache = new WeakMap<Covered, { readonly by: string; readonly areas: Area[] }>();

interface SceneLike {
  readonly regions?: Iterable<RegionLike>;
  readonly grid: GridLike;
}

/** Returns difficult or impassable areas in metres: spaces whose center is in a region with a raised movement cost. */
export function difficultAreas(scene: SceneLike): Area[] {
  const { regions = [], grid } = scene;
  return [...regions].flatMap((region) => {
    const cost = costIn(region);
    if (cost !== null && cost <= 1) return [];
    // Areas without a cost have cost 2.
    const extras = {
      ...(cost !== 2 && { cost }),
      ...(isWater(region) && { water: true as const }),
      ...levelsOn(scene, region),
      ...heightsOf(scene, region),
    };
    return areasOf(region, grid).map((area) => (Object.keys(extras).length === 0 ? area : { ...area, ...extras }));
  });
}

function heightsOf(scene: SceneLike, { elevation }: RegionLike): Pick<Area, 'bottom' | 'top'> {
  const { bottom = null, top = null } = elevation ?? {};
  return {
    ...(bottom !== null && { bottom: metresOf(scene, bottom) }),
    ...(top !== null && { top: metresOf(scene, top) }),
  };
}

function areasOf({ polygonTree }: RegionLike, grid: GridLike): Area[] {
  const { metresPerPixel: metres } = metricGrid(grid);
  const by = `${grid.type} ${grid.size} ${metres}`;
  const found = areaCache.get(polygonTree);
  if (found?.by === by) return found.areas;
  const spaces = spacesIn(polygonTree.bounds, grid).filter((space) => polygonTree.testPoint(middleOf(space)));
  const areas = mergeSpaces(spaces).map((space) => {
    const { x, y } = middleOf(space);
    return {
      x: exact(x * metres),
      y: exact(y * metres),
      width: exact(space.width * metres),
      height: exact(space.height * metres),
    };
  });
  areaCache.set(polygonTree, { by, areas });
  return areas;
}

const middleOf = ({ x, y, width, height }: Rectangle): Point => ({ x: x + width / 2, y: y + height / 2 });

/** Pieces per space without a grid; finer ones affect no price. */
const FINE = 4;

/** Returns squares around the centers of spaces, or finer pieces without a grid. Pixels. */
function spacesIn(bounds: Rectangle, grid: GridLike): Rectangle[] {
  const spaces: Rectangle[] = [];
  const { size } = grid;
  if (grid.isGridless) {
    const columns = Math.max(1, Math.round((FINE * bounds.width) / size));
    const rows = Math.max(1, Math.round((FINE * bounds.height) / size));
    const [width, height] = [bounds.width / columns, bounds.height / rows];
    for (let row = 0; row < rows; row++)
      for (let column = 0; column < columns; column++)
        spaces.push({ x: bounds.x + column * width, y: bounds.y + row * height, width, height });
    return spaces;
  }
  const first = grid.getOffset(bounds);
  const last = grid.getOffset({ x: bounds.x + bounds.width, y: bounds.y + bounds.height });
  // Every other row of hexagons is offset by half a space.
  for (let i = first.i - 1; i <= last.i + 1; i++)
    for (let j = first.j - 1; j <= last.j + 1; j++) {
      const { x, y } = grid.getCenterPoint({ i, j });
      spaces.push({ x: x - size / 2, y: y - size / 2, width: size, height: size });
    }
  return spaces;
}

function mergeSpaces(spaces: readonly Rectangle[]): Rectangle[] {
  const rows = joinPieces(
    [...spaces].sort((a, b) => a.y - b.y || a.x - b.x),
    (a, b) => isClose(a.y, b.y) && isClose(a.height, b.height) && isClose(a.x + a.width, b.x),
    (a, b) => ({ ...a, width: b.x + b.width - a.x }),
  );
  return joinPieces(
    rows.sort((a, b) => a.x - b.x || a.width - b.width || a.y - b.y),
    (a, b) => isClose(a.x, b.x) && isClose(a.width, b.width) && isClose(a.y + a.height, b.y),
    (a, b) => ({ ...a, height: b.y + b.height - a.y }),
  );
}

function joinPieces(
  pieces: readonly Rectangle[],
  fits: (a: Rectangle, b: Rectangle) => boolean,
  join: (a: Rectangle, b: Rectangle) => Rectangle,
): Rectangle[] {
  const joined: Rectangle[] = [];
  for (const piece of pieces) {
    const last = joined.at(-1);
    if (last && fits(last, piece)) joined[joined.length - 1] = join(last, piece);
    else joined.push(piece);
  }
  return joined;
}

/** Pixels. Positions of hexagons are irrational. */
const isClose = (a: number, b: number): boolean => Math.abs(a - b) < 0.5;

const exact = (metres: number): number => Math.round(metres * 1000) / 1000;
