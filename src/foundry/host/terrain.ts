import type { Area } from '../../encounter/state';

interface Point {
  readonly x: number;
  readonly y: number;
}

interface Rectangle extends Point {
  readonly width: number;
  readonly height: number;
}

/**
 * What a region covers, whatever its shapes, their anchors, turns and holes. Made anew by each change of the region.
 * API: RegionDocument#polygonTree, PolygonTree; read on v14 by Crucible, documents/token.mjs.
 */
interface Covered {
  readonly bounds: Rectangle;
  testPoint(point: Point): boolean;
}

/** What is read of a region: where it is, and behaviors that make walking dearer. API: RegionDocument, ModifyMovementCostRegionBehaviorType. */
interface RegionLike {
  readonly polygonTree: Covered;
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
  getOffset(point: Point): { readonly i: number; readonly j: number };
  getCenterPoint(offset: { readonly i: number; readonly j: number }): Point;
}

/**
 * How many times as dear walking is in there as elsewhere; null where it is impassable, which Foundry stores as null. Several behaviors
 * of one region multiply nothing: the dearest counts.
 */
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

/**
 * Whether it is water, by the prices of the map: swimming is cheaper there than walking, which is dear and not impossible. Where nobody
 * walks it may as well be a pit, and what nobody has priced may stand there as 1.
 */
function isWater({ behaviors }: RegionLike): boolean {
  for (const { type, disabled, system } of behaviors) {
    if (type !== 'modifyMovementCost' || disabled) continue;
    const { difficulties = {} } = (system ?? {}) as { difficulties?: Readonly<Record<string, unknown>> };
    const { walk, swim } = difficulties;
    if (typeof walk === 'number' && typeof swim === 'number' && swim < walk && walk !== Infinity) return true;
  }
  return false;
}

/** Regions are looked through once for each change of theirs. */
const known = new WeakMap<Covered, { readonly by: string; readonly areas: Area[] }>();

/** Where it is hard to walk or forbidden, in metres of the map: the spaces whose middle lies in a region with a raised movement cost. */
export function difficultAreas(regions: Iterable<RegionLike>, grid: GridLike): Area[] {
  return [...regions].flatMap((region) => {
    const cost = costIn(region);
    if (cost !== null && cost <= 1) return [];
    // Twice is what an area costs that says nothing.
    const told = { ...(cost !== 2 && { cost }), ...(isWater(region) && { water: true as const }) };
    return areasOf(region, grid).map((area) => (Object.keys(told).length === 0 ? area : { ...area, ...told }));
  });
}

function areasOf({ polygonTree }: RegionLike, grid: GridLike): Area[] {
  const by = `${grid.type} ${grid.size} ${grid.distance}`;
  const found = known.get(polygonTree);
  if (found?.by === by) return found.areas;
  const spaces = spacesIn(polygonTree.bounds, grid).filter((space) => polygonTree.testPoint(middleOf(space)));
  const metres = grid.distance / grid.size;
  const areas = merged(spaces).map((space) => {
    const { x, y } = middleOf(space);
    return {
      x: exact(x * metres),
      y: exact(y * metres),
      width: exact(space.width * metres),
      height: exact(space.height * metres),
    };
  });
  known.set(polygonTree, { by, areas });
  return areas;
}

const middleOf = ({ x, y, width, height }: Rectangle): Point => ({ x: x + width / 2, y: y + height / 2 });

/** Without a grid so many pieces of a rectangle lie side by side where a space would: finer shows in no price. */
const FINE = 4;

/** The grid's spaces over a rectangle, as squares around their middles; without a grid it is cut finer. Pixels. */
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
  // Rows of hexagons begin half a space further in turn.
  for (let i = first.i - 1; i <= last.i + 1; i++)
    for (let j = first.j - 1; j <= last.j + 1; j++) {
      const { x, y } = grid.getCenterPoint({ i, j });
      spaces.push({ x: x - size / 2, y: y - size / 2, width: size, height: size });
    }
  return spaces;
}

/** The same ground in fewer pieces: what lies side by side is joined, then what lies below each other. */
function merged(spaces: readonly Rectangle[]): Rectangle[] {
  const rows = joined(
    [...spaces].sort((a, b) => a.y - b.y || a.x - b.x),
    (a, b) => isClose(a.y, b.y) && isClose(a.height, b.height) && isClose(a.x + a.width, b.x),
    (a, b) => ({ ...a, width: b.x + b.width - a.x }),
  );
  return joined(
    rows.sort((a, b) => a.x - b.x || a.width - b.width || a.y - b.y),
    (a, b) => isClose(a.x, b.x) && isClose(a.width, b.width) && isClose(a.y + a.height, b.y),
    (a, b) => ({ ...a, height: b.y + b.height - a.y }),
  );
}

function joined(
  pieces: readonly Rectangle[],
  fits: (a: Rectangle, b: Rectangle) => boolean,
  join: (a: Rectangle, b: Rectangle) => Rectangle,
): Rectangle[] {
  const whole: Rectangle[] = [];
  for (const piece of pieces) {
    const last = whole.at(-1);
    if (last && fits(last, piece)) whole[whole.length - 1] = join(last, piece);
    else whole.push(piece);
  }
  return whole;
}

/** Hexagons lie where roots put them. Pixels. */
const isClose = (a: number, b: number): boolean => Math.abs(a - b) < 0.5;

const exact = (metres: number): number => Math.round(metres * 1000) / 1000;
